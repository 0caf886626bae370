"""grok: patterns tried on a field, and what they capture. Source: logstash-filter-grok 4.4.3, jls-grok 0.11.5."""

from __future__ import annotations

from collections.abc import Callable

from pipelint.base.lean.record import dataclass
from pipelint.base.text.document import Place
from pipelint.base.text.span import Span
from pipelint.base.value import Value
from pipelint.engines.logstash.facts.grok import logstash_library
from pipelint.engines.logstash.grok import GROK, GROK_ALL
from pipelint.engines.logstash.trace.common import Outcome, Work, chosen, failed, matched
from pipelint.engines.logstash.trace.settings import RefusedError, Settings
from pipelint.engines.logstash.trace.values.event import TracedEvent, path_of
from pipelint.engines.logstash.trace.values.matching import Groups, counted
from pipelint.engines.logstash.trace.values.nested import EngineError, LostError, Path
from pipelint.engines.logstash.trace.values.text import ruby_float, ruby_integer, ruby_text
from pipelint.facts.grok.troubles import GrokUse
from pipelint.regex.grok import Expansion, Trouble
from pipelint.regex.stuck import stuck
from pipelint.regex.tree import Refused
from pipelint.trace.model import Reading

# Of so many lines that do not match it is found out where they get stuck, which takes longer than the match.
_MOST_STUCK = 50
_CONVERSIONS: dict[str, Callable[[str], object]] = {"int": ruby_integer, "float": ruby_float}


@dataclass(frozen=True, slots=True)
class _Capture:
    """A group of a pattern: the field as it is named, where it goes, and what its text is made to."""

    group: int
    name: str
    path: Path
    convert: Callable[[str], object] | None


@dataclass(frozen=True, slots=True)
class _Pattern:
    use: GrokUse
    expansion: Expansion
    captures: tuple[_Capture, ...]


@dataclass(slots=True)
class _Tries:
    """The patterns that were tried on an event; ``first`` is the number of the next field's first one."""

    first: int = 0
    taken: int | None = None
    failed: int = 0
    rejected: int = 0


