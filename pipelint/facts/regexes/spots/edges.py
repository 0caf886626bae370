"""What stands at the edges of a regex: wildcards that change nothing there, and an anchor that is missing."""

from __future__ import annotations

from collections.abc import Iterator

from pipelint.base.lean.record import replace
from pipelint.base.text.span import Span
from pipelint.facts.regexes import shape
from pipelint.facts.regexes.change import Change, own_span
from pipelint.facts.regexes.spots.spot import Spot, only_tests
from pipelint.facts.regexes.use import RegexUse, Role
from pipelint.regex.tree import Node, Regex


def around(use: RegexUse, regex: Regex) -> Iterator[Spot]:
    """Wildcards at the edges that change nothing: of a test both at once, of a parser each by itself."""
    if use.role in (Role.REPLACE, Role.SPLIT):
        return
    parts = shape.sequence(regex.root)
    if not parts or any(shape.looks(part) for part in parts):
        return
    start, end = _start(use, parts), _end(use, parts)
    if start is not None and end is not None and only_tests(use):
        yield replace(start, changes=(*start.changes, *end.changes), kind="around")
        return
    yield from (spot for spot in (start, end) if spot is not None)


def _start(use: RegexUse, parts: tuple[Node, ...]) -> Spot | None:
    """``.*X`` and ``^.*X`` are found where X is; a lazy run gives the same groups too, as it ends at the first X."""
    anchored = shape.is_start(parts[0])
    if len(parts) < 2 + anchored:
        return None
    first, rest = parts[anchored], parts[anchored + 1 :]
    if not shape.run_of_anything(first) or not (only_tests(use) or shape.is_lazy(first)):
        return None
    if anchored and not shape.starts_line(parts[0]) and not shape.takes_newlines(first):
        return None
    # The rest must take a character: then it stands after the start of some line.
    if not any(shape.may_be_empty(part) is False for part in rest):
        return None
    begin, end = own_span(use, parts[0]), own_span(use, first)
    if begin is None or end is None or (anchored and begin.end != end.start):
        return None
    return Spot("start", end, (Change(Span(begin.start, end.end), ""),))


def _end(use: RegexUse, parts: tuple[Node, ...]) -> Spot | None:
    """``X.*`` and ``X.*$`` match where X does, with the same groups: nothing after X can fail."""
    # The multiline parser goes on after what was matched.
    if use.name == "format1" or len(parts) < 2:
        return None
    end = shape.ends(parts[-1])
    run, before = (parts[-2], parts[:-2]) if end else (parts[-1], parts[:-1])
    if not shape.run_of_anything(run) or not any(shape.may_be_empty(part) is False for part in before):
        return None
    if end in ("text", "last") and not shape.takes_newlines(run):
        return None
    first, last = own_span(use, run), own_span(use, parts[-1])
    if first is None or last is None or (end and last.start != first.end):
        return None
    return Spot("end", first, (Change(Span(first.start, last.end), ""),))


def unanchored(use: RegexUse, regex: Regex) -> Iterator[Spot]:
    """A test for the first line of an event, or a parser's pattern, that may match anywhere in the line."""
    facts = regex.facts
    # The multiline parser reads on from where its lines begin.
    wanted = use.role is Role.FIRST or (use.role is Role.PARSE and use.name != "format1")
    if not wanted or any(facts.get(key) for key in ("line_start", "text_start", "line_start_implied")):
        return
    size = len(use.written.encode())
    # Logstash's own patterns are anchored so; an event of it seldom holds a second line.
    anchor = "^" if use.engine == "joni" and use.role is Role.PARSE else "\\A"
    changes: tuple[Change, ...]
    if _pattern(use, regex).kind == "alternate":
        changes = (Change(Span(0, 0), f"{anchor}(?:"), Change(Span(size, size), ")"))
    else:
        changes = (Change(Span(0, 0), anchor),)
    yield Spot("unanchored", Span(0, size), changes, same=False)


def _pattern(use: RegexUse, regex: Regex) -> Node:
    """The tree of what is written, without the group that has its options."""
    root = regex.root
    return root.children[0] if use.options and root.kind == "group" else root
