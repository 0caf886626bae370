"""Spot: a part of a regex that could be written otherwise, and what would stand there."""

from __future__ import annotations

from pipelint.base.lean.record import dataclass
from pipelint.base.text.span import Span
from pipelint.facts.regexes.change import Change
from pipelint.facts.regexes.use import RegexUse, Role


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


def only_tests(use: RegexUse) -> bool:
    """Whether nothing but the verdict of a match counts."""
    return use.role in (Role.TEST, Role.FIRST) or (use.role is Role.REWRITE and not use.captures_used)
