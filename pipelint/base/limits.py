"""Limits that cut in: what is not known of a config since it is too large, each said once."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

_said: ContextVar[dict[str, None] | None] = ContextVar("_said", default=None)


def left_out(what: str) -> None:
    """Says that a limit cut in: ``what`` has the limit, and what is not known for it. Nobody may listen."""
    said = _said.get()
    if said is not None:
        said[what] = None


@contextmanager
def listening() -> Iterator[dict[str, None]]:
    """What is left out inside, each once, in the order in which it was said."""
    said: dict[str, None] = {}
    token = _said.set(said)
    try:
        yield said
    finally:
        _said.reset(token)
