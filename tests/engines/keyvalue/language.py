"""A small third language: sections of ``key = value`` lines, routed by wildcards. Nothing of it is in pipelint itself.

``[read]`` makes events with a ``tag``; ``[change PATTERN]`` and ``[write PATTERN]`` take those whose tag the pattern fits, in
order; the first ``[write]`` ends them. ``use`` names the plugin.
"""

from __future__ import annotations

import fnmatch
import re
from collections.abc import Collection, Mapping, Sequence

from pipelint.base.block import Block, Param
from pipelint.base.condition import Condition
from pipelint.base.finding import Edit
from pipelint.base.text.document import Document, Place
from pipelint.base.text.span import Span
from pipelint.base.writer import WriterError
from pipelint.cost.events.flow import State
from pipelint.cost.events.traffic import TrafficProfile
from pipelint.cost.events.work import Done, Terms, Use
from pipelint.facts.engine import EngineFacts
from pipelint.graph.stage import Edge, Flow, Kind, Route, Stage, StageGraph
from pipelint.language.config import Config
from pipelint.language.syntax_problem import SyntaxProblem
from pipelint.sources.discovery import Discovery
from pipelint.sources.entry import Entry
from tests.engines.keyvalue.tracer import KeyValueTracer

NAME = "keyvalue"
_HEAD = re.compile(rb"^\[(read|change|write)(?: +([^\]\n]*))?\]", re.MULTILINE)
_LINE = re.compile(rb"([a-z_]+)[ ]*=[ ]*([^\n]*)")
_KINDS = {"read": Kind.SOURCE, "change": Kind.FILTER, "write": Kind.OUTPUT}


class KeyValueDiscovery(Discovery):
    """A config in each file."""

    name = NAME

    def claims(self, text: bytes, name: str) -> int | None:
        """The first section."""
        found = _HEAD.search(text)
        return None if found is None else found.start()


class Types:
    """Values are plain numbers."""

    def size(self, text: str) -> int:
        return int(text)

    def seconds(self, text: str) -> float:
        return float(text)

    def integer(self, text: str) -> int | None:
        return int(text) if text.isdecimal() else None

    def regexp(self, text: str) -> tuple[str, str]:
        return text, ""

    def boolean(self, text: str) -> bool | None:
        return {"yes": True, "no": False}.get(text)


class NoWriter:
    """Writes nothing yet."""

    def set_param(self, block: Block, name: str, value: str) -> Edit:
        raise WriterError

    def remove_param(self, param: Param) -> Edit:
        raise WriterError

    def remove_block(self, block: Block) -> Edit:
        raise WriterError

    def add_block(self, inside: Block, name: str, arg: str, params: Mapping[str, str]) -> Edit:
        raise WriterError

    def rename_param(self, param: Param, name: str) -> Edit:
        raise WriterError

    def gather(
        self, inside: Block, name: str, arg: str, params: Mapping[str, str | Param], moved: Sequence[Param]
    ) -> tuple[Edit, ...]:
        raise WriterError


class KeyValueCosts:
    """Each stage does one piece of work an event."""

    by_runtime = False

    def threads(self, stage: Stage) -> int | None:
        """It has one thread."""
        return 0

    def source_weight(self, stage: Stage) -> float:
        return 1.0

    def enter(self, stage: Stage, parts: Sequence[Stage], events: float, traffic: TrafficProfile, settings: Block | None) -> Done:
        return Done((Use(stage, {"work": events}),), emitted={Flow.ROUTE: _state(events, traffic)})

    def arrive(self, stage: Stage, parts: Sequence[Stage], state: State, traffic: TrafficProfile) -> Done:
        return Done((Use(stage, {"work": state.events}),), passed=state if stage.kind is Kind.FILTER else None)

    def ask(self, condition: Condition, state: State) -> Terms:
        return {}

    def condition(self, text: str) -> Condition | None:
        return None

    def takes(self, stage: Stage, tag: str) -> bool | None:
        return fnmatch.fnmatchcase(tag, stage.pattern)


