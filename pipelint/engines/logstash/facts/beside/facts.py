"""What is said of the compose files and Filebeats beside a config. Field names are the language of rule pages."""

from __future__ import annotations

from types import ModuleType

from pipelint.base.lean.once import cached_property
from pipelint.base.lean.record import dataclass, field
from pipelint.base.text.document import Place
from pipelint.engines.logstash.facts.beside.sending import (
    DefaultFact,
    ElsewhereFact,
    IdleVariablesFact,
    LackingFact,
    MadeFolderFact,
    MisplacedFact,
    SaidSecretFact,
    UnheardFact,
    UnreachedFact,
    UnversionedFact,
)
from pipelint.language.config import Config
from pipelint.sources.compose.facts import LoopbackFact, UnsetVariableFact
from pipelint.sources.compose.services import Service


@dataclass(frozen=True, eq=False)
class GoneSettingFact:
    """A setting of the plugin ``owner`` that Logstash took before the version ``since`` (the first number), and refuses now."""

    name: str
    owner: str
    since: int
    place: Place


@dataclass(frozen=True)
class SignFact:
    """What tells that a config was written for a Logstash before the version ``before``, in the form of ConfigFact's.

    ``kind`` is what it is: folder (its name), setting (one that ended), home (the folder that Logstash was installed in), ruby
    (how code reads events), database (of geoip), filebeat (settings of one beside it), notes (a README or script).
    """

    kind: str
    before: int


@dataclass(frozen=True, eq=False)
class UnkeptFact:
    """What Logstash keeps in ``path`` of the container of ``service``, where nothing is mounted.

    ``what`` is queue, letters (of the dead letter queue) or positions.
    """

    what: str
    path: str
    service: Service
    place: Place


@dataclass(frozen=True, eq=False)
class HiddenFact:
    """The files of the image that a folder without them hides, as ``service`` mounts it over the image's folder of settings.

    ``stops``: a pipelines.yml is among them, and nothing else says what Logstash runs.
    """

    names: list[str]
    stops: bool
    service: Service


@dataclass(frozen=True, eq=False)
class LoginFact:
    """The ``address`` to which an output of ``plugin`` sends without a login, where ``server`` of the compose file wants one.

    ``why``: set (the compose file or a file of settings switches security on), default (of the version), alike (it is the
    default if the version is that of Logstash), tls (it speaks https alone, and the output http), or name (the output's hosts
    are the names of nothing in the compose files, which have this server).
    """

    plugin: str
    address: str
    server: Service
    why: str
    place: Place


@dataclass(frozen=True, eq=False)
class AbsentFileFact:
    """A file at ``path``, which the setting ``name`` of ``plugin`` names: ``service`` mounts none, and its image has none.

    ``waits``: the plugin starts without it, and reads nothing. ``pattern``: it is a folder of patterns, one of which grok needs.
    """

    plugin: str
    name: str
    path: str
    service: Service
    waits: bool
    place: Place
    pattern: str = ""


@dataclass(frozen=True, eq=False)
class PortFact:
    """A ``port`` of which the compose file and the config do not say the same.

    ``listens``: an input of ``plugin`` has it, and ``service`` publishes others alone; else it is published, and no input has it.
    ``over``: it is published, though not for the protocol TCP or UDP with which the input listens; ``alone``: it has no other.
    With ``listens`` false it is published for this protocol, too, and the input has the other one.
    """

    port: int
    plugin: str
    listens: bool
    service: Service
    place: Place
    over: str = ""
    alone: bool = False


@dataclass(frozen=True, eq=False)
class JavaFact:
    """An ``option`` with which the Java of Logstash does not start, or is ended.

    ``why`` is gone (it knows no such option any more), heap (``other``, the heap to begin with, is larger than the largest), or
    limit (``other`` is the container's limit of memory, and no larger than the heap), default (the same; the image has it).
    """

    option: str
    why: str
    other: str
    place: Place


