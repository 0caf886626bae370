"""The parsers grok and multiline_grok (fluent-plugin-grok-parser 2.6.2)."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import tzinfo

from pipelint.base.block import Block
from pipelint.engines.fluentd.facts.grok import parser_groks
from pipelint.engines.fluentd.facts.regexes import slashed_use
from pipelint.engines.fluentd.trace.params import Params
from pipelint.engines.fluentd.trace.parsers.parser import Common, Miss, Parsed, chosen, text_of
from pipelint.engines.fluentd.trace.parsers.regexp import RegexpParser
from pipelint.engines.fluentd.trace.pattern import Pattern, compiled
from pipelint.engines.fluentd.trace.time.clock import NOW
from pipelint.engines.fluentd.trace.values import LostError, RefusedError
from pipelint.facts.grok.troubles import GrokUse
from pipelint.facts.regexes.use import RegexUse, Role
from pipelint.regex.grok import Trouble
from pipelint.trace.model import Reading

# What a <grok> takes from the parser around it where it says nothing itself.
_HANDED_ON = ("keep_time_key", "time_format", "timezone")


class GrokParser:
    """Patterns tried one after the other; a text that none matches becomes a message."""

    __slots__ = ("_failure", "_first", "_name", "_parsers", "has_first")

    def __init__(self, params: Params, clock: tzinfo | None, plugin: str) -> None:
        block, several = params.block, plugin == "multiline_grok"
        self._name, self._failure = params.optional("grok_name_key"), params.optional("grok_failure_key")
        sections = [section for section in block.blocks if section.name == "grok"]
        alone = "grok_pattern" in params
        groks = parser_groks(plugin, block)
        if len(groks) != (1 if alone else len(sections)) or not groks:
            raise LostError("the grok patterns are not all known", block.head_place)
        names: list[object] = ["grok_pattern"] if alone else [s.value("name") or i for i, s in enumerate(sections)]
        self._parsers = [
            (name, _parser(grok, block, params if alone else _own(params, section), clock, several=several))
            for name, grok, section in zip(names, groks, [block] if alone else sections, strict=True)
        ]
        name = "multiline_start_regexp"
        self.has_first = several and name in params
        self._first = compiled(slashed_use(block, name, Role.FIRST), block, name) if self.has_first else None

    def first_line(self, text: str) -> bool:
        """See Multiline."""
        return self._first is not None and self._first.matches(text)

    def all(self, text: str) -> Iterator[Parsed | Miss]:
        """See Multiline."""
        yield self.parse(text)

    def parse(self, text: object) -> Parsed | Miss:
        """See Parser."""
        line = text_of(text)
        for number, (name, parser) in enumerate(self._parsers):
            parsed = parser.parse(line)
            if isinstance(parsed, Parsed) and parsed.time is not None and isinstance(parsed.record, dict):
                if self._name is not None:
                    parsed.record[self._name] = name
                return Parsed(parsed.time, parsed.record, chosen(parsed.reading, number, len(self._parsers)))
        record: dict[str, object] = {"message": line}
        if self._failure is not None:
            record[self._failure] = "No grok pattern matched"
        return Parsed(NOW, record, Reading("", None, len(self._parsers), len(self._parsers)))


def _own(params: Params, section: Block) -> Params:
    handed = {
        name: value for name in _HANDED_ON if (value := params.optional(name)) is not None and params.written(name) is not None
    }
    return Params("parser", "regexp", section, handed)


def _parser(grok: GrokUse, block: Block, params: Params, clock: tzinfo | None, *, several: bool) -> RegexpParser:
    expansion = grok.expansion()
    if not expansion.complete or "#{" in grok.text:
        refused = all(problem.trouble is Trouble.UNKNOWN for problem in expansion.problems)
        raise (RefusedError if refused else LostError)("a grok pattern is not found", grok.place)
    types = ",".join(f"{name}:{kind or 'string'}" for name, kind in expansion.types.items())
    given = {**params.given, **({"types": types} if types else {})}
    if types and "types" in params:
        raise LostError("types are said in the pattern and beside it", params.place("types"))
    options, name = "m" if several else "", "grok_pattern"
    use = RegexUse(Role.PARSE, "onigmo", name, expansion.regex, options, (), block, key="grok", grok=grok, expansion=expansion)
    # A parser regexp is made of the expansion and the parameters of the section.
    return RegexpParser(Common(Params("parser", "regexp", params.block, given), clock), Pattern(use))
