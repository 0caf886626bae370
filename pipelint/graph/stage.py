"""Stage, Edge and StageGraph: plugin instances at work and how events flow between them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from pipelint.base.block import Block, Guard
from pipelint.base.lean.enum import Enum
from pipelint.base.lean.once import cached_property
from pipelint.base.lean.record import dataclass, field
from pipelint.base.text.document import Place
from pipelint.graph.proof import Proofs

# Of a config with more stages the flow is not followed: no real one comes near.
MAX_STAGES = 20_000
# Of the stages that an event may come from past several conditions or filters, so many are joined to the next one. Older ones
# reach it through them, so nothing is lost but arrows.
LATEST = 8


class Kind(Enum):
    """What a stage does. The words are Fluentd's section names; Logstash's inputs are sources, its codecs parse or format.

    Fluent Bit's processors, parts of an input or output, process.
    """

    SOURCE = "source"
    PARSE = "parse"
    FILTER = "filter"
    OUTPUT = "output"
    BUFFER = "buffer"
    FORMAT = "format"
    INJECT = "inject"
    PROCESS = "process"

    # A member is one object, so that nobody need hash its name, which takes a call of Python each time.
    __hash__ = object.__hash__


class Flow(Enum):
    """Why events go along an edge."""

    ROUTE = "route"  # by tag, or by order in the pipeline
    COPY = "copy"  # an output hands the events to its <store>
    RELABEL = "relabel"  # to another label, tag unchanged
    EMIT = "emit"  # emitted anew under another tag
    ERROR = "error"  # only events that failed, to @ERROR
    TIMEOUT = "timeout"  # only what a timeout flushed
    RETRY = "retry"  # only what an output could not write, emitted anew under another tag

    __hash__ = object.__hash__


@dataclass(frozen=True, slots=True, eq=False)
class Stage:
    """One plugin instance. Compared by identity; ``index`` is its position in ``StageGraph.stages``.

    ``parent`` is the stage that this one is a part of: the source of a ``<parse>``, the output of a ``<buffer>``,
    ``<format>``, ``<inject>`` or ``<store>``. ``pattern`` is the tag pattern as written, ``label`` the label that it stands
    in (``""`` at the top level; Logstash: the pipeline's id), ``worker`` the ``<worker>`` argument (``""`` for all).
    ``guards`` are the conditions that an event has to meet to get here, outermost first (Logstash). ``named`` has the sections
    elsewhere that its parameters may name, such as parsers, by their kind and name: all stages of a config share it.
    """

    index: int
    kind: Kind
    plugin: str
    block: Block
    parent: int | None = None
    pattern: str = ""
    label: str = ""
    worker: str = ""
    guards: tuple[Guard, ...] = ()
    named: Mapping[tuple[str, str], Block] = field(default_factory=dict, repr=False)

    @property
    def place(self) -> Place:
        """The opening tag of its section."""
        return self.block.head_place

    def value(self, name: str, default: str = "") -> str:
        """The value of its parameter ``name``, or ``default``."""
        return self.block.value(name, default)


@dataclass(frozen=True, slots=True)
class Edge:
    """Events flow from stage ``source`` to stage ``target`` (indices).

    ``certain`` is false where only some tags, or perhaps none, take this way. ``tags`` describes the tags on it in the
    engine's own pattern words.
    """

    source: int
    target: int
    flow: Flow
    certain: bool = True
    tags: str = ""


@dataclass(frozen=True, slots=True)
class Route:
    """The way of one class of events from where they are emitted to the output that takes them.

    ``origin`` is the stage that emits them (a source, or an output or filter that emits anew); ``filters`` the filters
    that they pass in order, each with whether all of them pass it; ``target`` the output, None where no output takes them.
    ``whole`` is true where the target takes everything that is left, false where its pattern takes only a part.
    """

    origin: int
    flow: Flow
    label: str
    tags: str
    filters: tuple[tuple[int, bool], ...]
    target: int | None
    whole: bool


@dataclass(frozen=True)
class StageGraph:
    """All stages of one config, the edges between them, and the routes that the edges were drawn from.

    ``unreachable`` has the filters and outputs that no event can reach, with the stage that takes their events first
    (None where nothing emits such a tag at all). ``complete`` is false where a part of the config is not known (an include
    that lies elsewhere, a label from the environment): then only what earlier stages take is claimed. ``skipped``
    is true for a config of more than MAX_STAGES stages, or with too many tags to follow: it has no edges and no routes.
    ``proofs`` says more of unreachable stages, and of events that go nowhere or round (Fluentd).
    ``work`` is how many comparisons of tags it took, weighed by their size.
    ``pipelines`` has the block of each pipeline by its id (Logstash): its settings are the block's parameters.
    """

    stages: tuple[Stage, ...]
    edges: tuple[Edge, ...]
    routes: tuple[Route, ...]
    unreachable: dict[int, int | None]
    workers: int = 1
    complete: bool = True
    skipped: bool = False
    pipelines: Mapping[str, Block] = field(default_factory=dict)
    proofs: Proofs = field(default_factory=Proofs)
    work: int = 0

    @cached_property
    def _inside(self) -> dict[int, list[int]]:
        inside: dict[int, list[int]] = {}
        for stage in self.stages:
            if stage.parent is not None:
                inside.setdefault(stage.parent, []).append(stage.index)
        return inside

    @cached_property
    def _links(self) -> tuple[dict[int, list[int]], dict[int, list[int]]]:
        """By stage those right after it, and those right before it."""
        forward: dict[int, list[int]] = {}
        backward: dict[int, list[int]] = {}
        retries: list[Edge] = []
        for edge in self.edges:
            if edge.flow is Flow.RETRY:
                retries.append(edge)
                continue
            forward.setdefault(edge.source, []).append(edge.target)
            backward.setdefault(edge.target, []).append(edge.source)
        for edge in retries:
            # What leads back into the way that the events came is no part of it: few of them take it.
            if edge.source != edge.target and edge.source not in _reach(forward, edge.target):
                forward.setdefault(edge.source, []).append(edge.target)
                backward.setdefault(edge.target, []).append(edge.source)
        return forward, backward

    def parts(self, stage: Stage) -> list[Stage]:
        """The stages directly inside ``stage``."""
        return [self.stages[i] for i in self._inside.get(stage.index, ())]

    def part(self, stage: Stage, kind: Kind) -> Stage | None:
        """The first stage of ``kind`` directly inside ``stage``, or None."""
        return next((s for s in self.parts(stage) if s.kind is kind), None)

    def of_kind(self, kind: Kind) -> Iterator[Stage]:
        """Stages of ``kind`` in source order."""
        return (s for s in self.stages if s.kind is kind)

    def after(self, stage: Stage) -> list[Stage]:
        """Stages that events of ``stage`` may reach, directly or not, nearest first."""
        return self._closure(stage, self._links[0])

    def before(self, stage: Stage) -> list[Stage]:
        """Stages that events may have passed before ``stage``, nearest first."""
        return self._closure(stage, self._links[1])

    def sources(self, stage: Stage) -> list[Stage]:
        """The sources among ``before``, nearest first."""
        found = self._sources[stage.index]
        return [s for s in self.before(stage) if s.kind is Kind.SOURCE] if found is None else [self.stages[i] for i in found]

    @cached_property
    def _sources(self) -> list[list[int] | None]:
        """By stage its sources, where those of all stages right before it are the same, in one order; else None."""
        found: list[list[int] | None] = []
        _, links = self._links
        for stage in self.stages:
            before = links.get(stage.index, [])
            own = [index for index in before if self.stages[index].kind is Kind.SOURCE]
            if any(index >= stage.index for index in before) or any(index in links for index in own):
                found.append(None)
                continue
            others = [found[index] for index in before if index not in own]
            known = own or next((each for each in others if each), [])
            found.append(known if all(each is not None and each in ([], known) for each in others) else None)
        return found

    def latest_before(self, stage: Stage) -> Iterator[Stage]:
        """Those of ``before``, one by one, each time the one with the highest index that is known to be among them."""
        # Imported here: few configs ask for an order among what comes before.
        from heapq import heapify, heappop, heappush

        _, links = self._links
        seen = set(links.get(stage.index, ()))
        todo = [-index for index in seen]
        heapify(todo)
        while todo:
            here = -heappop(todo)
            yield self.stages[here]
            for index in links.get(here, ()):
                if index not in seen:
                    seen.add(index)
                    heappush(todo, -index)

    def _closure(self, stage: Stage, links: dict[int, list[int]]) -> list[Stage]:
        return [self.stages[i] for i in _reach(links, stage.index)]


def _reach(links: Mapping[int, list[int]], first: int) -> list[int]:
    """What ``links`` lead to from ``first``, nearest first."""
    seen: dict[int, None] = dict.fromkeys(links.get(first, ()))
    todo = list(seen)
    for here in todo:
        for there in links.get(here, ()):
            if there not in seen:
                seen[there] = None
                todo.append(there)
    return todo
