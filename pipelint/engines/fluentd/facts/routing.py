"""Facts about routing: why stages get no events, which events nothing takes, what goes round, labels, and what is there twice."""

from __future__ import annotations

from collections.abc import Iterator

from pipelint.base.block import Block
from pipelint.base.lean.once import cached_property
from pipelint.base.lean.record import dataclass, field
from pipelint.base.text.document import Place
from pipelint.engines.fluentd import types
from pipelint.engines.fluentd.facts.checks.values import all_values, any_label, gives_label, lines, marked_values
from pipelint.engines.fluentd.facts.singles import alike, singles
from pipelint.engines.fluentd.facts.values import FluentdSectionFact
from pipelint.engines.fluentd.plugins.known import known
from pipelint.engines.fluentd.routing.labels import labels_of, why_missing
from pipelint.graph.proof import Why
from pipelint.graph.stage import Kind, Stage, StageGraph
from pipelint.plugins.behaviour import Sends

# Outputs that keep nothing.
_IDLE = ("null", "stdout")
# Labels to which Fluentd itself sends events.
_ERROR_LABEL, _LOG_LABEL = "@ERROR", "@FLUENT_LOG"


@dataclass(frozen=True, eq=False)
class StepFact:
    """A place on the way of events, and what happens to them there, in words."""

    text: str
    place: Place


@dataclass(frozen=True, eq=False)
class UnreachedFact:
    """Why no event reaches a filter or match: ``why`` is taken, rest, no tag, label or workers.

    ``chain`` is the way of the events: from their source to what takes them first, or what sends other tags there. ``tag``
    is one of their tags, empty where none can be named. ``takers`` counts the matches that take them.
    """

    why: Why
    tag: str
    takers: int
    chain: list[StepFact]


@dataclass(frozen=True, eq=False)
class UnmatchedFact:
    """Events that no match takes: those that what stands at ``place`` sends to ``label``, and how they come there.

    ``tags`` are their tags as far as they can be listed; ``whole`` says that nothing of what it emits is taken, ``open`` that it
    depends on the names of files whether there are any.
    """

    label: str
    tags: tuple[str, ...]
    whole: bool
    open: bool
    chain: list[StepFact]
    place: Place


@dataclass(frozen=True, eq=False)
class LoopFact:
    """Outputs that send events in a loop; ``place`` is the first of them, ``tag`` one that gets there, or empty.

    ``dropped``: it ends when the event comes back, which is dropped.
    """

    tag: str
    chain: list[StepFact]
    dropped: bool
    place: Place


@dataclass(frozen=True, eq=False)
class LabelFact:
    """A `<label>`: whether the config refers to it, whether it has a match, and the earlier label of the same name.

    ``idle``: its matches print events or drop them, and do nothing else.
    """

    name: str
    used: bool
    has_match: bool
    place: Place
    first: StepFact | None = None
    idle: bool = False


@dataclass(frozen=True, eq=False)
class LabelUseFact:
    """A parameter ``name`` that names the label ``value``, which is not there when it is looked up.

    ``why``: none (there is no such label), late (`@ERROR` comes after all other labels), workers (only others have it).
    """

    name: str
    value: str
    why: str
    place: Place


@dataclass(frozen=True, eq=False)
class ClashFact:
    """A value that must be unique, used again at ``place``: ``kind`` is id, pos_file, buffer or port; ``first`` has it too.

    ``alike``: all else is the same in both sections, the later one of which is one of ``plugin``.
    """

    kind: str
    value: str
    place: Place
    first: StepFact
    alike: bool
    plugin: str


