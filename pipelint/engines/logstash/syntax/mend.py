"""A broken text as it is once its sections stand where they were meant to: what a person would mend is found by its braces.

Of each way to break a text only that is taken which can be told: lines outside of sections, a section inside of another one, a
section whose closing brace is missing before the next one, a brace too many that stands under nothing. All offsets stay.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from pipelint.base.finding import Related
from pipelint.base.lean.late import late
from pipelint.base.lean.record import dataclass, field
from pipelint.base.text.document import Document, Place
from pipelint.base.text.span import Span
from pipelint.language.syntax_problem import SyntaxProblem

if TYPE_CHECKING:
    from tree_sitter import Node

# What a text is read by: comments, strings, regexes of conditions, the head of a section, braces. A quote alone opens a string.
_TOKEN = late(
    rb"""#[^\n]*|"(?:[^"\\]|\\"|\\(?!"))*"|'(?:[^'\\]|\\'|\\(?!'))*'|[=!]~\s*/(?:[^/\\\n]|\\.)*/|["']"""
    rb"""|(?P<head>(?<![\w.\[\]>-])(?:input|filter|output)(?=\s*\{))|[{}]"""
)
_GAP = late(rb"(?:[ \t\r\n]|#[^\n]*(?:\n|\Z))*")
_HEAD = late(rb"(input|filter|output)\s*\{")
# Plugins and branches as they begin.
_STATEMENT = late(rb"(?:if|else)\b|[\w-]+\s*\{|\"[^\"\n]*\"\s*\{")
_INNER = late(rb"\s*\{" + _GAP.pattern + rb"(?:if\b|[\w-]+\s*\{|\})")
_LINE = late(rb"[^\n]*")
_BLANKS, _NO_LINE = late(rb"[ \t]*"), late(rb"[^\n]")
_COMMA = late(rb"""#[^\n]*|"(?:[^"\\]|\\"|\\(?!"))*"|'(?:[^'\\]|\\'|\\(?!'))*'|[=!]~\s*/(?:[^/\\\n]|\\.)*/|[,{}\[\]()"']""")
_ENDS = late(_GAP.pattern + rb"\]")
_MOST, _MOST_COMMAS, _MOST_LINES = 20, 200, 200
SECTIONS = ("input", "filter", "output")


@dataclass(frozen=True, slots=True)
class Mended:
    """The text in parts of one length, of which each is read alone; what was wrong; whether that was the number of ``braces``."""

    texts: tuple[bytes, ...]
    problems: tuple[SyntaxProblem, ...]
    braces: bool


@dataclass(slots=True)
class _Open:
    """A brace that is not closed yet: how far its line is indented, and of a section where its head stands, and its kind."""

    at: int
    column: int
    head: int = 0
    kind: bytes = b""


class _Lines:
    """How far the line of a place is indented, and whether it begins with that place. Places are asked from left to right."""

    def __init__(self, text: bytes) -> None:
        self._text = text
        self._first = self._end = self._column = 0

    def at(self, place: int) -> tuple[int, bool]:
        """Of one place."""
        if place >= self._end:
            start = self._text.rfind(b"\n", 0, place) + 1
            self._end = (self._text.find(b"\n", place) + 1) or len(self._text) + 1
            found = _BLANKS.match(self._text, start)
            assert found is not None
            self._first, self._column = found.end(), len(found[0].expandtabs(8))
        return self._column, place <= self._first


@dataclass(slots=True)
class _Walk:
    """What one way through a text finds."""

    junk: list[Span] = field(default_factory=list)
    # Sections with their ends and with how many braces they lack there; those inside of another one.
    sections: list[tuple[_Open, int, int]] = field(default_factory=list)
    nested: list[tuple[_Open, int, _Open]] = field(default_factory=list)
    # Closing braces whose column is not that of the line which opens them.
    askew: list[int] = field(default_factory=list)
    # The first brace that closes nothing, or plugin outside of a section.
    surplus: int | None = None


def mend(document: Document) -> Mended | None:
    """How ``document``, whose text has errors, reads once these are mended; None where this is not known."""
    commas = _commas(document.text)
    text = bytearray(document.text)
    for at in commas:
        text[at : at + 1] = b" "
    mended = _sections(document, bytes(text))
    if not commas:
        return mended
    said = tuple(SyntaxProblem("unexpected ','", Place(document, Span(at, at + 1)), local=True, mended=True) for at in commas)
    return Mended((bytes(text),), said, False) if mended is None else Mended(mended.texts, said + mended.problems, mended.braces)


