"""The Logstash engine: what the rest of pipelint asks of it."""

from __future__ import annotations

from collections.abc import Mapping

from pipelint.base.text.document import Document
from pipelint.base.writer import Writer
from pipelint.engines.logstash import types
from pipelint.engines.logstash.graph import build
from pipelint.engines.logstash.syntax.load import Loader
from pipelint.language.config import Config
from pipelint.language.parsed import Parsed, forget_oldest
from pipelint.sources import Entry


class LogstashEngine:
    """Reads Logstash pipelines. Documents that it has parsed before are not parsed again."""

    name = "logstash"
    in_processes = False
    types = types

    def __init__(self) -> None:
        self._parsed: dict[Document, Parsed] = {}

    @property
    def writer(self) -> Writer:
        """How fixes are written in the pipeline language."""
        from pipelint.engines.logstash.syntax.writer import LogstashWriter

        return LogstashWriter()

    def load(self, entry: Entry, replaced: Mapping[Document, Document] | None = None) -> Config:
        """The pipelines of ``entry``, with ``replaced`` documents read in the place of their keys."""
        known = self._parsed if replaced is None else dict(self._parsed)
        loader = Loader(entry, replaced or {}, known)
        root = loader.load()
        forget_oldest(self._parsed, len(loader.documents))
        graph = build(root, complete=not loader.errors)
        return Config(self, entry, tuple(loader.documents), root, tuple(loader.errors), (), graph)
