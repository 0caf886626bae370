"""What the tests of hostile input share: pipelint as a process of its own, with a bound on memory and on time."""

from __future__ import annotations

import os
import resource
import subprocess
import sys
from pathlib import Path

MEMORY = 2 * 1024**3
# Of CPU. A hang does not end by itself; nothing here takes a tenth of it.
SECONDS = 60


def _bounded() -> None:
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))


def pipelint(*words: str, cwd: Path, stdin: bytes = b"", debug: bool = False) -> subprocess.CompletedProcess[str]:
    """A run of the program. Fails where it prints a traceback or does not end."""
    env = {**os.environ, "PIPELINT_DEBUG": "1" if debug else ""}
    command = [sys.executable, "-m", "pipelint", *words]
    done = subprocess.run(
        command, cwd=cwd, env=env, input=stdin, capture_output=True, timeout=120, check=False, preexec_fn=_bounded
    )
    shown = subprocess.CompletedProcess(command, done.returncode, done.stdout.decode(), done.stderr.decode())
    assert debug or "Traceback" not in shown.stdout + shown.stderr, shown.stderr[-2_000:]
    return shown


def write(folder: Path, files: dict[str, str]) -> None:
    """Writes texts by their paths."""
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
