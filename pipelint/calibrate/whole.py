"""Whole pipelines, each predicted by a fit that saw neither it nor its relatives: with its traffic, and with an assumed one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import median

from pipelint.base.lean.record import replace
from pipelint.calibrate.rows import HELD, Row
from pipelint.calibrate.solve import fit
from pipelint.calibrate.store import Stored, short, us_of
from pipelint.calibrate.subject import Subject
from pipelint.calibrate.validate import Judged, kendall_tau, median_error, sum_of_marginals
from pipelint.calibrate.width import ENOUGH, Missed, Width, missed, width_of
from pipelint.cost.estimate import Estimate, estimated, total
from pipelint.cost.events.traffic import TrafficProfile
from pipelint.cost.events.walk import Walked
from pipelint.cost.events.work import Grade
from pipelint.cost.interval import Interval
from pipelint.cost.model import CostModel
from pipelint.cost.ranges import others

# Stages that a pipeline has at least to count as a whole one.
STAGES = 3
_NONE = Width(1.0)


@dataclass(frozen=True, slots=True)
class Left:
    """A pipeline that was left out, and what a fit that had not seen it says of it.

    ``known``: its work with its traffic; ``assumed``: with the one that an estimate assumes, which may lead to the totals
    ``open_``. ``sums``: by the sum of what each stage's kind adds alone, µs. ``near``: the pipelines left out with it.
    """

    row: Row
    model: CostModel
    known: Walked
    assumed: Walked
    open_: Sequence[Sequence[float]]
    sums: float
    near: frozenset[str]

    def estimate(self, width: Width, *, known: bool, ranges: bool = True) -> Estimate:
        """As a model with such a width has it; without ``ranges`` an assumed traffic counts as known."""
        model = replace(self.model, whole=width.whole, open=width.open)
        open_ = self.open_ if ranges and not known else ()
        return estimated(self.known if known else self.assumed, model, 1 / self.row.lines, open_)

    def judged(self, *, known: bool) -> Judged:
        """The prediction beside the measurement."""
        return Judged(self.row, self.estimate(_NONE, known=known).us_per_event.mid)

    def holds(self, width: Width, *, known: bool) -> bool:
        """Whether the interval holds the measurement."""
        us = self.estimate(width, known=known).us_per_event
        return us.low <= self.row.us <= us.high

    @property
    def missed(self) -> Missed:
        """How wide its interval would have to be."""
        some = (
            self.estimate(_NONE, known=True),
            self.estimate(_NONE, known=False, ranges=False),
            self.estimate(_NONE, known=False),
        )
        return missed(self.row.us, *(each.us_per_event for each in some))


@dataclass(frozen=True, slots=True)
class Found:
    """Pipelines that were ``left`` out of the fit, and those that were measured after it (``held``).

    ``width`` is that of the interval of the next one.
    """

    left: tuple[Left, ...]
    held: tuple[Left, ...]
    width: Width

    def widths(self, *, near: bool = True) -> list[Width]:
        """Of each pipeline, first those left out, the width that all others need; not ``near``: all others but its relatives."""
        every = [*self.left, *self.held]
        if len(every) < ENOUGH:
            return [self.width] * len(every)
        all_missed = [(one.row.id, one.missed) for one in every]
        away = [{one.row.id} if near else one.near for one in every]
        return [width_of([miss for name, miss in all_missed if name not in names]) for names in away]

    def paired(self, some: Sequence[Left], *, near: bool = True) -> list[tuple[Left, Width]]:
        """Some of them with their widths."""
        names = {one.row.id for one in some}
        every = zip((*self.left, *self.held), self.widths(near=near), strict=True)
        return [(one, width) for one, width in every if one.row.id in names]

    def held_share(self, some: Sequence[Left], *, known: bool, near: bool = True) -> float:
        """The share of some of them whose interval holds the measurement."""
        held = [one.holds(width, known=known) for one, width in self.paired(some, near=near)]
        return sum(held) / len(held)


def find(rows: Sequence[Row], subject: Subject, stored: Stored) -> Found:
    """The whole pipelines among the rows, each predicted by a fit that had not seen it, and how wide their intervals are."""
    left, held = leave_out(rows, subject, stored), held_out(rows, subject, stored)
    every = [*left, *held]
    width = width_of([one.missed for one in every]) if len(every) >= ENOUGH else Width(stored["spread"])
    return Found(tuple(left), tuple(held), width)


def widened(stored: Stored, found: Found) -> Stored:
    """A model with the width of the intervals of whole pipelines."""
    every = (*found.left, *found.held)
    figures = stored["figures"] | {
        f"coverage_whole_{name}": short(found.held_share(every, known=known))
        for name, known in (("known", True), ("assumed", False))
    }
    return {**stored, "whole": short(found.width.whole), "open": short(found.width.open), "figures": figures}


def leave_out(rows: Sequence[Row], subject: Subject, stored: Stored) -> list[Left]:
    """All whole pipelines among the rows of the fit whose work other rows have. The model gives ranges."""
    ranges = ranges_of(stored)
    used = [row for row in rows if row.use == "fit"]
    stages = {row.id: subject.stages.working(row.stages) for row in used}
    whole = [row for row in used if len(stages[row.id]) >= STAGES or row.kind == subject.whole.kind]
    out: list[Left] = []
    for row in whole:
        near = {other.id for other in whole if _related(stages[row.id], stages[other.id])} | {row.id}
        rest = [other for other in used if other.id not in near and not (row.twin and row.twin == other.twin)]
        us = fit(rest, {other.id: other for other in rest}, subject.size_pull)
        if us.keys() >= row.terms.keys():
            coefficients = {name: Interval(value, value, value) for name, value in us.items()} | ranges
            sums = sum_of_marginals(rest, subject.reading)(row)
            out += _left(row, _model(coefficients, subject, stored), sums, near)
    return out


def held_out(rows: Sequence[Row], subject: Subject, stored: Stored) -> list[Left]:
    """The pipelines that no fit takes, predicted by the model as it is stored."""
    held = [row for row in rows if row.use == HELD]
    if not held:
        return []
    coefficients = {name: Interval(us, us, us) for name, us in us_of(stored).items()} | ranges_of(stored)
    model = _model(coefficients, subject, stored)
    sums = sum_of_marginals([row for row in rows if row.use == "fit"], subject.reading)
    return [left for row in held for left in _left(row, model, sums(row), {row.id})]


def _model(coefficients: Mapping[str, Interval], subject: Subject, stored: Stored) -> CostModel:
    """A model without a spread, in which what is modelled is as much less sure as in the stored one."""
    return CostModel(subject.engine, subject.versions, coefficients, 1.0, stored["modelled"] / stored["spread"])


def ranges_of(stored: Stored) -> dict[str, Interval]:
    """The coefficients of a model that are ranges."""
    entries = stored["coefficients"].items()
    return {name: Interval(entry["low"], entry["us"], entry["high"]) for name, entry in entries if "low" in entry}


def _left(row: Row, model: CostModel, sums: float, near: set[str]) -> list[Left]:
    """Nothing where the model lacks a term of what is assumed."""
    assert row.walk is not None
    plain = TrafficProfile(line_bytes=row.line_bytes, given=("line_bytes",))
    assumed = row.walk(plain)
    likes = [[row.walk(like) for like in some] for some in others(assumed, plain)]
    every = [assumed, *(walked for some in likes for walked in some)]
    if not all(model.coefficients.keys() >= load.terms.keys() for walked in every for load in walked.loads):
        return []
    open_ = [[total(walked, model) for walked in some] for some in likes]
    return [Left(row, model, row.walk(None), assumed, open_, sums, frozenset(near))]


def _related(stages: Sequence[str], others: Sequence[str]) -> bool:
    """Whether one of two pipelines holds all stages of the other."""
    return set(stages) <= set(others) or set(others) <= set(stages)


def section(found: Found) -> str:
    """What docs/accuracy.md says of them, in Markdown."""
    head = [
        "## Whole pipelines, each left out of the fit",
        "",
        f"The {len(found.left)} measured pipelines of {STAGES} working stages and more whose work other rows have, too.",
        "With each of them, all that hold its stages, or only stages of it, were left out. The interval is that of an estimate:",
        "the spread (below), the grade of each stage, and the range of each assumed figure, of which the squares of logs add.",
    ]
    parts = ["\n".join([*head, "", *_tables(found, found.left)])]
    if found.held:
        said = f"{len(found.held)} pipelines after shapes that real configs have. No fit takes them (`use` is `{HELD}`)."
        title = "## Pipelines that were written and measured after the model"
        parts.append("\n".join([title, "", said, "", *_tables(found, found.held)]))
    return "\n\n".join([*parts, _widths(found)])


def _widths(found: Found) -> str:
    every = (*found.left, *found.held)
    lines = ["## How wide the intervals are", ""]
    if len(every) < ENOUGH:
        lines += [f"{len(every)} whole pipelines are too few to tell what nine of ten need: the interval is that of all rows."]
        return "\n".join(lines)
    lines += [
        f"By these {len(every)} whole pipelines, none of which a fit saw, an interval holds nine of ten with a factor of",
        f"{found.width.whole:.2f} where the traffic is known. With an assumed one the ranges of what is assumed count",
        f"{found.width.open:.2f} times, in logs. So that no pipeline says how wide its own interval is, each is judged by what",
        "the others need: by all others, in the last column by those that were not left out of the fit with it.",
        "",
        "| within the interval | left out of the fit | measured after it | together | its relatives left out |",
        "|---|--:|--:|--:|--:|",
    ]
    for name, known in (("known traffic", True), ("assumed traffic", False)):
        shares = [
            f"{found.held_share(some, known=known):.0%} of {len(some)}" if some else "-" for some in (found.left, found.held)
        ]
        whole = [found.held_share(every, known=known, near=near) for near in (True, False)]
        lines.append(f"| {name} | {' | '.join(shares)} | {whole[0]:.1%} | {whole[1]:.1%} |")
    return "\n".join(lines)


def _tables(found: Found, some: Sequence[Left]) -> list[str]:
    sums = [Judged(left.row, left.sums) for left in some]
    lines = [
        "| traffic | median error | worst | Kendall tau | within the interval | its ends apart | cost of measured stages |",
        "|---|--:|--:|--:|--:|--:|--:|",
        _line("known, as with a sample", found, some, known=True),
        *_sets(found, some),
        _line("assumed, but for the bytes of a line", found, some, known=False),
        f"| baseline: the sum of what each stage's kind adds alone | {_figures(sums)} | - | - | - |",
        "",
        "| pipeline | measured µs | known traffic | assumed traffic | interval |",
        "|---|--:|--:|--:|--:|",
    ]
    for left, width in found.paired(some):
        errors = (f"{left.judged(known=known).error:+.0%}" for known in (True, False))
        us = left.estimate(width, known=False).us_per_event
        outside = "" if left.holds(width, known=False) else ", not held"
        lines.append(f"| {left.row.id} | {left.row.us:.1f} | {' | '.join(errors)} | {us.low:.1f} .. {us.high:.1f}{outside} |")
    return lines


def _sets(found: Found, some: Sequence[Left]) -> list[str]:
    """The same of each set of pipelines that no fit takes, by their kinds, where there are several."""
    kinds = dict.fromkeys(left.row.kind for left in some if left.row.use == HELD)
    sets = [(kind, [left for left in some if left.row.kind == kind]) for kind in kinds if len(kinds) > 1]
    return [_line(f"known, the {len(those)} of the kind `{kind}`", found, those, known=True) for kind, those in sets]


def _line(name: str, found: Found, some: Sequence[Left], *, known: bool) -> str:
    held = found.held_share(some, known=known)
    estimates = [left.estimate(width, known=known) for left, width in found.paired(some)]
    apart = median(each.us_per_event.high / each.us_per_event.low for each in estimates)
    share = median(each.share(Grade.MEASURED) for each in estimates)
    judged = [left.judged(known=known) for left in some]
    return f"| {name} | {_figures(judged)} | {held:.0%} | {apart:.1f}x | {share:.0%} |"


def _figures(judged: Sequence[Judged]) -> str:
    worst = max(abs(each.error) for each in judged)
    return f"{median_error(judged):.1%} | {worst:.0%} | {kendall_tau(judged):.2f}"