@dataclass(frozen=True, eq=False)
class RoutingFact:
    """The routing of events through a whole config (Fluentd)."""

    _graph: StageGraph | None = field(default=None, repr=False)
    _root: Block | None = field(default=None, repr=False)

    @property
    def whole(self) -> bool:
        """Whether the config is all there is: not one of several parts, nothing included from elsewhere, no label from Ruby."""
        return self._graph is not None and self._graph.proofs.whole

    @property
    def flows(self) -> bool:
        """Whether the events of some source end in an output of this config."""
        return self._graph is not None and self._graph.proofs.flows

    @cached_property
    def unmatched(self) -> list[UnmatchedFact]:
        """Events that no match takes, once for each stage that emits them."""
        if self._graph is None:
            return []
        stages = self._graph.stages
        return [
            UnmatchedFact(one.label, one.tags, one.whole, one.open, [_step(stages[i]) for i in one.way[:-1]], one.place)
            for one in self._graph.proofs.unmatched
        ]

    @cached_property
    def loops(self) -> list[LoopFact]:
        """Endless routing loops, and those that end where an event comes back with the tag that it gets."""
        if self._graph is None:
            return []
        stages = self._graph.stages
        return [
            LoopFact(loop.tag, [_step(stages[i]) for i in (*loop.way, *loop.stages)], loop.dropped, stages[loop.stages[0]].place)
            for loop in self._graph.proofs.loops
        ]

    @cached_property
    def labels(self) -> list[LabelFact]:
        """All labels in the order of the config."""
        if self._root is None:
            return []
        labels = [*_labels(self._root)]
        if not labels:
            return []
        # One text: to look for a name in it is quicker than in each value. Nearly all labels have an @ in their names, as few
        # other values do.
        marked = all("@" in one.arg for one in labels)
        blocks, own = self._root.blocks, self._root.params.values()
        said = marked_values if marked else all_values
        whole = "\n".join([lines(own, "@" if marked else ""), *(block.noted(said) for block in blocks)])
        open_ended = gives_label(own) or any(block.noted(any_label) for block in blocks)
        first: dict[str, Block] = {}
        found: list[LabelFact] = []
        for block in labels:
            name = block.arg
            used = name in (_ERROR_LABEL, _LOG_LABEL) or open_ended or name in whole
            before = first.setdefault(name, block)
            other = None if before is block else StepFact("the label is first defined here", before.head_place)
            matches = [inner for inner in block.blocks if inner.name == "match"]
            idle = all(inner.value("@type") in _IDLE for inner in matches)
            found.append(LabelFact(name, used, bool(matches), block.head_place, other, idle))
        return found

    @cached_property
    def inside_labels(self) -> list[FluentdSectionFact]:
        """The sections directly inside of labels, but for filters and matches."""
        inner = (block for label in (_labels(self._root) if self._root else ()) for block in label.blocks)
        return [FluentdSectionFact(block, types) for block in inner if block.name not in ("filter", "match")]

    @cached_property
    def label_names(self) -> list[str]:
        """The names of all labels, each once."""
        return list(dict.fromkeys(label.name for label in self.labels))

    @cached_property
    def undefined(self) -> list[LabelUseFact]:
        """The ``@label`` of sources, filters and outputs and the ``timeout_label`` of concat that find no `<label>`."""
        if self._root is None or self._graph is None:
            return []
        labels = labels_of(self._root, self._graph.workers)
        found: list[LabelUseFact] = []
        for stage in self._graph.stages:
            if stage.kind not in _SENDING:
                continue
            params = stage.block.params
            for name in ("@label", "timeout_label") if stage.plugin == "concat" else ("@label",):
                param = params.get(name)
                if param is not None and not param.embedded and (why := why_missing(stage, param, labels, self._graph.workers)):
                    found.append(LabelUseFact(name, param.value, why, param.place))
        return found

    def unreached_indices(self) -> list[int]:
        """The stages that no event reaches, as their positions among all stages."""
        return [] if self._graph is None else sorted(self._graph.proofs.unreached)

    @cached_property
    def clashes(self) -> list[ClashFact]:
        """Duplicate values that must be unique: an @id, the pos_file of a tail source, the path of a file buffer, a port."""
        first: dict[tuple[str, str], tuple[Place, Block]] = {}
        found: list[ClashFact] = []
        for kind, value, place, block in () if self._graph is None else singles(self._graph):
            before, other = first.setdefault((kind, value), (place, block))
            if before is not place:
                step = StepFact("it is first used here", before)
                found.append(ClashFact(kind.split()[0], value, place, step, alike(block, other), block.value("@type")))
        return found


def _labels(root: Block) -> Iterator[Block]:
    for block in root.blocks:
        if block.name == "label":
            yield block
        elif block.name == "worker":
            yield from (inner for inner in block.blocks if inner.name == "label")


_SENDING = (Kind.SOURCE, Kind.FILTER, Kind.OUTPUT)


def unreached_fact(graph: StageGraph, stage: Stage) -> UnreachedFact | None:
    """Why no event reaches ``stage``; None where events may."""
    proof = graph.proofs.unreached.get(stage.index)
    if proof is None:
        return None
    way = [graph.stages[index] for index in proof.way]
    words = _sends if proof.why is Why.NO_TAG else _words
    chain = [StepFact(words(one), one.place) for one in way]
    word = "takes them first" if len(proof.takers) == 1 else "takes some of them first"
    chain.extend(StepFact(f"this match {word}", graph.stages[index].place) for index in proof.takers)
    return UnreachedFact(proof.why, proof.tag, len(proof.takers), chain)


def _sends(stage: Stage) -> str:
    tag = stage.block.param("tag")
    if stage.kind is Kind.SOURCE:
        return "this source sets no tag" if tag is None else f"this source emits {tag.value}"
    return _words(stage)


def _step(stage: Stage) -> StepFact:
    """What a stage does to events on their way."""
    return StepFact(_words(stage), stage.place)


def _words(stage: Stage) -> str:
    tag = stage.value("tag")
    label = stage.value("@label")
    to = f" to {label}" if label else ""
    events = known(stage).events
    retried = stage.value(events.retry_tag)
    match stage.kind, events.sends:
        case Kind.SOURCE, _:
            return f"from this source, as {tag}{to}" if tag else f"from this source{to}"
        case Kind.FILTER, _ if events.timeout_label:
            return f"events that time out here go to {stage.value(events.timeout_label)}"
        case Kind.FILTER, _:
            return f"events that fail here go to {_ERROR_LABEL}"
        case _, Sends.EACH_STORE | Sends.ONE_STORE:
            return f"through this {stage.plugin}"
        case _, Sends.REWRITTEN:
            return f"retagged here{', and sent' + to if to else ''}"
        case _ if retried:
            return f"events that are sent again get the tag {retried}{to}"
        case _:
            return f"sent on{to} by this {stage.plugin}"
