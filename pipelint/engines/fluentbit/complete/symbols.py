"""Names of a Fluent Bit config: parsers, multiline parsers and tags, where each is defined and where it is used."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from pipelint.base.block import Block, Param
from pipelint.base.text.document import Place
from pipelint.base.text.span import Span
from pipelint.engines.fluentbit.discovery.named import BUILT_IN
from pipelint.language.editing import Symbol
from pipelint.plugins import plugin_of

if TYPE_CHECKING:
    from pipelint.language.config import Config

PARSERS = ("parser", "multiline_parser")
_STAGES = ("input", "filter", "output")
_WORDS = {"input": "source", "parser": "parse"}  # what the kind of a stage is called elsewhere
_ITEM = re.compile(r"[^,\s](?:[^,]*[^,\s])?")
_WORD = re.compile(r"\S+")
_NEW_TAG = 2  # the number of the word in a rule of rewrite_tag


def symbols(config: Config) -> Iterator[Symbol]:
    """All of them, but for tags that a pattern, a file or a record decides on."""
    for block in config.root.walk():
        if block.name in PARSERS:
            name = block.param("name")
            if name is not None and name.value:
                yield Symbol(block.name, name.value, name.place, True)
        elif block.name in _STAGES:
            yield from _tags(block)
        yield from _used(block)


def holding(block_name: str, plugin: str, kind: str) -> tuple[str, ...]:
    """The parameters of a plugin that hold the name of a parser of this kind."""
    return plugin_of("fluentbit", _WORDS.get(block_name, block_name), plugin).holds.get(kind, ())


def _used(block: Block) -> Iterator[Symbol]:
    plugin = block.value("type", "regex") if block.name == "multiline_parser" else block.value("name").lower()
    for kind in PARSERS:
        names = holding(block.name, plugin, kind)
        for param in _params(block) if names else ():
            if param.name in names:
                for name, place in _items(param):
                    yield Symbol(kind, name, place, False, kind == "multiline_parser" and name in BUILT_IN)


def _items(param: Param) -> Iterator[tuple[str, Place]]:
    """The names in a value, which may be a list with commas; of one that is not written as it is read all of it is one."""
    if param.place.text != param.value:
        yield param.value, param.place
        return
    for found in _ITEM.finditer(param.value):
        yield found[0], _part(param, *found.span())


def _tags(block: Block) -> Iterator[Symbol]:
    for param in _params(block):
        if param.name in ("tag", "match") and param.value and not {"*", "$"} & {*param.value}:
            yield Symbol("tag", param.value, param.place, param.name == "tag")
        elif param.name == "rule" and block.value("name").lower() == "rewrite_tag" and '"' not in param.value:
            words = list(_WORD.finditer(param.value))
            if len(words) > _NEW_TAG and "$" not in words[_NEW_TAG][0] and param.place.text == param.value:
                yield Symbol("tag", words[_NEW_TAG][0], _part(param, *words[_NEW_TAG].span()), True)


def _params(block: Block) -> Iterator[Param]:
    """All keys, also those that stand there several times."""
    return (item for item in block.items if isinstance(item, Param))


def _part(param: Param, start: int, end: int) -> Place:
    """Characters of a value."""
    before, inside = len(param.value[:start].encode()), len(param.value[start:end].encode())
    first = param.place.span.start + before
    return Place(param.place.document, Span(first, first + inside))
