"""Whole pipelines, each predicted by a fit that saw neither it nor its relatives: with its traffic, and with an assumed one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median

from pipelint.calibrate.rows import HELD, Row
from pipelint.calibrate.solve import fit
from pipelint.calibrate.store import Stored, us_of
from pipelint.calibrate.subject import Subject
from pipelint.calibrate.validate import COVERED, Judged, factors, kendall_tau, median_error, quantile, sum_of_marginals
from pipelint.cost.estimate import Estimate, estimated, total
from pipelint.cost.events.traffic import TrafficProfile
from pipelint.cost.events.work import Grade
from pipelint.cost.interval import Interval
from pipelint.cost.model import CostModel
from pipelint.cost.ranges import others

# Stages that a pipeline has at least to count as a whole one.
STAGES = 3


@dataclass(frozen=True, slots=True)
class Left:
    """A pipeline that was left out. ``known``: estimated with its traffic, ``assumed``: with the one that an estimate assumes.

    ``sums``: by the sum of what each stage's kind adds alone, µs.
    """

    row: Row
    known: Estimate
    assumed: Estimate
    sums: float

    def judged(self, *, known: bool) -> Judged:
        """The prediction beside the measurement."""
        return Judged(self.row, (self.known if known else self.assumed).us_per_event.mid)

    def holds(self, *, known: bool) -> bool:
        """Whether the interval holds the measurement."""
        us = (self.known if known else self.assumed).us_per_event
        return us.low <= self.row.us <= us.high


def leave_out(rows: Sequence[Row], subject: Subject, stored: Stored) -> list[Left]:
    """All whole pipelines among the rows of the fit whose work other rows have. The model gives spreads and ranges."""
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
            model = CostModel(subject.engine, subject.versions, coefficients, stored["spread"], stored["modelled"])
            found = _estimates(row, model)
            if found is not None:
                out.append(Left(row, *found, sum_of_marginals(rest, subject.reading)(row)))
    return out


def held_out(rows: Sequence[Row], subject: Subject, stored: Stored) -> list[Left]:
    """The pipelines that no fit takes, predicted by the model as it is stored."""
    held = [row for row in rows if row.use == HELD]
    if not held:
        return []
    coefficients = {name: Interval(us, us, us) for name, us in us_of(stored).items()} | ranges_of(stored)
    model = CostModel(subject.engine, subject.versions, coefficients, stored["spread"], stored["modelled"])
    sums = sum_of_marginals([row for row in rows if row.use == "fit"], subject.reading)
    return [Left(row, *found, sums(row)) for row in held if (found := _estimates(row, model)) is not None]


def ranges_of(stored: Stored) -> dict[str, Interval]:
    """The coefficients of a model that are ranges."""
    entries = stored["coefficients"].items()
    return {name: Interval(entry["low"], entry["us"], entry["high"]) for name, entry in entries if "low" in entry}


def _estimates(row: Row, model: CostModel) -> tuple[Estimate, Estimate] | None:
    """With the row's traffic and with an assumed one; None where the model lacks a term of what is assumed."""
    assert row.walk is not None
    plain = TrafficProfile(line_bytes=row.line_bytes, given=("line_bytes",))
    assumed = row.walk(plain)
    likes = [[row.walk(like) for like in some] for some in others(assumed, plain)]
    every = [assumed, *(walked for some in likes for walked in some)]
    if not all(model.coefficients.keys() >= load.terms.keys() for walked in every for load in walked.loads):
        return None
    open_ = [[total(walked, model) for walked in some] for some in likes]
    return estimated(row.walk(None), model, 1 / row.lines), estimated(assumed, model, 1 / row.lines, open_)


def _related(stages: Sequence[str], others: Sequence[str]) -> bool:
    """Whether one of two pipelines holds all stages of the other."""
    return set(stages) <= set(others) or set(others) <= set(stages)


def section(found: Sequence[Left]) -> str:
    """What docs/accuracy.md says of them, in Markdown."""
    head = [
        "## Whole pipelines, each left out of the fit",
        "",
        f"The {len(found)} measured pipelines of {STAGES} working stages and more whose work other rows have, too.",
        "With each of them, all that hold its stages, or only stages of it, were left out. The interval is that of an estimate:",
        "the spread above, the grade of each stage, and the range of each assumed figure, of which the squares of logs add.",
    ]
    near = quantile(factors(left.judged(known=True) for left in found), COVERED)
    head.append(f"With known traffic a factor of {near:.2f} alone holds nine of ten of them.")
    return "\n".join([*head, "", *_tables(found)])


def held_section(found: Sequence[Left]) -> str:
    """The same of those that no fit takes; nothing without any."""
    if not found:
        return ""
    head = [
        "## Pipelines that were written and measured after the model",
        "",
        f"{len(found)} pipelines after shapes that real configs have. No fit takes them (`use` is `{HELD}`).",
    ]
    return "\n".join([*head, "", *_tables(found)])


def _tables(found: Sequence[Left]) -> list[str]:
    sums = [Judged(left.row, left.sums) for left in found]
    lines = [
        "| traffic | median error | worst | Kendall tau | within the interval | its ends apart | cost of measured stages |",
        "|---|--:|--:|--:|--:|--:|--:|",
        _line("known, as with a sample", found, known=True),
        _line("assumed, but for the bytes of a line", found, known=False),
        f"| baseline: the sum of what each stage's kind adds alone | {_figures(sums)} | - | - | - |",
        "",
        "| pipeline | measured µs | known traffic | assumed traffic | interval |",
        "|---|--:|--:|--:|--:|",
    ]
    for left in found:
        errors = (f"{left.judged(known=known).error:+.0%}" for known in (True, False))
        us = left.assumed.us_per_event
        outside = "" if left.holds(known=False) else ", not held"
        lines.append(f"| {left.row.id} | {left.row.us:.1f} | {' | '.join(errors)} | {us.low:.1f} .. {us.high:.1f}{outside} |")
    return lines


def _line(name: str, found: Sequence[Left], *, known: bool) -> str:
    held = sum(left.holds(known=known) for left in found) / len(found)
    estimates = [left.known if known else left.assumed for left in found]
    apart = median(each.us_per_event.high / each.us_per_event.low for each in estimates)
    share = median(each.share(Grade.MEASURED) for each in estimates)
    judged = [left.judged(known=known) for left in found]
    return f"| {name} | {_figures(judged)} | {held:.0%} | {apart:.1f}x | {share:.0%} |"


def _figures(judged: Sequence[Judged]) -> str:
    worst = max(abs(each.error) for each in judged)
    return f"{median_error(judged):.1%} | {worst:.0%} | {kendall_tau(judged):.2f}"
