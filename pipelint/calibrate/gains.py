"""Gains of fixes: pairs of measured pipelines of which a fix makes one of the other, predicted by fits that saw neither."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median

from pipelint.base.finding import NOTHING, Finding
from pipelint.base.lean.record import replace
from pipelint.calibrate.rows import Row
from pipelint.calibrate.solve import fit
from pipelint.calibrate.store import Stored
from pipelint.calibrate.subject import Subject
from pipelint.calibrate.whole import ranges_of
from pipelint.checker.config.findings import judge
from pipelint.checker.config.gains import may_gain
from pipelint.checker.trial.trial import edited
from pipelint.cost.difference import Before
from pipelint.cost.events.traffic import TrafficProfile
from pipelint.cost.events.walk import Walked
from pipelint.cost.interval import Interval
from pipelint.cost.model import CostModel
from pipelint.cost.ranges import others
from pipelint.rules.index import load_index
from pipelint.settings.model import Settings

# So many fits, each without its share of the pairs.
FOLDS = 10
# Of a normal distribution nine of ten lie within so many standard errors.
_NINE_OF_TEN = 1.645


@dataclass(frozen=True, slots=True)
class Pair:
    """The config of ``before`` is that of ``after`` with the fix of ``rule`` made; their traffic is the same."""

    rule: str
    before: Row
    after: Row

    @property
    def ratio(self) -> float:
        """The measured rate with the fix divided by that without."""
        return self.before.us / self.after.us

    @property
    def saved(self) -> float:
        """µs that the fix saves."""
        return self.before.us - self.after.us


@dataclass(frozen=True, slots=True)
class Gained:
    """A pair, and its gain as predicted with its traffic and with an assumed one. ``usual``: as the rule's other pairs save."""

    pair: Pair
    known: Interval
    assumed: Interval
    usual: float


def pairs(rows: Sequence[Row]) -> list[Pair]:
    """All pairs among the rows of the fit that the fix of a rule on performance makes; what repeats one counts once."""
    used = [row for row in rows if row.use == "fit" and row.config is not None]
    by_lines: dict[tuple[bytes, ...], list[Row]] = {}
    for row in used:
        by_lines.setdefault(_lines(row), []).append(row)
    rules = [rule for rule in load_index().rules if rule.category == "performance"]
    found: dict[object, Pair] = {}
    for row in used:
        assert row.config is not None
        for finding in filter(may_gain, judge(row.config, Settings(), rules).findings):
            made = (other for other in by_lines.get(_lines(row, finding), ()) if _traffic(other) == _traffic(row))
            after = next(made, None)
            if after is not None:
                found.setdefault((finding.code, _lines(row), _traffic(row)), Pair(finding.code, row, after))
    return sorted(found.values(), key=lambda pair: (pair.rule, pair.before.id))


def _traffic(row: Row) -> TrafficProfile:
    """Its traffic, but for the events that one flush finds, which are the more the faster a pipeline is."""
    assert row.traffic is not None
    return replace(row.traffic, chunk_events=1.0)


def _lines(row: Row, finding: Finding | None = None) -> tuple[bytes, ...]:
    """What a row's config says, line by line, with a finding's fix made."""
    assert row.config is not None
    documents = row.config.documents
    fixed = edited(documents, finding.fix.edits if finding is not None and finding.fix is not None else ())
    lines = (line.strip() for document in documents for line in fixed.get(document, document).text.splitlines())
    return tuple(line for line in lines if line and not line.startswith(b"#"))


def leave_out(rows: Sequence[Row], subject: Subject, stored: Stored) -> list[Gained]:
    """The predicted gains of all pairs whose work other rows have. The model gives spreads and ranges."""
    used = [row for row in rows if row.use == "fit"]
    every = pairs(rows)
    out: list[Gained] = []
    for fold in range(min(FOLDS, len(every))):
        left = every[fold::FOLDS]
        ends = [row for pair in left for row in (pair.before, pair.after)]
        rest = [row for row in used if not any(row.terms == end.terms for end in ends)]
        us = fit(rest, {row.id: row for row in rest}, subject.size_pull)
        coefficients = {name: Interval(value, value, value) for name, value in us.items()} | ranges_of(stored)
        model = CostModel(subject.engine, subject.versions, coefficients, stored["spread"], stored["modelled"])
        out += [gained for pair in left if (gained := _gained(pair, every, model)) is not None]
    return sorted(out, key=lambda gained: (gained.pair.rule, gained.pair.before.id))


