"""A fitted model as JSON: what is stored, and whether what is stored still follows from the measurements."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from statistics import median
from typing import TypedDict

from pipelint.calibrate.rows import Row
from pipelint.calibrate.solve import fit
from pipelint.calibrate.subject import MACHINE, Subject
from pipelint.calibrate.validate import Validation, coverage, kendall_tau, median_error, validate
from pipelint.cost.model import SCHEMA

# Another machine's linear algebra may differ in the last digits.
_SAME = 2e-3


class Coefficient(TypedDict, total=False):
    """µs per unit of a term; ``low`` and ``high`` where it is a range."""

    us: float
    low: float
    high: float


class Stored(TypedDict):
    """The JSON document of a cost model."""

    schema: int
    engine: str
    versions: str
    machine: str
    measurements: dict[str, str]
    spread: float
    figures: dict[str, float]
    coefficients: dict[str, Coefficient]


def us_of(stored: Stored) -> dict[str, float]:
    """µs per unit of each term of a stored model."""
    return {name: entry["us"] for name, entry in stored["coefficients"].items()}


def fitted(rows: Sequence[Row], fingerprint: str, subject: Subject) -> tuple[Stored, Validation]:
    """The model of ``rows``, which are measurements of ``subject``, and its validation."""
    used = [row for row in rows if row.use == "fit"]
    checked = validate(rows, subject)
    spread = checked.spread()
    coefficients: dict[str, Coefficient] = {
        name: {"us": _short(value)} for name, value in fit(used, {row.id: row for row in used}, subject.size_pull).items()
    }
    if subject.ranged:
        bounds = [_per_unit(row, rows, subject.ranged) for row in rows if row.use == "range"]
        middle = coefficients[subject.ranged]["us"]
        coefficients[subject.ranged] |= {"low": _short(min(middle, *bounds)), "high": _short(max(middle, *bounds))}
    whole = [j for j in checked.kinds if j.row.kind == subject.whole.kind]
    figures = {
        "rows": float(len(used)),
        "tested": float(len(checked.folds)),
        "median_error": _short(median_error(checked.folds)),
        "median_error_kinds_left_out": _short(median_error(checked.kinds)),
        subject.whole.figure: _short(max(abs(j.error) for j in whole)),
        "kendall_tau": _short(kendall_tau(checked.folds)),
        "coverage": _short(coverage(checked.folds, spread)),
        "coverage_kinds_left_out": _short(coverage(checked.kinds, spread)),
        "baseline_constant": _short(median_error(checked.constant)),
        "baseline_sum_of_marginals": _short(median_error(checked.sums)),
        "residual_sd": _short(median(abs(j.error) for j in checked.folds) * 1.4826),
    }
    stored: Stored = {
        "schema": SCHEMA,
        "engine": subject.engine,
        "versions": subject.versions,
        "machine": f"{MACHINE}, {subject.software}",
        "measurements": {"folder": "measurements", "sha256": fingerprint},
        "spread": _short(spread),
        "figures": figures,
        "coefficients": coefficients,
    }
    return stored, checked


def _per_unit(row: Row, rows: Sequence[Row], term: str) -> float:
    """What one unit of the ranged term cost in a row, by what the row adds to its base."""
    base = next(other for other in rows if other.id == row.base)
    return max(0.0, row.us - base.us) / row.terms[term]


def to_json(stored: Stored) -> str:
    """The text of the stored file."""
    return json.dumps(stored, indent=1, ensure_ascii=False) + "\n"


def differences(stored: Mapping[str, object], fresh: Mapping[str, object], path: str = "") -> list[str]:
    """Where two models differ by more than rounding, in words; empty when they are the same."""
    out: list[str] = []
    for key in sorted({*stored, *fresh}):
        here = f"{path}{key}"
        old, new = stored.get(key), fresh.get(key)
        if isinstance(old, dict) and isinstance(new, dict):
            out += differences(old, new, f"{here}/")
        elif isinstance(old, int | float) and isinstance(new, int | float):
            if abs(old - new) > _SAME * max(abs(old), abs(new)) + 1e-6:
                out.append(f"{here}: {old} is stored, {new} is fitted")
        elif old != new:
            out.append(f"{here}: {old} is stored, {new} is fitted")
    return out


def _short(value: float) -> float:
    """Five significant digits: more than the measurements have."""
    return float(f"{value:.5g}")
