"""A run of which notes are taken, so that it can be printed again."""

from __future__ import annotations

import io
import os
import sys

from pipelint.base.disk import asked
from pipelint.replay import shelf
from pipelint.replay.entry import Entry, pack

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Collection
    from typing import BinaryIO, TextIO

    from _typeshed import ReadableBuffer


_NAMES = {"pipelint", "__mp_main__"}
"""This program, whose build is known, and what multiprocessing calls the file that started it."""


_OWN = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "data", "")
"""What is of the build, wherever it is installed."""


class _Tee(io.RawIOBase):
    """A stream that remembers what goes through it, with that of others in one order."""

    def __init__(self, stream: TextIO, number: int, printed: list[tuple[int, bytes]]) -> None:
        self.name = getattr(stream, "name", "")
        self._to: BinaryIO = getattr(stream.buffer, "raw", stream.buffer)
        self._number, self._printed = number, printed

    def writable(self) -> bool:
        return True

    def isatty(self) -> bool:
        return self._to.isatty()

    def fileno(self) -> int:
        return self._to.fileno()

    def write(self, data: ReadableBuffer, /) -> int | None:
        done = self._to.write(data)
        self._printed.append((self._number, bytes(data)[:done]))
        return done


def record(key: str, run: Callable[[], int]) -> int:
    """The exit code of a run, which is kept under ``key`` where it is one that can be repeated.

    Standard output and error stay as they are made here: the process ends after it, and has to write what is left in them.
    """
    loaded, printed = set(sys.modules), list[tuple[int, bytes]]()
    for number, name in ((1, "stdout"), (2, "stderr")):
        stream = getattr(sys, name)
        stream.flush()
        tee = _Tee(stream, number, printed)
        # Without buffers where there were none.
        to = io.BufferedWriter(tee) if hasattr(stream.buffer, "raw") else tee
        how = {"line_buffering": stream.line_buffering, "write_through": stream.write_through}
        setattr(sys, name, io.TextIOWrapper(to, stream.encoding, stream.errors, **how))
    notes = asked.begin()
    try:
        code = run()
        whole = _are_known(set(sys.modules) - loaded) and not notes.unrepeatable
    finally:
        asked.end()
    try:
        sys.stdout.flush()
        sys.stderr.flush()
    except OSError:
        return code  # the end of the process says so
    if whole:
        answers = [each for each in notes.answers.items() if not any(str(word).startswith(_OWN) for word in each[0])]
        shelf.put(key, pack(Entry(code, answers, printed, notes.written), key))
    return code


def _are_known(loaded: Collection[str]) -> bool:
    """Whether all libraries that a run has loaded say which release they are, which becomes a question."""
    libraries = {module.partition(".")[0].lower() for module in loaded} - sys.stdlib_module_names - _NAMES
    releases = [asked.release(name) for name in sorted(libraries)]
    return all(len(each) == 1 for each in releases)
