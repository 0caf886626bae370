"""The tags that reach a stage, where all of them are known, and what is asked of a part that none of them has."""

from __future__ import annotations

from collections.abc import Iterator

from pipelint.base.block import Block, Param
from pipelint.base.lean.late import late
from pipelint.base.lean.record import dataclass
from pipelint.base.text.document import Place
from pipelint.engines.fluentd.holes import read_holes
from pipelint.engines.fluentd.plugins.known import known
from pipelint.engines.fluentd.routing.emit import LOG_TAGS, from_source
from pipelint.engines.fluentd.routing.stages import STORES
from pipelint.engines.fluentd.routing.taking import meets, taking, within
from pipelint.graph.near import Near
from pipelint.graph.stage import Kind, Stage, StageGraph
from pipelint.language.config import Config
from pipelint.plugins.behaviour import Sends

_MOST_TAGS = 20
_INDEX = late(r"\btag_(?:parts|prefix|suffix)\[(-?\d{1,4})\]")
_KEEP = (Sends.RELABELLED, *STORES)


@dataclass(frozen=True, eq=False)
class TagPartFact:
    """A part of the tag (``tag_parts[3]``) that no tag has which gets there: they have ``parts`` at most, as ``tag`` has."""

    text: str
    parts: int
    tag: str
    place: Place
    block: Block


def missing_tag_parts(graph: StageGraph, stage: Stage) -> Iterator[TagPartFact]:
    """The parts of tags that a filter or output asks for and that no event has."""
    asked = list(_asked(stage))
    if not asked:
        return
    tags = tags_at(graph, stage)
    if not tags:
        return
    longest = max(tags, key=lambda tag: tag.count("."))
    parts = longest.count(".") + 1
    for param, text, index in asked:
        if not -parts <= index < parts:
            yield TagPartFact(text, parts, longest, param.place, stage.block)


def takes_own_log(stage: Stage) -> bool:
    """Whether its pattern takes the tags of all that Fluentd logs about itself."""
    return stage.block.name in ("filter", "match") and within(LOG_TAGS, taking(stage.block.arg or "**").certain)


def filtered_in_vain(config: Config) -> frozenset[int]:
    """The filters, by their indexes, whose patterns meet those of no match of their label, though it has some."""
    by_label: dict[str, list[Stage]] = {}
    for stage in config.graph.of_kind(Kind.OUTPUT):
        if stage.block.name == "match":
            by_label.setdefault(stage.label, []).append(stage)
    taken = {label: [taking(stage.block.arg or "**") for stage in stages] for label, stages in by_label.items()}
    near = {label: Near(None if one.maybe_more else one.certain for one in takes) for label, takes in taken.items()}
    found: set[int] = set()
    for stage in config.graph.of_kind(Kind.FILTER):
        wanted = taking(stage.block.arg or "**")
        if stage.label not in taken or wanted.maybe_more:
            continue
        takes = taken[stage.label]
        if not any(meets(wanted.certain, takes[number]) for number in near[stage.label].of(wanted.certain)):
            found.add(stage.index)
    return frozenset(found)


def tags_at(graph: StageGraph, stage: Stage) -> list[str]:
    """All tags of the events that reach it; empty where these are not known, or too many."""
    before = graph.before(stage)
    if not graph.complete or graph.skipped:
        return []
    if any(one.kind is Kind.OUTPUT and known(one).events.sends not in _KEEP for one in before):
        return []
    found: set[str] = set()
    for source in before:
        if source.kind is not Kind.SOURCE:
            continue
        for emission in from_source(source):
            words = emission.tags.words(_MOST_TAGS)
            if words is None:
                return []
            found.update(words)
    return sorted(found)


def _speaks_of_tags(block: Block) -> bool:
    return any("tag_" in param.value for inner in block.walk() for param in inner.params.values())


def _asked(stage: Stage) -> Iterator[tuple[Param, str, int]]:
    if not stage.block.noted(_speaks_of_tags) or stage.kind not in (Kind.FILTER, Kind.OUTPUT):
        return
    if known(stage).events.sends is Sends.REWRITTEN:
        return
    for block in (stage.block, *(inner for inner in stage.block.blocks if inner.name == "record")):
        for param in block.params.values():
            if "tag_" in param.value and not param.embedded:
                for hole in read_holes(param.value).inside:
                    yield from ((param, found[0], int(found[1])) for found in _INDEX.finditer(hole))
