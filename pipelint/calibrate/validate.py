"""How far to trust a fit: its errors on rows that it has not seen, beside those of simpler models."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from statistics import median

from pipelint.calibrate.rows import Row
from pipelint.calibrate.solve import fit, predict
from pipelint.calibrate.subject import Subject

FOLDS = 5
# Nine of ten: what the interval of an estimate promises.
COVERED = 0.9


@dataclass(frozen=True, slots=True)
class Judged:
    """A row, predicted by a fit that had not seen it. ``us``: the prediction, µs per event."""

    row: Row
    us: float

    @property
    def error(self) -> float:
        """Relative error; 0.1 is ten per cent too much."""
        return self.us / self.row.us - 1


@dataclass(frozen=True, slots=True)
class Validation:
    """Predictions of rows left out: ``folds`` a fifth of each kind at a time, ``kinds`` each kind as a whole.

    A row that has work which no row in the fit has cannot be predicted: ``untested`` (of the folds). ``constant`` and
    ``sums`` are the two baselines on the rows of ``folds``: the median of all, and the sum of what each stage's kind adds.
    ``without``: the rows of several stages, left out, by the same model without some of its terms; of a subject that has such.
    """

    folds: tuple[Judged, ...]
    kinds: tuple[Judged, ...]
    untested: tuple[Row, ...]
    constant: tuple[Judged, ...]
    sums: tuple[Judged, ...]
    without: tuple[Judged, ...]

    def spread(self) -> float:
        """The factor by which nine of ten predictions of the folds are off at most, where all stages are measured."""
        return quantile(factors(j for j in self.folds if not j.row.rough), COVERED)

    def rough_spread(self) -> float:
        """The same of kinds that are left out as a whole, and of what is roughly measured."""
        rough = [j for j in self.folds if j.row.rough]
        return max(quantile(factors(some), COVERED) for some in (self.kinds, rough) if some)


def validate(rows: Sequence[Row], subject: Subject) -> Validation:
    """Leave rows of the fit out in turn and predict them."""
    used = [row for row in rows if row.use == "fit"]
    folds = _dealt(used)
    judged: list[Judged] = []
    untested: list[Row] = []
    sums: list[Judged] = []
    constant: list[Judged] = []
    for fold in range(FOLDS):
        left = [row for row in used if folds[row.id] == fold]
        rest = [row for row in used if folds[row.id] != fold]
        done, missed = _predicted(left, rest, subject.size_pull)
        judged += done
        untested += missed
        add_up = sum_of_marginals(rest, subject.reading)
        middle = median(row.us for row in rest)
        sums += [Judged(j.row, add_up(j.row)) for j in done]
        constant += [Judged(j.row, middle) for j in done]
    kinds = [one for kind in sorted({row.kind for row in used}) for one in _kind_left_out(kind, used, subject)]
    without: Sequence[Judged] = ()
    if subject.whole.without is not None:
        without = _kind_left_out(subject.whole.kind, [_cut(row, subject.whole.without.terms) for row in used], subject)
    return Validation(tuple(judged), tuple(kinds), tuple(untested), tuple(constant), tuple(sums), tuple(without))


def _kind_left_out(kind: str, rows: Sequence[Row], subject: Subject) -> list[Judged]:
    return _predicted([r for r in rows if r.kind == kind], [r for r in rows if r.kind != kind], subject.size_pull)[0]


def _cut(row: Row, ends: Sequence[str]) -> Row:
    """A row without the terms that end in one of ``ends``."""
    return replace(row, terms={name: amount for name, amount in row.terms.items() if not name.endswith(tuple(ends))})


def factors(judged: Iterable[Judged]) -> list[float]:
    """How many times too high or too low each prediction is."""
    return [math.exp(abs(math.log(max(j.us, 1e-9) / j.row.us))) for j in judged]


def median_error(judged: Iterable[Judged]) -> float:
    """The median of the relative errors' sizes. Raises StatisticsError on nothing."""
    return median(abs(j.error) for j in judged)


def by_kind(judged: Iterable[Judged]) -> dict[str, list[Judged]]:
    """Predictions by the kind of their row."""
    out: dict[str, list[Judged]] = {}
    for one in judged:
        out.setdefault(one.row.kind, []).append(one)
    return dict(sorted(out.items()))


def kendall_tau(judged: Sequence[Judged]) -> float:
    """Agreement of the order of predictions with that of the measurements: 1 the same, 0 none."""
    from scipy.stats import kendalltau

    return float(kendalltau([j.us for j in judged], [j.row.us for j in judged]).statistic)


def coverage(judged: Sequence[Judged], spread: float) -> float:
    """Share of the rows whose stages all are measured that are within the factor ``spread`` of their prediction."""
    measured = [j.us / j.row.us for j in judged if not j.row.rough]
    return sum(1 for each in measured if 1 / spread <= each <= spread) / len(measured)


def quantile(values: Sequence[float], share: float) -> float:
    """The smallest value that ``share`` of all do not exceed."""
    return sorted(values)[max(0, math.ceil(share * len(values)) - 1)]


def _dealt(rows: Sequence[Row]) -> dict[str, int]:
    """Each row's fold: the rows of a kind are dealt in turn, so that every fold has some of each. Twins share one."""
    seen: dict[str, int] = {}
    out: dict[str, int] = {}
    twins: dict[str, int] = {}
    for row in rows:
        if row.twin in twins:
            out[row.id] = twins[row.twin]
            continue
        out[row.id] = seen.get(row.kind, 0) % FOLDS
        seen[row.kind] = seen.get(row.kind, 0) + 1
        if row.twin:
            twins[row.twin] = out[row.id]
    return out


def _predicted(left: Sequence[Row], rest: Sequence[Row], size_pull: float) -> tuple[list[Judged], list[Row]]:
    """Predictions of ``left`` by a fit on ``rest``, and the rows that do work unknown to it."""
    known = {name for row in rest for name in row.terms}
    coefficients = fit(rest, {row.id: row for row in rest}, size_pull)
    ready = [row for row in left if known.issuperset(row.terms)]
    return [Judged(row, predict(row, coefficients)) for row in ready], [r for r in left if not known.issuperset(r.terms)]


def sum_of_marginals(rows: Sequence[Row], reads: str) -> Callable[[Row], float]:
    """The model to beat: reading a line, and for each stage the median of what rows of its kind add to their base."""
    base_of = {row.id: row for row in rows}
    added: dict[str, list[float]] = {}
    for row in rows:
        if row.base in base_of and row.adds:
            added.setdefault(row.detail, []).append(row.us - base_of[row.base].us)
    middle = {kind: median(values) for kind, values in added.items()}
    reading = median(row.us for row in rows if row.kind == reads)
    return lambda row: reading + sum(middle.get(stage, 0.0) for stage in row.stages)
