"""The filter grep (Fluentd 1.16.5, ``filter_grep.rb``)."""

from __future__ import annotations

from collections.abc import Iterable

from pipelint.base.block import Block
from pipelint.base.text.document import Place
from pipelint.engines.fluentd.facts.regexes import typed_use
from pipelint.engines.fluentd.plugins.grep import numbered_tests
from pipelint.engines.fluentd.trace.event import Live, Outcome
from pipelint.engines.fluentd.trace.params import Params
from pipelint.engines.fluentd.trace.pattern import Pattern, compiled
from pipelint.engines.fluentd.trace.values import Accessor, LostError, RefusedError, RubyError, reader, to_s
from pipelint.facts.regexes.use import Part, RegexUse, Role
from pipelint.trace.model import Fate

Test = tuple[str, Accessor, Pattern, Place]


class GrepFilter:
    """Tests on values: regexps must all match, excludes none; sections ``and`` and ``or`` group them."""

    stream = False
    mutates = False

    def __init__(self, params: Params) -> None:
        block = params.block
        groups = [section for section in block.blocks if section.name in ("and", "or")]
        self._and = _distinct([*_numbered(block, "regexp"), *_tests([block], "regexp"), *_tests(groups, "regexp", "and")])
        self._or = _distinct(_tests(groups, "regexp", "or"))
        self._not_or = _distinct([*_numbered(block, "exclude"), *_tests([block], "exclude"), *_tests(groups, "exclude", "or")])
        self._not_and = _distinct(_tests(groups, "exclude", "and"))
        if any(len({inner.name for inner in group.blocks} & {"regexp", "exclude"}) > 1 for group in groups):
            raise RefusedError("Fluentd refuses regexp and exclude in one group", block.head_place)

    def apply(self, live: Live) -> Live | Outcome:
        """See Filter."""
        try:
            why = self._why_not(live.record)
        except RubyError:
            # It is logged, and the event passes.
            return live
        return live if why is None else Outcome(Fate.DROPPED, (), why[0], why[1])

    def _why_not(self, record: object) -> tuple[str, Place] | None:
        for test in self._and:
            if not _matches(test, record):
                return f"{test[0]} does not match", test[3]
        if self._or and not any(_matches(test, record) for test in self._or):
            return f"none of {', '.join(test[0] for test in self._or)} matches", self._or[0][3]
        if self._not_and and all(_matches(test, record) for test in self._not_and):
            return f"all of {', '.join(test[0] for test in self._not_and)} match", self._not_and[0][3]
        for test in self._not_or:
            if _matches(test, record):
                return f"{test[0]} matches", test[3]
        return None


def _matches(test: Test, record: object) -> bool:
    return test[2].matches(to_s(test[1](record)))


def _tests(blocks: Iterable[Block], name: str, group: str = "") -> list[Test]:
    found: list[Test] = []
    for block in blocks:
        if group and block.name != group:
            continue
        for section in block.blocks:
            if section.name == name:
                params = Params("filter", "grep", section)
                key = params.text("key")
                pattern = compiled(typed_use(section, "pattern", Role.TEST), section, "pattern")
                found.append((key, reader(key, params.place("key")), pattern, section.head_place))
    return found


def _numbered(block: Block, name: str) -> list[Test]:
    found: list[tuple[int, Test]] = []
    for param, key, source in numbered_tests(block):
        if not param.name.startswith(name):
            continue
        if param.embedded:
            raise LostError("the environment decides what is tested", param.place)
        if not source:
            raise RefusedError(f"{param.name} does not contain 2 parameters", param.place)
        size = len(source.encode())
        part = Part(param.place, param.value, len(param.value.encode()) - size, size)
        pattern = Pattern(RegexUse(Role.TEST, "onigmo", param.name, source, "", (part,), block))
        found.append((int(param.name[len(name) :]), (key, reader(key, param.place), pattern, param.place)))
    return [test for _, test in sorted(found, key=lambda one: one[0])]


def _distinct(tests: list[Test]) -> list[Test]:
    if len({test[0] for test in tests}) != len(tests):
        raise RefusedError("Fluentd refuses a key that is tested twice", tests[0][3])
    return tests
