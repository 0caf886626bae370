"""docs/accuracy.md: how well the cost model predicts pipelines that it was not fitted on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pipelint.calibrate.rows import Row
from pipelint.calibrate.solve import predict
from pipelint.calibrate.store import Stored, us_of
from pipelint.calibrate.subject import Subject
from pipelint.calibrate.validate import FOLDS, Judged, Validation, by_kind, coverage, kendall_tau, median_error

TITLE = "# Accuracy of the cost model: "
# Rows shown as the worst predicted.
_WORST = 12


def page(stored: Stored, checked: Validation, rows: Sequence[Row], subject: Subject, left: str) -> str:
    """The page in Markdown; ``left``: its section on whole pipelines."""
    tables = (_overall(stored, checked), left, _kinds(checked), _whole(stored, checked, subject), _worst(checked))
    return "\n\n".join((_head(stored, rows), *tables, _limits(checked, rows, subject), _coefficients(stored))) + "\n"


def joined(old: str, pages: Mapping[str, str]) -> str:
    """The document ``old`` with the pages of some engines in the place of theirs, in the order of their names."""
    parts = {part.split(" ", 1)[0]: TITLE + part.rstrip("\n") + "\n" for part in old.split(TITLE)[1:]}
    return "\n".join(dict(sorted((parts | dict(pages)).items())).values())


def summary(stored: Stored, checked: Validation, subject: Subject) -> str:
    """The tables of the page alone, for a terminal."""
    return "\n\n".join((_overall(stored, checked), _kinds(checked), _whole(stored, checked, subject))) + "\n"


def _head(stored: Stored, rows: Sequence[Row]) -> str:
    used = sum(1 for row in rows if row.use == "fit")
    return f"""{TITLE}{stored["engine"]} {stored["versions"]}

<!-- Written by `pipelint calibrate fit`; do not edit. -->

{used} measured pipelines (`cost-models/measurements/`), {len(stored["coefficients"])} coefficients, fitted with
non-negative least squares on whole pipelines and on what each adds to its base, weighted by the spread of the repeats.
The amounts of work come from the same code as an estimate's. Errors are relative to the measured µs of CPU per input
line of the **whole pipeline**, and are those of rows that the fit had not seen.

Machine: {stored["machine"]}."""


def _overall(stored: Stored, checked: Validation) -> str:
    spread = stored["spread"]
    ranged = any("low" in entry and not name.startswith("any.") for name, entry in stored["coefficients"].items())
    lines = [
        "## All pipelines",
        "",
        "| left out of the fit | rows | median error | Kendall tau | within the interval |",
        "|---|--:|--:|--:|--:|",
        _line(f"a {_fraction()} of each kind", checked.folds, spread),
        _line("each kind as a whole", checked.kinds, spread),
        _line("baseline: the median of all rows", checked.constant, spread),
        _line("baseline: the sum of what each stage's kind adds alone", checked.sums, spread),
        "",
        f"Nine of ten rows of the first line whose stages all are measured are within a factor of {spread:.2f}: the interval of",
        "a stage, and of what differs between two configs. That of a whole pipeline is below.",
        *(["Costs that are a range by themselves (below, with bounds) widen both further."] if ranged else []),
    ]
    return "\n".join(lines)


def _fraction() -> str:
    return {5: "fifth", 10: "tenth"}.get(FOLDS, f"1/{FOLDS}")


def _line(name: str, judged: Sequence[Judged], spread: float) -> str:
    if not judged:
        return f"| {name} | 0 | - | - | - |"
    tau = kendall_tau(judged) if len({j.us for j in judged}) > 1 else 0.0
    return f"| {name} | {len(judged)} | {median_error(judged):.1%} | {tau:.2f} | {coverage(judged, spread):.0%} |"


def _kinds(checked: Validation) -> str:
    kept, whole = by_kind(checked.folds), by_kind(checked.kinds)
    constant, sums = by_kind(checked.constant), by_kind(checked.sums)
    lines = [
        "## By kind of stage",
        "",
        f"Median error; rows whose work occurs in no other row cannot be tested ({len(checked.untested)} in all).",
        "",
        "| kind | rows | a fifth left out | whole kind left out | constant | sum of kinds |",
        "|---|--:|--:|--:|--:|--:|",
    ]
    for kind in sorted({*kept, *whole}):
        cells = (_error(table.get(kind, [])) for table in (kept, whole, constant, sums))
        lines.append(f"| {kind} | {len(kept.get(kind, []))} | {' | '.join(cells)} |")
    return "\n".join(lines)


def _error(judged: Sequence[Judged]) -> str:
    return f"{median_error(judged):.0%}" if judged else "-"


def _whole(stored: Stored, checked: Validation, subject: Subject) -> str:
    """The rows of several stages, predicted by a fit without any of them."""
    coefficients = us_of(stored)
    without = {j.row.id: f" {j.us:.1f} |" for j in checked.without}
    column = subject.whole.without and f" {subject.whole.without.column} |"
    lines = [
        subject.whole.text,
        "",
        f"| pipeline | measured µs | predicted | error | error when fitted with them |{column or ''}",
        f"|---|--:|--:|--:|--:|{'--:|' if column else ''}",
    ]
    for j in checked.kinds:
        if j.row.kind == subject.whole.kind:
            own = predict(j.row, coefficients) / j.row.us - 1
            other = without.get(j.row.id, " - |") if column else ""
            lines.append(f"| {j.row.id} | {j.row.us:.1f} | {j.us:.1f} | {j.error:+.0%} | {own:+.0%} |{other}")
    return "\n".join(lines)


def _worst(checked: Validation) -> str:
    worst = sorted(checked.folds, key=lambda j: -abs(j.error))[:_WORST]
    lines = [
        "## Where it is worst",
        "",
        "| row | kind | measured µs | predicted | error |",
        "|---|---|--:|--:|--:|",
        *(f"| {j.row.id} | {j.row.kind} | {j.row.us:.1f} | {j.us:.1f} | {j.error:+.0%} |" for j in worst),
    ]
    return "\n".join(lines)


def _limits(checked: Validation, rows: Sequence[Row], subject: Subject) -> str:
    """What the figures do not show. ``dear``: rows that cost more than twice their base."""
    us = {row.id: row.us for row in rows}
    both = (checked.folds, checked.constant)
    dear, constant = ([j for j in some if j.row.us > 2 * us.get(j.row.base, j.row.us)] for some in both)
    said = subject.limits.format(
        untested=len(checked.untested),
        outside=sum(row.use == "outside" for row in rows),
        bounds=sum(row.use == "range" for row in rows),
        dear=len(dear),
        dear_error=median_error(dear) if dear else 0.0,
        dear_constant=median_error(constant) if constant else 0.0,
    )
    return f"## What this does not show\n\n{said}"


def _coefficients(stored: Stored) -> str:
    lines = ["## Coefficients", "", "µs of CPU per unit of work.", "", "| work | µs |", "|---|--:|"]
    for name, entry in stored["coefficients"].items():
        bounds = f" ({entry['low']:.4g} to {entry['high']:.4g})" if "low" in entry else ""
        lines.append(f"| {name} | {entry['us']:.4g}{bounds} |")
    return "\n".join(lines)
