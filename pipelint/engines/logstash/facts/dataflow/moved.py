"""Fields that plugins name otherwise with ECS compatibility, and what still reads them by their old names."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping
from functools import cache
from typing import Any  # What json gives.

from pipelint.base.block import Block
from pipelint.base.condition import FieldOperand, LiteralOperand, Test, Truth, terms
from pipelint.base.disk import files
from pipelint.base.lean.own_json import read_json
from pipelint.base.lean.record import dataclass
from pipelint.base.text.document import Place
from pipelint.engines.logstash.facts.dataflow.facts import MovedFact, MovedReadFact, PlaceFact
from pipelint.engines.logstash.facts.dataflow.inputs import asked_sources
from pipelint.engines.logstash.facts.dataflow.reads import read_fields
from pipelint.engines.logstash.facts.dataflow.words import words_in
from pipelint.engines.logstash.facts.field_writes import Path, effects, field_path, overlap
from pipelint.graph.stage import Kind, Stage, StageGraph
from pipelint.language.config import Config

_FILE = files.join(files.folders(__file__)[0], "moved.json")
# Codecs that make no field of their own: what an input sets is all that there is.
_PLAIN = frozenset({"plain", "line", "multiline"})


@dataclass(frozen=True)
class Read:
    """A field that something reads: its keys and place; ``there``: it only asks whether there is one.

    ``literal`` is what a condition compares it with.
    """

    path: Path
    place: Place
    there: bool = False
    literal: str = ""


def set_fields(block: Block) -> list[str] | None:
    """The fields that a filter without a target sets, by their names with ECS compatibility and without; None if unknown."""
    said = _data()["plugins"].get(f"filter/{block.name}")
    moves = [] if said is None else [move for row in said["fields"] if (move := _moved(row, block)) is not None]
    return None if said is None else [name for move in moves for name in (move.name, move.now) if name]


def moved_fields(stage: Stage) -> list[MovedFact]:
    """The fields that a plugin or codec names otherwise with ECS compatibility."""
    if stage.plugin == "grok" and stage.kind is Kind.FILTER:
        return stage.block.noted(_moved_captures)
    kind = {Kind.SOURCE: "input", Kind.FILTER: "filter", Kind.PARSE: "codec"}.get(stage.kind, "")
    said = _data()["plugins"].get(f"{kind}/{stage.plugin}", {"fields": ()})
    return [move for row in said["fields"] if (move := _moved(row, stage.block)) is not None]


def _moved_captures(block: Block) -> list[MovedFact]:
    from pipelint.engines.logstash.facts.grok import edition_fields

    legacy, ecs = edition_fields(block.name, block)
    names: Mapping[str, str] = _data()["grok"]
    return [MovedFact(f"[{name}]", names.get(name, "") if names.get(name) in ecs else "") for name in legacy]


def _moved(row: Mapping[str, Any], block: Block) -> MovedFact | None:
    unless = row.get("unless", ())
    given = [name in block.names for name in ([unless] if isinstance(unless, str) else unless)]
    if any(given) or ("with" in row and row["with"] not in block.names):
        return None
    source, target = _bracketed(block.value("source", block.value("field"))), _bracketed(block.value("target"))
    if any("$" in text or "%{" in text for text in (source, target)):
        return None
    if "{parent}" in row["now"] and (not source.endswith("[ip]") or source == "[ip]"):
        # It refuses such a source.
        return None
    now = row["now"].format(source=source, target=target, parent=source.removesuffix("[ip]"))
    was = row["was"].format(target=target)
    return None if was == now else MovedFact(was, now, "whole" in row)


def reads_of(stage: Stage) -> Iterator[Read]:
    """What a stage's own conditions and settings read."""
    for guard in stage.guards:
        for term in terms(guard.condition):
            operands = (term.left, term.right) if isinstance(term, Test) else (term.operand,)
            literal = next((operand.value.text for operand in operands if isinstance(operand, LiteralOperand)), "")
            for operand in operands:
                if isinstance(operand, FieldOperand):
                    yield Read(operand.path, operand.place, isinstance(term, Truth), literal)
    for name, place in read_fields(stage):
        yield Read(field_path(name), place)


