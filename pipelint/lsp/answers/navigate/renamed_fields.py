"""Which places name a field, where all that set and read it are known."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from pipelint.base.text.document import Place
from pipelint.base.text.locate import locate
from pipelint.base.text.span import Span
from pipelint.engines.parts import parts_of
from pipelint.language.editing import FieldUse, How
from pipelint.lsp.answers.navigate.fields import overlap, use_at

if TYPE_CHECKING:
    from pipelint.language.config import Config


def field_named(config: Config, place: Place) -> FieldUse | None:
    """The field whose name stands at a place."""
    return use_at(list(parts_of(config).editing.fields(config, place)), place)


def field_places(config: Config, path: tuple[str, ...]) -> list[Place] | str:
    """Where a field is set, read and removed; in words why that is not known for sure."""
    uses = list(parts_of(config).editing.fields(config))
    same = [use for use in uses if use.path == path]
    others = [use for use in uses if use.path != path and overlap(use.path, path)]
    if config.graph.skipped or not config.graph.complete:
        return "a part of the config is not known"
    unknown = next((s for s in parts_of(config).facts.build(config).config.stages if not s.known), None)
    if unknown is not None:
        return f"what the plugin {unknown.plugin} reads is not known"
    if others:
        return f"what is around or inside it is used at {_line(others[0].place)}"
    unset = next((use for use in same if use.how is not How.SETS and not _set_before(config, use, same)), None)
    if unset is not None:
        return f"nothing in the config sets what is read at {_line(unset.place)}"
    unwritten = next((use for use in same if use.place.text.strip("\"'") != path[-1]), None)
    if unwritten is not None:
        return f"the plugin at {_line(unwritten.place)} uses it under this name"
    other = next(_other_words(config, path[-1], [use.place for use in same]), None)
    if other is not None:
        return f"it may also be meant at {_line(other)}"
    return [use.place for use in same]


def _set_before(config: Config, use: FieldUse, same: list[FieldUse]) -> bool:
    graph = config.graph
    before = {use.stage, *(stage.index for stage in graph.before(graph.stages[use.stage]))}
    return any(each.how is How.SETS and each.stage in before for each in same)


def _other_words(config: Config, name: str, known: list[Place]) -> Iterator[Place]:
    """Where else the word stands in a value, a pattern or a condition; a part of a path of files is no field."""
    word = re.compile(rf"(?<![\w/@-]){re.escape(name)}(?![\w/-])")
    for block in config.root.walk():
        places = [param.place for param in block.params.values()]
        places += [block.arg_place, *((block.condition.place,) if block.condition is not None else ())]
        for place in places:
            text = place.text
            for found in word.finditer(text):
                start, end = (place.span.start + len(text[:at].encode()) for at in found.span())
                at = Place(place.document, Span(start, end))
                if not any(_holds(each, at) for each in known):
                    yield at


def _holds(outer: Place, inner: Place) -> bool:
    return outer.document is inner.document and outer.span.start <= inner.span.start and inner.span.end <= outer.span.end


def _line(place: Place) -> str:
    return f"line {locate(place).start.line}"
