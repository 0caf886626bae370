"""Conditions that ask whether a field is a text, or in a list of texts, where several filters may have added to it.

``add_field`` makes a list of a field that is there. A list equals no text, and is in no list of texts.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from pipelint.base.block import Block
from pipelint.base.condition import FieldOperand, LiteralOperand, Test, terms
from pipelint.base.text.document import Place
from pipelint.engines.logstash.facts.dataflow.facts import CauseFact
from pipelint.engines.logstash.facts.dataflow.parsed.times import guards_meet
from pipelint.engines.logstash.facts.dataflow.words import words_in
from pipelint.engines.logstash.facts.field_writes import Path, field_path
from pipelint.engines.logstash.facts.items import value_entries
from pipelint.engines.logstash.facts.ways.facts import ListAskedFact
from pipelint.graph.stage import Kind, Stage, StageGraph

# So many filters that add to one field are compared with one another.
_MOST = 40


def lists_asked(graph: StageGraph) -> Iterator[ListAskedFact]:
    """Such conditions, the first of each field."""
    for label in graph.pipelines:
        stages = [stage for stage in graph.stages if stage.label == label and stage.parent is None]
        adders: dict[Path, list[Stage]] = {}
        for stage in stages:
            for path in stage.block.noted(_added) if stage.kind is Kind.FILTER else ():
                adders.setdefault(path, []).append(stage)
        asked = [*_asked(stages, {path[-1] for path, by in adders.items() if len(by) > 1})]
        for path, by in adders.items():
            # Few are asked for at all, which is quicker to see than which two of the filters one event may meet.
            pair = _pair(path, by[:_MOST], stages) if len(by) > 1 and _first_after(asked, path, by[1]) else None
            place = None if pair is None else _first_after(asked, path, pair[1])
            if pair is not None and place is not None:
                first, second = (CauseFact(one.plugin, one.place) for one in pair)
                yield ListAskedFact("".join(f"[{key}]" for key in path), first, second, place)


def _pair(path: Path, by: list[Stage], stages: list[Stage]) -> tuple[Stage, Stage] | None:
    """Two filters that one event may meet, of which the second does not ask for the field; none where others change it."""
    if any(path[-1] in words_in(stage.block) for stage in stages if stage.kind is Kind.FILTER and stage not in by):
        return None
    if any(path not in one.block.noted(_adds_only) for one in by):
        return None
    for one, other in combinations(by, 2):
        asks = any(path[-1] in guard.text for guard in (*one.guards, *other.guards))
        if not asks and guards_meet(one.guards, other.guards):
            return one, other
    return None


def _asked(stages: list[Stage], keys: set[str]) -> Iterator[tuple[int, Path, Place]]:
    """The comparisons of fields with a text or a list, in the conditions around each stage, in their order.

    Of those of which a text has one of ``keys``: few have, and others need not be read.
    """
    for stage in stages:
        for guard in stage.guards:
            for term in terms(guard.condition) if any(key in guard.text for key in keys) else ():
                match term:
                    case Test("==" | "in", FieldOperand(path), LiteralOperand(), place):
                        yield stage.index, path, place


def _first_after(asked: list[tuple[int, Path, Place]], path: Path, stage: Stage) -> Place | None:
    """The first comparison of a field in a condition after a stage."""
    return next((place for index, one, place in asked if one == path and index > stage.index), None)


def _added(block: Block) -> list[Path]:
    """The fields that its ``add_field`` names."""
    param = block.param("add_field")
    entries = [] if param is None or param.data is None else value_entries(param.data)
    return list(dict.fromkeys(field_path(entry.key.text) for entry in entries if "%{" not in entry.key.text))


def _adds_only(block: Block) -> list[Path]:
    """Those that nothing else in it names."""
    others = " ".join(param.value for param in block.params.values() if param.name != "add_field")
    return [path for path in block.noted(_added) if path[-1] not in others]
