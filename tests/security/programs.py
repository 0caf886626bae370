"""What the tests of hostile input share: pipelint as a process of its own, with a bound on memory and on time."""

from __future__ import annotations

import subprocess
from pathlib import Path

from tests.command_line import bounded, text_of

MEGABYTES = 2048
# Of CPU. A hang does not end by itself; nothing here takes a tenth of it.
SECONDS = 60


def pipelint(*words: str, cwd: Path, stdin: bytes = b"", debug: bool = False) -> subprocess.CompletedProcess[str]:
    """A run of the program. Fails where it prints a traceback or does not end."""
    env = {"PIPELINT_DEBUG": "1" if debug else ""}
    shown = text_of(bounded(*words, cwd=cwd, stdin=stdin, env=env, megabytes=MEGABYTES, seconds=SECONDS))
    assert debug or "Traceback" not in shown.stdout + shown.stderr, shown.stderr[-2_000:]
    return shown


def write(folder: Path, files: dict[str, str]) -> None:
    """Writes texts by their paths."""
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
