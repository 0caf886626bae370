"""The Logstash engine: what the rest of pipelint asks of it."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import TYPE_CHECKING

from pipelint.base.lean.once import cached_property
from pipelint.base.text.document import Document
from pipelint.base.writer import Writer
from pipelint.engines.logstash import types
from pipelint.engines.logstash.graph import build
from pipelint.engines.logstash.syntax.load import Loader
from pipelint.language.config import Config
from pipelint.language.parsed import Parsed, forget_oldest
from pipelint.sources import Entry

if TYPE_CHECKING:
    from pipelint.base.text.span import Span
    from pipelint.cost.events.work import CostRules
    from pipelint.engines.launch import Launch
    from pipelint.facts.engine import EngineFacts
    from pipelint.language.editing import Editing
    from pipelint.language.layout import Layout
    from pipelint.language.refactoring import Refactorings
    from pipelint.language.syntax_problem import SyntaxProblem
    from pipelint.stats.model import Monitor
    from pipelint.trace.model import Tracer


class LogstashEngine:
    """Reads Logstash pipelines. Documents that it has parsed before are not parsed again."""

    name = "logstash"
    in_processes = False
    types = types
    example = "input { stdin { } }\noutput { stdout { } }\n"

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
        sections = {block.name for pipeline in root.blocks for block in pipeline.blocks}
        part = entry.partial or loader.gaps or (entry.loose and not {"input", "output"} <= sections)
        graph = build(root, complete=not (part or any(not error.mended for error in loader.errors)))
        return Config(self, entry, tuple(loader.documents), root, tuple(loader.errors), (), graph)

    @cached_property
    def facts(self) -> EngineFacts:
        """What is known of its configs."""
        from pipelint.engines.logstash.facts.engine import LogstashFacts

        return LogstashFacts()

    @cached_property
    def costs(self) -> CostRules:
        """What its stages do with events."""
        from pipelint.engines.logstash.cost.rules import LogstashRules

        return LogstashRules()

    @property
    def refactorings(self) -> Refactorings | None:
        """What can be written otherwise."""
        from pipelint.engines.logstash.refactor.conditions import LogstashRefactorings

        return LogstashRefactorings()

    @cached_property
    def editing(self) -> Editing:
        """What it offers an editor."""
        from pipelint.engines.logstash.complete.editing import LogstashEditing

        return LogstashEditing()

    @property
    def launch(self) -> Launch | None:
        """How it is run on a config."""
        from pipelint.engines.logstash.launch import LogstashLaunch

        return LogstashLaunch()

    @property
    def monitor(self) -> Monitor | None:
        """How its monitoring API is read."""
        from pipelint.engines.logstash.monitor import LogstashMonitor

        return LogstashMonitor()

    @property
    def tracer(self) -> Tracer | None:
        """How its stages treat events."""
        from pipelint.engines.logstash.trace.tracer import LogstashTracer

        return LogstashTracer()

    def layout(self, document: Document, but: Collection[Span] = ()) -> Layout | None:
        """A text as its tokens without those of the sections ``but``, as it is formatted."""
        from pipelint.engines.logstash.syntax.format import layout

        return layout(document, self._parsed.get(document), but)

    def tree(self, document: Document) -> tuple[tuple[SyntaxProblem, ...], Mapping[str, object]]:
        """The errors of a text, and its tree in the shape of the engine's own parser."""
        from pipelint.engines.logstash.syntax.parse import parse
        from pipelint.engines.logstash.syntax.tree import element

        parsed = parse(document)
        return tuple(parsed.errors), element(parsed.root)
