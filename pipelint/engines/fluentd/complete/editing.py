"""What Fluentd offers an editor, in both formats of its configs."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from pipelint.base.text.document import Place
from pipelint.base.text.lines import lines_of
from pipelint.base.text.span import Span
from pipelint.engines.fluentd.complete.config_format import fluentd_items, line_before
from pipelint.engines.fluentd.complete.keys import begins_field, field_items
from pipelint.engines.fluentd.complete.sections import OUTERMOST, TAG
from pipelint.engines.fluentd.complete.symbols import symbols
from pipelint.engines.fluentd.complete.yaml_format import looks_like_it, yaml_items
from pipelint.engines.fluentd.discovery.include import include_target, yaml_include_target
from pipelint.facts.editing.items import section
from pipelint.language.editing import Begun, FieldUse, Item, Link, Symbol
from pipelint.plugins.declarations import declarations_named

if TYPE_CHECKING:
    from pipelint.base.text.document import Document
    from pipelint.language.config import Config

# The path is in quotes, or goes on to a comment after a blank.
_INCLUDE = re.compile(
    rb"""[ \t]*@?include[ \t]+(?:"([^"]*)"|'([^']*)'|([^"'#\s]\S*(?:[ \t]+[^#\s]\S*)*))\s*(?:(?<=[ \t"'])#.*)?\Z"""
)
_YAML = re.compile(rb"""!include[ \t]+("[^"\r\n]*"|'[^'\r\n]*'|[^\s,\]}]+)""")
_LONGEST = 4096  # bytes of a line that is looked at


class FluentdEditing:
    """What Fluentd knows that helps somebody who types."""

    joins_folder = False
    tag_params = ("tag", "add_tag_prefix")
    type_params = ("@type", "type")
    id_param = "@id"
    lists: tuple[str, ...] = ()
    includes: Mapping[str, tuple[bytes, ...]] = {".conf": (b"include",), ".yaml": (b"!include",), ".yml": (b"!include",)}

    def items(self, config: Config, place: Place, version: str) -> Iterator[Item]:
        """What may be typed at a place in a config."""
        known = declarations_named("fluentd", version)
        if looks_like_it(place.document.text):
            before = line_before(place)
            if begins_field(before):
                return field_items(config, place, before)
            return yaml_items(config, place.document.text, place.span.start, known)
        return fluentd_items(config, place, known)

    def first_items(self, begun: Begun) -> Iterator[Item]:
        """What may be typed in a text that could become a config."""
        if begun.in_yaml and looks_like_it(begun.text):
            # A key without its colon makes a YAML file unreadable, and with it the config that it holds.
            known = declarations_named("fluentd", "")
            yield from () if begun.beside_configs else yaml_items(None, begun.text, begun.offset, known)
        elif begun.name.endswith(".conf") and TAG.match(begun.line):
            yield from (section(name, end) for name, end in OUTERMOST.items())

    def symbols(self, config: Config) -> Iterator[Symbol]:
        """All names in a config."""
        return symbols(config)

    def fields(self, config: Config, around: Place | None = None) -> Iterator[FieldUse]:
        """The fields that its stages set, read and remove."""
        from pipelint.engines.fluentd.complete.fields import fields

        return fields(config, around)

    def links(self, config: Config) -> Iterator[Link]:
        """All includes."""
        for document in config.documents:
            if b"include" in document.text:
                for number in range(1, len(lines_of(document.text)) + 1):
                    yield from _links_on(config, document, number)

    def included(self, config: Config, place: Place) -> Iterator[Document]:
        """What an include on the line of a place stands for."""
        line = lines_of(place.document.text)
        for link in _links_on(config, place.document, line.line(place.span.start)):
            yield from link.documents

    def files_at(self, config: Config, path: str, offset: int) -> Iterator[str]:
        """None: what a config consists of it says itself."""
        return iter(())


def _links_on(config: Config, document: Document, number: int) -> Iterator[Link]:
    """The includes on a line of a document."""
    lines = lines_of(document.text)
    line, start = lines.content(number)[:_LONGEST], lines.start(number)
    resolve = config.entry.bundle.resolve
    if b"!include" in line:
        for found in _YAML.finditer(line):
            target = yaml_include_target(found[1].strip(b"\"'").decode("utf-8", "replace"))
            yield Link(Place(document, Span(*found.span(1)).shift(start)), resolve(target, document).documents)
    elif (include := _INCLUDE.match(line)) is not None:
        group = next(number for number in (1, 2, 3) if include[number] is not None)
        target = include_target(include[group].decode("utf-8", "replace"))
        yield Link(Place(document, Span(*include.span(group)).shift(start)), resolve(target, document).documents)
