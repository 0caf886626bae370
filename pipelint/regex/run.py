"""Running a regex on lines, as the engine would."""

from __future__ import annotations

from collections.abc import Sequence

from pipelint import _native
from pipelint.base.lean.record import dataclass
from pipelint.regex.grok import Expansion

# Steps of one run: some 50 ms. A line of 4 KiB takes a few thousand where nothing goes wrong.
MOST_STEPS = 5_000_000


@dataclass(frozen=True, slots=True)
class Run:
    """A search: whether it matched (None where the steps did not suffice), and how many steps it took.

    ``groups`` holds begin and end of the whole match and of each group, in characters; None for one that took no part.
    """

    matched: bool | None
    groups: tuple[tuple[int, int] | None, ...]
    steps: int


def run(regex: str, line: str, limit: int = MOST_STEPS) -> Run:
    """Searches ``line``. Raises ValueError where the engine refuses the regex."""
    # Whatever else the machine counts is not asked for here.
    matched, groups, steps = _native.regex_run(regex, line, limit)[:3]
    return Run(matched, tuple(groups), steps)


def captured(expansion: Expansion, line: str, groups: Sequence[tuple[int, int] | None]) -> dict[str, list[str]]:
    """What a match gives each field, as texts: of groups that took no part nothing, nor (in Logstash) of empty ones."""
    found: dict[str, list[str]] = {}
    for field in expansion.fields:
        taken = [groups[number] for number in field.groups if number < len(groups)]
        texts = [line[where[0] : where[1]] for where in taken if where is not None]
        if kept := [text for text in texts if text or not expansion.dialect.options]:
            found[field.name] = kept
    return found