@dataclass(frozen=True, eq=False)
class ComposedFact:
    """What the compose file that runs a config, or is near it, makes of it."""

    _config: Config = field(repr=False)

    @cached_property
    def unkept(self) -> list[UnkeptFact]:
        """What is kept in the container alone."""
        return list(_compose().unkept(self._config))

    @cached_property
    def made(self) -> list[MadeFolderFact]:
        """The folders that Docker makes for root, and that Logstash writes to."""
        return list(_compose().made(self._config))

    @cached_property
    def hidden(self) -> list[HiddenFact]:
        """The files of the image's settings that it hides."""
        return list(_start().hidden(self._config))

    @cached_property
    def lacking(self) -> list[LackingFact]:
        """The plugins that its image does not have."""
        return list(_start().lacking(self._config))

    @cached_property
    def installed(self) -> list[str]:
        """The gems of plugins that a command installs: of a Dockerfile around it, its pods or its service."""
        return list(_start().installed(self._config))

    @cached_property
    def unset(self) -> list[UnsetVariableFact]:
        """The variables without a default that it does not set."""
        return list(_start().unset_variables(self._config))

    @cached_property
    def idle_variables(self) -> list[IdleVariablesFact]:
        """The variables that it sets and nothing in its container reads."""
        return list(_start().idle_variables(self._config))

    @cached_property
    def loopback(self) -> list[LoopbackFact]:
        """The outputs that send to their own container."""
        return list(_start().loopback(self._config))

    @cached_property
    def refused(self) -> list[LoginFact]:
        """The outputs that a server of the same compose file refuses, or that call it by another name."""
        from pipelint.engines.logstash.facts.beside.servers import refused

        return list(refused(self._config))

    @cached_property
    def stores(self) -> list[str]:
        """The names of the search engines that it runs beside it."""
        from pipelint.engines.logstash.facts.beside.servers import stores

        return self._config.noted(stores)

    @cached_property
    def misplaced(self) -> list[MisplacedFact]:
        """What it mounts where the image reads neither settings nor pipelines."""
        return list(_start().misplaced(self._config))

    @cached_property
    def own_patterns_alone(self) -> bool:
        """Whether the container has no patterns of grok but those of the plugin."""
        alone: bool = _compose().has_own_patterns_alone(self._config)
        return alone

    @cached_property
    def absent_files(self) -> list[AbsentFileFact]:
        """The files that settings name and that the container does not have."""
        return list(_compose().absent_files(self._config))

    @cached_property
    def ports(self) -> list[PortFact]:
        """The ports that its inputs listen on and the compose file does not publish, and the other way round."""
        from pipelint.engines.logstash.facts.beside.ports import ports

        return list(ports(self._config))

    @cached_property
    def defaults(self) -> list[DefaultFact]:
        """The file beside which the image's own pipeline stays."""
        from pipelint.engines.logstash.facts.beside.ports import defaults

        return list(defaults(self._config))

    @cached_property
    def published(self) -> list[int] | None:
        """The ports of its container that other machines reach, None where they are not known."""
        from pipelint.engines.logstash.facts.beside.ports import published

        return published(self._config)

    @cached_property
    def unheard(self) -> list[UnheardFact]:
        """The ports to which a Filebeat beside it sends, and that none of its inputs has."""
        return self._config.noted(_unheard)

    @cached_property
    def unreached(self) -> list[UnreachedFact]:
        """The services that it names, or that send to it, on other networks than its own."""
        return self._config.noted(_unreached)

    @cached_property
    def said_secrets(self) -> list[SaidSecretFact]:
        """The passwords that it takes from variables, or has, and that stand beside it as plain text."""
        return self._config.noted(_said_secrets)

    @cached_property
    def variables(self) -> dict[str, str]:
        """The variables that it sets, with their values, or the defaults of these, as far as it says them."""
        from pipelint.engines.logstash.facts.beside.said import variables

        return self._config.noted(variables)

    @cached_property
    def elsewhere(self) -> list[ElsewhereFact]:
        """What it mounts for pipelines in the place of the config."""
        return list(_compose().elsewhere(self._config))

    @cached_property
    def unversioned(self) -> list[UnversionedFact]:
        """The images without a version with which it, or its pods, run Logstash."""
        return list(_compose().unversioned(self._config))


def _start() -> ModuleType:
    from pipelint.engines.logstash.facts.beside import start

    return start


def _unheard(config: Config) -> list[UnheardFact]:
    from pipelint.engines.logstash.facts.beside.senders import unheard

    return list(unheard(config))


def _unreached(config: Config) -> list[UnreachedFact]:
    from pipelint.engines.logstash.facts.beside.senders import unreached

    return list(unreached(config))


def _said_secrets(config: Config) -> list[SaidSecretFact]:
    from pipelint.engines.logstash.facts.beside.said import said_secrets

    return list(said_secrets(config))


def _compose() -> ModuleType:
    # Imported here: compose files are looked for once a rule asks.
    from pipelint.engines.logstash.facts.beside import compose

    return compose
