"""What a regular expression's text says about where it can match."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from pipelint.base.lean.late import late
from pipelint.base.lean.record import dataclass


@dataclass(frozen=True, slots=True)
class Anchors:
    """Whether every alternative of a pattern starts and ends at an anchor."""

    start: bool
    end: bool


@lru_cache(maxsize=512)
def anchors(pattern: str) -> Anchors:
    """The anchors of a pattern. Never raises; linear in the text."""
    options = list(_alternatives(pattern))
    return Anchors(all(map(_starts, options)), all(map(_ends, options)))


def _alternatives(pattern: str) -> Iterator[str]:
    """The parts between top-level ``|``."""
    depth = start = at = 0
    in_class = False
    while at < len(pattern):
        char = pattern[at]
        if char == "\\":
            at += 1
        elif in_class:
            in_class = char != "]"
        elif char == "[":
            in_class = True
            # A bracket that comes first is a member.
            if pattern.startswith(("]", "^]"), at + 1):
                at += 2 if pattern[at + 1] == "^" else 1
        elif char == "(":
            depth += 1
        elif char == ")":
            depth -= 1
        elif char == "|" and depth == 0:
            yield pattern[start:at]
            start = at + 1
        at += 1
    yield pattern[start:]


_OPENING = late(r"\A(?:\((?:\?(?:[imxadu-]*:|<\w+>|'\w+'|>))?)*")


def _starts(option: str) -> bool:
    """Whether it starts with ``^`` or ``\\A``, perhaps inside groups, or with a greedy ``.*`` that the engine anchors itself."""
    rest = _OPENING.sub("", option)
    return rest.startswith(("^", "\\A", "\\G", ".*"))


def _ends(option: str) -> bool:
    rest = option.rstrip(")")
    return (rest.endswith("$") and not rest.endswith("\\$")) or rest.endswith(("\\z", "\\Z", ".*", ".+"))
