"""Litter: collects Python's garbage when nobody waits for an answer.

A collection looks through everything that is alive, for a tenth of a second where large files are open, and Python would start
one between two keystrokes. A look at a file leaves nothing behind that needs one (facts are taken apart), other requests little.
"""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Callable

# Seconds without a change after which it is collected, and looks at files after which it is collected in any case.
_IDLE = 2.0
_MOST = 1_000


class Litter:
    """When to collect: not while something is ``busy``. ``begin`` is called once, ``grew`` after each look at a file."""

    def __init__(self, busy: Callable[[], bool]) -> None:
        self._busy = busy
        self._looks = 0
        self._waiting: asyncio.TimerHandle | None = None

    def begin(self) -> None:
        """From now on Python collects nothing by itself; what is there now, little of it garbage, is never looked through."""
        gc.freeze()
        gc.disable()

    def grew(self) -> None:
        """There may be more to collect, later."""
        if self._waiting is not None:
            self._waiting.cancel()
        self._looks += 1
        if self._looks >= _MOST:
            self.collect()
        else:
            self._waiting = asyncio.get_running_loop().call_later(_IDLE, self.collect)

    def collect(self) -> None:
        """Collects now, or when nothing is busy any more."""
        if self._busy():
            self._waiting = asyncio.get_running_loop().call_later(_IDLE, self.collect)
            return
        self._looks, self._waiting = 0, None
        gc.collect()
