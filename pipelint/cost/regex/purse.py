"""A bound of the regexes that one estimate predicts: a config of somebody who means ill may have hundreds of long ones."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

_left: ContextVar[int | None] = ContextVar("_left", default=None)

MOST_TEXT = 64 * 1024
"""Characters of all expanded regexes of a config that are looked at. The largest real config known has 36,000."""
LONGEST = 16_384
"""Characters of one expanded regex that is looked at. The longest of 300 grok patterns in real configs has 6,500."""


@contextmanager
def one_estimate() -> Iterator[None]:
    """What is asked for inside shares one bound; outside of it there is none."""
    token = _left.set(MOST_TEXT)
    try:
        yield
    finally:
        _left.reset(token)


def affordable(regex: str) -> bool:
    """Whether this regex may still be predicted; beyond the bound what is typical of a byte has to do."""
    left = _left.get()
    if left is None:
        return True
    _left.set(left - len(regex))
    return left >= len(regex)