class KeyValueEngine:
    """Reads, routes; parses each document anew."""

    name = NAME
    types = Types()
    writer = NoWriter()
    in_processes = False
    facts = EngineFacts()
    costs = KeyValueCosts()
    refactorings = None
    tracer = KeyValueTracer()
    monitor = None
    launch = None
    example = "[read]\nuse = tail\ntag = a\n\n[write *]\nuse = stdout\n"

    def load(self, entry: Entry, replaced: Mapping[Document, Document] | None = None) -> Config:
        """The config of an entry."""
        documents = tuple((replaced or {}).get(each, each) for each in entry.documents)
        errors: list[SyntaxProblem] = []
        blocks = [block for document in documents for block in _blocks(document, errors)]
        first = documents[0]
        whole, empty = Place(first, Span(0, len(first.text))), Place(first, Span(0, 0))
        root = Block("ROOT", "", tuple(blocks), whole, empty, empty)
        return Config(self, entry, documents, root, tuple(errors), (), _graph(blocks))

    def layout(self, document: Document, but: Collection[Span] = ()) -> None:
        """Formats nothing."""

    def tree(self, document: Document) -> tuple[tuple[SyntaxProblem, ...], Mapping[str, object]]:
        """The sections of a text."""
        errors: list[SyntaxProblem] = []
        return tuple(errors), {"name": "ROOT", "sections": [block.name for block in _blocks(document, errors)]}


def _state(events: float, traffic: TrafficProfile) -> State:
    size = traffic.line_bytes
    return State(events, 0.001, size, size, 1, None, framed=False, continuation=0, partial=0, tag_parts=1)


def _blocks(document: Document, errors: list[SyntaxProblem]) -> list[Block]:
    text = document.text
    heads = [*_HEAD.finditer(text)]
    ends = [head.start() for head in heads[1:]] + [len(text)]
    blocks = []
    for head, end in zip(heads, ends, strict=True):
        params: list[Param] = []
        at = head.end()
        for line in text[at:end].splitlines(keepends=True):
            start, at = at, at + len(line)
            found = _LINE.match(line)
            if found is not None:
                places = [Place(document, Span(start + found.start(group), start + found.end(group))) for group in (1, 2)]
                params.append(Param(found[1].decode(), found[2].decode(), places[1], places[0]))
            elif line.strip() and not line.startswith(b"#"):
                errors.append(SyntaxProblem("a line is key = value", Place(document, Span(start, start + len(line.rstrip())))))
        arg = head.span(2) if head[2] is not None else (head.end(), head.end())
        blocks.append(
            Block(
                head[1].decode(),
                (head[2] or b"").decode(),
                tuple(params),
                Place(document, Span(head.start(), end)),
                Place(document, Span(*head.span())),
                Place(document, Span(*arg)),
            )
        )
    return blocks


def _graph(blocks: Sequence[Block]) -> StageGraph:
    stages = [
        Stage(index, _KINDS[block.name], block.value("use"), block, pattern=block.arg) for index, block in enumerate(blocks)
    ]
    edges: dict[tuple[int, int], Edge] = {}
    routes: list[Route] = []
    for source in (stage for stage in stages if stage.kind is Kind.SOURCE):
        tag = source.value("tag")
        taking = [stage for stage in stages if stage.kind is not Kind.SOURCE and fnmatch.fnmatchcase(tag, stage.pattern)]
        end = next((at for at, stage in enumerate(taking) if stage.kind is Kind.OUTPUT), None)
        way = taking if end is None else taking[: end + 1]
        for one, other in zip([source, *way], way, strict=False):
            edges[one.index, other.index] = Edge(one.index, other.index, Flow.ROUTE, tags=tag)
        filters = tuple((stage.index, True) for stage in way if stage.kind is Kind.FILTER)
        routes.append(Route(source.index, Flow.ROUTE, "", tag, filters, None if end is None else way[-1].index, whole=True))
    reached = {target for _, target in edges}
    unreached = {s.index: None for s in stages if s.kind is not Kind.SOURCE and s.index not in reached}
    return StageGraph(tuple(stages), tuple(edges.values()), tuple(routes), unreached)
