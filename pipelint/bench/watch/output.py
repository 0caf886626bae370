"""The pipeline's output: how many records have arrived there, in files or at a port."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Protocol

from pipelint.bench.model import BenchError

_PIECE = 1024 * 1024


class Output(Protocol):
    """Counts what arrives."""

    def count(self) -> int:
        """Records that have arrived since it was made."""

    def close(self) -> None:
        """Ends it."""


class FileOutput:
    """The lines of all files that a glob finds, now or later; what is in them already does not count.

    A file is known by its number in the file system, so that one that is renamed is counted once; one that is gone is forgotten,
    since another may get its number.
    """

    def __init__(self, pattern: str) -> None:
        self._pattern = pattern
        self._read: dict[tuple[int, int], int] = {}
        self._lines = 0
        self._count()

    def count(self) -> int:
        """Lines that were added."""
        self._lines += self._count()
        return self._lines

    def _count(self) -> int:
        lines, known, self._read = 0, self._read, {}
        for path in _found(self._pattern):
            with suppress(OSError), path.open("rb") as file:
                found = os.fstat(file.fileno())
                key = (found.st_dev, found.st_ino)
                at = known.get(key, 0)
                # A shorter one was emptied.
                file.seek(at if at <= found.st_size else 0)
                while piece := file.read(_PIECE):
                    lines += piece.count(b"\n")
                self._read[key] = file.tell()
        return lines

    def close(self) -> None:
        """Nothing is open."""


def _found(pattern: str) -> Iterator[Path]:
    """The files of a glob."""
    from glob import iglob

    return (path for path in map(Path, iglob(pattern, recursive=True)) if path.is_file())  # noqa: PTH207


def open_output(where: str) -> Output:
    """The output of ``--count-output``: a port to listen at, or a glob. Raises BenchError for a port that is taken."""
    if not where.isdecimal():
        return FileOutput(where)
    from pipelint.bench.watch.receiver import PortOutput

    try:
        return PortOutput(int(where))
    except (OSError, OverflowError) as error:
        raise BenchError(f"port {where}: {getattr(error, 'strerror', None) or error}") from error
