"""How many examples property tests try: all of them in make test-slow, which sets ``PIPELINT_ALL_EXAMPLES``, else a tenth."""

from __future__ import annotations

import os

from hypothesis import settings

ALL = bool(os.environ.get("PIPELINT_ALL_EXAMPLES"))


def share_of(count: int) -> int:
    """How many of ``count`` examples are tried in this run: at least one."""
    return count if ALL else max(count // 10, 1)


def tries(count: int) -> settings:
    """Makes a property test try ``count`` examples instead of the usual number, or its share of them."""
    return settings(max_examples=share_of(count))
