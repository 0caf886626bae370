"""Files that a tail input reads: lines are added, files are rotated as Docker does."""

from __future__ import annotations

import os
from itertools import cycle
from pathlib import Path

from pipelint.base.disk import files
from pipelint.bench.model import BenchError, Content, Target
from pipelint.bench.payload.frames import line_ring
from pipelint.bench.payload.ring import Ring

_SLICE = 1024 * 1024
"""Bytes of one write at most."""


class LogFile:
    """A log file that is added to. With ``rotate`` (bytes, files kept) it gets no larger: it becomes FILE.1, that FILE.2."""

    def __init__(self, path: str, rotate: tuple[int, int] | None = None) -> None:
        """Raises OSError."""
        self.path, self._rotate = path, rotate
        self._open()

    def _open(self) -> None:
        # A pipe without a reader would make it wait.
        self._file = os.open(self.path, os.O_WRONLY | os.O_APPEND | os.O_CREAT | files.AT_ONCE, 0o644)
        self._size = os.fstat(self._file).st_size

    def room(self) -> int:
        """Bytes that the next write should have at most."""
        return _SLICE if self._rotate is None else max(0, min(_SLICE, self._rotate[0] - self._size))

    def add(self, data: memoryview) -> None:
        """Adds whole records. What does not fit onto the disk is taken back. Raises OSError."""
        if self._rotate is not None and self._size and self._size + len(data) > self._rotate[0]:
            self._turn(self._rotate[1])
        at = 0
        try:
            while at < len(data):
                at += os.write(self._file, data[at:])
        except OSError:
            os.ftruncate(self._file, self._size)
            raise
        self._size += len(data)

    def _turn(self, kept: int) -> None:
        os.close(self._file)
        for number in range(kept - 1, 0, -1):
            younger = f"{self.path}.{number - 1}" if number > 1 else self.path
            if files.exists(younger):
                Path(younger).replace(f"{self.path}.{number}")
        if kept == 1:
            Path(self.path).unlink()
        self._open()

    def close(self) -> None:
        """Closes it."""
        os.close(self._file)


class TailSender:
    """Writes to one file, or to one a pod in turn: ``*`` in the target's path is the pod's number."""

    most = 100_000

    def __init__(self, target: Target, content: Content, index: int = 0, count: int = 1) -> None:
        """``index`` of ``count``: which worker it is, and so which pods are its own. Raises BenchError."""
        self._ring: Ring = line_ring(content)
        self._files: list[LogFile] = []
        for pod in range(index, target.pods, count):
            path = target.to.replace("*", str(pod + 1)) if target.pods > 1 else target.to
            try:
                self._files.append(LogFile(path, target.rotate))
            except (OSError, ValueError) as error:
                raise BenchError(f"{path}: {getattr(error, 'strerror', None) or error}") from error
        self._turns = cycle(self._files)

    def send(self, count: int) -> tuple[int, int]:
        """Writes to the next file."""
        file = next(self._turns)
        records, data = self._ring.take(-(-count // len(self._files)), file.room())
        try:
            file.add(data)
        except OSError as error:
            raise BenchError(f"{file.path}: {error.strerror}") from error
        return records, len(data)

    def close(self) -> None:
        """Closes the files."""
        for file in self._files:
            file.close()
