"""Facts about the rules of rewrite_tag_filter: what tags they make, and which rule before one takes what it could."""

from __future__ import annotations

from pipelint.base.lean.record import dataclass
from pipelint.base.text.document import Place
from pipelint.engines.fluentd.facts.routing import StepFact
from pipelint.graph.stage import Stage, StageGraph


@dataclass(frozen=True, eq=False)
class RewriteFact:
    """A rule of rewrite_tag_filter.

    ``keeps_tag``: the new tag is the old one. ``literal`` are placeholders that the plugin leaves as they are, ``empty``
    those of which it makes nothing. ``covered_by`` is the rule before it that takes all that it could, ``twin`` one that asks
    exactly the same.
    """

    key: str
    pattern: str
    tag: str
    keeps_tag: bool
    literal: tuple[str, ...]
    empty: tuple[str, ...]
    place: Place
    covered_by: StepFact | None = None
    twin: StepFact | None = None


def rewrite_facts(graph: StageGraph, stage: Stage) -> list[RewriteFact]:
    """The rules of a rewrite_tag_filter in their order; none of any other stage."""
    return [
        RewriteFact(
            one.key,
            one.pattern,
            one.tag,
            one.keeps_tag,
            one.literal,
            one.empty,
            one.place,
            None if one.covered_by is None else StepFact("this rule takes them first", one.covered_by),
            None if one.twin is None else StepFact("this rule has the same key and pattern", one.twin),
        )
        for one in graph.proofs.retaggings.get(stage.index, ())
    ]
