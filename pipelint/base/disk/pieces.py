"""Pieces: a large file of pipelint's own of which few bytes are wanted, now and then. Not for files of others."""

from __future__ import annotations

import os
import sys


class Pieces:
    """A file that is open as long as the program runs, and stays what it was when another one takes its name. Raises OSError."""

    def __init__(self, path: str) -> None:
        self._handle = os.open(path, os.O_RDONLY | getattr(os, "O_BINARY", 0))
        self.size = os.fstat(self._handle).st_size

    def cut(self, start: int, size: int) -> bytes:
        """``size`` bytes from ``start`` on, fewer where the file ends."""
        if sys.platform != "win32":
            # Processes that were forked share the place where a file is read.
            return os.pread(self._handle, size, start)
        os.lseek(self._handle, start, os.SEEK_SET)
        return os.read(self._handle, size)


class Held:
    """The same of bytes that are in memory."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self.size = len(data)

    def cut(self, start: int, size: int) -> bytes:
        """See ``Pieces``."""
        return self._data[start : start + size]
