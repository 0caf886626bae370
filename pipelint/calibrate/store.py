"""A fitted model as JSON: what is stored, and whether what is stored still follows from the measurements."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from statistics import median
from typing import TypedDict

from pipelint.calibrate.rows import Row
from pipelint.calibrate.solve import fit
from pipelint.calibrate.subject import MACHINE, Subject
from pipelint.calibrate.validate import Validation, coverage, kendall_tau, median_error, quantile, validate
from pipelint.cost.events.walk import any_of
from pipelint.cost.model import SCHEMA
from pipelint.graph.stage import Kind

# Plugins of a kind that a spread can be read from.
_LEAST_PLUGINS = 5
# Another machine's linear algebra may differ in the last digits.
_SAME = 2e-3


class Coefficient(TypedDict, total=False):
    """µs per unit of a term; ``low`` and ``high`` where it is a range."""

    us: float
    low: float
    high: float


class Width(TypedDict, total=False):
    """What models of whole pipelines have besides: how wide the interval of one is."""

    whole: float
    open: float


class Stored(Width):
    """The JSON document of a cost model."""

    schema: int
    engine: str
    versions: str
    machine: str
    measurements: dict[str, str]
    spread: float
    modelled: float
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
        name: {"us": short(value)} for name, value in fit(used, {row.id: row for row in used}, subject.size_pull).items()
    }
    for name in subject.ranged:
        bounds = [_per_unit(row, rows, name) for row in rows if row.use == "range" and name in row.terms]
        middle = coefficients[name]["us"]
        coefficients[name] |= {"low": short(min(middle, *bounds)), "high": short(max(middle, *bounds))}
    coefficients |= _any(used, subject.stages.words)
    whole = [j for j in checked.kinds if j.row.kind == subject.whole.kind]
    figures = {
        "rows": float(len(used)),
        "tested": float(len(checked.folds)),
        "median_error": short(median_error(checked.folds)),
        "median_error_kinds_left_out": short(median_error(checked.kinds)),
        subject.whole.figure: short(max(abs(j.error) for j in whole)),
        "kendall_tau": short(kendall_tau(checked.folds)),
        "coverage": short(coverage(checked.folds, spread)),
        "coverage_kinds_left_out": short(coverage(checked.kinds, spread)),
        "baseline_constant": short(median_error(checked.constant)),
        "baseline_sum_of_marginals": short(median_error(checked.sums)),
        "residual_sd": short(median(abs(j.error) for j in checked.folds) * 1.4826),
    }
    stored: Stored = {
        "schema": SCHEMA,
        "engine": subject.engine,
        "versions": subject.versions,
        "machine": f"{MACHINE}, {subject.software}",
        "measurements": {"folder": "measurements", "sha256": fingerprint},
        "spread": short(spread),
        # That of a prediction for the other plugin, and again of its likeness to this one.
        "modelled": short(max(spread**2, checked.rough_spread())),
        "figures": figures,
        "coefficients": coefficients,
    }
    return stored, checked


def _per_unit(row: Row, rows: Sequence[Row], term: str) -> float:
    """What one unit of a ranged term cost in a row, by what the row adds to its base."""
    base = next(other for other in rows if other.id == row.base)
    return max(0.0, row.us - base.us) / row.terms[term]


def _any(rows: Sequence[Row], words: Mapping[str, str]) -> dict[str, Coefficient]:
    """What a stage of which only the kind is known may cost: the middle and nine of ten of the plugins of that kind.

    A plugin's cost is the median of what its rows add to their bases. A kind with too few of them counts as a filter.
    """
    by_id = {row.id: row for row in rows}
    added: dict[str, dict[str, list[float]]] = {}
    for row in rows:
        base = by_id.get(row.base)
        word, _, plugin = row.kind.partition(" ")[0].partition(".")
        if base is not None or word == words[Kind.SOURCE.value]:
            added.setdefault(word, {}).setdefault(plugin, []).append(row.us - (0.0 if base is None else base.us))
    out: dict[str, Coefficient] = {}
    for kind in Kind:
        plugins = added.get(words.get(kind.value, ""), {})
        if len(plugins) < _LEAST_PLUGINS:
            plugins = added[words[Kind.FILTER.value]]
        costs = [max(0.0, median(values)) for values in plugins.values()]
        low, middle, high = (short(quantile(costs, share)) for share in (0.05, 0.5, 0.95))
        out[any_of(kind)] = {"us": middle, "low": low, "high": high}
    return out


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


def short(value: float) -> float:
    """Five significant digits: more than the measurements have."""
    return float(f"{value:.5g}")
