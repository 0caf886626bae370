"""Picture: what to draw of a stage graph, before it is spelt in a drawing language."""

from __future__ import annotations

from collections.abc import Callable

from pipelint.base.lean.record import dataclass
from pipelint.base.text.locate import locate
from pipelint.graph.stage import Edge, Flow, Kind, Stage, StageGraph

MAX_TEXT = 60
"""Characters of one line of a node; a longer tag pattern is cut in its middle."""

MOST_DRAWN = 500
"""Nodes of a picture: a config with more is not drawn, as nobody could see anything in it."""

Hide = Callable[[str], str]
"""Gives a text of the config without what must not be shown."""

NODES = (Kind.SOURCE, Kind.FILTER, Kind.OUTPUT)
"""What is drawn as a node of its own; all else is a part of one."""


@dataclass(frozen=True, slots=True)
class Node:
    """One plugin with its parts: the lines of its text, uppermost first. ``dead`` where no event reaches it."""

    index: int
    kind: Kind
    lines: tuple[str, ...]
    dead: bool


@dataclass(frozen=True, slots=True)
class Arrow:
    """Events that flow from node to node; ``text`` says by what tags and why, where that is not plain routing."""

    source: int
    target: int
    flow: Flow
    certain: bool
    text: str


@dataclass(frozen=True, slots=True)
class Picture:
    """Nodes by the label or pipeline that they stand in (the top level, ``""``, first), and the arrows between them.

    ``group`` is what such a group is called: ``label``, or ``pipeline`` (Logstash).
    """

    name: str
    group: str
    groups: dict[str, tuple[Node, ...]]
    arrows: tuple[Arrow, ...]


def picture(graph: StageGraph, name: str, hide: Hide = str) -> Picture:
    """What to draw of ``graph``: parts (parse, buffer, format) are written in the node of their plugin.

    ``hide`` gives a text of the config as it may be shown.
    """
    groups: dict[str, list[Node]] = {"": []}
    for stage in graph.stages:
        if stage.kind in NODES:
            groups.setdefault(stage.label, []).append(_node(graph, stage, hide))
    shown = {hide(label): tuple(nodes) for label, nodes in groups.items() if nodes or not label}
    group = "pipeline" if graph.pipelines else "label"
    return Picture(cut(name, 2 * MAX_TEXT), group, shown, tuple(_arrow(edge, hide) for edge in graph.edges))


def _node(graph: StageGraph, stage: Stage, hide: Hide) -> Node:
    lines = [f"{stage.kind.value} {stage.plugin or '(no @type)'}"]
    if stage.pattern:
        lines.append(stage.pattern)
    name = stage.value("@id") or stage.value("id")
    if name:
        lines.append(f"@id {name}")
    if stage.worker:
        lines.append(f"worker {stage.worker}")
    lines += [f"{part.kind.value} {part.plugin}".rstrip() for part in graph.parts(stage) if part.kind not in NODES]
    dead = stage.index in graph.unreachable
    if dead:
        lines.append(_why_dead(graph, graph.unreachable[stage.index]))
    return Node(stage.index, stage.kind, tuple(cut(hide(line), MAX_TEXT) for line in lines), dead)


def _why_dead(graph: StageGraph, taker: int | None) -> str:
    if taker is None:
        return "unreachable, nothing emits such a tag"
    stage = graph.stages[taker]
    return f"unreachable, line {locate(stage.place).start.line} takes its events first"


def _arrow(edge: Edge, hide: Hide) -> Arrow:
    why = "" if edge.flow is Flow.ROUTE else edge.flow.value
    text = ", ".join(part for part in (why, cut(hide(edge.tags), MAX_TEXT)) if part)
    return Arrow(edge.source, edge.target, edge.flow, edge.certain, text)


def cut(text: str, room: int) -> str:
    """``text`` in at most ``room`` characters (9 or more), its middle left out where it is longer."""
    if len(text) <= room:
        return text
    tail = (room - 3) // 2
    return f"{text[: room - 3 - tail]}...{text[len(text) - tail :]}"
