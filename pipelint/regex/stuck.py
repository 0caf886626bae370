"""Where matching gets stuck: the longest beginning of a grok pattern that still matches a line that the whole does not."""

from __future__ import annotations

from pipelint.base.lean.record import dataclass
from pipelint.base.text.span import Span
from pipelint.regex.grok import Expansion
from pipelint.regex.run import Run, run
from pipelint.regex.tree import Node, Refused, span_of

# Steps of all tries on one line: some 200 ms.
_STEPS = 20_000_000
_MOST_ELEMENTS = 500
_OPENED = ("concat", "group")


@dataclass(frozen=True, slots=True)
class Element:
    """One part of the sequence that a pattern is at its top: bytes of the expansion, and the groups that are open around it."""

    span: Span
    depth: int


@dataclass(frozen=True, slots=True)
class Stuck:
    """``matched`` elements match together, the next one does not: bytes ``span`` of the expansion.

    ``taken`` is what the beginning takes of the line, in characters. ``exhausted``: the steps ran out, so more might match.
    """

    matched: int
    span: Span
    taken: tuple[int, int]
    exhausted: bool


def elements(expansion: Expansion) -> tuple[Element, ...]:
    """The parts of the expansion that follow each other; plain groups around several are opened, texts are kept together."""
    if isinstance(expansion.parsed, Refused):
        return ()
    found: list[tuple[Node, int]] = []
    _open(expansion.parsed.root, 0, found)
    parts: list[Element] = []
    text = False
    for node, depth in found[:_MOST_ELEMENTS]:
        if text and node.kind == "char" and parts[-1].depth == depth and parts[-1].span.end == node.start:
            parts[-1] = Element(Span(parts[-1].span.start, node.end), depth)
        else:
            parts.append(Element(span_of(node), depth))
        text = node.kind == "char"
    return tuple(parts)


def _open(node: Node, depth: int, found: list[tuple[Node, int]]) -> None:
    if node.kind == "concat":
        for child in node.children:
            _open(child, depth, found)
    elif node.kind == "group" and node.details.get("what") == "Plain" and node.children and node.children[0].kind in _OPENED:
        _open(node.children[0], depth + 1, found)
    else:
        found.append((node, depth))


def stuck(expansion: Expansion, line: str) -> Stuck | None:
    """Where matching ``line`` gets stuck; None where nothing of the pattern can be tried. The whole must not match."""
    parts = elements(expansion)
    regex = expansion.regex.encode()
    matched, taken, left, exhausted = 0, (0, 0), _STEPS, False
    for part in parts[:-1]:
        tried = _try(expansion, regex[: part.span.end], part.depth, line, left)
        if tried is None:
            # A beginning that needs what comes later, as a call of a group: the next one may do.
            matched += 1
            continue
        left -= tried.steps
        exhausted = tried.matched is None
        if not tried.matched or tried.groups[0] is None:
            return Stuck(matched, part.span, taken, exhausted)
        matched, taken = matched + 1, tried.groups[0]
    return Stuck(matched, parts[-1].span, taken, exhausted) if parts else None


def _try(expansion: Expansion, beginning: bytes, depth: int, line: str, limit: int) -> Run | None:
    """Searches ``line`` for a beginning of the pattern; None where that is no regex by itself."""
    regex = beginning.decode() + ")" * depth
    options = expansion.dialect.options
    try:
        return run(f"(?{options}:{regex})" if options else regex, line, max(1, limit))
    except ValueError:
        return None