def _gained(pair: Pair, every: Sequence[Pair], model: CostModel) -> Gained | None:
    """None where the model lacks a term of it, or no gain would be shown."""
    before, after = pair.before, pair.after
    assert before.walk is not None and after.walk is not None
    plain = TrafficProfile(line_bytes=before.line_bytes, given=("line_bytes",))
    was = before.walk(plain)
    open_ = [[before.walk(like) for like in some] for some in others(was, plain)]
    walks: list[Walked] = [was, after.walk(plain), before.walk(None), after.walk(None), *(one for some in open_ for one in some)]
    if not all(model.coefficients.keys() >= load.terms.keys() for walked in walks for load in walked.loads):
        return None
    known, assumed = Before(walks[2], (), model).change(walks[3]), Before(was, open_, model).change(walks[1])
    alike = [other.saved for other in every if other is not pair and other.rule == pair.rule]
    saved = median(alike or [other.saved for other in every if other is not pair] or [0.0])
    usual = before.us / max(before.us - saved, 0.1 * before.us)
    return Gained(pair, known, assumed, usual) if abs(known.mid - 1) >= NOTHING else None


def section(found: Sequence[Gained]) -> str:
    """What docs/accuracy.md says of them, in Markdown; nothing without any."""
    if not found:
        return ""
    rules = {gained.pair.rule for gained in found}
    known, assumed = [(each.pair, each.known) for each in found], [(each.pair, each.assumed) for each in found]
    lines = [
        "## Gains of fixes",
        "",
        f"{len(found)} pairs of measured pipelines with the same traffic, all that there are of which the fix of a rule makes",
        f"the config of the second of that of the first ({len(rules)} rules). A tenth of the pairs at a time was left out of",
        "the fit, with all rows that do the same work. The error is that of the rate's ratio. Repeats of measurements scatter,",
        "which no interval of a model holds: 1.645 standard errors of both rows are added in the column after it. If each rule",
        f"counts once, the median error is {_by_rule(known):.1%} with known traffic, {_by_rule(assumed):.1%} with assumed.",
        "",
        "| traffic | median error | worst | right sign | within the interval | and the scatter | its ends apart |",
        "|---|--:|--:|--:|--:|--:|--:|",
        _line("known, as with a sample", known),
        _line("assumed, but for the bytes of a line", assumed),
        _line("baseline: the µs that the rule's other pairs save", [(each.pair, _point(each.usual)) for each in found]),
        "",
        "| rule | before | after | measured | known traffic | assumed traffic | interval |",
        "|---|---|---|--:|--:|--:|--:|",
    ]
    for each in found:
        pair, gain = each.pair, each.assumed
        said = f"{gain.low:.2f} .. {gain.high:.2f}{'' if _holds(gain, pair, 0.0) else ', not held'}"
        ratios = " | ".join(f"{ratio:.2f}x" for ratio in (pair.ratio, each.known.mid, gain.mid))
        lines.append(f"| {pair.rule} | {pair.before.id} | {pair.after.id} | {ratios} | {said} |")
    return "\n".join(lines)


def _by_rule(found: Sequence[tuple[Pair, Interval]]) -> float:
    """The median over the rules of the median error of their pairs."""
    errors: dict[str, list[float]] = {}
    for pair, gain in found:
        errors.setdefault(pair.rule, []).append(abs(gain.mid / pair.ratio - 1))
    return median(map(median, errors.values()))


def _line(name: str, found: Sequence[tuple[Pair, Interval]]) -> str:
    errors = [abs(gain.mid / pair.ratio - 1) for pair, gain in found]
    signs = sum((gain.mid > 1) == (pair.ratio > 1) for pair, gain in found) / len(found)
    figures = f"{median(errors):.1%} | {max(errors):.0%} | {signs:.0%}"
    if all(gain.low == gain.high for _, gain in found):
        return f"| {name} | {figures} | - | - | - |"
    held, near = (sum(_holds(gain, pair, errors) for pair, gain in found) / len(found) for errors in (0.0, _NINE_OF_TEN))
    apart = median(gain.high / gain.low for _, gain in found)
    return f"| {name} | {figures} | {held:.0%} | {near:.0%} | {apart:.2f}x |"


def _holds(gain: Interval, pair: Pair, errors: float) -> bool:
    """Whether the interval holds the measured gain, give or take so many standard errors of the measurements."""
    scatter = 1 + errors * math.hypot(pair.before.sigma, pair.after.sigma)
    return gain.low / scatter <= pair.ratio <= gain.high * scatter


def _point(value: float) -> Interval:
    return Interval(value, value, value)
