"""Fields of records where a config names them: what regexes capture, and where a key stands in a value."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from pipelint.base.lean.late import late
from pipelint.base.text.span import Span
from pipelint.facts.inside import inside
from pipelint.facts.regexes.facts import regex_uses
from pipelint.facts.regexes.use import Role
from pipelint.language.cursor import within
from pipelint.language.editing import FieldUse, How

if TYPE_CHECKING:
    from pipelint.base.text.document import Place
    from pipelint.facts.config import ConfigFact
    from pipelint.facts.engine import EngineFacts
    from pipelint.facts.regexes.use import RegexUse
    from pipelint.graph.stage import Stage, StageGraph
    from pipelint.language.config import Config

_GROUP = late(r"\(\?<([^>=!]{1,999})>")
_KEY = late(r"\[([^\[\]]+)\]")


def stages_at(config: Config, around: Place | None) -> list[Stage]:
    """The stages whose section or conditions are around a place; all for None."""
    if around is None:
        return list(config.graph.stages)
    return [stage for stage in config.graph.stages if _is_around(stage, around)]


def _is_around(stage: Stage, place: Place) -> bool:
    return within(stage.block.place, place) or any(within(guard.branch.head_place, place) for guard in stage.guards)


def captured(config: Config, facts: EngineFacts, around: Place | None) -> list[FieldUse]:
    """The fields that the regexes of parsers capture, where they name them; of stages around a place alone if given."""
    wanted = stages_at(config, around)
    if not wanted:
        return []
    built = facts.build(config)
    found = list(_captured(config, facts, built.config, wanted))
    built.take_apart()
    return found


def _captured(config: Config, facts: EngineFacts, fact: ConfigFact, wanted: list[Stage]) -> Iterator[FieldUse]:
    index = {id(fact.stages[stage.index]): stage.index for stage in wanted}
    for stage, use in regex_uses(facts, fact, [fact.stages[stage.index] for stage in wanted]):
        if stage is not None and use.role is Role.PARSE:
            whole = emitting(config.graph, index[id(stage)])
            for path, span in (*_groups(use), *_references(use)):
                yield FieldUse(whole, path, How.SETS, use.at(span))


def emitting(graph: StageGraph, index: int) -> int:
    """The stage whose records the parser or another part at ``index`` is about."""
    stage = graph.stages[index]
    while stage.parent is not None and stage.kind.value in ("parse", "buffer", "format", "inject"):
        stage = graph.stages[stage.parent]
    return stage.index


def last_key(place: Place, text: str, reference: str, at: int = 0) -> Place:
    """Where the last key of a ``reference``, which stands at character ``at`` of the value ``text``, is written."""
    keys = list(_KEY.finditer(reference))
    start, end = keys[-1].span(1) if keys else (0, len(reference))
    return characters(place, text, at + start, at + end)


def characters(place: Place, text: str, start: int, end: int) -> Place:
    """Where the characters ``start`` to ``end`` of the value ``text`` are written."""
    return inside(place, text, byte_span(text, start, end))


def byte_span(text: str, start: int, end: int) -> Span:
    """Characters as bytes."""
    before = len(text[:start].encode())
    return Span(before, before + len(text[start:end].encode()))


def keys_of(reference: str) -> tuple[str, ...]:
    """The keys that ``[a][b]`` or ``a`` leads along."""
    keys = tuple(_KEY.findall(reference))
    return keys if keys and "".join(f"[{key}]" for key in keys) == reference else (reference,)


def _groups(use: RegexUse) -> Iterator[tuple[tuple[str, ...], Span]]:
    for found in _GROUP.finditer(use.written):
        yield keys_of(found[1]), _last(use.written, found[1], found.start(1))


def _references(use: RegexUse) -> Iterator[tuple[tuple[str, ...], Span]]:
    at = 0
    while use.grok is not None and (found := use.grok.dialect.next_reference(use.grok.text, at)) is not None:
        at = found.end
        said = use.grok.text[found.start : found.end]
        named = re.search(rf"^%\{{{re.escape(found.name)}:({re.escape(found.field)})(?=[:}}=])", said) if found.field else None
        if named is not None:
            yield keys_of(found.field), _last(use.grok.text, found.field, found.start + named.start(1))


def _last(text: str, reference: str, at: int) -> Span:
    keys = list(_KEY.finditer(reference))
    start, end = keys[-1].span(1) if keys else (0, len(reference))
    return byte_span(text, at + start, at + end)
