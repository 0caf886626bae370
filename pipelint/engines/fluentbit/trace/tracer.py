"""FluentBitTracer: what happens to sample lines in a config. They are read, filtered and routed as Fluent Bit would.

Source: src/flb_filter.c, flb_router.c and plugins/filter_rewrite_tag of Fluent Bit 5.1.1.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from pipelint.base.lean.record import dataclass
from pipelint.engines.fluentbit import types
from pipelint.engines.fluentbit.config import FluentBitConfig
from pipelint.engines.fluentbit.match import matches, regex_matches
from pipelint.engines.fluentbit.trace.filters import Apply, Dropped, make_filter
from pipelint.engines.fluentbit.trace.sources import FOLLOWED, Read, Source
from pipelint.engines.fluentbit.trace.values import Keys, LostError, Match, Pattern, Record, accessor, field_text, variables_of
from pipelint.graph.stage import Kind, Stage
from pipelint.language.config import Config
from pipelint.trace.model import NOTHING, Event, Fate, Given, Journey, Step

# So often an event may be emitted anew, one out of the other.
_MOST_HOPS = 10
_HOLE = re.compile(r"\$(TAG(?:\[(\d+)\])?|[1-9])(?![\w\[])")


@dataclass(frozen=True, slots=True)
class _Rule:
    """A rule of rewrite_tag."""

    way: tuple[str | int, ...]
    pattern: Pattern
    tag: str
    keep: bool


class FluentBitTracer:
    """See ``pipelint.trace.model.Tracer``. The time of an event is only known to be that of reading, or not known."""

    def sources(self, config: Config) -> tuple[Stage, ...]:
        """See Tracer."""
        return tuple(stage for stage in config.graph.of_kind(Kind.SOURCE) if stage.plugin in FOLLOWED)

    def trace(self, config: Config, source: Stage, lines: Iterable[bytes], given: Given = NOTHING) -> Iterator[Journey]:
        """See Tracer."""
        try:
            run = _Run(config, source, given)
        except LostError as error:
            for number, _ in enumerate(lines, 1):
                yield Journey(number, number, source, (Step(source, Fate.UNKNOWN, (), error.reason, error.place),))
            return
        for number, line in enumerate(lines, 1):
            try:
                found = list(run.source.feed(number, line))
            except LostError as error:
                yield Journey(number, number, source, (Step(source, Fate.UNKNOWN, (), error.reason, error.place),))
                continue
            yield from (run.journey(read) for read in found)
        yield from (run.journey(read) for read in run.source.end())


class _Run:
    """One run of lines from a source."""

    def __init__(self, config: Config, source: Stage, given: Given) -> None:
        if config.errors:
            raise LostError("the config has an error of syntax", config.errors[0].place)
        if config.includes:
            raise LostError("an include was not read, which may hold any section", config.includes[0].place)
        self._stage = source
        self._variables = variables_of(config.root)
        self._parsers = config.parsers if isinstance(config, FluentBitConfig) else {}
        alike = [stage for stage in config.graph.of_kind(Kind.SOURCE) if stage.plugin == source.plugin]
        keys = Keys(source.block, self._variables)
        self.source = Source(source, alike.index(source), keys, self._parsers, given)
        self._filters = [(stage, *self._made(stage)) for stage in config.graph.of_kind(Kind.FILTER)]
        self._outputs = tuple(config.graph.of_kind(Kind.OUTPUT))
        self._steps: list[Step] = []

    def _made(self, stage: Stage) -> tuple[Apply | None, list[_Rule] | None, LostError | None]:
        """What a filter does: a function, the rules of rewrite_tag, or why it is not followed."""
        try:
            keys = Keys(stage.block, self._variables)
            if stage.plugin == "rewrite_tag":
                return None, _rules(keys), None
            return make_filter(stage.plugin, keys, self._parsers, self._variables), None, None
        except LostError as error:
            return None, None, error

    def journey(self, read: Read) -> Journey:
        """What becomes of what was read."""
        self._steps = []
        time = "?" if read.timed else ""
        events = () if read.record is None else (Event(read.record, self.source.tag, time),)
        self._steps.append(Step(self._stage, read.fate, events, read.reason, read.place))
        if read.record is not None:
            self._follow(read.record, self.source.tag, time, self._stage)
        return Journey(read.first, read.last, self._stage, tuple(self._steps))

    def _follow(self, record: Record, tag: str, time: str, last: Stage, hops: int = 0) -> None:
        """Through all filters in their order, and to each output that takes the tag; of an event emitted anew ``last`` did it."""
        emitter = last.index
        for stage, apply, rules, why in self._filters:
            try:
                if not self._takes(stage, tag):
                    continue
                if why is not None:
                    raise why
                last = stage
                if rules is not None:
                    if not self._rewritten(stage, rules, Event(record, tag, time), emitter, hops):
                        return
                    continue
                assert apply is not None
                found = apply(record)
            except LostError as error:
                self._steps.append(Step(stage, Fate.UNKNOWN, (), error.reason, error.place))
                return
            if isinstance(found, Dropped):
                self._steps.append(Step(stage, Fate.DROPPED, (), found.reason, found.place))
                return
            record, time = found.record, "?" if found.timed else time
            fate = Fate.FAILED if found.reason else Fate.PASSED
            self._steps.append(Step(stage, fate, (Event(record, tag, time),), found.reason, found.place))
        event, taken = Event(record, tag, time), False
        for stage in self._outputs:
            try:
                if self._takes(stage, tag):
                    taken = True
                    if stage.block.blocks:
                        raise LostError("what its processors do is not known here", stage.block.blocks[0].head_place)
                    self._steps.append(Step(stage, Fate.SENT, (event,)))
            except LostError as error:
                taken = True
                self._steps.append(Step(stage, Fate.UNKNOWN, (), error.reason, error.place))
        if not taken:
            self._steps.append(Step(last, Fate.NOWHERE, (event,), f"no output takes the tag {tag}"))

    def _takes(self, stage: Stage, tag: str) -> bool:
        """Whether a filter or output takes a tag."""
        keys = Keys(stage.block, self._variables)
        match, regex = keys.text("match"), keys.text("match_regex")
        if not match and not regex:
            if stage.kind is Kind.FILTER:
                return False
            raise LostError("which events an output without Match gets is not known here", stage.place)
        if match and matches(match, tag):
            return True
        found = regex_matches(regex, tag) if regex else False
        if found is None:
            raise LostError("Match_Regex takes too long", keys.place("match_regex"))
        return found

    def _rewritten(self, stage: Stage, rules: list[_Rule], event: Event, emitter: int, hops: int) -> bool:
        """Whether a record goes on under its old tag after the rules of rewrite_tag; under a new one it begins again."""
        record, tag, time = event.record, event.tag, event.time
        assert isinstance(record, dict)
        for rule in rules:
            text = field_text(record, rule.way)
            found = None if text is None else rule.pattern.search(text)
            if found is not None:
                break
        else:
            self._steps.append(Step(stage, Fate.PASSED, (event,)))
            return True
        new = _filled(rule.tag, tag, found, stage)
        if emitter == stage.index:
            # in_emitter_add_record: an emitter takes nothing of its own, and the record stays where it is.
            why = f"the event came from this filter, so Fluent Bit refuses to emit it anew as {new}"
            self._steps.append(Step(stage, Fate.FAILED, (event,), why))
            return True
        if hops >= _MOST_HOPS:
            raise LostError("the event goes round and round", stage.place)
        anew = Event(record, new, time)
        kept = (event,) if rule.keep else ()
        self._steps.append(Step(stage, Fate.PASSED, (anew, *kept)))
        self._follow(dict(record), new, time, stage, hops + 1)
        return rule.keep


def _rules(keys: Keys) -> list[_Rule]:
    found = []
    for param, value in keys.all("rule"):
        words = types.words(value, 4)
        keep = types.boolean(words[3]) if len(words) == 4 else None
        if keep is None or not words[0].startswith("$"):
            raise LostError("this rule is not read here", param.place)
        found.append(_Rule(accessor(words[0], param.place), Pattern(words[1], param.place), words[2], keep))
    return found


def _filled(template: str, tag: str, found: Match, stage: Stage) -> str:
    """A new tag. Raises LostError where it has a field of the record."""

    def value(hole: re.Match[str]) -> str:
        if not hole[1].startswith("TAG"):
            group = found.group(int(hole[1]))
            if group is None:
                raise LostError("a group of its new tag took no part in the match", stage.place)
            return group
        parts = tag.split(".")
        if hole[2] is not None and int(hole[2]) >= len(parts):
            raise LostError("the tag has no such part", stage.place)
        return tag if hole[2] is None else parts[int(hole[2])]

    if "$" in _HOLE.sub("", template):
        raise LostError("what its new tag becomes is not known here", stage.place)
    return _HOLE.sub(value, template)
