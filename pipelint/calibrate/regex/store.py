"""A fitted regex cost model as JSON, its figures, and its part of docs/accuracy.md."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from pipelint.calibrate.regex.fit import OUTLIER, PARTS, Judged, fit, validate
from pipelint.calibrate.regex.rows import read_rows, table_path
from pipelint.calibrate.rows import digest
from pipelint.calibrate.store import Coefficient, Stored
from pipelint.calibrate.subject import MACHINE
from pipelint.calibrate.validate import quantile
from pipelint.cost.model import SCHEMA
from pipelint.cost.regex.work import Engine

# What nine of ten predictions keep to; patterns shown as the worst.
_COVERED, _WORST = 0.9, 10


@dataclass(frozen=True, slots=True)
class RegexSubject:
    """Whose searches are measured, and with what. ``outlier``: see ``fit``."""

    engine: Engine
    versions: str
    timed: str
    outlier: float = OUTLIER

    @property
    def file_name(self) -> str:
        """The name of the stored model."""
        return f"{self.engine}-{self.versions}.json"


ONIGMO = RegexSubject("onigmo", "6.2", "`Regexp#match` of Ruby 3.1.2 (Onigmo 6.2)")
# A JIT compiles each pattern by itself, some of them worse than the counted work would have it: those must not move the others.
JONI = RegexSubject("joni", "2.2", "joni 2.2.1 (that of JRuby 9.4.7), OpenJDK 17.0.15", 0.1)


def fitted(folder: Path, subject: RegexSubject) -> tuple[Stored, list[Judged]]:
    """The model of an engine's rows in ``folder``, and its test. Raises MeasurementError."""
    rows = read_rows(folder, subject.engine)
    judged = validate(rows, subject.outlier)
    coefficients: dict[str, Coefficient] = {name: {"us": _short(ns / 1000)} for name, ns in fit(rows, subject.outlier).items()}
    return {
        "schema": SCHEMA,
        "engine": subject.engine,
        "versions": subject.versions,
        "machine": f"{MACHINE}, {subject.timed}",
        "measurements": {"folder": "measurements", "sha256": digest([table_path(folder, subject.engine)])},
        "spread": _short(_spread(judged)),
        "modelled": _short(_spread(judged)),
        "figures": _figures(judged),
        "coefficients": coefficients,
    }, judged


def _figures(judged: Sequence[Judged]) -> dict[str, float]:
    ns = [j.row.ns for j in judged]
    return {
        "rows": float(len(judged)),
        "patterns": float(len({j.row.id for j in judged})),
        "median_error": _short(median(abs(j.error) for j in judged)),
        "kendall_tau": _short(_tau([j.ns for j in judged], ns)),
        "baseline_median_error": _short(median(abs(j.plain_error) for j in judged)),
        "baseline_kendall_tau": _short(_tau([j.plain for j in judged], ns)),
    }


def _tau(one: Sequence[float], other: Sequence[float]) -> float:
    from scipy.stats import kendalltau

    return float(kendalltau(one, other).statistic)


def _spread(judged: Sequence[Judged]) -> float:
    return quantile([math.exp(abs(math.log(max(j.ns, 1e-9) / j.row.ns))) for j in judged], _COVERED)


def summary(stored: Stored) -> str:
    """The figures beside the baseline's, as a table."""
    figures = stored["figures"]
    patterns, rows = (f"{figures[name]:.0f}" for name in ("patterns", "rows"))
    return f"""| a tenth of the patterns left out | patterns | rows | median error | Kendall tau |
|---|--:|--:|--:|--:|
| counted work | {patterns} | {rows} | {figures["median_error"]:.1%} | {figures["kendall_tau"]:.2f} |
| baseline: proportional to the line's length | {patterns} | {rows} | {_plain(figures)} |
"""


def _plain(figures: Mapping[str, float]) -> str:
    return f"{figures['baseline_median_error']:.1%} | {figures['baseline_kendall_tau']:.2f}"


def page(stored: Stored, judged: Sequence[Judged], title: str) -> str:
    """The part of docs/accuracy.md, in Markdown, with ``title`` before the engine's name."""
    times = [j.row.ns for j in judged]
    return f"""{title}{stored["engine"]} {stored["versions"]}

<!-- Written by `pipelint calibrate fit`; do not edit. -->

ns of one search of a regular expression. A machine that follows the engine's byte code and its search (which text or
characters it looks for first, where it attempts a match) counts what is done by kind; non-negative least squares on relative
errors finds the time of each kind. Errors are those of patterns that the fit had not seen: all rows of a pattern are left out
together, {PARTS} parts in turn.

Machine: {stored["machine"]}.

{summary(stored)}
Nine of ten predictions are within a factor of {stored["spread"]:.2f}.

## Where it is worst

Patterns by the median error of their rows. Times range from {_ns(min(times))} to {_ns(max(times))}.

{_worst(judged)}

## What this does not show

- Lines were ASCII and in the cache. The first searches of a process, before a JIT has done its work, are several times as slow.
- The share of rows with backtracking in powers of the line's length is small; their errors are no larger than the others'.
- Expanded grok patterns count as one pattern each; parts that several share (IPORHOST, SYSLOGBASE) were seen in others.

## Time by kind of work

| kind | ns |
|---|--:|
{_kinds(stored)}
"""


def _worst(judged: Sequence[Judged]) -> str:
    by_pattern: dict[str, list[Judged]] = {}
    for one in judged:
        by_pattern.setdefault(one.row.id, []).append(one)
    errors = {name: median(abs(j.error) for j in some) for name, some in by_pattern.items()}
    lines = ["| pattern | rows | median error | for example | measured | predicted |", "|---|--:|--:|---|--:|--:|"]
    for name in sorted(errors, key=lambda name: -errors[name])[:_WORST]:
        some = by_pattern[name]
        shown = max(some, key=lambda j: (abs(j.error), j.row.case))
        case = f"{shown.row.case}, {shown.row.line_bytes:.0f} B"
        lines.append(f"| {name} | {len(some)} | {errors[name]:.0%} | {case} | {_ns(shown.row.ns)} | {_ns(shown.ns)} |")
    return "\n".join(lines)


def _ns(value: float) -> str:
    return f"{value:.0f} ns" if value < 1e4 else f"{value / 1e3:.0f} µs" if value < 1e7 else f"{value / 1e6:.0f} ms"


def _kinds(stored: Stored) -> str:
    found = sorted(stored["coefficients"].items())
    return "\n".join(f"| {name} | {entry['us'] * 1000:.2f} |" for name, entry in found)


def _short(value: float) -> float:
    return float(f"{value:.5g}")
