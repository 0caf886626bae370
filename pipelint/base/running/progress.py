"""Progress: how far a run is, for whoever wants to show it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

Watcher = Callable[[str, int, int], None]
"""Takes what is being done (``checked``), how many are done, and how many there are."""
_watcher: ContextVar[Watcher | None] = ContextVar("_watcher", default=None)


def step(what: str, done: int, total: int) -> None:
    """Says how far something is. Nobody may listen."""
    watcher = _watcher.get()
    if watcher is not None:
        watcher(what, done, total)


@contextmanager
def watched_by(watcher: Watcher) -> Iterator[None]:
    """Whoever says inside how far it is says it to ``watcher``."""
    token = _watcher.set(watcher)
    try:
        yield
    finally:
        _watcher.reset(token)
