"""Parts of a regex that could be written otherwise: what they are, what would stand there, whether a match gives the same."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeAlias

from pipelint.analysis.regexes import shape
from pipelint.analysis.regexes.change import Change, own_span
from pipelint.analysis.regexes.use import RegexUse, Role
from pipelint.base.late import late
from pipelint.base.record import dataclass, replace
from pipelint.base.span import Span
from pipelint.regex.grok import Expansion
from pipelint.regex.tree import Node, Regex

_DELIMITERS = frozenset(']")|;,}>')
_MOST_ALTERNATIVES = 200
_BACKSLASH = "\\"
_INLINE = "(?i)"
# A reference to DATA whose field a group of its own can be named after.
_DATA = late(r"%\{DATA(?::([A-Za-z_]\w*))?\}|%\{DATA:[^:{}=]+\}")


@dataclass(frozen=True, slots=True)
class Spot:
    """A part of a regex, ``span`` in bytes of what is written, and the changes that make another regex of it.

    ``same``: the engine makes the same of every text. ``timed``: it is only worth a word where a search takes less time then.
    ``detail`` is what the kind of spot needs said; ``options`` are those that suffice, None for the same.
    """

    kind: str
    span: Span
    changes: tuple[Change, ...] = ()
    same: bool = True
    timed: bool = True
    detail: str = ""
    count: int = 1
    options: str | None = None


_Asked: TypeAlias = tuple[Role, str, str, str, str, bool, str, int]
# What was found in the regexes that were looked at last: an editor asks again at each keystroke, and copies of a pattern are
# many in one config. An expansion is known by its identity, so it is kept as long as its number is.
_known: dict[_Asked, tuple[tuple[Spot, ...], Expansion | None]] = {}
_MOST_KNOWN = 512


def find_spots(use: RegexUse, regex: Regex) -> tuple[Spot, ...]:
    """All spots of a regex, each kind at most once, but for alternatives."""
    captures = use.captures_used
    asked = (use.role, use.engine, use.name, use.pattern, use.options, captures, use.written, id(use.expansion))
    if asked not in _known:
        if len(_known) >= _MOST_KNOWN:
            _known.pop(next(iter(_known)))
        _known[asked] = tuple(spot for find in _FINDERS for spot in find(use, regex)), use.expansion
    return _known[asked][0]


def _only_tests(use: RegexUse) -> bool:
    """Whether nothing but the verdict of a match counts."""
    return use.role in (Role.TEST, Role.FIRST) or (use.role is Role.REWRITE and not use.captures_used)


def _around(use: RegexUse, regex: Regex) -> Iterator[Spot]:
    """Wildcards at the edges that change nothing: of a test both at once, of a parser each by itself."""
    if use.role in (Role.REPLACE, Role.SPLIT):
        return
    parts = shape.sequence(regex.root)
    if not parts or any(_looks(part) for part in parts):
        return
    start, end = _start(use, parts), _end(use, parts)
    if start is not None and end is not None and _only_tests(use):
        yield replace(start, changes=(*start.changes, *end.changes), kind="around")
        return
    yield from (spot for spot in (start, end) if spot is not None)


def _start(use: RegexUse, parts: tuple[Node, ...]) -> Spot | None:
    """``.*X`` and ``^.*X`` are found where X is; a lazy run gives the same groups too, as it ends at the first X."""
    anchored = shape.is_start(parts[0])
    if len(parts) < 2 + anchored:
        return None
    first, rest = parts[anchored], parts[anchored + 1 :]
    if not shape.run_of_anything(first) or not (_only_tests(use) or shape.is_lazy(first)):
        return None
    if anchored and not shape.starts_line(parts[0]) and not shape.takes_newlines(first):
        return None
    # The rest must take a character: then it stands behind the start of some line.
    if not any(shape.may_be_empty(part) is False for part in rest):
        return None
    begin, end = own_span(use, parts[0]), own_span(use, first)
    if begin is None or end is None or (anchored and begin.end != end.start):
        return None
    return Spot("start", end, (Change(Span(begin.start, end.end), ""),))


def _looks(node: Node) -> bool:
    """Whether a part looks around, asks where the search began, drops what is matched so far, or has no fixed meaning.

    Behind a look-ahead that begins a pattern Onigmo 6.2 misses some matches, so that what ought to be the same is not.
    """
    return any(
        part.kind in ("look", "keep", "absent", "call") or (part.kind == "assert" and part.details.get("what") == "SearchStart")
        for part in node.walk()
    )


def _end(use: RegexUse, parts: tuple[Node, ...]) -> Spot | None:
    """``X.*`` and ``X.*$`` match where X does, with the same groups: nothing behind X can fail."""
    # The multiline parser goes on behind what was matched.
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


def _captures(use: RegexUse, regex: Regex) -> Iterator[Spot]:
    """Groups that nobody reads, where only the verdict, or only what was matched as a whole, counts."""
    unread = _only_tests(use) or (use.role is Role.REPLACE and not use.captures_used)
    if not unread or use.grok is not None or shape.refers_to_groups(regex.root):
        return
    groups = [node for node in regex.root.walk() if node.kind == "capture"]
    changes: list[Change] = []
    for node in groups:
        start = node.span.start - use.shift
        name = node.details.get("name")
        opening = f"(?<{name}>" if name else "("
        if use.pattern.encode()[start:].startswith(opening.encode()):
            changes.append(Change(Span(start, start + len(opening.encode())), "(?:"))
    if changes and len(changes) == len(groups):
        first = groups[0].span
        span = Span(first.start - use.shift, first.end - use.shift)
        yield Spot("captures", span, tuple(changes), count=len(changes))


def _lazy(use: RegexUse, regex: Regex) -> Iterator[Spot]:
    """A lazy run of anything that a single delimiter ends: a class without the delimiter takes it in one go."""
    if use.role is not Role.PARSE:
        return
    parts = shape.sequence(regex.root)
    found: list[tuple[Span, Change, str]] = []
    for index, part in enumerate(parts[:-1]):
        run = shape.bare(part)
        if not (shape.run_of_anything(run) and shape.is_lazy(run)) or index == 0:
            continue
        char = _delimiter(parts, index + 1)
        change = _narrower(use, run, char) if char else None
        if change is not None:
            found.append((change.span, change, char))
    if found:
        span, _, char = found[0]
        yield Spot("lazy", span, tuple(change for _, change, _ in found), same=False, detail=char, count=len(found))


def _delimiter(parts: tuple[Node, ...], at: int) -> str:
    """The character at ``at``, if it alone ends what is before it."""
    read = shape.literal(parts[at])
    if read is None or len(read[0]) != 1 or read[1] or parts[at].kind != "char":
        return ""
    # Words with blanks between them may be meant, unless what follows takes any word: then the first blank ends it anyway.
    word = at + 1 < len(parts) and shape.takes_any_word(parts[at + 1])
    return read[0] if read[0] in _DELIMITERS or (read[0] == " " and word) else ""


def _narrower(use: RegexUse, run: Node, char: str) -> Change | None:
    """What takes the same up to the delimiter."""
    narrow = f"[^{_BACKSLASH + char if char == ']' else char}]*"
    span = own_span(use, run)
    if use.expansion is None or span is None:
        return None if span is None else Change(span, narrow)
    written = span.cut(use.written.encode()).decode("utf-8", "replace")
    found = _DATA.fullmatch(written)
    if found is None:
        return Change(span, narrow) if written.startswith(".") else None
    if char == " ":
        return Change(Span(span.start + 2, span.start + 6), "NOTSPACE")
    if found[1] is None and written != "%{DATA}":
        return None
    return Change(span, f"(?<{found[1]}>{narrow})" if found[1] else narrow)


def _nothing_left(use: RegexUse, regex: Regex) -> Iterator[Spot]:
    """A greedy run of anything with no more than optional parts before the next: the first takes all, the next nothing."""
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
        if anything and not shape.is_lazy(run):
            open_run = run
        elif not anything:
            open_run = None


def _alternatives(use: RegexUse, regex: Regex) -> Iterator[Spot]:
    """Alternatives that are never needed: the same as one before; in a test also those that contain another."""
    root = regex.root
    top = _top_alternate(root)
    if _looks(root):
        return
    for node in root.walk():
        if node.kind != "alternate" or len(node.children) > _MOST_ALTERNATIVES or use.expansion is not None:
            continue
        texts = [use.pattern.encode()[c.span.start - use.shift : c.span.end - use.shift] for c in node.children]
        first: dict[bytes, int] = {}
        for index, child in enumerate(node.children):
            twin = first.setdefault(texts[index], index)
            if twin != index and texts[index] and not any(part.kind == "capture" for part in child.walk()):
                yield _dropped(use, node, index, "twice", texts[twin])
            elif node is top and _only_tests(use):
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
    child = node.children[index]
    span = Span(child.span.start - use.shift, child.span.end - use.shift)
    with_bar = Span(span.start - 1, span.end) if index else Span(span.start, span.end + 1)
    return Spot(kind, span, (Change(with_bar, ""),), timed=False, detail=by.decode("utf-8", "replace"))


_Finder = Callable[[RegexUse, Regex], Iterator[Spot]]


def _parentheses(use: RegexUse, regex: Regex) -> Iterator[Spot]:
    """A group that holds words alone, of which nobody reads it: parentheses of the text would need backslashes."""
    if not (_only_tests(use) or (use.role is Role.REPLACE and not use.captures_used)) or use.grok is not None:
        return
    repeated = {id(node.children[0]) for node in regex.root.walk() if node.kind == "repeat"}
    for node in regex.root.walk():
        if node.kind != "capture" or node.details.get("name") or id(node) in repeated:
            continue
        read = shape.literal(node.children[0])
        before = use.runnable.encode()[: node.span.start]
        # A single word may be grouped out of habit.
        if read is not None and (" " in read[0].strip() or (before.endswith(b" ") and read[0].strip())):
            span = Span(node.span.start - use.shift, node.span.end - use.shift)
            changes = (Change(Span(span.start, span.start), "\\"), Change(Span(span.end - 1, span.end - 1), "\\"))
            yield Spot("parentheses", span, changes, same=False, timed=False, detail=read[0])


def _first_line(use: RegexUse, regex: Regex) -> Iterator[Spot]:
    """A test for the first line of an event that may match anywhere in the line."""
    facts = regex.facts
    if use.role is not Role.FIRST or any(facts.get(key) for key in ("line_start", "text_start", "line_start_implied")):
        return
    size = len(use.written.encode())
    changes: tuple[Change, ...]
    if shape.sequence(regex.root)[0].kind == "alternate":
        changes = (Change(Span(0, 0), "\\A(?:"), Change(Span(size, size), ")"))
    else:
        changes = (Change(Span(0, 0), "\\A"),)
    yield Spot("unanchored", Span(0, size), changes, same=False)


def _case(use: RegexUse, regex: Regex) -> Iterator[Spot]:
    """A flag ``i`` for all of the pattern, which keeps the engine from looking for a text first."""
    letters = [part for part in regex.root.walk() if part.kind == "char" and part.details.get("fold") is True]
    if use.grok is not None or not any(_has_case(part) for part in letters):
        return
    size = len(use.written.encode())
    if "i" in use.options:
        yield Spot("case", Span(0, size), same=False, options=use.options.replace("i", ""))
    elif use.written.startswith(_INLINE):
        yield Spot("case", Span(0, len(_INLINE)), (Change(Span(0, len(_INLINE)), ""),), same=False)


def _has_case(part: Node) -> bool:
    value = str(part.details["value"])
    return value.lower() != value.upper()


_FINDERS: tuple[_Finder, ...] = (_around, _captures, _lazy, _nothing_left, _alternatives, _parentheses, _first_line, _case)