def moved_reads(graph: StageGraph, ecs: Container[int]) -> Iterator[tuple[Stage, MovedFact, list[Read]]]:
    """The plugins with ECS compatibility whose old fields something after them reads, each field with what reads it.

    ``ecs`` holds the indices of those that have it. Left out are fields that something else may set, and those of pipelines that
    know the new name.
    """
    for label in graph.pipelines:
        stages = [stage for stage in graph.stages if stage.label == label]
        setters = [(stage, moves) for stage in stages if stage.index in ecs and (moves := moved_fields(stage))]
        # Few texts have a word of an old name, and what reads it costs more to find.
        text = _text(graph, label)
        asked = [(stage, there) for stage, moves in setters if (there := _in(moves, text))]
        asked = [(stage, unnamed) for stage, moves in asked if (unnamed := _unnamed(moves, _without(text, stage)))]
        if not asked:
            continue
        found = _Reads(graph, stages, [stage for stage, _ in setters])
        said: set[Place] = set()
        for setter, moves in asked:
            around = found.around(setter)
            # What a plugin adds it adds after it has set its fields.
            after = {around.index, *(stage.index for stage in graph.after(around))}
            for move in moves:
                reads = [read for read in found.of(setter, move, after) if read.place not in said]
                said |= {read.place for read in reads}
                if reads:
                    yield setter, move, reads


def moved_read_facts(config: Config, ecs: frozenset[int]) -> dict[int, list[MovedReadFact]]:
    """What ``moved_reads`` finds, by the index of the plugin."""
    found: dict[int, list[MovedReadFact]] = {}
    for setter, move, reads in moved_reads(config.graph, ecs):
        first, *others = [read.place for read in reads]
        fact = MovedReadFact(move.name, move.now, first, [PlaceFact(place) for place in others])
        found.setdefault(setter.index, []).append(fact)
    return found


def _in(moves: Iterable[MovedFact], text: str) -> list[MovedFact]:
    """The fields of which a text has the last word of the old name."""
    return [move for move in moves if field_path(move.name)[-1] in text]


def _unnamed(moves: Iterable[MovedFact], text: str) -> list[MovedFact]:
    """The fields whose new names a text has not."""
    return [move for move in moves if not named(move, text)]


def _text(graph: StageGraph, label: str) -> str:
    """The text of a pipeline."""
    return "\n".join(block.place.text for block in graph.pipelines[label].blocks)


def elsewhere(graph: StageGraph, stage: Stage) -> str:
    """The text of a stage's pipeline without the stage itself."""
    return _without(_text(graph, stage.label), stage)


def _without(text: str, stage: Stage) -> str:
    return text.replace(stage.block.place.text, "", 1)


def named(move: MovedFact, text: str) -> bool:
    """Whether a text names the new field: then its author knows it."""
    return bool(move.now) and (move.now in text or f"%{{{'.'.join(field_path(move.now))}}}" in text)


