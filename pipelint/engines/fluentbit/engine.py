"""The Fluent Bit engine: what the rest of pipelint asks of it."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import TYPE_CHECKING

from pipelint.base.lean.once import cached_property
from pipelint.base.text.document import Document
from pipelint.base.writer import Writer
from pipelint.engines.fluentbit import types
from pipelint.engines.fluentbit.config import FluentBitConfig
from pipelint.engines.fluentbit.graph import build
from pipelint.engines.fluentbit.syntax.load import Loader
from pipelint.engines.fluentbit.write.writer import FluentBitWriter
from pipelint.sources.entry import Entry

if TYPE_CHECKING:
    from pipelint.base.text.span import Span
    from pipelint.cost.events.work import CostRules
    from pipelint.engines.launch import Launch
    from pipelint.facts.engine import EngineFacts
    from pipelint.language.editing import Editing
    from pipelint.language.layout import Layout
    from pipelint.language.syntax_problem import SyntaxProblem
    from pipelint.stats.model import Monitor
    from pipelint.trace.model import Tracer


class FluentBitEngine:
    """Reads Fluent Bit configs, each document anew."""

    name = "fluentbit"
    in_processes = False
    types = types
    refactorings = None
    example = "[INPUT]\n    Name forward\n\n[OUTPUT]\n    Name stdout\n    Match *\n"

    def __init__(self) -> None:
        self.writer: Writer = FluentBitWriter()

    def load(self, entry: Entry, replaced: Mapping[Document, Document] | None = None) -> FluentBitConfig:
        """The config of ``entry``, with ``replaced`` documents read in the place of their keys."""
        loader = Loader(entry, replaced or {})
        root = loader.load()
        return FluentBitConfig(
            self,
            entry,
            tuple(loader.documents),
            root,
            tuple(loader.errors),
            (*loader.includes, *loader.absent),
            build(root.blocks),
            tuple(loader.ignored),
            tuple(loader.named),
        )

    @cached_property
    def facts(self) -> EngineFacts:
        """What is known of its configs."""
        from pipelint.engines.fluentbit.facts.engine import FluentBitFacts

        return FluentBitFacts()

    @cached_property
    def costs(self) -> CostRules:
        """What its stages do with events."""
        from pipelint.engines.fluentbit.cost.rules import FluentBitRules

        return FluentBitRules()

    @cached_property
    def editing(self) -> Editing:
        """What it offers an editor."""
        from pipelint.engines.fluentbit.complete.editing import FluentBitEditing

        return FluentBitEditing()

    @cached_property
    def tracer(self) -> Tracer:
        """How its stages treat events."""
        from pipelint.engines.fluentbit.trace.tracer import FluentBitTracer

        return FluentBitTracer()

    @cached_property
    def monitor(self) -> Monitor:
        """How its monitoring API is read."""
        from pipelint.engines.fluentbit.monitor import FluentBitMonitor

        return FluentBitMonitor()

    @cached_property
    def launch(self) -> Launch:
        """How it is run on a config."""
        from pipelint.engines.fluentbit.launch import FluentBitLaunch

        return FluentBitLaunch()

    def layout(self, document: Document, but: Collection[Span] = ()) -> Layout | None:
        """A text in the classic format as its tokens."""
        from pipelint.engines.fluentbit.syntax.formats import is_yaml

        if is_yaml(document):
            return None
        from pipelint.engines.fluentbit.syntax.format import layout

        return layout(document)

    def tree(self, document: Document) -> tuple[tuple[SyntaxProblem, ...], Mapping[str, object]]:
        """The errors of a text, and its sections."""
        from pipelint.engines.fluentbit.syntax.tree import element
        from pipelint.sources.bundle import NoBundle

        loader = Loader(Entry(self.name, (document,), NoBundle(), document.name), {})
        root = loader.load()
        return tuple(loader.errors), element(root)
