"""docs/rules.md: every function, operator and macro has a row, and every example is worth what the row says."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from pipelint.engines.registry import ENGINES
from pipelint.predicate.check.calls import MACROS
from pipelint.predicate.check.signatures import SIGNATURES
from pipelint.rules.pages.compile import ANY, CATEGORIES, FIELDS
from pipelint.rules.pages.operations import FIELDS as OPERATIONS
from tests.rules.test_parse import LEVEL
from tests.rules.toy import evaluate

TEXT = (Path(__file__).parents[2] / "docs" / "rules.md").read_text("utf-8")
ROWS = [
    [cell.replace("\\|", "|").strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]]
    for line in TEXT.splitlines()
    if line.startswith("| `")
]
EXAMPLES = [(row[-2], row[-1]) for row in ROWS if len(row) >= 3 and row[-1].startswith("`") and row[-2].startswith("`")]


@pytest.mark.parametrize(("example", "value"), EXAMPLES)
def test_an_example_is_worth_what_the_page_says(example: str, value: str) -> None:
    assert evaluate(example.strip("`")) == evaluate(value.strip("`"))


def test_everything_of_the_language_has_a_row_with_an_example() -> None:
    named = {row[0].split()[0].strip("`") for row in ROWS if len(row) >= 3}
    assert {f.name for f in SIGNATURES} <= named
    assert set(LEVEL) | {"!", "?"} <= named
    assert set(MACROS) - {"has"} <= named
    assert len(EXAMPLES) == len({f.name for f in SIGNATURES}) + len(LEVEL) + 2 + len(MACROS)


def test_all_fields_categories_and_operations_are_told() -> None:
    rows = {row[0].strip("`") for row in ROWS}
    assert set(FIELDS) <= rows
    assert all(f"`{{{name}: " in TEXT for name in OPERATIONS)
    assert all(f"`{word}`" in TEXT for word in (*CATEGORIES, *ENGINES.names, ANY))
