"""Fields: where a field is set that something reads, and where it is read then."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pipelint.engines.parts import parts_of
from pipelint.language.cursor import within
from pipelint.language.editing import FieldUse, How
from pipelint.lsp.answers.navigate.found import Found, distinct

if TYPE_CHECKING:
    from pipelint.base.text.document import Place
    from pipelint.language.config import Config


def field_at(config: Config, place: Place) -> Found | None:
    """The field whose name stands at a place: the stages before it that set it, and the places after these that read it."""
    # An editor asks at each move of the cursor: most places name no field, which the stage there tells.
    here = use_at(list(parts_of(config).editing.fields(config, place)), place)
    if here is None:
        return None
    uses = config.noted(_all_uses)
    graph = config.graph
    before = {here.stage, *(stage.index for stage in graph.before(graph.stages[here.stage]))}
    near = before.union(stage.index for stage in graph.after(graph.stages[here.stage]))
    same = [use for use in uses if overlap(use.path, here.path)]
    setting = [use for use in same if use.how is How.SETS and use.stage in (near if here.how is How.SETS else before)]
    reading = [use for use in same if use.how is not How.SETS and use.stage in near]
    own = distinct(use.place for use in setting)
    return Found(here.place, own, distinct(use.place for use in reading), own)


def _all_uses(config: Config) -> list[FieldUse]:
    return list(parts_of(config).editing.fields(config))


def use_at(uses: list[FieldUse], place: Place) -> FieldUse | None:
    """The use whose name a place is in, the shortest one."""
    around = [use for use in uses if within(use.place, place)]
    # A stage that always sets a field says so nowhere: its opening stands for it, but is no name.
    named = [use for use in around if use.place.text.strip("\"'") == use.path[-1]]
    return min(named, key=lambda use: len(use.place.span), default=None)


def overlap(one: tuple[str, ...], other: tuple[str, ...]) -> bool:
    """Whether one of two fields is, or lies in, the other."""
    size = min(len(one), len(other))
    return one[:size] == other[:size]
