"""What the config takes from the environment: secrets that a manifest or a compose file sets, and what is no variable at all."""

from __future__ import annotations

import re
from collections.abc import Iterator

from pipelint.base.block import Block, Param
from pipelint.base.lean.late import late
from pipelint.base.lean.record import dataclass
from pipelint.base.text.document import Place
from pipelint.engines.fluentbit import types
from pipelint.engines.fluentbit.facts.around.unset import stops_with
from pipelint.engines.fluentbit.facts.compose import service_running
from pipelint.engines.fluentbit.facts.language.headers import login_headers
from pipelint.facts.secrets.values import is_known_password
from pipelint.graph.stage import Kind, Stage
from pipelint.language.config import Config
from pipelint.plugins.index import common_names
from pipelint.sources.compose.starts import texts_around

_WHOLE = late(r"\$\{([A-Za-z_]\w*)\}")
_EACH = late(r"\$\{([^{}:]+)\}")
_DEFAULT = late(r"\$\{([A-Za-z_]\w*)(:[-=?+])([^{}]*)\}")
# A default as compose files write it, and what a password is before somebody sets one.
_OR_ELSE = late(r"\$\{[A-Za-z_]\w*:?-([^${}]+)\}")
_TO_CHANGE = late(r"(?i)(?:please[-_ ]?)?change[-_ ]?(?:me|this|it)(?:[-_ ][\w-]*)?")
# What writes a config from a template: Fluent Bit reads the result.
_FILLS_IN = late(rb"\b(?:envsubst|gomplate|confd|dockerize|consul-template|templatefile)\b")
# Of a field's path: no variable has such a name.
_PATH = late(r"[\w-]+(?:\[['\"][^\]]*['\"]\])+|\$.+")
# What events have, and what a shell or a manifest would write in capitals.
_FIELDS = frozenset(
    (
        *("container_id", "container_image", "container_name", "date", "level", "log_level", "namespace", "namespace_name"),
        *("pod", "pod_name", "severity", "stream", "tag", "time", "timestamp"),
    )
)

# What is meant to be the time of each event.
_CLOCKS = frozenset(("FLB_NOW", "NOW", "TIMESTAMP", "CURRENT_TIME", "CURRENT_TIMESTAMP", "EVENT_TIME"))


@dataclass(frozen=True, eq=False)
class FieldVariableFact:
    """The ``name`` of a field in `${name}` of a property ``key``, or of a time (``clock``). ``sure``: no variable can be.
    ``stops``: Fluent Bit does not start with what is left of that property then.
    """

    name: str
    key: str
    sure: bool
    clock: bool
    place: Place
    stops: bool = False


@dataclass(frozen=True, eq=False)
class ShellDefaultFact:
    """`${name:-text}`: a variable with what a shell would take for it, after the ``operator``. ``key`` is the parameter."""

    name: str
    operator: str
    text: str
    key: str
    place: Place

    @property
    def written(self) -> str:
        """The variable as it stands there."""
        return f"${{{self.name}{self.operator}{self.text}}}"


@dataclass(frozen=True, eq=False)
class GivenSecretFact:
    """The property ``name`` of ``plugin`` takes its value from ``variable``, which the file ``where`` sets to a plain text.

    ``place`` is the property, ``known``: everybody knows such a password, or it is the name of the user. ``default``: it is
    another one where somebody sets the variable that the file takes it from.
    """

    name: str
    plugin: str
    variable: str
    where: str
    known: bool
    default: bool
    place: Place
    setter: SetterFact


@dataclass(frozen=True, eq=False)
class SetterFact:
    """Where a variable is set."""

    place: Place


