"""Again: what need not be asked of a config that was looked at before, as an editor has it done after every keystroke."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from pipelint.analysis.build import Facts
from pipelint.analysis.own import Keys, branches_key, context

if TYPE_CHECKING:
    from pipelint.base.finding import Finding
    from pipelint.rules.memory import Memory
    from pipelint.rules.rule import Rule

# Its facts take longer to find out than all rules on them to ask.
_BRANCH = "branch"


class Again:
    """One look at a new version, whose facts these are. ``memory`` is what the looks before have noted."""

    def __init__(self, facts: Facts, memory: Memory) -> None:
        memory.begin(context(facts.config))
        self.key_of: Callable[[object], Hashable] = Keys().of
        self._facts = facts
        self._memory = memory

    def wanted(self, kind: str) -> bool:
        """Whether targets of this kind have to be made: not where the same ones had no finding."""
        return kind != _BRANCH or not self._memory.settled(_BRANCH, self._branches)

    def note(self, found: Sequence[Finding], rules: Sequence[Rule]) -> None:
        """Notes what was found by these rules."""
        if self._facts.config.engine != "logstash":
            return
        judges = [rule for rule in rules if rule.on == _BRANCH]
        codes = {rule.code for rule in judges}
        if all(map(self._memory.asks_own, judges)) and not any(finding.code in codes for finding in found):
            self._memory.settle(_BRANCH, self._branches)

    @cached_property
    def _branches(self) -> Hashable:
        return branches_key(self._facts)
