"""Verdict: whether a regex can be made to backtrack without end, as the analyser in ``native`` finds it."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import cast

from pipelint import _native
from pipelint.base.lean.own_json import read_json
from pipelint.base.lean.record import dataclass
from pipelint.base.text.span import Span

# Steps that the analyser may take to confirm an attack.
STEPS = 2_000_000


@dataclass(frozen=True, slots=True)
class Attack:
    """A line that makes the regex slow: ``prefix``, then ``pump`` many times, then ``suffix``."""

    prefix: str
    pump: str
    suffix: str


@dataclass(frozen=True, slots=True)
class Verdict:
    """``verdict`` is safe, vulnerable or unknown; ``kind`` none, polynomial (of ``degree``) or exponential.

    ``from_each_start``: it is the search from every byte that makes it so. ``span`` is the ambiguous part, ``token`` the
    quantifier to blame, both in bytes of the regex; None where there is none. ``reason`` says why nothing is known.
    """

    verdict: str
    kind: str
    degree: int
    from_each_start: bool
    span: Span | None
    token: Span | None
    attack: Attack | None
    reason: str

    @property
    def bound(self) -> str:
        """Why nothing is known since a bound of the analysis cut in; empty where none did."""
        return _BOUNDS.get(self.reason, "")


# What the analyser says, and what is said of it.
_BOUNDS = {
    "its analysis takes too long": "takes too long to analyse",
    "it is too large to be analysed": "is too large to analyse",
}


@lru_cache(maxsize=256)
def judge(regex: str, limit: int = STEPS) -> Verdict | None:
    """The verdict on a regex, in bounded time; None where the native module has no analyser, or the regex is refused."""
    analyse = cast("Callable[[str, int], str] | None", getattr(_native, "regex_analyse", None))
    if analyse is None:
        return None
    try:
        read = read_json(analyse(regex, limit))
    except ValueError:
        return None
    attack = read.get("attack")
    return Verdict(
        str(read["verdict"]),
        str(read.get("kind") or "none"),
        int(read.get("degree") or 0),
        bool(read.get("from_each_start")),
        _span(read.get("span")),
        _span(read.get("token")),
        Attack(attack["prefix"], attack["pump"], attack["suffix"]) if attack else None,
        str(read.get("reason") or ""),
    )


def _span(read: list[int] | None) -> Span | None:
    return Span(read[0], read[1]) if read else None
