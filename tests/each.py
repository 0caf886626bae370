"""Many small cases in one test: for a test of its own pytest takes longer than most of them do.

``--case FD205`` tries those alone that have FD205 in their name.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable
from functools import cache, wraps
from typing import Any

import pytest
from _pytest.mark import ParameterSet

IN_FULL = 10
"""So many failures are shown with their lines, of the others the names alone."""

Test = Callable[..., None]


def each(
    names: str, cases: Iterable[Any] | Callable[[], Iterable[Any]], ids: Callable[[Any], str] | None = None
) -> Callable[[Test], Test]:
    """Like ``pytest.mark.parametrize``, but in one test: it tries all cases, each with a ``tmp_path`` of its own, and names all
    that fail. ``names`` are separated by commas; ``ids`` gets a whole case. Cases that take work to find are given as a function,
    which is called when the test is run."""
    params = names.split(", ")

    @cache
    def named() -> list[tuple[str, tuple[Any, ...]]]:
        found = [_named(case, len(params), ids) for case in (cases() if callable(cases) else cases)]
        assert found, "there are no cases"
        return found

    def in_one(test: Test) -> Test:
        signature = inspect.signature(test)
        fixtures = [param for name, param in signature.parameters.items() if name not in params]

        @wraps(test)
        def tries_all(request: pytest.FixtureRequest, **given: Any) -> None:
            failed, chosen = [], _chosen(named(), request.config.getoption("--case"))
            for number, (name, values) in enumerate(chosen):
                if "tmp_path" in signature.parameters:
                    given["tmp_path"] = request.getfixturevalue("tmp_path") / str(number)
                    given["tmp_path"].mkdir()
                try:
                    test(**given, **dict(zip(params, values, strict=True)))
                except (Exception, pytest.fail.Exception) as error:
                    failed.append((name, error))
            if failed:
                pytest.fail(_report(failed, len(chosen)), pytrace=False)

        request = inspect.Parameter("request", inspect.Parameter.KEYWORD_ONLY)
        tries_all.__signature__ = signature.replace(parameters=[*fixtures, request])  # type: ignore[attr-defined]
        return tries_all

    return in_one


def _named(case: Any, count: int, ids: Callable[[Any], str] | None) -> tuple[str, tuple[Any, ...]]:
    """The name of a case, and a value for each parameter."""
    if isinstance(case, ParameterSet):
        return str(case.id), tuple(case.values)
    values = (case,) if count == 1 else tuple(case)
    return ids(case) if ids else "-".join(map(str, values)), values


def _chosen(named: list[tuple[str, tuple[Any, ...]]], part: str | None) -> list[tuple[str, tuple[Any, ...]]]:
    chosen = [case for case in named if part is None or part in case[0]]
    if not chosen:
        pytest.skip(f"no case has {part} in its name")
    return chosen


def _report(failed: list[tuple[str, BaseException]], count: int) -> str:
    shown = [
        f"---- {name}\n{pytest.ExceptionInfo.from_exception(error).getrepr(style='short')}" for name, error in failed[:IN_FULL]
    ]
    return "\n".join([*shown, f"{len(failed)} of {count} cases fail: {', '.join(name for name, _ in failed)}"])
