"""Rules of multiline parsers that take every line, so that no line begins a new event.

Source: flb_ml_rule_process of src/multiline/flb_ml_rule.c of Fluent Bit 5.1.1: it tries the rules that go on before those that
begin.
"""

from __future__ import annotations

from collections.abc import Iterator

from pipelint.base.block import Block
from pipelint.base.lean.late import late
from pipelint.base.lean.record import dataclass
from pipelint.base.text.document import Place
from pipelint.engines.fluentbit import types
from pipelint.engines.fluentbit.facts.parsers.troubles import line_rules

_START = "start_state"
# With nothing after it a blank that may be missing is found in every line, too.
_ALL = late(r"\(?(?:\^|\\A)?(?:\(?(?:\.[*+]?\??|\\s\*)\)?)?\)?|\(?(?:\^|\\A)?\(?\.[*+]\)?(?:\$|\\z)\)?")


@dataclass(frozen=True, eq=False)
class GreedyRuleFact:
    """A rule of the multiline parser ``parser`` that takes every line once an event has begun. ``state`` is the one it is for."""

    parser: str
    state: str
    regex: str
    place: Place


def greedy_rules(block: Block) -> Iterator[GreedyRuleFact]:
    """Those to which a rule leads that begins an event."""
    rules = [rule for rule in line_rules(block) if "${" not in rule.regex]
    begun = {rule.to for rule in rules if _START in rule.states}
    for rule in rules:
        state = next((each for each in rule.states if each in begun and each != _START), "")
        found = types.regexp(rule.regex)
        if state and rule.to in rule.states and found is not None and _ALL.fullmatch(found[0]) is not None:
            yield GreedyRuleFact(block.value("name"), state, rule.regex, rule.place)
            return
