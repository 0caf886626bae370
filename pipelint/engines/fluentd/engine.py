"""The Fluentd engine: what the rest of pipelint asks of it."""

from __future__ import annotations

from collections.abc import Mapping

from pipelint.base.text.document import Document
from pipelint.base.writer import Writer
from pipelint.engines.fluentd import types
from pipelint.engines.fluentd.formats import FormatWriter
from pipelint.engines.fluentd.routing.graph import build
from pipelint.engines.fluentd.syntax.load import Loader
from pipelint.language.config import Config
from pipelint.language.parsed import Parsed, forget_oldest
from pipelint.sources import Entry

# Sections of the config are somewhere else: what routes there is not known.
_ELSEWHERE = ("elsewhere", "outside", "remote", "missing", "unreadable", "invalid", "limit")


class FluentdEngine:
    """Reads Fluentd configs. Documents that it has parsed before are not parsed again."""

    name = "fluentd"
    in_processes = True
    types = types

    def __init__(self) -> None:
        self._parsed: dict[Document, Parsed] = {}
        self._yaml: dict[Document, None] = {}
        self.writer: Writer = FormatWriter(self._yaml)

    def load(self, entry: Entry, replaced: Mapping[Document, Document] | None = None) -> Config:
        """The config of ``entry``, with ``replaced`` documents read in the place of their keys."""
        known = self._parsed if replaced is None else dict(self._parsed)
        loader = Loader(entry, replaced or {}, known)
        root = loader.load()
        elsewhere = loader.unmatched or any(p.problem in _ELSEWHERE for p in loader.includes)
        self._yaml.update(dict.fromkeys(loader.yaml))
        forget_oldest(self._parsed, len(loader.documents))
        forget_oldest(self._yaml, len(loader.documents))
        complete = not loader.errors and not elsewhere
        graph = build(root, complete=complete, parts=len(entry.documents))
        return Config(
            self,
            entry,
            tuple(loader.documents),
            root,
            tuple(loader.errors),
            tuple(loader.includes),
            graph,
            tuple(loader.ignored),
        )
