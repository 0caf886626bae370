"""A command on a terminal of some width: what it shows, as a person would see it."""

from __future__ import annotations

import os
import re
import struct
import sys
from pathlib import Path

ESCAPES = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]|\x1b\]8;[^\x1b]*\x1b\\")


def on_terminal(*words: str, cwd: Path, columns: int, colour: bool = False) -> str:
    """What ``pipelint`` writes to a terminal with so many columns; with escapes only if it may use ``colour``. Not on Windows."""
    import fcntl
    import pty
    import termios

    child, terminal = pty.fork()
    if child == 0:
        os.chdir(cwd)
        env = {name: value for name, value in os.environ.items() if name not in ("COLUMNS", "FORCE_COLOR", "NO_COLOR")}
        env |= {"TERM": "xterm", "PYTHONUTF8": "1"} | ({} if colour else {"NO_COLOR": "1"})
        # The shell waits until the terminal has its size.
        os.execve("/bin/sh", ["sh", "-c", 'read go; exec "$@"', "sh", sys.executable, "-m", "pipelint", *words], env)
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 40, columns, 0, 0))
    mode = termios.tcgetattr(terminal)
    mode[3] &= ~termios.ECHO
    termios.tcsetattr(terminal, termios.TCSANOW, mode)
    os.write(terminal, b"\n")
    out = b""
    try:
        while part := os.read(terminal, 65536):
            out += part
    except OSError:  # the end, on Linux
        pass
    os.waitpid(child, 0)
    os.close(terminal)
    return out.decode().replace("\r\n", "\n")
