"""Again: what need not be asked of a config that was looked at before, as an editor has it done after every keystroke."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from pipelint.checker.own import Keys, context
from pipelint.facts.build import Facts
from pipelint.facts.regexes.bounds import MOST_TEXT
from pipelint.facts.regexes.facts import MOST_PRICED, RegexFact
from pipelint.facts.schema import Wanted
from pipelint.facts.stage import StageFact
from pipelint.graph.stage import Kind
from pipelint.rules.memory import Quiet
from pipelint.rules.target import Target

if TYPE_CHECKING:
    from pipelint.rules.evaluate.frame import Hide
    from pipelint.rules.memory import Memory
    from pipelint.rules.rule import Rule

# Its facts take longer to find out than all rules on them to ask.
_BRANCH = "branch"
# The variable that a target of each kind is about, of kinds of which something is remembered.
_SUBJECTS = {_BRANCH: "branch", "regex": "regex", "config": "config", "stage": "stage", **{kind.value: "stage" for kind in Kind}}


class Again(Wanted):
    """One look at a new version, whose facts these are. ``memory`` is what the looks before have noted."""

    def __init__(self, facts: Facts, memory: Memory) -> None:
        self.memory = memory
        self._facts = facts
        self._config = facts.config
        self._keys = Keys(facts.config, memory.token)

    def begin(self, rules: Sequence[Rule]) -> None:
        """These rules are going to be asked. What was noted of others does not count."""
        self.memory.begin((context(self._config), tuple(rules)), self._facts.take_apart)

    def target(self, kind: str, variables: Mapping[str, object], hide: Hide) -> Target:
        """A target of this kind with these variables, with what is the same in other versions of it."""
        if kind not in _SUBJECTS:
            return Target(kind, variables, hide=hide)
        return Target(kind, variables, None, *self._keys.of(variables[_SUBJECTS[kind]]), hide)

    def branches(self) -> bool:
        """Not where no rule has to be asked again about the same conditions."""
        steps = self.memory.settled(_BRANCH, self._keys.branches)
        self.memory.spared += steps or 0
        return steps is None

    def passed(self, stage: StageFact) -> tuple[int, int] | None:
        """Those of a stage at which no rule needs to be asked again."""
        quiet = self._quiet(stage)
        if quiet is None:
            return None
        self.memory.spared += quiet.steps
        return quiet.count, quiet.length

    def note(self, targets: Sequence[Target]) -> None:
        """Notes what was found at these targets, when all rules have been asked."""
        self._note_regexes(targets)
        asked = [target for target in targets if target.kind == _BRANCH]
        seen = [self.memory.at(_BRANCH, target.key) for target in asked if target.key is not None]
        if asked and len(seen) == len(asked) and all(one.quiet for one in seen):
            self.memory.settle(_BRANCH, self._keys.branches, sum(one.steps for one in seen))

    def _quiet(self, stage: StageFact) -> Quiet | None:
        key = self._keys.stage(stage)
        return None if key is None else self.memory.quiet.get(key)

    def _note_regexes(self, targets: Sequence[Target]) -> None:
        """The stages at whose regexes no rule has to be asked again, if all regexes of the config were looked at."""
        asked: dict[int, list[tuple[RegexFact, Target]]] = {}
        count = length = 0
        for target in targets:
            if target.kind == "regex" and isinstance(regex := target.variables["regex"], RegexFact):
                asked.setdefault(id(regex.stage), []).append((regex, target))
                count, length = count + 1, length + regex.length
        quiet = [self._quiet(stage) for stage in self._config.stages]
        count += sum(known.count for known in quiet if known is not None)
        length += sum(known.length for known in quiet if known is not None)
        if count > MOST_PRICED or length > MOST_TEXT:
            return
        for stage, known in zip(self._config.stages, quiet, strict=True):
            key = self._keys.stage(stage)
            if key is None or known is not None:
                continue
            regexes = asked.get(id(stage), [])
            seen = [self.memory.at(target.kind, target.key) for _, target in regexes if target.key is not None]
            if len(seen) == len(regexes) and all(one.quiet for one in seen) and all(regex.priced for regex, _ in regexes):
                steps = sum(one.steps for one in seen)
                self.memory.quiet.put(key, Quiet(len(regexes), sum(regex.length for regex, _ in regexes), steps))
