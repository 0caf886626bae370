"""Rules take steps that grow with a config, not with its square: the examples of all pages, 8 and 16 times over.

Steps are counted, no clock is looked at. Copies are alike; ``test_shared_loops.py`` has loops over stages that are not.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

import pytest

from pipelint.checker import Settings
from pipelint.checker.config.findings import judge
from pipelint.checker.loading import load
from pipelint.rules import run
from pipelint.rules.asking import Budget
from pipelint.rules.index import load_index
from pipelint.rules.rule import Rule
from tests.each import each
from tests.rules.test_pages import NAMES, cases_of

pytestmark = pytest.mark.slow

FACTOR = 2.5  # on doubling: 2 where steps grow with the size, 4 where they grow with its square
SMALL = 3_000  # steps; below, what is constant and what is few decides

ENDLESS = 10**12
LONG = 60_000  # characters: all that is longer is one example of very long lines

# Why others grow faster.
EXCEPTIONS = {
    "FD246": "has a finding for each pair of a file and a source that reads it",
    "FD249": "looks at each pair of sources that read a file",
    "FB121": "names each filter before each multiline",
    "FB125": "names each filter before each rewrite_tag",
    "FB363": "has a finding for each pair of a tag and a kubernetes filter that gets it",
    "FB364": "has a finding for each pair of a rule of rewrite_tag and a kubernetes filter after it",
    "FB378": "looks for the parser of each source among all",
    "FB399": "looks for the parser of each source among all",
    "FB922": "looks at all inputs whose events an output gets",
    "FB976": "looks at all outputs that get the metrics of each input",
    "LS359": "looks at what is between two groks for the same events",
    "LS940": "looks at what is between two groks that are the same",
}


class Counted(Budget):
    """A budget that nobody uses up."""

    made: ClassVar[list[Counted]] = []

    def __init__(self, left: int) -> None:
        super().__init__(left)
        self.made.append(self)


def steps_of(rule: Rule, text: str, name: str, patch: pytest.MonkeyPatch) -> int:
    """What a rule takes of a config."""
    for limit in ("RULE_STEPS", "RUN_STEPS", "MOST_FINDINGS"):
        patch.setattr(run, limit, ENDLESS)
    patch.setattr(run, "Budget", Counted)
    patch.setattr(Counted, "made", [])
    for config in load(["-"], stdin=text.encode(), stdin_filename=name).configs:
        judge(config, Settings(), [rule])
    return sum(ENDLESS - budget.left for budget in Counted.made)


def texts(rule: Rule) -> Iterator[tuple[str, str]]:
    """The examples of its page, each with a name for its file."""
    for section in ("Bad", "Good"):
        for case in cases_of(rule, section):
            if case.example.language in NAMES and len(case.example.text) * 16 < LONG:
                yield case.example.text.rstrip() + "\n", NAMES[case.example.language]


def growth(rule: Rule, patch: pytest.MonkeyPatch) -> float:
    """The largest factor by which its steps grow."""
    factors = [0.0]
    for text, name in texts(rule):
        few, many = (steps_of(rule, text * copies, name, patch) for copies in (8, 16))
        factors += [many / few] if many > SMALL else []
    return max(factors)


@each("rule", load_index().rules, ids=lambda rule: rule.code)
def test_steps_grow_with_the_config(rule: Rule, monkeypatch: pytest.MonkeyPatch) -> None:
    found = growth(rule, monkeypatch)
    assert (found > FACTOR) is (rule.code in EXCEPTIONS), (
        f"{rule.code} takes {found:.1f} times the steps of a config twice as long"
    )
