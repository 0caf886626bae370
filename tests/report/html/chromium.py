"""Chromium for tests of pages: without a window, spoken to through a pipe (the DevTools protocol), without a network."""

from __future__ import annotations

import base64
import json
import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

NAMES = ("chromium", "chromium-browser", "google-chrome", "chrome")
ABSENT = "no Chromium on the PATH (Debian: apt-get install chromium)"


def program() -> str | None:
    """The browser that there is."""
    return next((found for name in NAMES if (found := shutil.which(name))), None)


class Tab:
    """A page in the browser. ``said`` is what it complained about: errors of scripts, of the policy, of loading."""

    def __init__(self, write: int, read: int) -> None:
        self._write, self._stream = write, os.fdopen(read, "rb", 0)
        self._count, self._left, self._session = 0, b"", ""
        self.said: list[str] = []
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self._session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for part in ("Page", "Runtime", "Log", "Network"):
            self.call(f"{part}.enable")
        self.requests: list[str] = []

    def call(self, method: str, **params: object) -> dict[str, Any]:
        """The answer of the browser to a command."""
        self._count += 1
        said: dict[str, object] = {"id": self._count, "method": method, "params": params}
        if self._session:
            said["sessionId"] = self._session
        os.write(self._write, json.dumps(said).encode() + b"\0")
        while (answer := self._next()).get("id") != self._count:
            self._note(answer)
        assert "error" not in answer, answer
        return answer["result"]  # type: ignore[no-any-return]

    def open(self, page: Path, width: int = 1280, height: int = 900, *, dark: bool = False) -> None:
        """Shows a file."""
        phone = width < 500
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=phone)
        feature = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        self.call("Emulation.setEmulatedMedia", media="", features=[feature])
        self.call("Page.navigate", url=page.absolute().as_uri())
        while (event := self._next()).get("method") != "Page.loadEventFired":
            self._note(event)

    def value(self, script: str) -> Any:
        """What an expression is worth on the page."""
        found = self.call("Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True)
        assert "exceptionDetails" not in found, found
        return found["result"].get("value")

    def press(self, key: str) -> None:
        """A key goes down and up."""
        code = {"Tab": 9, "ArrowDown": 40, "ArrowUp": 38, "ArrowLeft": 37, "ArrowRight": 39, "Enter": 13}[key]
        text = {"text": "\r"} if key == "Enter" else {}
        for kind in ("keyDown", "keyUp"):
            self.call("Input.dispatchKeyEvent", type=kind, key=key, code=key, windowsVirtualKeyCode=code, **text)

    def picture(self, file: Path, *, whole: bool = False) -> None:
        """A screenshot, of the ``whole`` page or of what is seen of it."""
        found = self.call("Page.captureScreenshot", format="png", captureBeyondViewport=whole)
        file.write_bytes(base64.b64decode(found["data"]))

    def printed(self, file: Path) -> None:
        """The page as a PDF."""
        found = self.call("Page.printToPDF", printBackground=True, paperWidth=8.27, paperHeight=11.69)
        file.write_bytes(base64.b64decode(found["data"]))

    def _next(self) -> dict[str, Any]:
        while b"\0" not in self._left:
            more = self._stream.read(1 << 16)
            assert more, "the browser has ended"
            self._left += more
        said, _, self._left = self._left.partition(b"\0")
        return json.loads(said)  # type: ignore[no-any-return]

    def _note(self, event: dict[str, Any]) -> None:
        match event.get("method"):
            case "Runtime.exceptionThrown":
                self.said.append(str(event["params"]["exceptionDetails"]))
            case "Log.entryAdded":
                self.said.append(str(event["params"]["entry"]["text"]))
            case "Network.requestWillBeSent":
                self.requests.append(str(event["params"]["request"]["url"]))


@contextmanager
def tab(folder: Path) -> Iterator[Tab]:
    """A page of a browser that keeps all it writes in ``folder``."""
    browser = program()
    assert browser is not None
    to_read, to_write = os.pipe()
    back_read, back_write = os.pipe()
    words = [browser, "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--remote-debugging-pipe"]
    words += [f"--user-data-dir={folder}", "--no-first-run", "--disable-background-networking", "--hide-scrollbars"]

    def ends() -> None:
        # It reads commands from 3 and answers at 4.
        first, second = os.dup(to_read), os.dup(back_write)
        os.dup2(first, 3)
        os.dup2(second, 4)

    process = subprocess.Popen(words, close_fds=False, preexec_fn=ends, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    os.close(to_read)
    os.close(back_write)
    try:
        yield Tab(to_write, back_read)
    finally:
        process.kill()
        process.wait()
        os.close(to_write)
