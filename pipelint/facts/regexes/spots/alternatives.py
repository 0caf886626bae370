"""Alternatives of a regex that are never needed."""

from __future__ import annotations

from collections.abc import Iterator

from pipelint.base.limits import left_out
from pipelint.base.text.span import Span
from pipelint.facts.regexes import shape
from pipelint.facts.regexes.change import Change
from pipelint.facts.regexes.spots.spot import Spot, only_tests
from pipelint.facts.regexes.use import RegexUse
from pipelint.regex.tree import Node, Regex

_MOST_ALTERNATIVES = 200


def unneeded(use: RegexUse, regex: Regex) -> Iterator[Spot]:
    """Alternatives that say nothing new: the same as one before; in a test also those that contain another."""
    root = regex.root
    top = _top_alternate(root)
    if shape.looks(root):
        return
    for node in root.walk():
        if node.kind != "alternate" or use.expansion is not None:
            continue
        if len(node.children) > _MOST_ALTERNATIVES:
            left_out(f"a regular expression has more than {_MOST_ALTERNATIVES} alternatives side by side: they are not compared")
            continue
        texts = [use.inner(child.span).cut(use.pattern.encode()) for child in node.children]
        first: dict[bytes, int] = {}
        for index, child in enumerate(node.children):
            twin = first.setdefault(texts[index], index)
            if twin != index and texts[index] and not any(part.kind == "capture" for part in child.walk()):
                yield _dropped(use, node, index, "twice", texts[twin])
            elif node is top and only_tests(use):
                wider = _contained(node, index)
                if wider is not None:
                    yield _dropped(use, node, index, "covered", texts[wider])


def _top_alternate(root: Node) -> Node | None:
    """The alternatives that the whole regex is."""
    node = root
    while node.kind in ("group", "capture") and node.children:
        node = node.children[0]
    return node if node.kind == "alternate" else None


def _contained(node: Node, index: int) -> int | None:
    """Another alternative whose text is a part of this one's: whatever has this text has that one."""
    mine = shape.literal(node.children[index])
    if mine is None:
        return None
    for other, child in enumerate(node.children):
        read = shape.literal(child) if other != index else None
        if read is not None and read[1] == mine[1] and read[0] != mine[0] and read[0] in mine[0]:
            return other
    return None


def _dropped(use: RegexUse, node: Node, index: int, kind: str, by: bytes) -> Spot:
    span = use.inner(node.children[index].span)
    with_bar = Span(span.start - 1, span.end) if index else Span(span.start, span.end + 1)
    return Spot(kind, span, (Change(with_bar, ""),), timed=False, detail=by.decode("utf-8", "replace"))
