"""The stage graph as a Mermaid flowchart."""

from __future__ import annotations

import re

from pipelint.base.text.printable import printable
from pipelint.graph.render.picture import MAX_TEXT, Arrow, Hide, Node, cut, picture
from pipelint.graph.stage import Flow, Kind, StageGraph

# Brackets that give a node its shape.
_SHAPES = {Kind.SOURCE: ('(["', '"])'), Kind.FILTER: ('["', '"]'), Kind.OUTPUT: ('[["', '"]]')}
# Everything else is written as a character reference: quotes would end a text, and Mermaid gives `#`, `;`, `:`, `%`,
# `<` and backticks a meaning inside of quotes, too.
_SAFE = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789 .,/-@$_")
# Some versions read texts as Markdown, where two runs of stars make what is between them bold.
_STARS = re.compile(r"\*+")
_COLOURS = {Flow.ERROR: "crimson", Flow.TIMEOUT: "darkorange", Flow.RETRY: "darkorange"}


def render(graph: StageGraph, name: str, hide: Hide = str) -> str:
    """``graph`` as a flowchart with the title ``name``, in ASCII.

    A label (Logstash: a pipeline) is a subgraph, a dashed arrow one that some tags or none take; what no event reaches is grey.
    """
    drawn = picture(graph, name, hide)
    lines = ["---", f'title: "{_yaml(drawn.name)}"', "---", "flowchart LR"]
    for number, (label, nodes) in enumerate(drawn.groups.items()):
        if not label:
            lines += [f"  {_node(node)}" for node in nodes]
            continue
        lines.append(f'  subgraph l{number}["{drawn.group} {escape(cut(label, MAX_TEXT))}"]')
        lines += [*(f"    {_node(node)}" for node in nodes), "  end"]
    lines += [f"  {_arrow(arrow)}" for arrow in drawn.arrows]
    for number, arrow in enumerate(drawn.arrows):
        if arrow.flow in _COLOURS:
            lines.append(f"  linkStyle {number} stroke:{_COLOURS[arrow.flow]}")
    dead = [f"n{node.index}" for nodes in drawn.groups.values() for node in nodes if node.dead]
    if dead:
        lines.append("  classDef dead fill:lightgray,stroke:gray,color:dimgray,stroke-dasharray:4")
        lines.append(f"  class {','.join(dead)} dead")
    return "\n".join(lines) + "\n"


def escape(text: str) -> str:
    """``text`` as it may stand between double quotes: Mermaid shows it as it is, and nothing in it ends the quotes."""
    safe = _SAFE | {"*"} if len(_STARS.findall(text)) == 1 else _SAFE
    return "".join(char if char in safe else f"#{_shown(char)};" for char in text)


def _shown(char: str) -> int:
    """The character to show: a reference to one that nobody sees would be drawn as that."""
    return ord(printable(char))


def _yaml(text: str) -> str:
    """``text`` inside a double-quoted YAML scalar."""
    return "".join(char if char in _SAFE else f"\\U{_shown(char):08x}" for char in text)


def _node(node: Node) -> str:
    before, after = _SHAPES[node.kind]
    return f"n{node.index}{before}{'<br/>'.join(escape(line) for line in node.lines)}{after}"


def _arrow(arrow: Arrow) -> str:
    line = "-->" if arrow.certain else "-.->"
    if arrow.certain and arrow.flow is Flow.COPY:
        line = "==>"
    text = f'|"{escape(arrow.text)}"|' if arrow.text else ""
    return f"n{arrow.source} {line}{text} n{arrow.target}"