class _Reads:
    """What the stages of a pipeline read, and which of it only the setters of old fields may set."""

    def __init__(self, graph: StageGraph, stages: Iterable[Stage], setters: Iterable[Stage]) -> None:
        self._graph = graph
        self._setters = {index for stage in setters for index in (stage.index, self.around(stage).index)}
        self._decoded = {self.around(stage).index for stage in setters if stage.parent is not None}
        # By the first key of the field. Of a large pipeline each stage is read once.
        self._reads: dict[str, list[tuple[Stage, Read]]] = {}
        for stage in stages:
            for read in reads_of(stage):
                self._reads.setdefault(read.path[0], []).append((stage, read))
        self._known: dict[tuple[int, Path, bool, int | None], bool] = {}
        self._asked: dict[int, frozenset[int]] = {}

    def around(self, stage: Stage) -> Stage:
        """A plugin itself, of a codec the one around it."""
        return stage if stage.parent is None else self._graph.stages[stage.parent]

    def of(self, setter: Stage, move: MovedFact, after: Container[int]) -> list[Read]:
        """The reads of an old field in the stages with these indices."""
        path, now = field_path(move.name), field_path(move.now)
        from_input = self.around(setter).kind is Kind.SOURCE
        found: dict[Place, Read] = {}
        for stage, read in self._reads.get(path[0], ()):
            # The new field may lie in the old one: then that is still there.
            same = read.path == path or (move.whole and read.path[: len(path)] == path)
            there = read.there and now[: len(path)] == path
            # What asks for a part of the input's own path means its events, and no field of JSON in other files.
            meant = path == ("path",) and bool(read.literal) and read.literal in self.around(setter).block.value("path")
            beside = self.around(setter).index if meant else None
            if not same or there or stage.index not in after:
                continue
            # The conditions on its way may mean the events of other inputs.
            own = not from_input or self.around(setter).index in self._inputs(stage)
            if own and self._alone(stage, path, from_input, beside):
                found.setdefault(read.place, read)
        return list(found.values())

    def _alone(self, reader: Stage, path: Path, from_input: bool, beside: int | None) -> bool:
        """Whether nothing else before the reader may set the field; no other file does where ``beside`` is the index of one."""
        key = (reader.index, path, from_input, beside)
        if key not in self._known:
            before = self._graph.before(reader)
            if from_input:
                inputs = self._inputs(reader)
                before = [stage for stage in before if stage.kind is not Kind.SOURCE or stage.index in inputs]
            if beside is not None:
                before = [
                    stage for stage in before if (stage.kind, stage.plugin) != (Kind.SOURCE, "file") or stage.index == beside
                ]
            self._known[key] = not any(self._sets(stage, path, from_input) for stage in before)
        return self._known[key]

    def _inputs(self, reader: Stage) -> frozenset[int]:
        """The inputs whose events its conditions ask for, all of them where they tell of none."""
        if reader.index not in self._asked:
            self._asked[reader.index] = frozenset(source.index for source in asked_sources(self._graph, reader))
        return self._asked[reader.index]

    def _sets(self, stage: Stage, path: Path, from_input: bool) -> bool:
        """Whether a stage may set the field, other than by its old name."""
        if stage.kind is Kind.SOURCE and from_input and path[0] != "@metadata" and not self._closed(stage):
            return True
        if stage.index in self._setters:
            added = stage.block.param("add_field")
            return added is not None and path[-1] in added.value
        return path[-1] in words_in(stage.block) or (stage.kind is Kind.FILTER and _may_set(stage, path))

    def _closed(self, source: Stage) -> bool:
        """Whether the events of a source have no fields but those that are known."""
        if source.index in self._decoded:
            return True
        said = _data()["plugins"].get(f"input/{source.plugin}")
        codecs = [part.plugin for part in self._graph.parts(source) if part.kind is Kind.PARSE]
        return said is not None and "open" not in said and all(codec in _PLAIN for codec in codecs)


def _may_set(stage: Stage, path: Path) -> bool:
    """Whether a filter may set a field. Captures of grok's own patterns are known, and targets that a plugin chooses itself."""
    block = stage.block
    if f"filter/{stage.plugin}" in _data()["plugins"] and "target" not in block.names:
        return any(overlap(field_path(name), path) for move in moved_fields(stage) for name in (move.name, move.now))
    if block.name == "grok" and not (block.param("patterns_dir") or block.param("pattern_definitions")):
        from pipelint.engines.logstash.facts.grok import captures

        return any(overlap(field_path(name), path) for name in captures(block))
    writes = effects(block).writes
    if writes is None and block.name in ("grok", "kv") and len(path) > 1:
        # The keys of a text are names at the top, and those of patterns in files nearly so.
        return False
    return writes is None or any(overlap(written, path) for written in writes)


def _bracketed(reference: str) -> str:
    return reference if not reference or reference.startswith("[") else f"[{reference}]"


@cache
def _data() -> Mapping[str, Any]:
    found: Mapping[str, Any] = read_json(files.read_own(_FILE))
    return found
