"""How far a long run is: a bar on the terminal, which goes when the run is done."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TextIO

from pipelint.base.running.progress import watched_by

# Seconds until there is a bar, and between two looks of it.
_QUIET, _PAUSE = 1.0, 0.1
_WIDTH = 24
_ERASED = "\r\x1b[K"


@contextmanager
def bar(stream: TextIO) -> Iterator[None]:
    """A bar on ``stream``, a terminal, while what is inside says how far it is."""
    began = shown = time.monotonic()
    drawn = False

    def draw(what: str, done: int, total: int) -> None:
        nonlocal shown, drawn
        now = time.monotonic()
        if now - began < _QUIET or (drawn and now - shown < _PAUSE):
            return
        shown, drawn = now, True
        stream.write(f"\r[{'#' * (_WIDTH * done // max(1, total)):{_WIDTH}}] {done:,} of {total:,} configs {what}\x1b[K")
        stream.flush()

    try:
        with watched_by(draw):
            yield
    finally:
        if drawn:
            stream.write(_ERASED)
            stream.flush()
