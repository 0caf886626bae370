"""From raw measurements of regexes, with their lines and patterns, to tables of counted work that a checkout can hold."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from pipelint.calibrate.regex.rows import RegexRow
from pipelint.calibrate.rows import table
from pipelint.calibrate.subject import MeasurementError
from pipelint.cost.regex.work import Engine, search
from pipelint.engines.registry import ENGINES
from pipelint.regex.grok import expand
from pipelint.regex.library import shipped_by_any
from pipelint.regex.references import GrokDialect
from pipelint.regex.tree import Refused, read_regex

# Steps of one counted search: most of a second in this machine.
_MOST_STEPS = 400_000_000
# Lines of a family that were measured together, the sizes in their files' names, and the true one of the shortest Apache lines.
_LINES = 16
_SIZES = (100, 250, 1000, 4000)
_SHORT_APACHE = 178
# A search of 25 ms was stopped: how long it takes is not known.
_STOPPED_NS = 25e6


def count(folder: Path, engine: Engine) -> Iterator[RegexRow]:
    """The rows of the raw tables in ``folder``; minutes. Rows that cannot be counted are left out. Raises MeasurementError."""
    # The patterns and the lines are those of the engine whose grok runs on it.
    measured = next(name for name, grok in ENGINES.groks().items() if grok.engine == engine)
    return _onigmo(folder, ENGINES.groks()[measured]) if engine == "onigmo" else _joni(folder, folder / measured / "samples")


def _onigmo(folder: Path, dialect: GrokDialect) -> Iterator[RegexRow]:
    entries = table(folder / "regex_onigmo.csv")
    library = shipped_by_any(dialect)
    for entry in entries:
        expansion = expand(entry["regex"], library, dialect)
        if not expansion.complete:
            raise MeasurementError(f"{entry['id']}: unknown pattern {expansion.problems[0].name}")
        subject = entry["subject"]
        counted = _counted(expansion.regex, [subject], "onigmo")
        if counted is not None:
            hits, groups, work = counted
            ns = float(entry["ns_per_match_median"])
            case = f"{entry['line_kind']} {entry['outcome']}"
            yield RegexRow(entry["id"], case, len(subject), ns, hits, groups, work)


def _joni(folder: Path, samples: Path) -> Iterator[RegexRow]:
    regexes = json.loads((folder / "regex_joni_expansions.json").read_text(encoding="utf-8"))
    for entry in table(folder / "regex_joni.csv"):
        size, family = int(entry["line_bytes"]), entry["line_family"]
        named = _SIZES[0] if size == _SHORT_APACHE else min(_SIZES, key=lambda name: abs(name - size))
        text = (samples / f"{family}{named}.txt").read_text(encoding="utf-8")
        lines = text.split("\n")[:_LINES]
        ns = float(entry["ns_per_match_median"])
        counted = _counted(regexes[entry["id"]]["re"], lines, "joni") if ns < _STOPPED_NS else None
        if counted is not None:
            hits, groups, work = counted
            yield RegexRow(entry["id"], family, sum(map(len, lines)) / len(lines), ns, hits, groups, work)


def _counted(regex: str, lines: Sequence[str], engine: Engine) -> tuple[float, int, Mapping[str, float]] | None:
    """Share of matches, groups, and the work of an average search; None where a search does not come to its end."""
    read = read_regex(regex)
    if isinstance(read, Refused):
        raise MeasurementError(f"{read.message}: {regex}")
    found = search(regex, lines, engine, _MOST_STEPS)
    if any(one.matched is None for one in found):
        return None
    kinds = {kind for one in found for kind in one.work}
    work = {kind: sum(one.work.get(kind, 0) for one in found) / len(found) for kind in kinds}
    return sum(1 for one in found if one.matched) / len(found), read.captures, work
