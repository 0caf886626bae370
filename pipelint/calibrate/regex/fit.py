"""The fit of a regex cost model: non-negative ns for each kind of work, by relative errors, and its test on unseen patterns."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import median
from typing import TYPE_CHECKING

from pipelint.calibrate.regex.rows import RegexRow

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

# Patterns are dealt to so many parts, each of which is predicted by a fit on the others.
PARTS = 10
OUTLIER = 0.3
"""Relative errors beyond this count with less weight (Huber)."""
_ROUNDS = 12
# Pulls towards zero, in relative error for each ns. What one pattern alone does much of is left to the price that all
# instructions share; what each search does, or is plain from many rows, is not pulled.
_PULL = 0.1
_PULLS = {"search": 1e-4, "match": 1e-4} | dict.fromkeys(
    ("match.group", "instruction", "star_push", "star_skip", "attempt", "back", "byte", "choice", "probe"), 1e-3
)


@dataclass(frozen=True, slots=True)
class Judged:
    """A row, predicted by a fit that had not seen its pattern. ``plain``: the same by the length of the line alone. In ns."""

    row: RegexRow
    ns: float
    plain: float

    @property
    def error(self) -> float:
        """Relative error; 0.1 is ten per cent too much."""
        return self.ns / self.row.ns - 1

    @property
    def plain_error(self) -> float:
        """The same of the baseline."""
        return self.plain / self.row.ns - 1


def fit(rows: Sequence[RegexRow], outlier: float = OUTLIER) -> dict[str, float]:
    """ns of each term that occurs in ``rows``."""
    import numpy as np
    from scipy.optimize import nnls

    names = sorted({name for row in rows for name in row.terms})
    ns = np.array([row.ns for row in rows])
    matrix = _matrix(rows, names) / ns[:, None]
    pulls = np.diag([_PULLS.get(name, _PULL) for name in names])
    weight = np.ones(len(rows))
    solution = np.zeros(len(names))
    for _turn in range(_ROUNDS):
        padded = np.vstack([matrix * weight[:, None], pulls])
        solution, _norm = nnls(padded, np.concatenate([weight, np.zeros(len(names))]))
        residual = np.abs(matrix @ solution - 1)
        weight = np.sqrt(np.minimum(1.0, outlier / np.maximum(residual, 1e-9)))
    return dict(zip(names, (float(value) for value in solution), strict=True))


def predict(row: RegexRow, coefficients: Mapping[str, float]) -> float:
    """ns of a row."""
    return sum(coefficients.get(name, 0.0) * amount for name, amount in row.terms.items())


def validate(rows: Sequence[RegexRow], outlier: float = OUTLIER) -> list[Judged]:
    """Leaves out a tenth of the patterns at a time, with all of their rows, and predicts them."""
    part = {name: index % PARTS for index, name in enumerate(sorted({row.id for row in rows}))}
    judged: list[Judged] = []
    for turn in range(PARTS):
        rest = [row for row in rows if part[row.id] != turn]
        coefficients = fit(rest, outlier)
        per_byte = median(row.ns / row.line_bytes for row in rest)
        judged += [Judged(row, predict(row, coefficients), per_byte * row.line_bytes) for row in rows if part[row.id] == turn]
    return judged


def _matrix(rows: Sequence[RegexRow], names: Sequence[str]) -> NDArray[np.float64]:
    import numpy as np

    found = [row.terms for row in rows]
    return np.array([[terms.get(name, 0.0) for name in names] for terms in found])
