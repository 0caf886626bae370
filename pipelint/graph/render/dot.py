"""The stage graph in DOT, Graphviz's language."""

from __future__ import annotations

from pipelint.base.text.printable import printable
from pipelint.graph.render.picture import MAX_TEXT, Arrow, Hide, Node, cut, picture
from pipelint.graph.stage import Flow, Kind, StageGraph

_SHAPES = {Kind.SOURCE: "oval", Kind.FILTER: "box", Kind.OUTPUT: "box3d"}
_COLOURS = {Flow.ERROR: "crimson", Flow.TIMEOUT: "darkorange", Flow.RETRY: "darkorange"}
# In a label a backslash begins an escape of Graphviz's own and an ampersand a character reference.
_ESCAPES = {'"': '\\"', "\\": "\\\\", "&": "&amp;"}


def render(graph: StageGraph, name: str, hide: Hide = str) -> str:
    """``graph`` as a digraph with the title ``name``, in ASCII.

    A label (Logstash: a pipeline) is a cluster, a dashed arrow one that some tags or none take; what no event reaches is grey.
    """
    drawn = picture(graph, name, hide)
    lines = [
        "digraph pipelint {",
        f'  label="{escape(drawn.name)}";',
        "  labelloc=t;",
        "  rankdir=LR;",
        '  node [fontname="sans-serif", fontsize=11];',
        '  edge [fontname="sans-serif", fontsize=9];',
    ]
    for number, (label, nodes) in enumerate(drawn.groups.items()):
        if not label:
            lines += [f"  {_node(node)}" for node in nodes]
            continue
        lines += [f"  subgraph cluster_{number} {{", f'    label="{drawn.group} {escape(cut(label, MAX_TEXT))}";']
        lines += [*(f"    {_node(node)}" for node in nodes), "  }"]
    lines += [f"  {_arrow(arrow)}" for arrow in drawn.arrows]
    return "\n".join([*lines, "}"]) + "\n"


def escape(text: str) -> str:
    """``text`` as it may stand between double quotes, shown as it is."""
    return "".join(_escaped(char) for char in text)


def _escaped(char: str) -> str:
    # A reference to a character that nobody sees would be drawn as that.
    code = ord(printable(char))
    return _ESCAPES.get(char, char) if 0x20 <= code < 0x7F else f"&#{code};"


def _node(node: Node) -> str:
    text = "\\n".join(escape(line) for line in node.lines)
    dead = ', style="filled,dashed", fillcolor=lightgray, fontcolor=dimgray, color=gray' if node.dead else ""
    return f'n{node.index} [shape={_SHAPES[node.kind]}, label="{text}"{dead}];'


def _arrow(arrow: Arrow) -> str:
    settings = [f'label="{escape(arrow.text)}"'] if arrow.text else []
    if not arrow.certain:
        settings.append("style=dashed")
    elif arrow.flow is Flow.COPY:
        settings.append("style=bold")
    if arrow.flow in _COLOURS:
        settings.append(f"color={_COLOURS[arrow.flow]}")
    shown = f" [{', '.join(settings)}]" if settings else ""
    return f"n{arrow.source} -> n{arrow.target}{shown};"
