"""What the tests of hostile input share: runs of pipelint, where the input asks for it with a bound on memory and on time."""

from __future__ import annotations

import subprocess
from pathlib import Path

from tests import command_line
from tests.command_line import bounded, text_of

MEGABYTES = 2048
# Of CPU. A hang does not end by itself; nothing here takes a tenth of it.
SECONDS = 60


def pipelint(*words: str, cwd: Path, stdin: bytes = b"") -> subprocess.CompletedProcess[str]:
    """A run of the program within bounds. Fails where it prints a traceback or does not end."""
    return _without_traceback(bounded(*words, cwd=cwd, stdin=stdin, megabytes=MEGABYTES, seconds=SECONDS))


def unbounded(*words: str, cwd: Path, stdin: bytes = b"") -> subprocess.CompletedProcess[str]:
    """A run of the program on input that is small and ordinary. Fails where it prints a traceback."""
    return _without_traceback(command_line.pipelint(*words, cwd=cwd, stdin=stdin))


def _without_traceback(done: subprocess.CompletedProcess[bytes]) -> subprocess.CompletedProcess[str]:
    shown = text_of(done)
    assert "Traceback" not in shown.stdout + shown.stderr, shown.stderr[-2_000:]
    return shown


def write(folder: Path, files: dict[str, str]) -> None:
    """Writes texts by their paths."""
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
