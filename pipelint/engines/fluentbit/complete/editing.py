"""What Fluent Bit offers an editor, in both formats of its configs."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from pipelint.base.text.lines import lines_of
from pipelint.engines.fluentbit.complete.classic import HEAD, classic_items, heads
from pipelint.engines.fluentbit.complete.symbols import symbols
from pipelint.engines.fluentbit.complete.yaml_format import yaml_items
from pipelint.engines.fluentbit.discovery.include import include_target
from pipelint.engines.fluentbit.syntax.formats import is_yaml, read
from pipelint.engines.fluentbit.syntax.section import Include
from pipelint.language.editing import Begun, FieldUse, Item, Link, Symbol
from pipelint.plugins.declarations import declarations_named

if TYPE_CHECKING:
    from pipelint.base.text.document import Document, Place
    from pipelint.language.config import Config

_TOP = re.compile(rb"^(?:pipeline|service)[ \t]*:", re.MULTILINE)


class FluentBitEditing:
    """What Fluent Bit knows that helps somebody who types."""

    joins_folder = False
    lists: tuple[str, ...] = ()
    includes: Mapping[str, tuple[bytes, ...]] = {
        ".conf": (b"@INCLUDE", b"@include", b"arsers_", b"treams_"),
        ".yaml": (b"includes", b"parsers_file"),
        ".yml": (b"includes", b"parsers_file"),
    }
    tag_params = ("tag", "match", "match_regex")
    type_params = ("name",)
    id_param = None  # an alias is a name of the engine's metrics, no id

    def items(self, config: Config, place: Place, version: str) -> Iterator[Item]:
        """What may be typed at a place in a config."""
        known = declarations_named("fluentbit", version)
        offered = yaml_items if is_yaml(place.document) else classic_items
        return offered(config, place.document.text, place.span.start, known)

    def first_items(self, begun: Begun) -> Iterator[Item]:
        """What may be typed in a text that could become a config."""
        if begun.in_yaml and _TOP.search(begun.text):
            # A key without its colon makes a YAML file unreadable, and with it the config that it holds.
            known = declarations_named("fluentbit", "")
            yield from () if begun.beside_configs else yaml_items(None, begun.text, begun.offset, known)
        elif begun.name.endswith(".conf") and begun.line.startswith("[") and HEAD.match(begun.line):
            yield from heads(begun.line, closed=False)

    def symbols(self, config: Config) -> Iterator[Symbol]:
        """All names in a config."""
        return symbols(config)

    def fields(self, config: Config, around: Place | None = None) -> Iterator[FieldUse]:
        """None are known."""
        return iter(())

    def links(self, config: Config) -> Iterator[Link]:
        """All includes, and the files of parsers and the like that are named."""
        from pipelint.engines.fluentbit.config import FluentBitConfig

        for document in config.documents:
            if b"include" in document.text.lower():
                for item in read(document, yaml=is_yaml(document)).items:
                    if isinstance(item, Include):
                        found = config.entry.bundle.resolve(include_target(item.path), document)
                        yield Link(item.place, found.documents)
        if isinstance(config, FluentBitConfig):
            yield from (Link(named.place, named.documents[:1]) for named in config.named)

    def included(self, config: Config, place: Place) -> Iterator[Document]:
        """The files that are named on the line of a place."""
        lines = lines_of(place.document.text)
        line = lines.line(place.span.start)
        for link in self.links(config):
            if link.place.document is place.document and lines.line(link.place.span.start) == line:
                yield from link.documents

    def files_at(self, config: Config, path: str, offset: int) -> Iterator[str]:
        """None: what a config consists of it says itself."""
        return iter(())
