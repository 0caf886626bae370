"""Of many cases in one test all are tried, and all that fail are named."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from tests.each import each


def asked(case: str | None) -> Any:
    """What a test gets where ``--case`` is given, or is not."""
    return SimpleNamespace(config=SimpleNamespace(getoption=lambda _: case))


def test_all_are_tried_and_all_that_fail_are_named() -> None:
    tried = []

    @each("number, even", [(1, False), (2, False), (3, False), (4, False)], ids=lambda case: f"case-{case[0]}")
    def is_even(number: int, even: bool) -> None:
        tried.append(number)
        assert (number % 2 == 0) is even

    with pytest.raises(pytest.fail.Exception, match=r"2 of 4 cases fail: case-2, case-4"):
        is_even(asked(None))
    assert tried == [1, 2, 3, 4]
    is_even(asked("case-3"))
    assert tried[4:] == [3]


def test_where_no_case_has_the_name_the_test_is_skipped() -> None:
    @each("number", [1])
    def fails(number: int) -> None:
        raise AssertionError

    with pytest.raises(pytest.skip.Exception):
        fails(asked("2"))


@each("name", ["a", "b"])
def test_each_case_has_a_folder_of_its_own(name: str, tmp_path: Any) -> None:
    assert list(tmp_path.iterdir()) == []
    (tmp_path / "file").write_text(name)