def _commas(text: bytes) -> list[int]:
    """The commas between settings or entries of a hash, and before the end of a list: Logstash takes none there."""
    found, opened = list[int](), [b""]
    for token in _COMMA.finditer(text):
        match token[0]:
            case b"{" | b"[" | b"(":
                opened.append(token[0])
            case b"}" | b"]" | b")":
                opened = opened[:-1] or [b""]
            case b'"' | b"'":
                return []
            case b"," if opened[-1] == b"{" or (opened[-1] == b"[" and _ENDS.match(text, token.end())):
                found.append(token.start())
    return found if len(found) <= _MOST_COMMAS else []


def _sections(document: Document, text: bytes) -> Mended | None:
    """How the braces of ``text``, which is that of ``document`` without what was too much of it, are mended."""
    found = _walk(text, cut=False)
    if found is not None and found.surplus is not None:
        return _without_brace(document, text, found)
    if found is None:
        found = _walk(text, cut=True)
        if found is None or found.surplus is not None or found.askew:
            return None
    if not (found.junk or found.nested or any(lacks for *_, lacks in found.sections)):
        return None
    # Each is read by itself.
    if len(found.sections) + len(found.nested) > _MOST or len(found.junk) > _MOST_LINES:
        return None
    return _pieces(document, text, found)


def _walk(text: bytes, *, cut: bool) -> _Walk | None:
    """Follows the braces; with ``cut`` the head of a section ends what is open before it. None where a brace or quote lacks."""
    walk, stack, at, lines = _Walk(), list[_Open](), 0, _Lines(text)
    while True:
        if not stack:
            at = _between(text, at, walk, stack, lines)
            if at < 0:
                return None
            if not stack:
                return walk
        token = _TOKEN.search(text, at)
        if token is None:
            if cut and stack:
                walk.sections.append((stack[0], len(text), len(stack)))
                return walk if len(stack) == 1 else None
            return None
        at = token.end()
        match token[0]:
            case b'"' | b"'":
                return None
            case b"{":
                stack.append(_Open(token.start(), lines.at(token.start())[0]))
            case b"}":
                _close(token.start(), stack, walk, lines)
            case _ if token["head"] is not None:
                brace = text.index(b"{", token.end())
                opened = _Open(brace, lines.at(token.start())[0], token.start(), token["head"])
                if not _INNER.match(text, token.end()):
                    stack.append(opened)
                elif cut:
                    if len(stack) > 1:
                        return None
                    walk.sections.append((stack[0], token.start(), len(stack)))
                    stack[:] = [opened]
                elif len(stack) > 1:
                    return None
                else:
                    stack.append(opened)
                at = brace + 1


def _between(text: bytes, at: int, walk: _Walk, stack: list[_Open], lines: _Lines) -> int:
    """Passes over what stands between sections, into the next one; -1 where that is neither a section nor a line of text."""
    while True:
        gap = _GAP.match(text, at)
        at = at if gap is None else gap.end()
        head = _HEAD.match(text, at)
        if head is not None:
            stack.append(_Open(head.end() - 1, lines.at(head.start())[0], head.start(), head[1]))
            return head.end()
        if at >= len(text):
            return at
        if text[at : at + 1] in b"{}" or _STATEMENT.match(text, at):
            walk.surplus = at
            return at
        line = _LINE.match(text, at)
        assert line is not None
        if (shown := line[0].rstrip()).count(b"{") != line[0].count(b"}"):
            return -1
        walk.junk.append(Span(at, at + len(shown)))
        at = line.end()


def _close(at: int, stack: list[_Open], walk: _Walk, lines: _Lines) -> None:
    """Notes what the brace closes."""
    opened = stack.pop()
    column, begins = lines.at(at)
    if begins and column != opened.column:
        walk.askew.append(at)
    if opened.kind and stack and stack[0].kind:
        walk.nested.append((opened, at + 1, stack[0]))
    elif not stack:
        walk.sections.append((opened, at + 1, 0))


