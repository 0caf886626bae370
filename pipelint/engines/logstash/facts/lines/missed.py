"""Lines that a log has now and then, and that a grok filter for this log does not read: found by running its patterns.

Known are the usual lines of some programs, and rare ones that each such log has, too. A filter is for a log if it reads one of
its usual lines; what it makes of the rare ones its patterns say.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from pipelint.base.block import Block
from pipelint.base.disk import files
from pipelint.base.lean.own_json import read_json
from pipelint.base.lean.record import dataclass
from pipelint.engines.logstash.facts.dataflow.parsed.times import may_meet
from pipelint.engines.logstash.facts.grok import filter_groks
from pipelint.engines.logstash.facts.lines.facts import MissedLinesFact
from pipelint.graph.stage import Kind, Stage, StageGraph
from pipelint.regex.run import run

_FILE = files.join(files.folders(__file__)[0], "known.json")
# A line that a pattern reads takes a few thousand steps.
_STEPS = 100_000
_SHORT = 110
# A line of none of these logs: a pattern that reads it, such as one for an address alone, is for none of them.
_OTHER = "7 jobs of 10.0.0.3 ended at 2024-05-01 10:00:00"


@dataclass(frozen=True)
class _Family:
    """A log: ``hint`` is in each pattern for it, ``rare`` has for each usual line the kinds of rare ones with a line of each."""

    name: str
    hint: re.Pattern[str]
    rare: dict[str, dict[str, str]]


def missed_lines(graph: StageGraph, stage: Stage) -> list[MissedLinesFact]:
    """The lines that a grok filter misses, and no other that its events may meet reads: of each log it is for."""
    read = stage.block.noted(_read)
    if not read:
        return []
    others = [
        each
        for each in (*graph.before(stage), *graph.after(stage))
        if each.kind is Kind.FILTER and each.plugin == "grok" and may_meet(stage, each)
    ]
    return list(_missed(stage, read, [each.block.noted(_read) for each in others]))


def _missed(stage: Stage, read: frozenset[str], others: list[frozenset[str] | None]) -> Iterator[MissedLinesFact]:
    match = stage.block.param("match")
    for family in _families():
        usual = next((line for line in family.rare if line in read), None)
        if usual is None or match is None or None in others:
            continue
        known = read.union(*(each for each in others if each is not None))
        kinds = {what: line for what, line in family.rare[usual].items() if line not in known}
        if kinds:
            yield MissedLinesFact(family.name, list(kinds), _end_of(usual, next(iter(kinds.values()))), match.place)


def _end_of(usual: str, rare: str) -> str:
    """A rare line from a word before it differs from the usual one, where it is long."""
    same = next(at for at, (one, other) in enumerate(zip(usual, rare, strict=False)) if one != other)
    start = rare.rfind(" ", 0, max(same - 20, 0)) + 1
    return rare if len(rare) <= _SHORT or not start else f"...{rare[start:]}"


def _read(block: Block) -> frozenset[str] | None:
    """The lines that a grok filter reads; None where that is not known."""
    found: set[str] = set()
    for grok in filter_groks(block.name, block, {}):
        expansion = grok.expansion()
        if not expansion.complete or "${" in grok.text:
            return None
        hinted = [family for family in _families() if family.hint.search(expansion.regex)]
        if hinted and not _matches(expansion.runnable, _OTHER):
            for family in hinted:
                found |= {line for line in _lines(family) if line not in found and _matches(expansion.runnable, line)}
    return frozenset(found)


def _lines(family: _Family) -> Iterator[str]:
    for usual, rare in family.rare.items():
        yield usual
        yield from rare.values()


def _matches(regex: str, line: str) -> bool:
    """Whether a pattern reads a line; one that takes too long counts as one that does."""
    try:
        return run(regex, line, _STEPS).matched is not False
    except ValueError:
        return False


@cache
def _families() -> list[_Family]:
    said = read_json(files.read_own(_FILE))["families"]
    return [
        _Family(
            each["name"],
            re.compile(each["hint"]),
            {usual: _rare_lines(usual, each["rare"]) for usual in each["usual"]},
        )
        for each in said
    ]


def _rare_lines(usual: str, said: list[dict[str, str | list[str]]]) -> dict[str, str]:
    """The rare lines of a log whose usual line is this one, by what they are."""
    found: dict[str, str] = {}
    for each in said:
        line = each.get("line")
        made = line if isinstance(line, str) else usual.replace(each["put"][0], each["put"][1])
        if made != usual:
            found[str(each["what"])] = made
    return found
