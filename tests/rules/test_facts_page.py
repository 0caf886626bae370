"""docs/facts.md is what the classes of facts and the rule pages say today."""

from __future__ import annotations

from pathlib import Path

from pipelint.rules.pages.facts_page import facts_page

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "facts.md"


def test_the_page_is_current() -> None:
    assert PAGE.read_text("utf-8") == facts_page(ROOT / "rules"), "run `make facts`"


def test_facts_of_one_engine_are_told_under_it_alone() -> None:
    neutral, rest = PAGE.read_text("utf-8").split("## fluentd\n")
    fluentd, rest = rest.split("## logstash\n")
    logstash = rest.split("\n## ")[0]
    assert [("- `guards` " in part, "- `rewrites` " in part) for part in (neutral, fluentd, logstash)] == [
        (False, False),
        (False, True),
        (True, False),
    ]


def test_each_fact_has_a_type_and_an_example() -> None:
    facts = [line for line in PAGE.read_text("utf-8").splitlines() if line.startswith("- ")]
    assert len(facts) > 300
    assert all(line.count("`") >= 4 and line.split("`")[2].startswith(" (") for line in facts)