class Grok:
    """The filter at work on an event."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.success = matched(settings)
        ecs = "v8" if settings.ecs else "disabled"
        self.library = logstash_library(settings.block, ecs)
        self.dialect = GROK if settings.flag("named_captures_only") else GROK_ALL
        self.target = settings.optional("target")
        if self.target is not None and not ("[" in self.target and "]" in self.target):
            self.target = f"[{self.target.strip()}]"
        self.overwrite = frozenset(settings.texts("overwrite"))
        self.keep_empty = settings.flag("keep_empty_captures")
        self.stops = settings.flag("break_on_match")
        self.tags = settings.texts("tag_on_failure")
        self.groks = [(path_of(name), self._patterns(value)) for name, value in settings.pairs("match")]
        self.count = sum(len(patterns) for _, patterns in self.groks)
        self.tried = 0

    def _patterns(self, value: Value) -> list[_Pattern]:
        return [self._pattern(item) for item in value.items or (value,)]

    def _pattern(self, value: Value) -> _Pattern:
        use = GrokUse(value.text, value.place, self.dialect, self.library)
        expansion = use.expansion()
        for problem in expansion.problems:
            if problem.trouble is Trouble.UNKNOWN:
                raise RefusedError(f"there is no pattern {problem.name}")
            raise LostError(f"the definition of the pattern {problem.name} is not known here", use.at(problem.span))
        if isinstance(expansion.parsed, Refused):
            if expansion.parsed.bound:
                raise LostError(f"a pattern that is not run here: {expansion.parsed.message}", value.place)
            raise RefusedError(f"a pattern is no regular expression: {expansion.parsed.message}")
        return _Pattern(use, expansion, tuple(self._captures(expansion)))

    def _captures(self, expansion: Expansion) -> list[_Capture]:
        """In the order in which the engine takes them: a name with all its groups, by their first ones."""
        assert not isinstance(expansion.parsed, Refused)
        found: list[_Capture] = []
        for group_name, groups in sorted(expansion.parsed.names.items(), key=lambda item: item[1][0]):
            parts = group_name.rstrip(":").split(":")
            name = parts[1] if len(parts) > 1 else parts[0]
            convert = _CONVERSIONS.get(parts[2]) if len(parts) > 2 else None
            path = path_of(name if self.target is None else f"{self.target}[{name}]")
            # Of several groups of one name and type only the first is converted.
            found += [_Capture(group, name, path, convert if at == 0 else None) for at, group in enumerate(groups)]
        return found

    def __call__(self, event: TracedEvent) -> Outcome | None:
        """What it does with an event."""
        success = False
        texts: list[tuple[str, list[_Pattern]]] = []
        tries = _Tries()
        for path, patterns in self.groks:
            try:
                success |= self._field(event, path, patterns, texts, tries)
            except EngineError:
                # Logstash catches what a field's captures raise; other fields are still tried.
                continue
            if success and self.stops:
                break
        if success:
            self.success(event)
            return chosen(tries.taken or 0, self.count, tries.failed, tries.rejected)
        for tag in self.tags:
            event.tag(tag)
        return self._failure(texts, Reading("", None, self.count, tries.failed, tries.rejected))

    def _field(
        self, event: TracedEvent, path: Path, patterns: list[_Pattern], texts: list[tuple[str, list[_Pattern]]], tries: _Tries
    ) -> bool:
        value = event.get(path)
        found = False
        for item in value if type(value) is list else [value]:
            text = item if type(item) is str else ruby_text(item)
            texts.append((text, patterns))
            found |= self._text(event, text, patterns, tries)
        tries.first += len(patterns)
        return found

    def _text(self, event: TracedEvent, text: str, patterns: list[_Pattern], tries: _Tries) -> bool:
        groups: Groups | None = None
        last = False
        for number, pattern in enumerate(patterns):
            groups, steps = counted(pattern.expansion.runnable, text)
            last = groups is not None
            if groups is None:
                tries.failed += 1
                tries.rejected += not steps
            else:
                tries.taken = tries.first + number if tries.taken is None else tries.taken
                self._capture(event, text, pattern, groups)
                if self.stops:
                    return True
        # Where all patterns are tried, whether the last one matched counts.
        return last

    def _capture(self, event: TracedEvent, text: str, pattern: _Pattern, groups: Groups) -> None:
        for capture in pattern.captures:
            where = groups[capture.group]
            found: object = None if where is None else text[where[0] : where[1]]
            if isinstance(found, str) and capture.convert is not None:
                found = capture.convert(found)
            if self.keep_empty or (found is not None and found != ""):
                self._keep(event, capture, found)

    def _keep(self, event: TracedEvent, capture: _Capture, value: object) -> None:
        if capture.name in self.overwrite:
            event.set(capture.path, value)
            return
        if len(capture.path) == 1 and capture.name == "@timestamp" and capture.name in event.data:
            return
        held = event.get(capture.path)
        if held is None:
            event.set(capture.path, value)
        elif type(held) is list:
            event.set(capture.path, [*held, value])
        elif type(held) is str:
            event.set(capture.path, [held, value])

    def _failure(self, texts: list[tuple[str, list[_Pattern]]], reading: Reading) -> Outcome:
        """Why no pattern matched: the one that took most of the text, and its part that the text got stuck at."""
        self.tried += 1
        best: tuple[int, Place, str] | None = None
        for text, patterns in texts[:3] if self.tried <= _MOST_STUCK else ():
            for pattern in patterns:
                found = stuck(pattern.expansion, text)
                if found is not None and (best is None or found.taken[1] > best[0]) and not found.exhausted:
                    best = (found.taken[1], *_part(pattern, found.span))
        if best is None:
            return failed("no pattern matches", None, reading)
        return failed(f"no pattern matches: after {best[0]} characters the text does not fit {best[2]}", best[1], reading)


def _part(pattern: _Pattern, span: Span) -> tuple[Place, str]:
    """Where a part of an expansion is written in the config, and what is written there."""
    origin = pattern.expansion.spans.origin(span)
    return pattern.use.at(origin.span), origin.span.cut(pattern.use.text.encode()).decode("utf-8", "replace")


def grok(settings: Settings) -> Work:
    """The filter."""
    return Grok(settings)
