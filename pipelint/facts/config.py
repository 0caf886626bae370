"""Facts about a whole config and what it is asked for. Field names are the language of rule pages."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from pipelint.base.block import Block
from pipelint.base.lean.once import cached_property
from pipelint.base.lean.record import dataclass, field
from pipelint.base.spelling import is_slip
from pipelint.base.text.document import Place
from pipelint.facts.rate import Rate, no_rate
from pipelint.facts.readings import has_spec
from pipelint.facts.stage import FactGraph, StageFact
from pipelint.facts.values import SectionFact
from pipelint.graph.stage import Kind
from pipelint.plugins import plugin_of, stage_kinds

_T = TypeVar("_T")


@dataclass(frozen=True, eq=False)
class PowerlessFact:
    """The pods ``label`` of a workload, at ``place``, and the ``account`` they run as, to which nothing at hand gives a role."""

    label: str
    account: str
    place: Place


@dataclass(frozen=True, eq=False)
class PrivateKeyFact:
    """The parameter ``name``, at ``place``, leads to a private key in ``file`` of the project."""

    name: str
    file: str
    place: Place


@dataclass(frozen=True, eq=False)
class MisaddressedFact:
    """Services with these ``names``, the first at ``place``, whose logging driver sends to the ``address`` of the service
    ``runner`` by its name."""

    names: list[str]
    address: str
    runner: str
    place: Place


@dataclass(frozen=True, eq=False)
class ConfigFact:
    """A whole config: its engine, worker processes, whether it is in a Kubernetes manifest, and its stages.

    ``place`` is the section for settings of the whole where there is one, else the first section. ``block`` is what ``place``
    points at when it is the section for settings, else the whole config. ``version`` is the engine's as settings or an image name
    it, 1000 times the first number and the second (1016 for 1.16), 0 where none does; ``targeted``: the settings or ``--target``
    do. ``release`` is the name of what runs it, "" for none (``3.1.7``, after its distribution). An engine
    with facts of its own derives from this class.
    """

    engine: str
    workers: int
    kubernetes: bool
    complete: bool
    skipped: bool
    stages: list[StageFact]
    sections: list[SectionFact]
    place: Place
    block: Block
    version: int
    targeted: bool
    release: str
    _links: FactGraph = field(repr=False)

    _rate: Rate = field(default=no_rate, repr=False)

    @property
    def private_keys(self) -> list[PrivateKeyFact]:
        """The private keys that it names and that lie in its project, in a work tree of git or a compose file."""
        from pipelint.facts.private_keys import private_keys

        return [PrivateKeyFact(*each) for each in self._links.config.noted(private_keys)]

    @property
    def misaddressed(self) -> list[MisaddressedFact]:
        """The services of the compose file that runs it whose logging driver is told the name of its service, by that address."""
        # Imported here: most configs lie beside no compose file.
        from pipelint.facts.workload.drivers import misaddressed

        return [MisaddressedFact(*each) for each in self._links.config.noted(misaddressed)]

    @property
    def without_account(self) -> PowerlessFact | None:
        """What runs it under an account of which nothing at hand says that it may read pods: default, or one made beside it."""
        # Imported here: few configs have a plugin that asks Kubernetes.
        from pipelint.facts.workload.account import without_account

        found = self._links.config.noted(without_account)
        return None if found is None else PowerlessFact(*found)

    def noted(self, make: Callable[..., _T]) -> _T:
        """``Config.noted``."""
        return self._links.config.noted(make)

    @property
    def written_for(self) -> int:
        """The version that it was written for, as the config itself tells, in the form of ``version``; 0 where it does not."""
        return 0

    @cached_property
    def plugins(self) -> list[PluginFact]:
        """The plugins of its stages, each kind and name once, at its first use."""
        return [PluginFact(name, kind) for kind, name in dict.fromkeys([(stage.kind, stage.plugin) for stage in self.stages])]

    @cached_property
    def sources(self) -> list[StageFact]:
        """The stages that bring events in."""
        return [stage for stage in self.stages if stage.kind is Kind.SOURCE]

    @cached_property
    def outputs(self) -> list[StageFact]:
        """The stages that send events out."""
        return [stage for stage in self.stages if stage.kind is Kind.OUTPUT]

    @cached_property
    def events_per_cpu(self) -> float | None:
        """Predicted events per second of one CPU; null without an estimate."""
        return self._rate()

    @cached_property
    def unknown_plugins(self) -> list[UnknownPluginFact]:
        """The unknown plugins, each kind and name once, at its first use."""
        # Most configs have none, which is seen without asking each stage.
        known = self._links.declarations
        strange = {(plugin.kind, plugin.name) for plugin in self.plugins if not has_spec(known, plugin.kind, plugin.name)}
        found: dict[tuple[Kind, str], list[StageFact]] = {}
        for stage in self.stages if strange else ():
            if (stage.kind, stage.plugin) in strange and not stage.known:
                found.setdefault((stage.kind, stage.plugin), []).append(stage)
        return [
            UnknownPluginFact(
                name, kind, near, is_slip(name, near), uses[0].declared.left_out, self._only(name, kind), len(uses), uses[0].place
            )
            for (kind, name), uses in found.items()
            for near in [uses[0].declared.suggestion]
        ]

    def _only(self, name: str, kind: Kind) -> str:
        if plugin_of(self.engine, kind.value, name).name:
            return ""  # There is one, of which it is not known what it takes.
        known = self._links.declarations
        kinds = [one.value for one in (Kind.SOURCE, Kind.FILTER, Kind.OUTPUT) if has_spec(known, one, name)]
        if not kinds and Kind.PROCESS.value in stage_kinds(self.engine) and has_spec(known, Kind.PROCESS, name):
            return Kind.PROCESS.value
        return kinds[0] if len(kinds) == 1 else ""


@dataclass(frozen=True, eq=False)
class PluginFact:
    """A plugin of the config, with its kind."""

    name: str
    kind: Kind


@dataclass(frozen=True, eq=False)
class UnknownPluginFact:
    """An unknown plugin: ``uses`` stages have it, ``suggestion`` is a similar known name ("": none).

    ``slip``: one letter makes it ``suggestion``, and it is hardly another plugin's name. ``left_out`` names the release that
    comes without it (``Logstash 9.1.10``), where other releases have it ("": none). ``only``: the one kind of stage that is
    known to have this name ("": none, or several).
    """

    name: str
    kind: Kind
    suggestion: str
    slip: bool
    left_out: str
    only: str
    uses: int
    place: Place


@dataclass(frozen=True)
class TrafficFact:
    """The assumed traffic, and the budget of a config.

    ``runtime`` is the container runtime (docker or cri), ``line_bytes`` the bytes of a line. ``events_per_second`` is what one
    process has to manage, 0 where nothing says so; ``min_events_per_cpu`` is the budget of a CPU, null where there is none.
    """

    runtime: str
    line_bytes: int
    events_per_second: float = 0.0
    min_events_per_cpu: float | None = None


@dataclass(frozen=True)
class SyntaxFact:
    """A syntax error: what is wrong, and what was expected (perhaps empty)."""

    message: str
    expected: str
    place: Place


@dataclass(frozen=True)
class IgnoredFact:
    """Something in the config that the engine ignores without an error: ``message`` says why."""

    message: str
    place: Place


@dataclass(frozen=True)
class IncludeFact:
    """An include without effect: ``problem`` is missing, empty (a glob), cycle, remote, elsewhere, unreadable, invalid or limit.

    ``folder`` is its folder where several includes of that folder are missing, else "".
    """

    path: str
    problem: str
    detail: str
    place: Place
    folder: str = ""
