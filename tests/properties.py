"""How many examples tests of many try: all of them with ``PIPELINT_ALL_EXAMPLES``, as make test-slow has it, else a part."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable

import pytest
from _pytest.mark import ParameterSet
from hypothesis import settings

ALL = bool(os.environ.get("PIPELINT_ALL_EXAMPLES"))


def share_of(count: int) -> int:
    """How many of ``count`` examples are tried in this run: at least one."""
    return count if ALL else max(count // 10, 1)


def tries(count: int) -> settings:
    """Makes a property test try ``count`` examples instead of the usual number, or its share of them."""
    return settings(max_examples=share_of(count))


def mostly_slow(cases: Iterable[object], quick: Callable[[object], bool]) -> list[ParameterSet]:
    """Cases of ``pytest.mark.parametrize`` of which all but the quick ones are slow tests."""
    return [_case(case, [] if quick(case) else [pytest.mark.slow]) for case in cases]


def _case(case: object, marks: list[pytest.MarkDecorator]) -> ParameterSet:
    if isinstance(case, ParameterSet):
        return pytest.param(*case.values, id=case.id, marks=[*case.marks, *marks])
    return pytest.param(case, marks=marks)
