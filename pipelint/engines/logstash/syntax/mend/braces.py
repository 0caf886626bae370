"""The braces of a text and the sections that they make, as far as these can be told in a broken one."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator

from pipelint.base.lean.late import late
from pipelint.base.lean.record import dataclass, field
from pipelint.base.text.span import Span

# What quotes may hide, each by its first character, to which Python passes quickly: a comment, a string. A backslash escapes the
# quote after it, whatever stands before the backslash.
QUOTED = rb"""(?<=#)[^\n]*|(?<=")[^"\\]*(?:\\(?:"|(?!"))[^"\\]*)*"|(?<=')[^'\\]*(?:\\(?:'|(?!'))[^'\\]*)*'"""
# Also regexes of conditions. Groups are the head of a section, brackets and commas, and a quote alone, which opens a string.
_TOKEN = late(
    rb"""[#"'=!{}\[\](),ifo](?:"""
    + QUOTED
    + rb"""|(?<=[=!])~\s*/[^/\\\n]*(?:\\.[^/\\\n]*)*/|(?P<brace>(?<=[{}]))|(?P<quote>(?<=["']))|(?P<mark>(?<=[\[\](),]))"""
    + rb"""|(?P<head>(?<![\w.\[\]>-].)(?:(?<=i)nput|(?<=f)ilter|(?<=o)utput)(?=\s*\{)))"""
)
GAP = late(rb"(?:[ \t\r\n]|#[^\n]*(?:\n|\Z))*")
_HEAD = late(rb"(input|filter|output)\s*\{")
# Plugins and branches as they begin.
_STATEMENT = late(rb"(?:if|else)\b|[\w-]+\s*\{|\"[^\"\n]*\"\s*\{")
_INNER = late(rb"\s*\{" + GAP.pattern + rb"(?:if\b|[\w-]+\s*\{|\})")
_LINE, _LINE_END = late(rb"[^\n]*"), late(rb"\n")
_BLANKS = late(rb"[ \t]*")


@dataclass(slots=True)
class Open:
    """A brace that is not closed yet, and of a section where its head stands, and its kind."""

    at: int
    head: int = 0
    kind: bytes = b""


class Tokens:
    """The heads of sections, the brackets and commas, and the quotes alone of a text."""

    def __init__(self, text: bytes) -> None:
        self.text = text
        self.all = [each for each in _TOKEN.finditer(text) if each.lastgroup]
        self._after = {each.end(): number for number, each in enumerate(self.all, 1)}

    def after(self, at: int) -> Iterable[re.Match[bytes]]:
        """Those from a place on, which need not stand between those of the whole text: a quote may open a string before it."""
        number = self._after.get(at)
        if number is not None:
            return map(self.all.__getitem__, range(number, len(self.all)))
        return (each for each in _TOKEN.finditer(self.text, at) if each.lastgroup)


@dataclass(slots=True)
class Walk:
    """What one way through a text finds."""

    text: bytes
    junk: list[Span] = field(default_factory=list)
    # Sections with their ends and with how many braces they lack there; those inside of another one.
    sections: list[tuple[Open, int, int]] = field(default_factory=list)
    nested: list[tuple[Open, int, Open]] = field(default_factory=list)
    # Where braces open, by where they are closed.
    pairs: dict[int, int] = field(default_factory=dict)
    # The first brace that closes nothing, or plugin outside of a section.
    surplus: int | None = None

    def askew(self, closing: Iterable[int]) -> Iterator[int]:
        """Those of some closing braces that begin their line, and not in the column of the line which opens them."""
        lines = _Lines(self.text)
        for at in closing:
            column, begins = lines.at(at)
            if begins and column != lines.at(self.pairs[at])[0]:
                yield at


class _Lines:
    """How far the line of a place is indented, and whether it begins with that place."""

    def __init__(self, text: bytes) -> None:
        self._text = text
        self._starts = [0, *(each.end() for each in _LINE_END.finditer(text))]
        self._known: dict[int, tuple[int, int]] = {}

    def at(self, place: int) -> tuple[int, bool]:
        """Of one place."""
        start = self._starts[bisect_right(self._starts, place) - 1]
        if start not in self._known:
            found = _BLANKS.match(self._text, start)
            assert found is not None
            self._known[start] = len(found[0].expandtabs(8)), found.end()
        column, first = self._known[start]
        return column, place <= first


def walk_braces(tokens: Tokens, *, cut: bool) -> Walk | None:
    """Follows the braces; with ``cut`` the head of a section ends what is open before it. None where a brace or quote lacks."""
    text = tokens.text
    walk, at = Walk(text), 0
    while True:
        stack: list[Open] = []
        at = _between(text, at, walk, stack)
        if at < 0:
            return None
        if not stack:
            return walk
        if _section(tokens, at, walk, stack, cut=cut) is None:
            return None
        if stack:
            walk.sections.append((stack[0], len(text), len(stack)))
            return walk if len(stack) == 1 else None
        at = walk.sections[-1][1]


def _section(tokens: Tokens, at: int, walk: Walk, stack: list[Open], *, cut: bool) -> bool | None:
    """Follows the braces to the end of a section; False where the text ends before it."""
    text = tokens.text
    for token in tokens.after(at):
        kind, start = token.lastgroup, token.start()
        if kind == "mark" or start < at:
            continue
        if kind == "quote":
            return None
        if kind == "head":
            at = text.index(b"{", start) + 1
            if _INNER.match(text, token.end()):
                if len(stack) > 1:
                    return None
                if cut:
                    walk.sections.append((stack.pop(), start, 1))
            stack.append(Open(at - 1, start, token[0]))
        elif token[0] == b"{":
            stack.append(Open(start))
        else:
            _close(start, stack, walk)
            if not stack:
                return True
    return False if cut else None


def _between(text: bytes, at: int, walk: Walk, stack: list[Open]) -> int:
    """Passes over what stands between sections, into the next one; -1 where that is neither a section nor a line of text."""
    while True:
        gap = GAP.match(text, at)
        at = at if gap is None else gap.end()
        head = _HEAD.match(text, at)
        if head is not None:
            stack.append(Open(head.end() - 1, head.start(), head[1]))
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


def _close(at: int, stack: list[Open], walk: Walk) -> None:
    """Notes what the brace closes."""
    opened = stack.pop()
    walk.pairs[at] = opened.at if not opened.kind else opened.head
    if opened.kind and stack and stack[0].kind:
        walk.nested.append((opened, at + 1, stack[0]))
    elif not stack:
        walk.sections.append((opened, at + 1, 0))
