"""Searches: what the engine does on a line, counted by kind, as terms of the regex cost models."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal, TypeAlias

from pipelint import _native
from pipelint.base.lean.record import dataclass
from pipelint.cost.events.work import Terms

Engine: TypeAlias = 'Literal["onigmo", "joni"]'

# Steps of one search: some 3 ms in this machine, as in the real one. A COMBINEDAPACHELOG takes 400,000 to miss 4 KiB.
MOST_STEPS = 500_000
# Instructions that share one price, beside a surcharge for each of them.
_INSTRUCTIONS = frozenset(
    {"text", "set", "word", "any", "push", "peek", "jump", "capture", "count", "test", "boundary", "empty", "mark", "other"}
)


@dataclass(frozen=True, slots=True)
class Search:
    """One search: whether it matched (None where ``MOST_STEPS`` did not suffice), its steps, and its work by kind."""

    matched: bool | None
    steps: int
    work: Mapping[str, int]


def search(pattern: str, lines: Sequence[str], engine: Engine, limit: int = MOST_STEPS) -> tuple[Search, ...]:
    """What ``engine`` does to find ``pattern`` in each line. Raises ValueError(message, start, end) for a bad pattern."""
    # What is no character (half of a surrogate pair) takes part as one that nothing names.
    texts = [line.encode("utf-8", "replace").decode("utf-8") for line in lines]
    return tuple(Search(*found) for found in _native.regex_work(pattern, texts, limit, engine))


def terms(work: Mapping[str, float], hits: float, groups: int) -> Terms:
    """The work of one search (an average one, perhaps) as terms of the model.

    ``hits``: the share of searches that match; ``groups``: how many groups the pattern has, which a match must hand over.
    """
    found: Terms = {"search": 1.0, "match": hits, "match.group": hits * groups}
    for kind, amount in work.items():
        if kind in _INSTRUCTIONS:
            found["instruction"] = found.get("instruction", 0.0) + amount
        found[kind] = float(amount)
    return found
