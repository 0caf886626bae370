"""Grok patterns of Fluentd's grok and multiline_grok parsers (fluent-plugin-grok-parser)."""

from __future__ import annotations

from collections.abc import Iterator

from pipelint.base.block import Block
from pipelint.base.lean.late import late
from pipelint.base.text.span import Span
from pipelint.engines.fluentd.grok import GROK
from pipelint.engines.fluentd.plugins.grok import grok_params
from pipelint.facts.grok.library import with_files
from pipelint.facts.grok.trouble import GrokTroubleFact
from pipelint.facts.grok.troubles import GrokUse
from pipelint.regex.library import Edition, Library, shipped

PLUGINS = ("grok", "multiline_grok")
_UNREAD = late(r"%\{\s*([A-Z][A-Z0-9_]+)[^}]{0,200}\}")
_TYPES = {"int": "integer", "long": "integer", "number": "float", "double": "float", "boolean": "bool", "str": "string"}


def parser_groks(plugin: str, block: Block) -> list[GrokUse]:
    """The grok patterns of a parser's section; none of other plugins."""
    if plugin not in PLUGINS:
        return []
    library = fluentd_library(block)
    texts = [param for param in grok_params(block) if not param.embedded]
    return [GrokUse(param.value, param.place, GROK, library) for param in texts]


def fluentd_library(block: Block) -> Library:
    """The library of a grok or multiline_grok parser."""
    edition = Edition.ECS if block.value("grok_pattern_series") == Edition.ECS.value else Edition.LEGACY
    library = shipped(edition, GROK)
    path = block.param("custom_pattern_path")
    if path is None:
        return library
    if path.embedded:
        return library.with_a_part_missing()
    return with_files(library, block.place.document, path.value, "*", GROK)


def pattern_paths(block: Block) -> Iterator[tuple[str, str]]:
    """The parameters of a section that name files of patterns, with what they name."""
    own = block.param("custom_pattern_path")
    if own is not None and not own.embedded:
        yield "custom_pattern_path", own.value


def misread_references(use: GrokUse) -> Iterator[GrokTroubleFact]:
    """References that Fluentd reads otherwise than they look: not at all, or with the type in the field's name."""
    text, at = use.text, 0
    while (found := use.dialect.next_reference(text, at)) is not None:
        yield from _literals(use, at, found.start)
        if ":" in found.group and not found.type:
            name, _, kind = found.group.rpartition(":")
            start = text.rindex(":", found.start, found.end)
            place = use.at(_bytes(text, start + 1, found.end - 1))
            yield GrokTroubleFact("type", name, _TYPES.get(kind.lower(), ""), kind, [found.name], place)
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
