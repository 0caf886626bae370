"""A terminal of its own for a command, which is closed while it runs, as a window or a connection to a machine is."""

from __future__ import annotations

import fcntl
import os
import pty
import select
import subprocess
import sys
import termios
import time
from collections.abc import Callable, Mapping
from pathlib import Path


def pipelint_until_closed(words: list[str], folder: Path, environment: Mapping[str, str], is_time: Callable[[str], bool]) -> int:
    """Runs pipelint in a terminal, which is closed when ``is_time`` of what it has printed. Returns the exit code."""
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-m", "pipelint", *words],
        cwd=folder, env={**environment, "PYTHONPATH": str(Path(__file__).parents[1])},
        stdin=theirs, stdout=theirs, stderr=theirs,
        start_new_session=True, preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0),
    )  # fmt: skip
    os.close(theirs)
    seen, end = "", time.monotonic() + 120
    while process.poll() is None and not is_time(seen) and time.monotonic() < end:
        if select.select([ours], [], [], 0.02)[0]:
            seen += os.read(ours, 65536).decode("utf-8", "replace")
    os.close(ours)
    return process.wait(60)
