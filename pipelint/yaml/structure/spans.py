"""Where the nodes of a YAML text end: blanks, line breaks and comments after them are none of theirs."""

from __future__ import annotations

from pipelint.yaml.tree import Mapping, Node, Scalar


def node_end(text: bytes, node: Node) -> int:
    """The offset in ``text`` after ``node``: its bracket, its last value, or the text of a block scalar."""
    while not isinstance(node, Scalar):
        if node.end:
            return node.end
        if isinstance(node, Mapping):
            if not node.pairs:
                return node.start
            last = node.pairs[-1]
            if last.alias is not None:
                return last.alias[1]
            node = last.value
        else:
            if not node.items:
                return node.start
            if len(node.items) - 1 in node.aliases:
                return node.aliases[len(node.items) - 1][1]
            node = node.items[-1]
    cut = text[node.start : node.end]
    return node.start + (len(cut.rstrip()) if node.style in ("|", ">") else len(cut))
