"""The measurements that rule pages name: they are there, and the prose for people does not quote their ids."""

from __future__ import annotations

import csv
import re
from pathlib import Path

import pytest

from pipelint.rules.pages.front import Fields, Items, Text, read_front
from pipelint.rules.rule import Rule
from tests.each import each
from tests.rules.test_pages import index, page

IDS = {
    row["id"]
    for path in (Path(__file__).parents[2] / "cost-models" / "measurements").glob("*.csv")
    for row in csv.DictReader(path.read_text("utf-8").splitlines())
}


def measured(rule: Rule) -> list[str]:
    """The ids on the page of a rule."""
    front = read_front(page(rule).file, page(rule).front)
    assert isinstance(front, Fields)
    items = front.values.get("measured")
    return [text.value for text in items.items if isinstance(text, Text)] if isinstance(items, Items) else []


ALL = [pytest.param(rule, id=rule.code) for rule in index().rules]


def test_there_are_measurements_to_name() -> None:
    assert len(IDS) > 600
    assert any(measured(rule) for rule in index().rules)


@each("rule", ALL)
def test_a_page_names_measurements_that_there_are(rule: Rule) -> None:
    assert set(measured(rule)) <= IDS


@each("rule", ALL)
def test_the_prose_of_a_page_quotes_no_ids_of_measurements(rule: Rule) -> None:
    quoted = re.findall(r"\b(?:rows?|measurements?)\s+`(\w+)", page(rule).body)
    # Ids of one word are names of plugins, too.
    assert quoted + [row for row in IDS if "_" in row and f"`{row}`" in page(rule).body] == []
