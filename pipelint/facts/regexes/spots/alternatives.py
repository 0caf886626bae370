"""Alternatives of a regex that are never needed."""

from __future__ import annotations

from collections.abc import Iterator

from pipelint.base.limits import left_out
from pipelint.base.text.span import Span
from pipelint.facts.regexes import shape
from pipelint.facts.regexes.change import Change
from pipelint.facts.regexes.spots.spot import Spot, only_tests
from pipelint.facts.regexes.use import RegexUse
from pipelint.regex.tree import Node, Regex, span_of

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
        texts = [use.inner(span_of(child)).cut(use.pattern.encode()) for child in node.children]
        alike: dict[bytes, list[int]] = {}
        for index, child in enumerate(node.children):
            if texts[index] and not any(part.kind == "capture" for part in child.walk()):
                alike.setdefault(texts[index], []).append(index)
        for text, (_, *again) in alike.items():
            if again:
                yield _dropped(use, node, again, "twice", text)
        dropped = {index for _, *again in alike.values() for index in again}
        for index in range(len(node.children)) if node is top and only_tests(use) else ():
            if index not in dropped and (wider := _contained(node, index)) is not None:
                yield _dropped(use, node, [index], "covered", texts[wider])


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


def _dropped(use: RegexUse, node: Node, indexes: list[int], kind: str, by: bytes) -> Spot:
    """Alternatives that can go, each with the bar before it: what goes in one piece is one change."""
    spans = [use.inner(span_of(node.children[index])) for index in indexes]
    gone: list[Span] = []
    for index, span in zip(indexes, spans, strict=True):
        with_bar = Span(span.start - 1, span.end) if index else Span(span.start, span.end + 1)
        if gone and gone[-1].end == with_bar.start:
            gone[-1] = Span(gone[-1].start, with_bar.end)
        else:
            gone.append(with_bar)
    return Spot(kind, spans[0], tuple(Change(span, "") for span in gone), timed=False, detail=by.decode("utf-8", "replace"))
