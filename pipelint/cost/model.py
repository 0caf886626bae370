"""CostModel: the µs of each kind of work, as fitted on measurements and stored as JSON."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import TYPE_CHECKING

from pipelint.base.disk import files
from pipelint.base.lean.own_json import read_json
from pipelint.base.lean.record import dataclass, field
from pipelint.cost.events.work import Grade
from pipelint.cost.interval import Interval
from pipelint.data import data_folder

if TYPE_CHECKING:
    from pathlib import Path

SCHEMA = 2
US = "us"
"""The term whose amounts are µs: of plugins that somebody measured whom no model knows."""


class CostModelError(ValueError):
    """A stored cost model that this version cannot read, or that lacks a term."""


@dataclass(frozen=True, slots=True)
class CostModel:
    """Coefficients of one engine in ``versions``: µs of CPU per unit of each term, on the machine it was fitted on.

    Most terms are a point; one that depends on what no config says (the time zone of the process) is a range. ``spread``
    is the factor by which nine of ten measured pipelines differ at most from their prediction when left out of the fit,
    ``modelled`` that of a stage which is taken for another: the same squared, or of pipelines whose whole kind was left out.
    ``whole``: the factor for whole pipelines, where errors of stages cancel out in part; None: the same as ``spread``.
    ``open``: how many times as far as its ranges say an assumed traffic moves an estimate, in logs.
    """

    engine: str
    versions: str
    coefficients: Mapping[str, Interval]
    spread: float
    modelled: float
    machine: str = ""
    figures: Mapping[str, float] = field(default_factory=dict)
    whole: float | None = None
    open: float = 1.0

    def cost(self, terms: Mapping[str, float], grade: Grade = Grade.MEASURED) -> Interval:
        """µs of the work in ``terms``, without ``spread``. Raises CostModelError on a term that the model lacks."""
        low = mid = high = 0.0
        for name, amount in terms.items():
            found = self.coefficients.get(name)
            if found is None:
                raise CostModelError(f"the cost model of {self.engine} {self.versions} has no term {name}")
            low, mid, high = low + found.low * amount, mid + found.mid * amount, high + found.high * amount
        total = Interval(low, mid, high)
        return total.widened(self.modelled / self.spread) if grade is Grade.MODELLED else total


def read_model(text: str) -> CostModel:
    """The model in a JSON text. Raises CostModelError."""
    try:
        data = read_json(text)
    except (ValueError, RecursionError) as error:
        raise CostModelError(f"not a cost model: {error if isinstance(error, ValueError) else 'nested too deeply'}") from error
    try:
        if data["schema"] != SCHEMA:
            raise CostModelError(f"schema {data['schema']}, expected {SCHEMA}")
        coefficients = {US: Interval(1.0, 1.0, 1.0)} | {
            name: Interval(*(float(entry.get(bound, entry["us"])) for bound in ("low", "us", "high")))
            for name, entry in data["coefficients"].items()
        }
        said = str(data["engine"]), str(data["versions"])
        spreads = float(data["spread"]), float(data["modelled"])
        whole, opened = float(data.get("whole", spreads[0])), float(data.get("open", 1.0))
        return CostModel(*said, coefficients, *spreads, str(data["machine"]), data["figures"], whole, opened)
    except (KeyError, TypeError, AttributeError, ValueError) as error:
        if isinstance(error, CostModelError):
            raise
        raise CostModelError(f"not a cost model: {error!r}") from error


def has_model(engine: str) -> bool:
    """Whether there is a stored model of an engine."""
    return bool(_models(engine, data_folder("cost_models")))


def _models(engine: str, folder: str) -> list[str]:
    return [name for name in files.entries(folder) if name.startswith(f"{engine}-") and files.suffix(name) == ".json"]


def model_path(engine: str) -> str:
    """The newest stored model of an engine. Raises FileNotFoundError."""
    folder = data_folder("cost_models")
    found = _models(engine, folder)
    if not found:
        raise FileNotFoundError(f"no cost model for {engine}")
    return files.join(folder, max(found, key=_version))


def _version(name: str) -> tuple[int, ...]:
    return tuple(int(part) for part in files.stem(name).partition("-")[2].split(".") if part.isdecimal())


@lru_cache(maxsize=8)
def load_model(engine: str) -> CostModel:
    """The stored model of an engine. Raises FileNotFoundError, CostModelError."""
    return read_model(files.read_own(model_path(engine)).decode("utf-8"))


@lru_cache(maxsize=8)
def read_model_file(path: Path) -> CostModel:
    """The model in a file. Raises OSError, CostModelError."""
    try:
        text = files.read(str(path)).decode("utf-8")
    except ValueError as error:
        raise CostModelError("not a cost model: not UTF-8, or not a path") from error
    return read_model(text)
