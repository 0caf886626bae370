"""The estimate of a config, with the cost model that its settings name: predicted once, for all in a run that ask for it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pipelint.base.lean.once import cached_property
from pipelint.base.lean.record import replace
from pipelint.checker.config.versions import release_of
from pipelint.settings.model import Settings

if TYPE_CHECKING:
    from pipelint.cost.estimate import Estimate, Walks
    from pipelint.cost.model import CostModel
    from pipelint.cost.samples.observed import Observed
    from pipelint.language.config import Config


class Today:
    """What a config costs as it is now, predicted when that is first asked for. Raises CostModelError, SampleError, OSError."""

    def __init__(self, config: Config, settings: Settings, *, editing: bool = False) -> None:
        self._config = config
        self._settings = settings
        self.editing = editing

    @cached_property
    def walks(self) -> Walks | None:
        """How its events go; None where it does not parse."""
        return None if self._config.errors else walks_of(self._config, self._settings, editing=self.editing)

    @cached_property
    def estimate(self) -> Estimate | None:
        """Its estimate; None where it does not parse, no event enters it, or its engine has no cost model."""
        if self.walks is None:
            return None
        return _estimate(self._config, self._settings, self.walks, ranges=self._settings.estimates)

    def rate(self) -> float | None:
        """Events per second of one CPU."""
        found = self.estimate
        return None if found is None else found.events_per_cpu_second.mid


def estimate_config(config: Config, settings: Settings, *, ranges: bool = False, editing: bool = False) -> Estimate | None:
    """The predicted cost of a config, with a note where its release is none that was measured; None where no event enters it,
    or its engine has no cost model.

    ``ranges``: its interval holds what is assumed of the traffic. ``editing``: of samples fewer lines are followed. Raises
    CostModelError, SampleError, OSError.
    """
    return _estimate(config, settings, walks_of(config, settings, editing=editing), ranges=ranges)


def walks_of(config: Config, settings: Settings, *, editing: bool = False) -> Walks:
    """How the events of a config go, with the settings' samples and traffic. Raises SampleError."""
    from pipelint.cost.estimate import Walks
    from pipelint.engines.parts import parts_of

    seen = _observed(config, settings, editing=editing) if settings.samples else None
    traffic = settings.traffic
    if traffic.stages and not settings.measured:
        traffic = replace(traffic, stages=tuple(replace(row, us=None) for row in traffic.stages))
    return Walks(config.graph, traffic, parts_of(config).costs, seen, settings.scale)


def _estimate(config: Config, settings: Settings, walks: Walks, *, ranges: bool) -> Estimate | None:
    if not may_estimate(config.engine.name, settings):
        return None
    model = model_for(config.engine.name, settings)
    found = walks.estimate(model, ranges=ranges)
    if found is not None and settings.samples and found.observed is None:
        found = replace(found, assumptions=(*found.assumptions, "all of the traffic: no source of this config reads a sample"))
    release = None if found is None else release_of(config.entry, settings)
    if found is None or release is None or not release.version:
        return found
    from pipelint.plugins.versions import engine_version

    own = None if not release.distribution else engine_version(config.engine.name, release)
    version = own or release.version
    if _release(version) == _release(model.versions):
        return found
    said = f"{config.engine.name} {version} costs the same as the measured {model.versions}"
    return replace(found, assumptions=(*found.assumptions, said))


def _observed(config: Config, settings: Settings, *, editing: bool) -> Observed | None:
    """What the settings' samples show of a config."""
    # Imported here, as most settings have no samples.
    from pipelint.checker.samples.traced import MOST_EDITING, MOST_LINES, observed
    from pipelint.engines.parts import parts_of

    parts = parts_of(config)
    return observed(config, settings, parts.tracer, parts.costs, MOST_EDITING if editing else MOST_LINES)


def _release(version: str) -> list[str]:
    """The first two numbers of a version."""
    return version.split(".")[:2]


def may_estimate(engine: str, settings: Settings) -> bool:
    """Whether there is a cost model of an engine. Raises CostModelError, OSError."""
    from pipelint.cost.model import has_model

    return _own_model(engine, settings) is not None or has_model(engine)


def why_unestimated(config: Config, settings: Settings) -> str:
    """Why a config without syntax errors has no estimate."""
    if config.graph.skipped:
        return "too many plugins"
    if may_estimate(config.engine.name, settings):
        return "no events reach it"
    from pipelint.engines.registry import ENGINES

    return f"there is no cost model of {ENGINES.lines[config.engine.name].title} yet"


def model_for(engine: str, settings: Settings) -> CostModel:
    """The cost model of an engine: the one that the settings name where it is of this engine, else the project's own.

    Raises CostModelError, OSError.
    """
    from pipelint.cost.model import load_model

    return _own_model(engine, settings) or load_model(engine)


def own_model_path(engine: str, settings: Settings) -> str:
    """The cost model that the settings name, if it is one of this engine, as people see its path; else "".

    Raises as ``model_for`` does.
    """
    if settings.cost_model is None or _own_model(engine, settings) is None:
        return ""
    from pipelint.checker.named_files import from_here

    return str(from_here(settings.cost_model))


def _own_model(engine: str, settings: Settings) -> CostModel | None:
    """The cost model that the settings name, if it is one of this engine."""
    if settings.cost_model is None:
        return None
    from pipelint.cost.model import read_model_file

    model = read_model_file(settings.cost_model)
    return model if model.engine == engine else None
