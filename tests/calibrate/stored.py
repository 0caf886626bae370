"""The page of accuracies as it is stored, against a fresh one."""

from __future__ import annotations

import re
from itertools import zip_longest
from pathlib import Path

PAGE = Path(__file__).resolve().parents[2] / "docs" / "accuracy.md"
_NUMBER = re.compile(r"\d+(?:\.\d+)?")


def assert_stored(fresh: str) -> None:
    """The stored page of the engine has the rows of the fresh one. Figures may differ in their last digit with the machine."""
    page = PAGE.read_text(encoding="utf-8")
    page = page[page.index(fresh.splitlines()[0]) :]
    # Other engines' pages follow.
    page = page[: page.find("\n# ", 1) + 1] or page
    stored_rows, fresh_rows = ([line for line in text.splitlines() if line.startswith("|")] for text in (page, fresh))
    differing = [pair for pair in zip_longest(stored_rows, fresh_rows, fillvalue="") if not alike(*pair)]
    assert not differing


def alike(one: str, other: str) -> bool:
    """Whether two lines say the same, their figures apart by two of the last digit at most."""
    if _NUMBER.split(one) != _NUMBER.split(other):
        return False
    pairs = zip(_NUMBER.findall(one), _NUMBER.findall(other), strict=True)
    return all(abs(float(a) - float(b)) <= 2.001 * 10 ** -len(a.partition(".")[2]) for a, b in pairs)
