"""The fit: non-negative coefficients that explain whole pipelines and what single stages add, by their spread."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from pipelint.calibrate.rows import Row
from pipelint.cost.waiting import WAIT, of_input, settled, waiting_share

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

# Standard error of a difference that no repeat can show, in µs: small marginals cannot be told from nothing below it.
_LEAST_US = 0.1
# Pulls what the rows leave open to zero, weakly against any row: work per byte, per field and per stream before work per
# event, so that rows of one size alone say that size does not matter.
_RIDGE, SIZE_PULL = 1e-3, 1e-1
_PER_SIZE = ("_byte", ".byte", "_field", "_stream")
# Residuals beyond so many standard errors count with less weight (Huber), as some rows were measured in a slow phase.
_HUBER = 2.0
_ROUNDS = 8


def fit(rows: Sequence[Row], base_of: dict[str, Row], size_pull: float = SIZE_PULL) -> dict[str, float]:
    """µs of each term that occurs in ``rows``. ``base_of`` holds the base rows (marginals are used where both are given).

    ``size_pull``: how strongly terms per size are pulled to zero, in standard errors of a row for each µs.
    """
    import numpy as np
    from scipy.optimize import nnls

    names = sorted({name for row in rows for name in row.terms})
    waits = any(name.startswith(WAIT) for name in names)
    matrix, target, sigma = _system(rows, base_of, names)
    units = np.maximum(np.abs(matrix).max(axis=0), 1e-12)
    ridge = np.array([size_pull if name.endswith(_PER_SIZE) else _RIDGE for name in names])
    weight = np.ones_like(target)
    solution = np.zeros(len(names))
    for turn in range(_ROUNDS):
        if waits and turn:
            # How much a pipeline waits depends on what its work costs: with the costs found so far.
            us = dict(zip(names, (float(v) for v in solution / units), strict=True))
            now = {row.id: settle(row, us) for row in (*rows, *base_of.values())}
            matrix, target, sigma = _system([now[row.id] for row in rows], {name: now[name] for name in base_of}, names)
        scaled = matrix / units * (weight / sigma)[:, None]
        padded = np.vstack([scaled, np.diag(ridge)])
        solution, _norm = nnls(padded, np.concatenate([target * weight / sigma, np.zeros(len(names))]))
        residual = np.abs(matrix / units @ solution - target) / sigma
        weight = np.sqrt(np.minimum(1.0, _HUBER / np.maximum(residual, 1e-9)))
    return dict(zip(names, (float(v) for v in solution / units), strict=True))


def _system(
    rows: Sequence[Row], base_of: dict[str, Row], names: Sequence[str]
) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]:
    """One equation a pipeline, and one for what it adds to its base; of its input and its workers, too, where both are known."""
    import numpy as np

    place = {name: index for index, name in enumerate(names)}
    equations: list[NDArray[np.float64]] = []
    target: list[float] = []
    sigma: list[float] = []

    def vector(row: Row) -> NDArray[np.float64]:
        out = np.zeros(len(names))
        for name, amount in row.terms.items():
            out[place[name]] = amount
        return out

    for whole in rows:
        below = base_of.get(whole.base) if whole.adds else None
        apart = whole.input_us is not None and (below is None or below.input_us is not None)
        bases = [None, None, None] if below is None else _sides(below, apart=apart)
        for row, base in zip(_sides(whole, apart=apart), bases, strict=False):
            equations.append(vector(row))
            target.append(row.us)
            sigma.append(row.us * row.sigma)
            if base is not None:
                equations.append(vector(row) - vector(base))
                target.append(row.us - base.us)
                sigma.append(((row.us * row.sigma) ** 2 + (base.us * base.sigma) ** 2 + _LEAST_US**2) ** 0.5)
    return np.array(equations), np.array(target), np.array(sigma)


def _sides(row: Row, *, apart: bool) -> list[Row]:
    """A row as its input's work and that of all other threads; ``apart``: both are known."""
    if row.input_us is None or not apart:
        return [row]
    read = {name: amount for name, amount in row.terms.items() if of_input(name)}
    rest = {name: amount for name, amount in row.terms.items() if name not in read}
    return [row, replace(row, us=row.input_us, terms=read), replace(row, us=row.us - row.input_us, terms=rest)]


def settle(row: Row, us: Mapping[str, float]) -> Row:
    """A row with as much waiting as it does where its work costs ``us``."""
    if not any(name.startswith(WAIT) for name in row.terms):
        return row
    return replace(row, terms=settled(row.terms, waiting_share(row.terms, us)))


def predict(row: Row, coefficients: Mapping[str, float]) -> float:
    """µs per event of a row."""
    terms = settle(row, coefficients).terms
    return sum(coefficients.get(name, 0.0) * amount for name, amount in terms.items())
