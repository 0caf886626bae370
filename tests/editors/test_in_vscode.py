"""VS Code itself, as its server with Chromium in front, with the extension that `make vscode` built.

Needs the folder of a server in PIPELINT_VSCODE_SERVER, that with ``out/server-main.js``; code-server has one in ``lib/vscode``.
"""

from __future__ import annotations

import json
import os
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import quote

import pytest

from tests.lsp.configs import FLUENTD

REPOSITORY = Path(__file__).parents[2]
EXTENSION = REPOSITORY / "editors" / "vscode"
SERVER = os.environ.get("PIPELINT_VSCODE_SERVER", "")
CHROMIUM = shutil.which("chromium")
NODE = shutil.which("node")

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not (SERVER and CHROMIUM and NODE), reason="needs VS Code (PIPELINT_VSCODE_SERVER), Chromium and node"),
    pytest.mark.skipif(not (EXTENSION / "dist/extension.js").is_file(), reason="needs the built extension (make vscode)"),
]


@pytest.mark.parametrize(("options", "tests"), [(["--disable-workspace-trust"], 5), ([], 1)], ids=["trusted", "untrusted"])
def test_what_a_person_does(tmp_path: Path, options: list[str], tests: int) -> None:
    folder = tmp_path / "open"
    program = folder / ".venv/bin/pipelint"
    program.parent.mkdir(parents=True)
    program.write_text(f'#!/bin/sh\ntouch {folder}/ran\nPYTHONPATH={REPOSITORY} exec {sys.executable} -m pipelint "$@"\n')
    program.chmod(0o755)
    (folder / "fluent.conf").write_text(FLUENTD)
    result = tmp_path / "result.json"
    with socket.create_server(("127.0.0.1", 0)) as free:
        host = f"127.0.0.1:{free.getsockname()[1]}"
    payload = [
        ["extensionDevelopmentPath", f"vscode-remote://{host}{EXTENSION}"],
        ["extensionTestsPath", f"vscode-remote://{host}{EXTENSION}/test/in-editor/index.js"],
    ]
    server = [NODE or "", "out/server-main.js", "--host", "127.0.0.1", "--port", host.split(":")[1], "--without-connection-token"]
    server += ["--accept-server-license-terms", "--telemetry-level", "off", "--server-data-dir", str(tmp_path / "data"), *options]
    browser = [CHROMIUM or "", "--headless=new", "--no-sandbox", "--disable-gpu", f"--user-data-dir={tmp_path}/browser"]
    browser += ["--remote-debugging-port=0", f"http://{host}/?folder={folder}&payload={quote(json.dumps(payload))}"]
    (tmp_path / "temporary").mkdir()
    # The program is not on PATH: only the environment of the folder has it.
    own = {"TMPDIR": str(tmp_path / "temporary"), "PIPELINT_TEST_RESULT": str(result), "PATH": "/usr/bin:/bin"}
    with _running(server, Path(SERVER), own, tmp_path / "server.log"):
        _wait(lambda: "listening" in (tmp_path / "server.log").read_text(), 60)
        with _running(browser, tmp_path, {}, tmp_path / "browser.log"):
            _wait(lambda: result.is_file() and result.stat().st_size > 0, 400)
    found = json.loads(result.read_text())
    assert len(found) == tests and set(found.values()) == {"passed"}, found


@contextmanager
def _running(command: list[str], folder: Path, own: dict[str, str], log: Path) -> Iterator[None]:
    environment = {**os.environ, **own}
    with log.open("w") as out, subprocess.Popen(command, cwd=folder, env=environment, stdout=out, stderr=out) as process:
        try:
            yield
        finally:
            process.terminate()


def _wait(holds: Callable[[], bool], seconds: float) -> None:
    end = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < end, "waited in vain"
        time.sleep(0.2)
