"""One regex for people: its tree, what is known of it, and the predicted times."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby, islice
from typing import TextIO

from pipelint.base.text.span import Span
from pipelint.cost.regex.study import Study
from pipelint.regex.tree import Node, Refused, span_of
from pipelint.regex.verdict import Verdict
from pipelint.report.look import WIDTH
from pipelint.report.printing.output import look_of, write
from pipelint.report.printing.styled import Line, Piece, Role
from pipelint.report.regex.words import anchors_in_words, attack_in_words, backtracking_in_words, time_in_words

# Lines of a tree; an expanded grok pattern has thousands of parts.
_MOST_PARTS = 60
# Parts that are not worth a line: their own parts say it.
_PASSED = frozenset({"group", "concat"})


def print_regex(study: Study, stream: TextIO) -> None:
    """Writes the study of a regex."""
    write(_lines(study), stream)


def print_refused(pattern: str, refused: Refused, stream: TextIO) -> None:
    """Writes the engine's message, and the pattern with a caret under what is to blame."""
    at = _column(pattern, refused.span.start)
    width = max(1, _column(pattern, refused.span.end) - at)
    room = look_of(stream).width - 2
    begin = max(0, at - room // 2)
    shown = _shown(pattern[begin : begin + room])
    write(
        [
            (Piece(f"error: {refused.message}", Role.ERROR),),
            (Piece(f"  {shown}"),),
            (Piece("  " + " " * (at - begin) + "^" * min(width, room - (at - begin)), Role.ERROR),),
        ],
        stream,
    )


def _lines(study: Study) -> Iterator[Line]:
    yield (Piece("structure", Role.STRONG),)
    for text in islice(_tree(study, study.regex.root, 0), _MOST_PARTS):
        yield (Piece(text),)
    if sum(1 for _part in study.regex.root.walk()) > _MOST_PARTS:
        yield (Piece("  ... see --format json for the rest", Role.FAINT),)
    yield ()
    yield from _facts(study)
    yield ()
    yield from _times(study)


def _tree(study: Study, node: Node, depth: int) -> Iterator[str]:
    if node.kind in _PASSED:
        for kind, run in groupby(node.children, lambda child: child.kind):
            some = list(run)
            if kind == "char" and node.kind == "concat":
                yield _line(study, "text", Span(some[0].start, some[-1].end), depth)
                continue
            for child in some:
                yield from _tree(study, child, depth)
        return
    yield _line(study, _named(node), span_of(node), depth)
    if node.kind == "repeat" and not node.children[0].children:
        return
    for child in node.children:
        yield from _tree(study, child, depth + 1)


def _line(study: Study, name: str, span: Span, depth: int) -> str:
    return f"  {'  ' * depth}{name}  {_shown(_part(study.pattern, span))}  [{span.start}..{span.end}]"


def _named(node: Node) -> str:
    details = node.details
    match node.kind:
        case "capture":
            return f"capture {details.get('name') or details.get('index')}"
        case "repeat":
            most = details.get("max")
            return f"repeat {details.get('min')}..{'' if most is None else most} {str(details.get('what')).lower()}"
        case "assert" | "look":
            return str(details.get("what"))
        case "char":
            return "text"
        case kind:
            return kind


def _facts(study: Study) -> Iterator[Line]:
    facts = study.regex.facts
    required = facts.get("required")
    texts = ", ".join(repr(text) for text in required) if isinstance(required, list) else ""
    yield _fact("anchored at", anchors_in_words(facts))
    yield _fact("captures", f"{study.regex.captures}" + (f" ({', '.join(study.regex.names)})" if study.regex.names else ""))
    yield _fact("required text", texts or "none")
    if study.verdict is not None:
        yield from _verdict(study, study.verdict)


def _verdict(study: Study, verdict: Verdict) -> Iterator[Line]:
    yield _fact("backtracking", backtracking_in_words(verdict))
    if verdict.token is not None:
        blamed = _shown(_part(study.pattern, verdict.token))
        yield _fact("cause", f"{blamed}  [{verdict.token.start}..{verdict.token.end}]")
    if verdict.attack is not None:
        yield _fact("attack", attack_in_words(verdict.attack))


def _times(study: Study) -> Iterator[Line]:
    spread = f"90% within a factor of {study.spread:.2f}"
    head = f"predicted time of a search in {study.line_bytes}-byte lines, {study.engine}"
    yield (Piece(head, Role.STRONG), Piece(f"  ({spread})"))
    times = study.times
    yield _fact("match", time_in_words(times.hit))
    yield _fact("no match", time_in_words(times.miss))
    yield _fact("late failure", time_in_words(times.late))
    if study.samples:
        yield ()
        yield (Piece("lines", Role.STRONG),)
    for line, one in study.samples:
        verdict = "limit" if one.matched is None else "match" if one.matched else "miss "
        yield (Piece(f"  {verdict}  {time_in_words(one):>30}  {_shown(line[: WIDTH // 2])}"),)


def _fact(name: str, value: str) -> Line:
    return (Piece(f"  {name:<14}"), Piece(value))


def _part(pattern: str, span: Span) -> str:
    return pattern.encode()[span.start : span.end].decode(errors="replace")


def _column(pattern: str, offset: int) -> int:
    """Characters before a byte of the pattern."""
    return len(pattern.encode()[:offset].decode(errors="replace"))


def _shown(text: str) -> str:
    """Text on one line, of bounded width, and without what steers a terminal."""
    short = text if len(text) <= WIDTH else text[: WIDTH - 3] + "..."
    return "".join(char if char.isprintable() else "?" for char in short)
