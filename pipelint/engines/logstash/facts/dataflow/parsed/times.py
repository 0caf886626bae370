"""Date patterns against the grok patterns that made their field: which can read none of the texts that grok captures.

Proved by examples that stand for all texts of a grok pattern: a letter of Joda-Time is taken for whatever it could read at
best, so digits stand for any digits, and a name of a month for any other.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import chain, product, zip_longest

from pipelint.base.block import Block, Guard
from pipelint.base.lean.late import late
from pipelint.engines.logstash.conditions.clauses import clause_of
from pipelint.engines.logstash.conditions.solver import Solver
from pipelint.engines.logstash.facts.dataflow.facts import UnfitDateFact
from pipelint.engines.logstash.facts.dataflow.words import words_in
from pipelint.engines.logstash.facts.field_writes import Path, effects
from pipelint.engines.logstash.facts.items import ValueFact, value_items
from pipelint.graph.stage import Kind, Stage, StageGraph

_TIME = ("10:11:12", "10:11:12.123", "10:11:12,123", "10:11:12:123")
# As many as any pattern has letters.
_DIGITS = "20001010101112"
_ZONE = ("", "Z", "+01:00", "+0100")
# Source: logstash-patterns-core, patterns/legacy/grok-patterns. Parts of which each text is made, with their kinds of text.
SAMPLES: dict[str, tuple[tuple[str, ...], ...]] = {
    "HTTPDATE": (("10/Oct/2000:",), _TIME, (" +0100", " 0100")),
    "SYSLOGTIMESTAMP": (("Oct 10 ", "Oct  1 "), _TIME),
    "TIMESTAMP_ISO8601": (("2000-10-10T", "2000-10-10 "), (*_TIME, "10:11", "1011", "101112", "101112.123", "101112,123"), _ZONE),
    "DATE_EU": (("10/10/2000", "10.10.2000", "10-10-2000"),),
    "DATE_US": (("10/10/2000", "10-10-2000"),),
    "HTTPDERROR_DATE": (("Sun Oct 10 ",), _TIME, (" 2000",)),
    "DATESTAMP_RFC2822": (("Sun, 10 Oct 2000 ",), _TIME, (" +01:00", " +0100", " Z")),
    "INT": ((_DIGITS, f"+{_DIGITS}", f"-{_DIGITS}"),),
    "POSINT": ((_DIGITS,),),
    "NONNEGINT": ((_DIGITS,),),
    "YEAR": (("2000",),),
}
# What a run of one letter of a pattern may read, by the letter.
_NUMBER = r"[+-]?\d+"
_LETTERS = {**dict.fromkeys("yYxCdDHhkKmsSew", _NUMBER), "E": r"\w+\.?", "a": r"\w+", "G": r"\w+"}
_NAMED = {"ISO8601": r"[\d:.,TWZ+\- ]+", "UNIX": r"-?\d+(?:\.\d+)?", "UNIX_MS": r"-?\d+", "TAI64N": r"@?[0-9a-fA-F]+"}
# So many timers on either side of a stage are asked before all others.
_NEAR = 8
# What a pattern names, perhaps with a field at the top; and a group with a name.
_REFERENCE = late(r"%\{(\w+)(?::\[?([\w@]+)\]?(?::\w+)?)?(?=[}:])")
_GROUP = late(r"\(\?<([\w@]+)>")
_TOKEN = late(r"'((?:[^']|'')*)'|([A-Za-z])\2*|.", re.DOTALL)


def unfit_dates(graph: StageGraph, stage: Stage) -> list[UnfitDateFact]:
    """The pattern of a date filter, where none of them reads what the groks before it capture; at most one."""
    asked = stage.block.noted(_asked) if stage.plugin == "date" else None
    made = [] if asked is None else _captured(graph, stage, *asked)
    match = stage.block.param("match") if made else None
    if match is None or match.data is None:
        return []
    field, first, *_ = value_items(match.data)
    name, source = made[0]
    return [UnfitDateFact(field.text, name, samples(name)[0], first.place, source)]


def _asked(block: Block) -> tuple[str, frozenset[str]] | None:
    """The field of a date filter, and the grok patterns of SAMPLES that none of its own reads; None where nothing is known."""
    match = block.param("match")
    items = () if match is None or match.data is None else value_items(match.data)
    field, *patterns = [item.text for item in items] or [""]
    if not patterns or any("%{" in pattern or "${" in pattern for pattern in patterns):
        return None
    readers = [_reader(pattern) for pattern in patterns]
    known = [reader for reader in readers if reader is not None]
    read = {name for name in SAMPLES for text in samples(name) for reader in known if reader.fullmatch(text)}
    return None if len(known) < len(readers) else (field, frozenset(SAMPLES.keys() - read))


def _captured(graph: StageGraph, stage: Stage, field: str, unfit: frozenset[str]) -> list[tuple[str, ValueFact]]:
    """The grok patterns that make the field, each with the text it stands in; none where anything else may make it, or one is
    not ``unfit``."""
    word = field.strip("[]")
    capture = re.compile(rf"%\{{(\w+):\[?{re.escape(word)}\]?(?::\w+)?\}}")
    found: list[tuple[str, ValueFact]] = []
    branches = {id(guard.branch) for guard in stage.guards}
    for before in graph.latest_before(stage) if re.fullmatch(r"[\w@]+", word) else ():
        if _removes_always(before, (word,), branches):
            break
        if word not in words_in(before.block) and not _may_set(before, (word,)):
            continue
        match = before.block.param("match")
        if before.kind is not Kind.FILTER or before.plugin != "grok" or match is None or match.data is None:
            return []
        texts = [
            text
            for value in match.data.items[1::2] or [entry.value for entry in match.data.entries]
            for text in value_items(value)
        ]
        named = [(one[1], text) for text in texts for one in capture.finditer(text.text)]
        if not (before.block.param("patterns_dir") or before.block.param("pattern_definitions")):
            named += [(grok, text) for text in texts for grok in _captured_inside(text.text, word)]
        if not named or any(f"<{word}>" in text.text for text in texts) or not unfit.issuperset(name for name, _ in named):
            return []
        found += named
    return found


def _captured_inside(text: str, word: str) -> list[str]:
    """The grok patterns that make a field inside of those that a text names; none where one of the editions has none such."""
    names = [one[1] for one in _REFERENCE.finditer(text)]
    both = [[grok for name in names for grok, field in inside(name, ecs) if field == word] for ecs in (False, True)]
    return [grok for each in both for grok in each] if all(both) else []


@cache
def inside(name: str, ecs: bool) -> tuple[tuple[str, str], ...]:
    """The patterns by which one of the library makes fields, each with its field; "" for a group of its own."""
    # Imported here: most dates read a field that a text itself names.
    from pipelint.engines.logstash.grok import GROK
    from pipelint.regex.library import Edition, shipped

    definition = shipped(Edition.ECS if ecs else Edition.LEGACY, GROK).definitions.get(name, "")
    found = [("", one[1]) for one in _GROUP.finditer(definition)]
    for one in _REFERENCE.finditer(definition):
        found += [(one[1], one[2])] if one[2] else []
        found += inside(one[1], ecs)
    return tuple(dict.fromkeys(found))


def _removes_always(stage: Stage, path: Path, branches: set[int]) -> bool:
    """Whether no event has the field after this stage that comes through ``branches``."""
    if stage.kind is not Kind.FILTER or any(id(guard.branch) not in branches for guard in stage.guards):
        return False
    return path in effects(stage.block).removes


def _may_set(stage: Stage, path: Path) -> bool:
    """Whether a filter whose settings do not name the field may set it, as a pattern of other patterns or a parser does."""
    if stage.kind is not Kind.FILTER or stage.plugin == "ruby":
        return False
    writes = effects(stage.block).writes
    if writes is None:
        # Imported here: it asks this module for the ways of events.
        from pipelint.engines.logstash.facts.missing.unset import may_write

        writes = may_write(stage.block)
    return writes is None or path in writes


@cache
def samples(name: str) -> tuple[str, ...]:
    """Texts that stand for all that a grok pattern of SAMPLES captures."""
    return tuple("".join(parts) for parts in product(*SAMPLES[name]))


def _reader(pattern: str) -> re.Pattern[str] | None:
    """A regex of all that a date pattern may read, None where that is not known."""
    if pattern in _NAMED:
        return re.compile(_NAMED[pattern])
    parts = list(_parts(_TOKEN.finditer(pattern)))
    return None if None in parts else re.compile("".join(part or "" for part in parts))


def _parts(tokens: Iterable[re.Match[str]]) -> Iterator[str | None]:
    for token in tokens:
        quoted, letter, text = token[1], token[2], token[0]
        if quoted is not None:
            yield re.escape(quoted.replace("''", "'") or "'")
        elif letter is None:
            yield re.escape(text)
        elif letter == "M":
            yield _NUMBER if len(text) < 3 else r"[^\W\d]+\.?"
        elif letter in "zZ":
            yield r"(?:Z|[+-]\d\d(?::?\d\d)?|[\w/+-]+)"
        else:
            yield _LETTERS.get(letter)


def timed_for(graph: StageGraph, stage: Stage, timers: Sequence[int]) -> bool:
    """Whether an event of a stage may come to one of ``timers``, sorted indexes of stages: those near it are asked first."""
    at = bisect_left(timers, stage.index)
    near = (timer for pair in zip_longest(timers[at : at + _NEAR], reversed(timers[max(at - _NEAR, 0) : at])) for timer in pair)
    far = (*timers[: max(at - _NEAR, 0)], *timers[at + _NEAR :])
    return any(timer is not None and may_meet(stage, graph.stages[timer]) for timer in chain(near, far))


def may_meet(one: Stage, other: Stage) -> bool:
    """Whether an event may come to both, by the conditions on the ways to them: as if nothing changed what these ask for."""
    return guards_meet(one.guards, other.guards)


def guards_meet(one: Sequence[Guard], other: Sequence[Guard]) -> bool:
    """Whether an event may meet all of these conditions: as if nothing changed what they ask for."""
    if all(mine.branch is others.branch and mine.holds is others.holds for mine, others in zip(one, other, strict=False)):
        # One way is a part of the other: quicker to see than that its conditions are among the other's.
        return True
    ways = [{(guard.text, guard.holds) for guard in guards} for guards in (one, other)]
    if ways[0] <= ways[1] or ways[1] <= ways[0]:
        return True
    solver = Solver()
    met = {(guard.text, guard.holds): guard for guard in (*one, *other)}
    asked = [(guard.holds, clause_of(guard.branch, guard.condition, lambda _: 0, solver)) for guard in met.values()]
    return not asked or not solver.unsatisfiable([clause if holds else clause.negated() for holds, clause in asked])