def given_secrets(config: Config) -> Iterator[GivenSecretFact]:
    """Of outputs and inputs alone: what else asks for secrets has them in a file."""
    names = common_names(config.engine.name, "secrets")
    for stage in config.graph.stages:
        whole = ((param, param.value) for param in stage.block.params.values() if param.name in names)
        for param, text in (*whole, *login_headers(stage.block)):
            said = _WHOLE.fullmatch(text)
            found = None if said is None else _set(config, said[1]) or _set_until_changed(config, said[1])
            if said is not None and found is not None:
                value, where, place = found
                known = is_known_password(value) or _TO_CHANGE.fullmatch(value) is not None
                known = known or value in {each.value for each in stage.block.params.values()}
                default = _set(config, said[1]) is None and not known
                yield GivenSecretFact(param.name, stage.plugin, said[1], where, known, default, param.place, SetterFact(place))


def shell_defaults(config: Config) -> list[ShellDefaultFact]:
    """The first of each key of a section, in files that Fluent Bit reads as they are.

    In manifests and compose files others fill in first what is theirs; so does a script nearby that names envsubst or the like.
    """
    every = [*_shell_defaults(config)] if not config.documents[0].part else []
    return [] if every and any(_FILLS_IN.search(text) for text in texts_around(config.documents[0])) else every


def _shell_defaults(config: Config) -> Iterator[ShellDefaultFact]:
    for block in config.root.walk():
        for param in block.items:
            found = _DEFAULT.search(param.value) if isinstance(param, Param) and "${" in param.value else None
            if found is not None and isinstance(param, Param) and param.name != "code":
                yield ShellDefaultFact(found[1], found[2], found[3], param.name, param.place)


def field_variables(config: Config, stage: Stage) -> Iterator[FieldVariableFact]:
    """In the properties of a filter or output. A name that is a variable's too counts where nothing around sets it, and what runs
    the config is not at hand, of which other rules tell what it does not set.
    """
    if stage.kind not in (Kind.FILTER, Kind.OUTPUT):
        return
    for param in stage.block.items:
        if not isinstance(param, Param) or "${" not in param.value or param.name == "code":
            continue
        # In the place of what a template puts in there is a variable, too.
        document = param.place.document
        written = document.map.to_file(param.place.span).cut(document.file.data).decode(errors="replace")
        for found in (each for each in _EACH.finditer(param.value) if f"${{{each[1]}" in written):
            sure = _PATH.fullmatch(found[1]) is not None
            clock = found[1] in _CLOCKS
            if sure or ((clock or found[1] in _FIELDS) and not _is_set(config, found[1])):
                stops = sure and all(map(_PATH.fullmatch, _EACH.findall(param.value)))
                stops = stops and stops_with(config, stage, param, types.translated(param.value, {}))
                yield FieldVariableFact(found[1], param.name, sure, clock, param.place, stops)
                break


def _is_set(config: Config, name: str) -> bool:
    """Whether the config or its file sets a variable, or what runs the config is known."""
    own = {item.value.partition("=")[0] for item in config.root.items if isinstance(item, Param) and item.name == "@SET"}
    said = re.compile(rb"(?m)\bname:[ \t]*[\"']?%b(?![\w.-])|^[ \t-]*%b=" % ((re.escape(name.encode()),) * 2))
    runs = bool(config.workloads) or service_running(config) is not None
    return runs or name in own or any(said.search(document.file.data) for document in config.documents)


def said_host(config: Config, block: Block) -> str:
    """The Host of a section; where a variable says it, what the pods or the service that run it set, if they do."""
    host = block.value("host")
    named = _WHOLE.fullmatch(host)
    found = None if named is None else _set(config, named[1])
    return host if found is None else found[0]


def _set_until_changed(config: Config, name: str) -> tuple[str, str, Place] | None:
    """The text that a compose file gives a variable where nobody sets another one, or that asks to be changed."""
    service = service_running(config)
    value = "" if service is None else service.settings.get(name, "")
    default = _OR_ELSE.fullmatch(value)
    if service is None or (default is None and _TO_CHANGE.fullmatch(value) is None):
        return None
    return (value if default is None else default[1]), "the compose file", service.place


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
