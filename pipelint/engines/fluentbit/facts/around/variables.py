"""Secrets that the config takes from the environment, which a manifest or a compose file sets in plain text."""

from __future__ import annotations

from collections.abc import Iterator

from pipelint.base.lean.late import late
from pipelint.base.lean.record import dataclass
from pipelint.base.text.document import Place
from pipelint.engines.fluentbit.facts.compose import service_running
from pipelint.language.config import Config
from pipelint.plugins.index import common_names

_WHOLE = late(r"\$\{([A-Za-z_]\w*)\}")


@dataclass(frozen=True, eq=False)
class GivenSecretFact:
    """The property ``name`` of ``plugin`` takes its value from ``variable``, which the file ``where`` sets to a plain text.

    ``place`` is the property, ``known``: everybody knows such a password, or it is the name of the user.
    """

    name: str
    plugin: str
    variable: str
    where: str
    known: bool
    place: Place
    setter: SetterFact


@dataclass(frozen=True, eq=False)
class SetterFact:
    """Where a variable is set."""

    place: Place


_KNOWN = frozenset(
    ("admin", "admin123", "changeme", "elastic", "guest", "password", "root", "secret", "test", "123456", "12345678")
)


def given_secrets(config: Config) -> Iterator[GivenSecretFact]:
    """Of outputs and inputs alone: what else asks for secrets has them in a file."""
    names = common_names(config.engine.name, "secrets")
    for stage in config.graph.stages:
        for param in stage.block.params.values():
            said = _WHOLE.fullmatch(param.value) if param.name in names else None
            found = None if said is None else _set(config, said[1])
            if said is not None and found is not None:
                value, where, place = found
                known = value.lower() in _KNOWN or value in {each.value for each in stage.block.params.values()}
                yield GivenSecretFact(param.name, stage.plugin, said[1], where, known, param.place, SetterFact(place))


def _set(config: Config, name: str) -> tuple[str, str, Place] | None:
    """The text that a variable gets, and from where."""
    from pipelint.facts.secrets.values import may_stand_in

    for workload in config.workloads:
        variable = workload.container.variable(name) if workload.certain else None
        if variable is not None and variable.value and not may_stand_in(variable.value):
            return variable.value, "the manifest", variable.place
    service = service_running(config)
    value = "" if service is None else service.settings.get(name, "")
    return (
        None
        if service is None or not value or "$" in value or may_stand_in(value)
        else (value, "the compose file", service.place)
    )
