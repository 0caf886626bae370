"""The estimate of a config, with the cost model that its settings name: predicted once, for all in a run that ask for it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pipelint.base.lean.once import cached_property
from pipelint.base.lean.record import replace
from pipelint.checker.versions import release_of
from pipelint.settings.model import Settings

if TYPE_CHECKING:
    from pipelint.cost.estimate import Estimate
    from pipelint.cost.model import CostModel
    from pipelint.language.config import Config


class Today:
    """What a config costs as it is now, predicted when that is first asked for. Raises CostModelError, OSError."""

    def __init__(self, config: Config, settings: Settings) -> None:
        self._config = config
        self._settings = settings

    @cached_property
    def estimate(self) -> Estimate | None:
        """Its estimate; None where it does not parse or no event enters it."""
        return None if self._config.errors else estimate_config(self._config, self._settings, ranges=self._settings.estimates)

    def rate(self) -> float | None:
        """Events per second of one CPU."""
        found = self.estimate
        return None if found is None else found.events_per_cpu_second.mid


def estimate_config(config: Config, settings: Settings, *, ranges: bool = False) -> Estimate | None:
    """The predicted cost of a config, with a note where its release is none that was measured; None where no event enters it.

    ``ranges``: its interval holds what is assumed of the traffic. Raises CostModelError, OSError.
    """
    model = model_for(config.engine.name, settings)
    found = predicted(config, model, settings, ranges=ranges)
    release = None if found is None else release_of(config, settings)
    if found is None or release is None:
        return found
    from pipelint.plugins.versions import engine_version

    own = None if not release.distribution else engine_version(config.engine.name, release)
    version = own or release.version
    if _release(version) == _release(model.versions):
        return found
    said = f"{config.engine.name} {version} costs the same as the measured {model.versions}"
    return replace(found, assumptions=(*found.assumptions, said))


def predicted(config: Config, model: CostModel, settings: Settings, *, ranges: bool = False) -> Estimate | None:
    """The predicted cost of a config by a model, whatever its release; None where no event enters it."""
    from pipelint.cost.estimate import estimate
    from pipelint.engines.parts import parts_of

    return estimate(config.graph, settings.traffic, parts_of(config).costs, model, settings.scale, ranges=ranges)


def _release(version: str) -> list[str]:
    """The first two numbers of a version."""
    return version.split(".")[:2]


def model_for(engine: str, settings: Settings) -> CostModel:
    """The cost model of an engine: the one that the settings name where it is of this engine, else the project's own.

    Raises CostModelError, OSError.
    """
    from pipelint.cost.model import load_model, read_model_file

    if settings.cost_model is not None:
        model = read_model_file(settings.cost_model)
        if model.engine == engine:
            return model
    return load_model(engine)
