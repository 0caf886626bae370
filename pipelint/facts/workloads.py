"""WorkloadFact: a Kubernetes container that runs the config, and what the config needs of it."""

from __future__ import annotations

from collections.abc import Iterator

from pipelint.base.lean.late import late
from pipelint.base.lean.once import cached_property
from pipelint.base.lean.record import dataclass, field
from pipelint.base.text.document import Place
from pipelint.facts.items import environment_names
from pipelint.facts.rate import Rate
from pipelint.facts.workload_files import BufferFact, KeptFact, TailedFact, buffers, kept_files, tailed_logs
from pipelint.language.config import Config
from pipelint.sources.kubernetes.quantity import read_quantity
from pipelint.sources.kubernetes.workload import Container, Mount, Workload

_RUBY = late(r"""#\{\s*ENV\[\s*(?P<quote>["'])(?P<name>\w+)(?P=quote)\s*\]\s*\}""")
_HEAP = late(r"-Xmx(\d{1,9})([kKmMgG])?(?=\s|$)")
# Images whose environment is known: they set no variables but those below.
_IMAGES = late(r"(?:^|/)(?:fluent/fluentd(?:-kubernetes-daemonset)?|logstash/logstash(?:-oss)?)(?=[:@]|$)")
_SET_BY_IMAGES = late(
    r"(?:FLUENT|RUBY|GEM_|BUNDLE|LD_|LOGSTASH|ELASTIC|XPACK|LS_|JAVA|JDK|KUBERNETES_)\w*"
    r"|\w+_SERVICE_(?:HOST|PORT)\w*|\w+_PORT(?:_\w+)?|HOSTNAME|HOME|PATH|PWD|LANG|LC_ALL|TZ|USER|DEBIAN_FRONTEND|SHLVL|TERM|TINI_\w+"
)
_SHELLS = ("sh", "bash", "ash")


@dataclass(frozen=True)
class UnsetFact:
    """An environment variable that the config asks for, without a default, and the container does not set."""

    name: str
    place: Place


@dataclass(frozen=True)
class HeapFact:
    """The largest heap that the JVM is allowed (``-Xmx``): its bytes, how it is written, and the variable that says it."""

    bytes: int
    text: str
    place: Place


@dataclass(frozen=True, eq=False)
class WorkloadFact:
    """A container of a Kubernetes workload that mounts the ConfigMap in which the config stands.

    ``replicas`` is null of a DaemonSet, and where it is not known. ``mounts`` are those of the config alone; ``others`` are
    the other containers of the pod. ``certain`` is false where the container may run another config that it mounts: then
    nothing is said of what this one needs.
    """

    kind: str
    name: str
    replicas: int | None
    place: Place
    container: Container
    mounts: tuple[Mount, ...]
    others: tuple[Container, ...]
    certain: bool
    _config: Config = field(repr=False)
    _rate: Rate = field(repr=False)

    @cached_property
    def label(self) -> str:
        """What it is called: ``DaemonSet kube-system/fluentd``."""
        return f"{self.kind} {self.name}" if self.name else self.kind

    @cached_property
    def capacity(self) -> str | None:
        """The events per second predicted within its CPU limit, in words and rounded; null without limit or prediction."""
        limit = self.container.cpu_limit
        predicted = None if limit is None else self._rate()
        if limit is None or predicted is None:
            return None
        rate, bound = predicted
        processes = self._config.processes
        events = rate * (limit.value if processes is None else min(limit.value, processes))
        return f"{'at most' if bound else 'about'} {_rounded(events):,} events/s"

    @cached_property
    def kept(self) -> list[KeptFact]:
        """The files that should outlive the pod (Fluentd)."""
        return list(kept_files(self._config, self.container)) if self._shown else []

    @cached_property
    def tailed(self) -> list[TailedFact]:
        """The container logs that it follows (Fluentd)."""
        return list(tailed_logs(self._config, self.container)) if self._shown else []

    @cached_property
    def buffers(self) -> list[BufferFact]:
        """The buffers of its outputs, as far as their kind and limit are known (Fluentd)."""
        return list(buffers(self._config, self.container)) if self._shown else []

    @cached_property
    def memory_buffers(self) -> int:
        """Bytes that its buffers in memory may hold together, and those in an emptyDir in memory."""
        held = [each for each in self.buffers if each.kind == "memory" or (each.mount is not None and each.mount.in_memory)]
        return sum(each.limit for each in held)

    @cached_property
    def heap(self) -> HeapFact | None:
        """The heap that ``LS_JAVA_OPTS`` gives Logstash's JVM."""
        found = self.container.variable("LS_JAVA_OPTS")
        flags = _HEAP.findall(found.value) if found is not None and found.value else []
        if found is None or not flags:
            return None
        number, unit = flags[-1]  # of a repeated flag the JVM takes the last
        size = read_quantity(f"{number}{unit.upper()}i" if unit else number)
        return None if size is None else HeapFact(int(size), f"-Xmx{number}{unit}", found.place)

    @cached_property
    def reloads(self) -> bool:
        """Whether something has the config read again while the container runs: Logstash itself, or a reloader beside it."""
        words = set(self.container.words)
        variable = self.container.variable("CONFIG_RELOAD_AUTOMATIC")
        asked = variable is not None and (variable.value or "").lower() == "true"
        beside = any("reload" in f"{other.name} {other.image}" for other in self.others)
        return asked or beside or (self._config.engine.name == "logstash" and bool(words & {"-r", "--config.reload.automatic"}))

    @cached_property
    def unset(self) -> list[UnsetFact]:
        """The environment variables without which the config is read, where all that the container has are known."""
        container = self.container
        if not self.certain or not container.env_known or _IMAGES.search(container.image) is None or _starts_shell(container):
            return []
        known = {variable.name for variable in container.env}
        found: dict[str, UnsetFact] = {}
        for name, place in self._wanted():
            if name not in known and _SET_BY_IMAGES.fullmatch(name) is None:
                found.setdefault(name, UnsetFact(name, place))
        return list(found.values())

    @property
    def _shown(self) -> bool:
        """Whether it certainly runs this config, and that is Fluentd's."""
        return self.certain and self._config.engine.name == "fluentd"

    def _wanted(self) -> Iterator[tuple[str, Place]]:
        """The variables that the config asks for in a way that has no default."""
        for block in self._config.root.walk():
            for param in block.params.values():
                if self._config.engine.name == "fluentd":
                    if param.embedded:
                        yield from ((match["name"], param.place) for match in _RUBY.finditer(param.value))
                    continue
                for name in environment_names(param.value):
                    if f"${{{name}}}" in param.value:  # without a default
                        yield name, param.place


def workload_facts(config: Config, rate: Rate) -> list[WorkloadFact]:
    """The workloads that run ``config``."""
    return [_fact(workload, config, rate) for workload in config.workloads]


def _fact(workload: Workload, config: Config, rate: Rate) -> WorkloadFact:
    return WorkloadFact(
        workload.kind,
        workload.name,
        workload.replicas,
        workload.place,
        workload.container,
        workload.mounts,
        workload.others,
        workload.certain,
        config,
        rate,
    )


def _starts_shell(container: Container) -> bool:
    """Whether its command is a shell, which may set variables before it starts the engine."""
    return any(word.rsplit("/", 1)[-1] in _SHELLS for word in container.words)


def _rounded(number: float) -> int:
    """To two digits: more would pretend to be exact."""
    step: int = 10 ** max(0, len(str(int(number))) - 2)
    return round(number / step) * step
