"""What ends a long run early, and the terminal that may be gone by then."""

from __future__ import annotations

import os
import signal
import stat
from contextlib import suppress

STOPPING = tuple(getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name))
"""Ctrl-C, a plain kill, the end of the terminal; the last is not everywhere."""


def leave_terminal(number: int) -> None:
    """Where signal ``number`` says that the terminal is gone, nothing more goes there, since that would be an error.

    Files and pipes get all that is printed.
    """
    if number != getattr(signal, "SIGHUP", None):
        return
    null = os.open(os.devnull, os.O_WRONLY)
    for stream in (1, 2):
        with suppress(OSError):
            if stat.S_ISCHR(os.fstat(stream).st_mode):
                os.dup2(null, stream)
    os.close(null)
