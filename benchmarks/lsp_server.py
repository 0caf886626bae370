"""The language server as an editor starts it and talks to it, for ``lsp_latency.py``."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import IO

# The edit of an action is asked for when somebody wants it.
CAPABILITIES = {"textDocument": {"codeAction": {"resolveSupport": {"properties": ["edit"]}}}}


class Server:
    """A language server and what an editor says to it."""

    def __init__(self, before: Sequence[str] = ()) -> None:
        command = [*before, sys.executable, "-m", "pipelint", "lsp"]
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        assert self._process.stdin is not None and self._process.stdout is not None
        self._to: IO[bytes] = self._process.stdin
        self._from: IO[bytes] = self._process.stdout
        self.send("initialize", {"processId": None, "rootUri": None, "capabilities": CAPABILITIES}, 1)
        self.read()
        self.send("initialized", {})

    def send(self, method: str, params: object, number: int | None = None) -> None:
        """Sends a notification, or with a number a request."""
        message = {"jsonrpc": "2.0", "method": method, "params": params} | ({} if number is None else {"id": number})
        data = json.dumps(message).encode()
        self._to.write(b"Content-Length: %d\r\n\r\n%b" % (len(data), data))
        self._to.flush()

    def read(self) -> dict[str, object]:
        """The next message."""
        length = 0
        while (line := self._from.readline().strip()) or not length:
            if line.lower().startswith(b"content-length:"):
                length = int(line.split(b":")[1])
            elif not line and self._process.poll() is not None:
                sys.exit("the server has ended")
        read: dict[str, object] = json.loads(self._from.read(length))
        return read

    def diagnostics(self, version: int) -> int:
        """Waits for the diagnostics of a version; how many there are."""
        while True:
            message = self.read()
            params = message.get("params")
            if message.get("method") != "textDocument/publishDiagnostics" or not isinstance(params, dict):
                continue
            if params.get("version") == version:
                return len(params["diagnostics"])

    def status(self, name: str) -> int:
        """Kilobytes of memory, as Linux says them."""
        lines = Path(f"/proc/{self._process.pid}/status").read_text().splitlines()
        return next(int(line.split()[1]) for line in lines if line.startswith(name))

    def used(self) -> float:
        """Seconds of CPU time, as Linux says them."""
        return sum(map(int, Path(f"/proc/{self._process.pid}/stat").read_text().split()[13:15])) / 100

    def open(self, name: str, text: str) -> None:
        """Opens a file, and waits for nothing."""
        document = {"uri": f"file:///nowhere/{name}", "languageId": "plaintext", "version": 0, "text": text}
        self.send("textDocument/didOpen", {"textDocument": document})

    def answers(self, first: int, count: int) -> None:
        """Waits for the answers to so many requests, numbered from ``first`` on."""
        wanted = set(range(first, first + count))
        while wanted:
            wanted.discard(int(str(self.read().get("id", 0))))

    def stop(self) -> None:
        """Ends it."""
        self._to.close()
        self._process.wait(10)