def _without_brace(document: Document, text: bytes, found: _Walk) -> Mended | None:
    """The text without the one brace that is not indented as what it closes, where all others then are."""
    if found.surplus is None or not found.sections or found.nested or found.junk:
        return None
    if not found.askew and text[found.surplus : found.surplus + 1] != b"}":
        return None
    at = found.askew[0] if found.askew else found.surplus
    kept = b"".join((text[:at], b" ", text[at + 1 :]))
    again = _walk(kept, cut=False)
    if again is None or again.surplus is not None or again.askew or again.nested or again.junk:
        return None
    section = next(opened for opened, *_ in reversed(again.sections) if opened.at < at)
    kind = section.kind.decode()
    began = Related(Place(document, Span(section.head, section.at)), f"the section {kind} begins here")
    message = f"this '}}' is one too many for the section {kind}"
    return Mended((kept,), (SyntaxProblem(message, Place(document, Span(at, at + 1)), "", (began,), mended=True),), True)


def _pieces(document: Document, text: bytes, found: _Walk) -> Mended | None:
    """The sections where they stand, with those of another kind inside of them taken out, and what was wrong with them."""
    main, others = bytearray(text), list[bytes]()
    problems: list[SyntaxProblem] = []
    for span in found.junk:
        main[span.start : span.end] = _blank(text[span.start : span.end])
        message = "text outside of a section"
        expected = "'#' before it, or input, filter or output"
        problems.append(SyntaxProblem(message, Place(document, span), expected, mended=True))
    for inner, end, outer in found.nested:
        kind, around = inner.kind.decode(), outer.kind.decode()
        place = Place(document, Span(inner.head, inner.head + len(inner.kind)))
        began = Related(Place(document, Span(outer.head, outer.head + len(outer.kind))), f"the section {around} begins here")
        if inner.kind == outer.kind:
            # Its plugins go on where they are.
            for span in (Span(inner.head, inner.at + 1), Span(end - 1, end)):
                main[span.start : span.end] = _blank(text[span.start : span.end])
            message, expected = f"a section {kind} inside of the section {around}", "its plugins alone"
        else:
            main[inner.head : end] = _blank(text[inner.head : end])
            others.append(_alone(text, inner.head, end))
            message, expected = f"the section {kind} stands inside of the section {around}", "it before or after that"
        problems.append(SyntaxProblem(message, place, expected, (began,), mended=True))
    for opened, end, lacks in found.sections:
        if not lacks:
            continue
        last = opened.at + 1
        for token in re.finditer(rb"#[^\n]*|[^\s#]+|#", bytes(main[last:end])):
            last = last if token[0].startswith(b"#") else opened.at + 1 + token.end()
        if last + lacks > end:
            return None
        piece = bytearray(_alone(bytes(main), opened.head, end))
        piece[last:end] = b"}" * lacks + b" " * (end - last - lacks)
        main[opened.head : end] = _blank(text[opened.head : end])
        others.append(bytes(piece))
        kind = opened.kind.decode()
        place = Place(document, Span(opened.head, opened.head + len(opened.kind)))
        problems.append(SyntaxProblem(f"the section {kind} is not closed", place, "'}'", mended=True))
    return Mended((bytes(main), *others), tuple(problems), any(lacks for *_, lacks in found.sections))


def _blank(text: bytes) -> bytes:
    return _NO_LINE.sub(b" ", text)


def _alone(text: bytes, start: int, end: int) -> bytes:
    """The text with nothing but what is between ``start`` and ``end``."""
    return _blank(text[:start]) + text[start:end] + _blank(text[end:])


def meant(name: str) -> str:
    """The type of section that a word means, itself where it resembles none."""
    if name in SECTIONS:
        return name
    # Imported here: most texts are sound.
    from pipelint.base.spelling import nearest

    return nearest(name, SECTIONS) or name


def headless(root: Node) -> Iterator[tuple[Node, str]]:
    """The plugins at the beginning of a text that a brace closes, and inputs: what comes after is filters, and no input."""
    first = next((node for node in root.named_children if node.type != "comment"), None)
    if first is None or first.type != "stray" or first.children[-1].type != "}":
        return
    nodes = [node.child_by_field_name("type") for node in root.named_children if node.type == "section"]
    kinds = {b"" if node is None else node.text for node in nodes}
    if b"filter" in kinds and b"input" not in kinds:
        yield first, SECTIONS[0]
