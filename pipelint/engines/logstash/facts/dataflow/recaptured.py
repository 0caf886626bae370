"""Fields that a grok captures although one before it has captured them in each event that both can read: they become lists."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from pipelint.base.block import Block
from pipelint.base.condition import Condition, FieldOperand, Joined, Logic, Test, Truth
from pipelint.base.text.document import Place
from pipelint.engines.logstash.facts.field_writes import Path, effects, field_path
from pipelint.engines.logstash.facts.grok import captures, filter_groks, sure_captures
from pipelint.engines.logstash.facts.items import value_entries, value_items
from pipelint.graph.stage import Kind, Stage, StageGraph
from pipelint.language.config import Config


def captured_often(config: Config) -> frozenset[Path]:
    """The fields that several groks of a config capture and nothing removes."""
    groks = (one.block for one in config.graph.stages if one.plugin == "grok")
    found = Counter(path for block in groks for path in block.noted(_captured))
    often = frozenset(path for path, count in found.items() if count > 1)
    return often.difference(*(one.block.noted(_removed) for one in config.graph.stages)) if often else often


def captured_again(graph: StageGraph, stage: Stage, often: frozenset[Path]) -> Iterator[tuple[Path, Place]]:
    """The fields that it captures beside the text that a grok before it has, and where that one does."""
    left = {path for path in stage.block.noted(_captured) & often if path not in _spared(stage.block)}
    if not left or stage.block.param("target") is not None or any("failure" in guard.text for guard in stage.guards):
        return
    found = dict(_on_the_way(graph, stage, left))
    found |= {path: place for path, place in _by_the_asked(graph, stage, left) if path not in found}
    yield from sorted(found.items())


def _on_the_way(graph: StageGraph, stage: Stage, left: set[Path]) -> Iterator[tuple[Path, Place]]:
    """Those of a grok that all its events have passed, and whose captures they need."""
    met = {(id(guard.branch), guard.holds) for guard in stage.guards}
    needed = _keys(stage.block).union(_asked(stage))
    way = list(graph.latest_before(stage))
    # What else filters do is only looked at where there is such a grok: else each letter of a name asks anew.
    if not any(one.plugin == "grok" and _passed(one, met) and not needed.isdisjoint(one.block.noted(_captured)) for one in way):
        return
    for before in way:
        if not left or before.kind is not Kind.FILTER:
            return
        change = effects(before.block).change
        if before.plugin != "grok":
            left = set() if change is None else {path for path in left if not change.touches(path)}
        elif before.block.noted(_foreign):
            return
        elif _passed(before, met):
            names = before.block.noted(_captured)
            if not needed.isdisjoint(names):
                yield from ((path, _place(before.block)) for path in left & before.block.noted(_sure))
            left = left - names
        left = left - before.block.noted(_removed)


def _by_the_asked(graph: StageGraph, stage: Stage, left: set[Path]) -> Iterator[tuple[Path, Place]]:
    """Those of the groks that alone can have set a field which its conditions ask for."""
    captured = [one.block.noted(_captured) for one in graph.before(stage) if one.plugin == "grok"]
    for asked in _asked(stage):
        if not any(asked in each for each in captured):
            continue
        writers = [one for one in graph.before(stage) if _may_set(one, asked)]
        if writers and all(one.plugin == "grok" and not one.block.noted(_foreign) for one in writers):
            sure = left.intersection(*(one.block.noted(_sure) for one in writers))
            for path in sure:
                if not any(one.plugin != "grok" and _may_set(one, path) for one in graph.before(stage)):
                    yield path, _place(writers[0].block)


def _passed(stage: Stage, met: set[tuple[int, bool]]) -> bool:
    """Whether all events for which these conditions hold pass it."""
    return all((id(guard.branch), guard.holds) in met for guard in stage.guards)


def _may_set(stage: Stage, path: Path) -> bool:
    """Whether it may set a field, or take it away."""
    if stage.kind is not Kind.FILTER:
        return stage.plugin == "syslog" or any("json" in block.name for block in stage.block.blocks)
    if stage.plugin == "grok":
        return stage.block.noted(_foreign) or path in stage.block.noted(_captured) or path in stage.block.noted(_removed)
    change = effects(stage.block).change
    return change is None or change.touches(path)


def _captured(block: Block) -> frozenset[Path]:
    """What a grok captures in either edition of the patterns; nothing where it has patterns of its own."""
    return frozenset(map(field_path, captures(block)))


def _sure(block: Block) -> frozenset[Path]:
    """What it captures as a text whenever it matches."""
    return frozenset() if block.param("target") is not None else frozenset(map(field_path, sure_captures(block)))


def _foreign(block: Block) -> bool:
    return block.param("patterns_dir") is not None or block.param("pattern_definitions") is not None


def _place(block: Block) -> Place:
    return next(grok.place for grok in filter_groks("grok", block, {}))


def _spared(block: Block) -> frozenset[Path]:
    return _items(block, "overwrite") | _keys(block) | _removed(block)


def _removed(block: Block) -> frozenset[Path]:
    return _items(block, "remove_field")


def _items(block: Block, name: str) -> frozenset[Path]:
    param = block.param(name)
    return (
        frozenset() if param is None or param.data is None else frozenset(field_path(one.text) for one in value_items(param.data))
    )


def _keys(block: Block) -> frozenset[Path]:
    """The fields that it reads."""
    param = block.param("match")
    found = () if param is None or param.data is None else value_entries(param.data)
    return frozenset(field_path(entry.key.text) for entry in found)


def _asked(stage: Stage) -> frozenset[Path]:
    """The fields that an event must have to get there."""
    return frozenset(path for guard in stage.guards if guard.holds for path in _had(guard.condition))


def _had(condition: Condition) -> Iterator[Path]:
    match condition:
        case Truth(FieldOperand(path)) | Test("==" | "=~", FieldOperand(path)) | Test("in", _, FieldOperand(path)):
            yield path
        case Joined(Logic.AND, operands):
            for operand in operands:
                yield from _had(operand)
