"""The named groups of a regular expression of Ruby: those that every match sets, and those that it may leave out."""

from __future__ import annotations

import re
from functools import lru_cache

from pipelint.base.lean.late import late
from pipelint.base.lean.record import dataclass, field

# A name may have any character but the closing one and ")", and begins with neither a digit nor a minus.
_ANGLED, _QUOTED = r"[^-0-9=!>)][^>)]*", r"[^-0-9')][^')]*"
_NAMED = late(rf"\(\?(?:<({_ANGLED})>|'({_QUOTED})')")
_OPENINGS = late(rf"\(\?(?:<{_ANGLED}>|'{_QUOTED}'|:|>|[imx]*(?:-[imx]+)?:|=|<=)")
_SKIPPING = late(r"[?*]|\{0?,|\{0\}|\{0,")


@dataclass(frozen=True, slots=True)
class Captures:
    """``sure`` are groups that every match sets, ``maybe`` those that a match may leave out."""

    sure: tuple[str, ...]
    maybe: tuple[str, ...]


@dataclass(slots=True)
class _Group:
    """An open group: its own name, the names set inside on its only way, whether it has several, whether it is claimed of."""

    name: str = ""
    inner: list[str] = field(default_factory=list)
    alternatives: bool = False
    unusual: bool = False

    @property
    def names(self) -> list[str]:
        """The names that are set wherever the group has matched."""
        if self.unusual:
            return []
        return [*([self.name] if self.name else []), *([] if self.alternatives else self.inner)]


@lru_cache(maxsize=256)
def captures(pattern: str, flags: str = "") -> Captures:
    """The named groups of ``pattern`` (without slashes). Never raises; linear in the pattern.

    A group is sure where no alternative, no quantifier and no unusual construct stands around it; of a pattern with
    free spacing, in which there may be comments, none is.
    """
    names = tuple(dict.fromkeys(first or second for first, second in _NAMED.findall(pattern)))
    sure = [] if "x" in flags or re.search(r"\(\?[a-z]*x", pattern) else _sure(pattern)
    return Captures(tuple(name for name in names if name in sure), tuple(name for name in names if name not in sure))


def _sure(pattern: str) -> list[str]:
    stack = [_Group()]
    at = 0
    while at < len(pattern):
        match pattern[at]:
            case "\\":
                at += 1
            case "[":
                at = _class_end(pattern, at)
            case "(":
                group, at = _opened(pattern, at)
                stack.append(group)
            case ")":
                closed = stack.pop()
                if not stack:
                    return []
                if not _SKIPPING.match(pattern, at + 1):
                    stack[-1].inner += closed.names
            case "|":
                stack[-1].alternatives = True
        at += 1
    return stack[0].names if len(stack) == 1 else []


def _opened(pattern: str, at: int) -> tuple[_Group, int]:
    """The group that opens at ``at``, and where the last character of its opening stands."""
    opening = _OPENINGS.match(pattern, at)
    named = _NAMED.match(pattern, at)
    if opening is None:
        return _Group(unusual=pattern.startswith("(?", at)), at
    return _Group("" if named is None else named[1] or named[2]), opening.end() - 1


def _class_end(pattern: str, at: int) -> int:
    """Where the bracket is that closes the character class at ``at``; classes nest. The last character where none does."""
    depth = 0
    start = at
    while at < len(pattern):
        char = pattern[at]
        if char == "\\":
            at += 1
        elif char == "[":
            depth += 1
            start = at
        elif char == "]" and pattern[start + 1 : at] not in ("", "^"):
            depth -= 1
            if depth == 0:
                return at
        at += 1
    return len(pattern) - 1
