"""Wildcards inside of a parser's regex: those that a delimiter ends, and those that are always empty."""

from __future__ import annotations

from collections.abc import Iterator

from pipelint.base.lean.late import late
from pipelint.facts.regexes import shape
from pipelint.facts.regexes.change import Change, own_span
from pipelint.facts.regexes.spots.spot import Spot
from pipelint.facts.regexes.use import RegexUse, Role
from pipelint.regex.tree import Node, Regex

_DELIMITERS = frozenset(']")|;,}>\t')
# How a class writes those that mean something in one, or are not seen.
_IN_CLASS = {"]": "\\]", "\t": "\\t"}
# A reference to DATA whose field a group of its own can be named after.
_DATA = late(r"%\{(?:GREEDY)?DATA(?::([A-Za-z_]\w*))?\}|%\{(?:GREEDY)?DATA:[^:{}=]+\}")
# So many wildcards, each with a delimiter, are meant to split the line, also where they are greedy.
_SPLITS = 4


def delimited(use: RegexUse, regex: Regex) -> Iterator[Spot]:
    """Runs of anything that a single delimiter ends: a class without the delimiter takes it in one go.

    One that is greedy looks for the last delimiter, which may be meant where it is no one of many.
    """
    if use.role is not Role.PARSE:
        return
    parts = shape.sequence(regex.root)
    found: list[tuple[bool, Change, str]] = []
    for index, part in enumerate(parts[:-1]):
        run = shape.bare(part)
        if not shape.run_of_anything(run) or index == 0:
            continue
        char = _delimiter(parts, index + 1)
        change = _narrower(use, run, char) if char else None
        if change is not None:
            found.append((shape.is_lazy(run), change, char))
    if len(found) < _SPLITS:
        found = [one for one in found if one[0]]
    if found:
        _, first, char = found[0]
        yield Spot("delimited", first.span, tuple(change for _, change, _ in found), same=False, detail=char, count=len(found))


def _delimiter(parts: tuple[Node, ...], at: int) -> str:
    """The character at ``at``, if it alone ends what is before it."""
    read = shape.literal(parts[at])
    if read is None or len(read[0]) != 1 or read[1] or parts[at].kind != "char":
        return ""
    # A blank is none: words with blanks between them may be meant, whatever follows.
    return read[0] if read[0] in _DELIMITERS else ""


def _narrower(use: RegexUse, run: Node, char: str) -> Change | None:
    """What takes the same up to the delimiter."""
    narrow = f"[^{_IN_CLASS.get(char, char)}]*"
    span = own_span(use, run)
    if use.expansion is None or span is None:
        return None if span is None else Change(span, narrow)
    written = span.cut(use.written.encode()).decode("utf-8", "replace")
    found = _DATA.fullmatch(written)
    if found is None:
        return Change(span, narrow) if written.startswith(".") else None
    if found[1] is None and ":" in written:
        return None
    return Change(span, f"(?<{found[1]}>{narrow})" if found[1] else narrow)


def always_empty(use: RegexUse, regex: Regex) -> Iterator[Spot]:
    """What a greedy run of anything leaves nothing: a next one with no more than optional parts between, and such a part.

    Where a match has an optional part the run could go on to its end, and what is greedy tries that first.
    """
    parts = shape.sequence(regex.root)
    open_run: Node | None = None
    for part in parts:
        run = shape.bare(part)
        anything = shape.run_of_anything(run)
        if open_run is not None and anything and shape.takes_newlines(run) == shape.takes_newlines(open_run):
            span = own_span(use, part) or own_span(use, run)
            if part.kind == "capture" and span is not None:
                yield Spot("nothing", span, same=False, timed=False, detail=str(part.details.get("name") or ""))
                return
        optional = open_run is not None and _covers(open_run, part) and not shape.refers_to_groups(regex.root)
        named = [node for node in part.walk() if node.kind == "capture" and node.details.get("name")] if optional else []
        span = own_span(use, part) if named and use.role is Role.PARSE else None
        if span is not None:
            yield Spot("nothing", span, same=False, timed=False, detail=str(named[0].details["name"]))
            return
        if (anything or shape.run_of_anything(run, 1)) and not shape.is_lazy(run):
            open_run = run
        elif not anything and not optional:
            open_run = None


def _covers(run: Node, part: Node) -> bool:
    """Whether a part may be left out, and a greedy run before it takes all that it may match."""
    optional = part.kind == "repeat" and part.details.get("min") == 0 and part.details.get("what") in ("Greedy", "Lazy")
    if not optional or shape.looks(part):
        return False
    return shape.takes_newlines(run) or not any(map(_may_be_newline, part.walk()))


def _may_be_newline(node: Node) -> bool:
    match node.kind:
        case "char":
            return str(node.details["value"]) == "\n"
        case "any":
            return node.details.get("newline") is True
        case "class":
            ranges = node.details.get("ranges")
            return ranges is None or any(first <= "\n" <= last for first, last in ranges)
    return node.kind not in ("repeat", "group", "capture", "concat", "alternate", "empty", "assert")
