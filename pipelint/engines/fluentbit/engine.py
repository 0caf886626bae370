"""The Fluent Bit engine: what the rest of pipelint asks of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from pipelint.base.lean.once import cached_property
from pipelint.base.text.document import Document
from pipelint.base.writer import Writer
from pipelint.engines.fluentbit import types
from pipelint.engines.fluentbit.graph import build
from pipelint.engines.fluentbit.syntax.load import Loader
from pipelint.engines.fluentbit.writer import NoWriter
from pipelint.language.config import Config
from pipelint.sources.entry import Entry

if TYPE_CHECKING:
    from pipelint.cost.events.work import CostRules
    from pipelint.facts.engine import EngineFacts
    from pipelint.language.editing import Editing
    from pipelint.language.syntax_problem import SyntaxProblem


class FluentBitEngine:
    """Reads Fluent Bit configs, each document anew."""

    name = "fluentbit"
    in_processes = False
    types = types
    refactorings = None
    tracer = None
    monitor = None
    launch = None
    example = "[INPUT]\n    Name forward\n\n[OUTPUT]\n    Name stdout\n    Match *\n"

    def __init__(self) -> None:
        self.writer: Writer = NoWriter()

    def load(self, entry: Entry, replaced: Mapping[Document, Document] | None = None) -> Config:
        """The config of ``entry``, with ``replaced`` documents read in the place of their keys."""
        loader = Loader(entry, replaced or {})
        root = loader.load()
        return Config(
            self,
            entry,
            tuple(loader.documents),
            root,
            tuple(loader.errors),
            tuple(loader.includes),
            build(root.blocks),
            tuple(loader.ignored),
        )

    @cached_property
    def facts(self) -> EngineFacts:
        """What is known of its configs."""
        from pipelint.facts.engine import EngineFacts

        return EngineFacts()

    @cached_property
    def costs(self) -> CostRules:
        """What its stages do with events."""
        from pipelint.engines.fluentbit.costs import FluentBitCosts

        return FluentBitCosts()

    @cached_property
    def editing(self) -> Editing:
        """What it offers an editor."""
        from pipelint.engines.fluentbit.editing import FluentBitEditing

        return FluentBitEditing()

    def layout(self, document: Document) -> None:
        """Formats nothing yet."""

    def tree(self, document: Document) -> tuple[tuple[SyntaxProblem, ...], Mapping[str, object]]:
        """The errors of a text, and its sections."""
        from pipelint.engines.fluentbit.syntax.tree import element
        from pipelint.sources.bundle import NoBundle

        loader = Loader(Entry(self.name, (document,), NoBundle(), document.name), {})
        root = loader.load()
        return tuple(loader.errors), element(root)
