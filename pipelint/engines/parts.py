"""The parts of an engine that know more than its language: facts, costs, help for editors. Each is loaded late."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol, cast

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from pipelint.base.text.document import Document
    from pipelint.base.text.span import Span
    from pipelint.cost.events.work import CostRules
    from pipelint.engines.launch import Launch
    from pipelint.facts.engine import EngineFacts
    from pipelint.language.config import Config
    from pipelint.language.editing import Editing
    from pipelint.language.layout import Layout
    from pipelint.language.refactoring import Refactorings
    from pipelint.language.syntax_problem import SyntaxProblem
    from pipelint.stats.model import Monitor
    from pipelint.trace.model import Tracer


class Parts(Protocol):
    """What an engine offers beside reading its configs."""

    @property
    def facts(self) -> EngineFacts:
        """What is known of its configs."""
        ...

    @property
    def costs(self) -> CostRules:
        """What its stages do with events."""
        ...

    @property
    def editing(self) -> Editing:
        """What it offers an editor."""
        ...

    @property
    def refactorings(self) -> Refactorings | None:
        """What can be written otherwise in its configs; None of an engine that knows nothing of that."""
        ...

    @property
    def tracer(self) -> Tracer | None:
        """How its stages treat events; None of an engine whose events cannot be followed."""
        ...

    @property
    def monitor(self) -> Monitor | None:
        """How its monitoring API is read; None of an engine without one."""
        ...

    @property
    def launch(self) -> Launch | None:
        """How it is run on a config; None of an engine that pipelint cannot run."""
        ...

    @property
    def example(self) -> str:
        """A small config that writes what it reads with a plugin stdout."""
        ...

    def layout(self, document: Document, but: Collection[Span] = ()) -> Layout | None:
        """A text as its tokens, as it is formatted; None where it is in a format that is left as it is.

        Those of the sections ``but`` are not asked for: they may be missing.
        """
        ...

    def tree(self, document: Document) -> tuple[tuple[SyntaxProblem, ...], Mapping[str, object]]:
        """The errors of a text, and its tree in the shape of the engine's own parser (name, arg, attrs, elements)."""
        ...


def parts_of(config: Config) -> Parts:
    """The parts of a config's engine."""
    # The engines of the registry have all of them.
    return cast("Parts", config.engine)
