"""What Logstash offers an editor."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING

from pipelint.engines.logstash.complete.braces import SECTIONS
from pipelint.engines.logstash.complete.pipeline import logstash_items
from pipelint.engines.logstash.complete.symbols import symbols
from pipelint.engines.logstash.discovery.disk import PIPELINES_FILES
from pipelint.facts.editing.items import section
from pipelint.language.editing import Begun, FieldUse, Item, Link, Symbol
from pipelint.plugins.declarations import declarations_named
from pipelint.sources.glob import Budget, TooManyFiles

if TYPE_CHECKING:
    from pipelint.base.block import Param
    from pipelint.base.text.document import Document, Place
    from pipelint.language.config import Config


class LogstashEditing:
    """What Logstash knows that helps somebody who types."""

    joins_folder = True
    tag_params: tuple[str, ...] = ()
    type_params = ("@type", "type")
    id_param = "id"
    lists = PIPELINES_FILES
    includes: Mapping[str, tuple[bytes, ...]] = MappingProxyType({})

    def items(self, config: Config, place: Place, version: str) -> Iterator[Item]:
        """What may be typed at a place in a config."""
        return logstash_items(config, place, declarations_named("logstash", version))

    def first_items(self, begun: Begun) -> Iterator[Item]:
        """What may be typed in a text that could become a config."""
        meant = begun.name.endswith(".conf") and ("logstash" in begun.name or "pipeline" in begun.name)
        if meant and begun.line.isalpha():
            yield from (section(name, " {") for name in SECTIONS)

    def symbols(self, config: Config) -> Iterator[Symbol]:
        """All names in a config."""
        return symbols(config)

    def fields(self, config: Config, around: Place | None = None) -> Iterator[FieldUse]:
        """The fields that its stages set, read and remove."""
        from pipelint.engines.logstash.complete.fields import fields

        return fields(config, around)

    def links(self, config: Config) -> Iterator[Link]:
        """The ``path.config`` of each entry of a pipelines.yml."""
        for block in config.graph.pipelines.values():
            param = block.param("path.config")
            if param is not None:
                yield Link(param.place, paths=tuple(self._named(param)))

    def included(self, config: Config, place: Place) -> Iterator[Document]:
        """None: Logstash includes nothing."""
        return iter(())

    def files_at(self, config: Config, path: str, offset: int) -> Iterator[str]:
        """The files of the ``path.config`` at a byte of a pipelines.yml."""
        for block in config.graph.pipelines.values():
            param = block.param("path.config")
            if param is None or param.place.document.file.path != path:
                continue
            span = param.place.file_span
            if span.start <= offset <= span.end:
                yield from self._named(param)

    def _named(self, param: Param) -> Iterator[str]:
        from pipelint.engines.logstash.discovery.paths import config_files

        file = param.place.document.file
        try:
            yield from config_files(param.value, os.path.dirname(file.path), Budget(), file.project)  # noqa: PTH120
        except (TooManyFiles, ValueError):
            return
