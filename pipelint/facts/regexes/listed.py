"""What the earlier patterns of a list take, of which the first that matches ends it."""

from __future__ import annotations

from functools import lru_cache

from pipelint.base.lean.late import late
from pipelint.facts.regexes import shape
from pipelint.facts.regexes.use import RegexUse
from pipelint.regex.tree import Node, Refused, Regex, read_regex

_REFERRING = frozenset({"backref", "call", "conditional", "keep", "absent"})
# Options in a pattern, for what comes after them, and what asks for where the search began.
_FLAGS = late(r"\(\?[a-z]*-?[a-z]+[:)]|\\[GK]")
# How a group begins that takes part in a match by its text alone.
_OPENS = late(r"(?<!\\)\((?:\?:|\?<(?![=!])[^>]*>)")
# A name that grok makes of %{NAME:field:type}.
_GROK = late(r"[A-Z0-9_]+:([^:]+)(?::\w+)?")


@lru_cache(maxsize=512)
def matches_all(runnable: str) -> bool:
    """Whether a regex matches every text."""
    read = read_regex(runnable)
    if isinstance(read, Refused):
        return False
    return shape.may_be_empty(read.root) is True if shape.plain(read.root) else _starts_and_takes_nothing(read)


def _starts_and_takes_nothing(regex: Regex) -> bool:
    """Whether it is an anchor at the start, and after it nothing that every text would not have."""
    parts = shape.sequence(regex.root)
    return bool(parts) and shape.is_start(parts[0]) and all(shape.may_be_empty(part) is True for part in parts[1:])


def plain_parts(pattern: str, needed: bool = False) -> tuple[str, ...] | None:
    """The texts of its parts in order without the names of captures; None where what surrounds one decides how it is read.

    With ``needed`` those that a text must have for a match: none at its ends that may be empty there.
    """
    regex = read_regex(pattern)
    if isinstance(regex, Refused) or _FLAGS.search(pattern) or _refers(regex):
        return None
    text = pattern.encode()
    parts = shape.sequence(regex.root)
    parts = _needed(parts) if needed else parts
    return tuple(_OPENS.sub("(", text[part.start : part.end].decode("utf-8", "replace")) for part in parts)


def _needed(parts: tuple[Node, ...]) -> tuple[Node, ...]:
    first, end = 0, len(parts)
    if end > 1 and shape.ends(parts[-1]) == "line":
        end -= 2 if shape.run_of_anything(shape.bare(parts[-2])) else 0
        if end == len(parts):
            return parts
    while end and shape.may_be_empty(parts[end - 1]) is True:
        end -= 1
    if end > 1 and shape.starts_line(parts[0]) and shape.run_of_anything(shape.bare(parts[1])):
        first = 2
    while first < end and shape.may_be_empty(parts[first]) is True and not _keeps(parts[first]):
        first += 1
    return parts[first:end]


def _keeps(part: Node) -> bool:
    """Whether it never gives back what it has taken."""
    return any(node.kind == "atomic" or node.details.get("what") == "Possessive" for node in part.walk())


def _refers(regex: Regex) -> bool:
    """Whether something in it refers to a group, or moves where a match begins."""
    todo = [regex.root]
    while todo:
        node = todo.pop()
        if node.kind in _REFERRING:
            return True
        todo.extend(node.children)
    return False


def is_part(inner: RegexUse, parts: tuple[str, ...] | None, outer: RegexUse, whole: tuple[str, ...] | None) -> bool:
    """Whether the ``parts`` that one needs stand one after the other in another: where that matches, so does the one."""
    if not parts or whole is None or inner.options != outer.options or inner.anchored or outer.anchored:
        return False
    size = len(parts)
    return any(whole[at : at + size] == parts for at in range(len(whole) - size + 1))


def added_fields(regex: Regex, other: Regex) -> list[str]:
    """The fields that one captures and another does not."""
    own, others = ({_field(name) for name in each.names} for each in (regex, other))
    return sorted(own - others)


def _field(name: str) -> str:
    found = _GROK.fullmatch(name)
    return name if found is None else found[1]
