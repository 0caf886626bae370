"""What is wrong in the grok patterns of a stage, each at its place inside the pattern."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice

from pipelint.base.block import Block
from pipelint.base.lean.late import late
from pipelint.base.lean.record import dataclass
from pipelint.base.spelling import nearest
from pipelint.base.text.document import Place
from pipelint.base.text.span import Span
from pipelint.base.value import Value, ValueKind
from pipelint.facts.grok.library import fluentd_library, logstash_library
from pipelint.facts.grok.params import grok_params
from pipelint.facts.grok.shape import GrokTroubleFact
from pipelint.facts.inside import inside
from pipelint.facts.regexes.bounds import LONGEST
from pipelint.facts.values import ParamFact
from pipelint.regex.grok import Expansion, Problem, Trouble, expand
from pipelint.regex.library import Library
from pipelint.regex.references import Dialect, next_reference
from pipelint.regex.tree import refusal

# A config that a stranger wrote must not take long: so many patterns of one stage are looked at, and so much is said of each.
_MOST_PATTERNS = 500
_MOST_TROUBLES = 50
_UNREAD = late(r"%\{\s*([A-Z][A-Z0-9_]+)[^}]{0,200}\}")
_FLUENTD_TYPES = {"int": "integer", "long": "integer", "number": "float", "double": "float", "boolean": "bool", "str": "string"}


@dataclass(frozen=True, slots=True)
class GrokUse:
    """A grok pattern of a config: its text, where it is written, and the dialect and library that it is read with."""

    text: str
    place: Place
    dialect: Dialect
    library: Library

    def expansion(self) -> Expansion:
        """The expanded pattern."""
        return expand(self.text, self.library, self.dialect)

    def at(self, span: Span) -> Place:
        """Where bytes ``span`` of the pattern's text are written; ``spans`` of its expansion leads from there to such a span."""
        return inside(self.place, self.text, span)


def grok_uses(plugin: str, block: Block, settings: Mapping[str, ParamFact]) -> list[GrokUse]:
    """The grok patterns of a grok filter (Logstash), or of a grok or multiline_grok parser (Fluentd); of others none."""
    match = block.param("match")
    if plugin == "grok" and match is not None and match.data is not None:
        ecs = settings["pipeline.ecs_compatibility"].value if "pipeline.ecs_compatibility" in settings else ""
        library = logstash_library(block, ecs)
        dialect = Dialect.LOGSTASH_ALL if block.value("named_captures_only") == "false" else Dialect.LOGSTASH
        found = [GrokUse(value.text, value.place, dialect, library) for value in _patterns(match.data)]
    elif plugin in ("grok", "multiline_grok") and match is None:
        library = fluentd_library(block)
        texts = [param for param in grok_params(block) if not param.embedded]
        found = [GrokUse(param.value, param.place, Dialect.FLUENTD, library) for param in texts]
    else:
        return []
    return found[:_MOST_PATTERNS]


def _patterns(match: Value) -> Iterator[Value]:
    """The patterns of a ``match``: a hash of fields, or an array of fields and patterns in turn."""
    given = [entry.value for entry in match.entries] or list(match.items[1::2])
    for value in given:
        yield from (item for item in (value.items or (value,)) if item.kind in (ValueKind.STRING, ValueKind.BAREWORD))


def grok_troubles(uses: list[GrokUse]) -> list[GrokTroubleFact]:
    """What is wrong in them, in the order in which it is written."""
    return [trouble for use in uses for trouble in islice(_troubles(use), _MOST_TROUBLES)]


def _troubles(use: GrokUse) -> Iterator[GrokTroubleFact]:
    found = use.expansion()
    for problem in found.problems:
        if problem.trouble in (Trouble.UNKNOWN, Trouble.CYCLE):
            yield _problem(problem, use.library, use.at(problem.span))
    for ignored in found.ignored:
        yield GrokTroubleFact("ignored", ignored.name, "", ignored.text.strip(), [ignored.name], use.at(ignored.span))
    if use.dialect is Dialect.FLUENTD:
        yield from _fluentd(use)
    # What the environment fills in is not in the text.
    readable = found.complete and len(found.regex) <= LONGEST and "${" not in use.text
    if readable and (refused := refusal(found.regex)) and not refused.bound:
        origin = found.spans.origin(refused.span)
        yield GrokTroubleFact("refused", "", "", refused.message, list(origin.chain), use.at(origin.span))


def _problem(problem: Problem, library: Library, place: Place) -> GrokTroubleFact:
    unknown = problem.trouble is Trouble.UNKNOWN
    suggestion = nearest(problem.name, library.names) if unknown else ""
    return GrokTroubleFact(problem.trouble.value, problem.name, suggestion, "", list(problem.chain), place)


def _fluentd(use: GrokUse) -> Iterator[GrokTroubleFact]:
    """References that Fluentd reads otherwise than they look: not at all, or with the type in the field's name."""
    text, at = use.text, 0
    while (found := next_reference(text, at, use.dialect)) is not None:
        yield from _literals(use, at, found.start)
        if ":" in found.group and not found.type:
            name, _, kind = found.group.rpartition(":")
            start = text.rindex(":", found.start, found.end)
            place = use.at(_bytes(text, start + 1, found.end - 1))
            yield GrokTroubleFact("type", name, _FLUENTD_TYPES.get(kind.lower(), ""), kind, [found.name], place)
        at = found.end
    yield from _literals(use, at, len(text))


def _literals(use: GrokUse, start: int, end: int) -> Iterator[GrokTroubleFact]:
    for found in _UNREAD.finditer(use.text, start, end):
        # One that the pattern escapes is meant as text.
        if use.text[found.start() - 1 : found.start()] != "\\" and found[1] in use.library.definitions:
            place = use.at(_bytes(use.text, found.start(), found.end()))
            yield GrokTroubleFact("literal", found[1], "", found[0], [], place)


def _bytes(text: str, start: int, end: int) -> Span:
    begin = len(text[:start].encode())
    return Span(begin, begin + len(text[start:end].encode()))
