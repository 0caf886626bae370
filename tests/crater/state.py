"""The state of a crater: what checks said of the files of a folder, as lines that people read, and what changed between two."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

ESTIMATE = "estimate"
_LINE = re.compile(
    r"(?P<file>.+?)(?::(?P<line>\d+):(?P<column>\d+))?: (?P<code>[A-Z]+\d+|problem|note|failed|estimate) (?P<text>.*)"
)
SAME = 0.01
"""An estimate that differs by no more than this share is the same."""


@dataclass(frozen=True, slots=True, order=True)
class Entry:
    """One thing that was said of ``file``: ``code`` is a rule's, or ``problem``, ``note``, ``failed`` or ``estimate``.

    Line and column are 0 where it has no place. The file of an estimate is the name of its config.
    """

    file: str
    line: int
    column: int
    code: str
    text: str

    def __str__(self) -> str:
        place = f":{self.line}:{self.column}" if self.line else ""
        return f"{self.file}{place}: {self.code} {self.text}"

    @property
    def us(self) -> float:
        """µs of CPU per event of an estimate."""
        return float(self.text.split()[0])


def read_state(text: str) -> list[Entry]:
    """The entries that ``write_state`` has written. Lines that begin with ``#`` are comments."""
    matches = [_LINE.fullmatch(line) for line in text.split("\n") if line and not line.startswith("#")]
    return [
        Entry(match["file"], int(match["line"] or 0), int(match["column"] or 0), match["code"], match["text"])
        for match in matches
        if match is not None
    ]


def write_state(entries: Iterable[Entry]) -> str:
    """A line for each entry."""
    return "".join(f"{entry}\n" for entry in entries)


def state_of(results: Mapping[str, Mapping[str, Any]]) -> list[Entry]:
    """What was found, in order, each once. ``results`` has the JSON document of each file.

    A file that is a part of another one's config (an include, a pipeline of a pipelines.yml) is not looked at by itself.
    """
    parts = {
        path: {document["path"] for config in found.get("configs", ()) for document in config["documents"]}
        for path, found in results.items()
    }
    inside = {part for path, its in parts.items() for part in its if part != path and part in parts and path not in parts[part]}
    return sorted({entry for path, found in results.items() if path not in inside for entry in _entries(path, found)})


def _entries(path: str, found: Mapping[str, Any]) -> Iterator[Entry]:
    if "failed" in found:
        yield Entry(path, 0, 0, "failed", found["failed"])
        return
    for finding in found["findings"]:
        # Of an earlier revision each place is a finding.
        for place in (finding, *finding.get("more", ())):
            yield _entry(place["location"]["path"], place["location"], finding["code"], finding["message"])
    for problem in found["problems"]:
        yield _entry(problem["path"], problem["location"], "problem", problem["message"])
    for note in found["notes"]:
        yield _entry(note["path"], None, "note", note["message"])
    for config in found["configs"]:
        if config["estimate"] is not None:
            estimate = config["estimate"]
            # An earlier revision has no grades.
            grade = next((f", partly {grade}" for grade in ("unknown", "modelled") if estimate.get(grade)), "")
            yield Entry(config["name"], 0, 0, ESTIMATE, f"{estimate['us_per_event']['mid']:.2f} µs{grade}")


def _entry(file: str, location: Mapping[str, Any] | None, code: str, message: str) -> Entry:
    start = {"line": 0, "column": 0} if location is None else location["start"]
    return Entry(file, start["line"], start["column"], code, message.splitlines()[0])


@dataclass(frozen=True, slots=True)
class Change:
    """What changed in the entries of one code; ``altered`` are those that say something else at the same place."""

    code: str
    before: int
    after: int
    added: list[Entry]
    gone: list[Entry]
    altered: list[tuple[Entry, Entry]]

    def lines(self) -> Iterator[str]:
        """Counts, then all that was added (+) and taken away (-), each estimate that changed, and one text that did (~)."""
        said = "changed" if self.code == ESTIMATE else "worded differently"
        counted = ((self.added, "added"), (self.gone, "taken away"), (self.altered, said))
        yield f"{self.code}: {self.before} -> {self.after} ({', '.join(f'{len(what)} {word}' for what, word in counted if what)})"
        yield from (f"  + {entry}" for entry in self.added)
        yield from (f"  - {entry}" for entry in self.gone)
        for old, new in self.altered if self.code == ESTIMATE else self.altered[:1]:
            share = f" ({new.us / old.us - 1:+.1%})" if self.code == ESTIMATE and old.us else ""
            yield f"  ~ {old}"
            yield f"    now {new.text}{share}"


def changes(before: Iterable[Entry], after: Iterable[Entry]) -> list[Change]:
    """What changed between two states, by code."""
    old, new = Counter(before), Counter(after)
    gone, added = _by_code(old - new), _by_code(new - old)
    counts = [Counter(entry.code for entry in state) for state in (old, new)]
    out = []
    for code in sorted({*gone, *added}):
        pairs = _pairs(gone[code], added[code])
        kept = {entry for pair in pairs for entry in pair}
        altered = [pair for pair in pairs if code != ESTIMATE or _differ(*pair)]
        change = Change(
            code,
            *(count[code] for count in counts),
            [entry for entry in added[code] if entry not in kept],
            [entry for entry in gone[code] if entry not in kept],
            altered,
        )
        if change.added or change.gone or change.altered:
            out.append(change)
    return out


def _by_code(entries: Iterable[Entry]) -> defaultdict[str, list[Entry]]:
    out: defaultdict[str, list[Entry]] = defaultdict(list)
    for entry in sorted(entries):
        out[entry.code].append(entry)
    return out


def _pairs(gone: Iterable[Entry], added: Iterable[Entry]) -> list[tuple[Entry, Entry]]:
    """Those that stand at the same place before and after."""
    there: defaultdict[tuple[object, ...], list[Entry]] = defaultdict(list)
    for entry in added:
        there[entry.file, entry.line, entry.column].append(entry)
    return [(entry, same.pop(0)) for entry in gone if (same := there[entry.file, entry.line, entry.column])]


def _differ(old: Entry, new: Entry) -> bool:
    return abs(new.us - old.us) > SAME * old.us or old.text.split()[1:] != new.text.split()[1:]
