"""WorkloadFact: a Kubernetes container that runs the config, and what the config needs of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from pipelint.base.lean.late import late
from pipelint.base.lean.once import cached_property
from pipelint.base.lean.record import dataclass, field
from pipelint.base.text.document import Place
from pipelint.facts.rate import Rate
from pipelint.facts.secrets.variables import SecretVariableFact, secret_variables
from pipelint.facts.workload.needs import AbsentFact, BufferFact, HeapFact, KeptFact, TailedFact, UnsharedFact, WorkloadNeeds
from pipelint.graph.stage import Kind
from pipelint.language.config import Config
from pipelint.sources.kubernetes.refused import Refusal, is_completed
from pipelint.sources.kubernetes.variables import UnsetFact
from pipelint.sources.kubernetes.workload import Container, Mount, Variable, Workload, starts_a_shell

_WILD = late(r"[*?\[{%]")
_NAME = late(r"\b[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+\b")


@dataclass(frozen=True, eq=False)
class WorkloadFact:
    """A container of a Kubernetes workload that mounts the ConfigMap that contains the config.

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
    _refused: tuple[Refusal, ...] = field(repr=False)
    _config: Config = field(repr=False)
    _needs: WorkloadNeeds = field(repr=False)
    _rate: Rate = field(repr=False)

    @cached_property
    def label(self) -> str:
        """Its kind and name: ``DaemonSet kube-system/fluentd``."""
        return f"{self.kind} {self.name}" if self.name else self.kind

    @cached_property
    def capacity(self) -> str | None:
        """The events per second predicted within its CPU limit, in words and rounded; null without limit or prediction."""
        limit = self.container.cpu_limit
        predicted = None if limit is None else self._rate()
        if limit is None or predicted is None:
            return None
        processes = self._config.processes
        events = predicted * (limit.value if processes is None else min(limit.value, processes))
        return f"about {_rounded(events):,} events/s"

    @cached_property
    def refused(self) -> list[Refusal]:
        """What the API server refuses of its resource, and of the first one's rights, also where they are in files beside it; of
        selectors nothing where a kustomization may complete them.
        """
        found = list(self._refused) if self.certain else []
        if self.certain and self._config.workloads[0].place == self.place:
            # Imported here: few configs have pods.
            from pipelint.facts.workload.account import rights_gone_beside

            found += rights_gone_beside(self._config, self._config.workloads[0])
        completed = bool(found) and is_completed(self.place)
        return [each for each in found if not completed or each.what not in ("selector", "unmatched")]

    @cached_property
    def kept(self) -> list[KeptFact]:
        """The files that should outlive the pod."""
        return list(self._needs.kept(self._config, self.container)) if self.certain else []

    @cached_property
    def tailed(self) -> list[TailedFact]:
        """The container logs that it follows."""
        return list(self._needs.tailed(self._config, self.container)) if self.certain else []

    @cached_property
    def unshared(self) -> list[UnsharedFact]:
        """The files that it follows and that only another container of the pod has."""
        return list(self._unshared()) if self.certain else []

    def _unshared(self) -> Iterator[UnsharedFact]:
        for path, place in self._needs.followed(self._config):
            if self.container.mount(path) is None:
                seen = ((other, mount) for other in self.others if (mount := other.mount(path)) is not None)
                if found := next(((other, mount) for other, mount in seen if mount.kind not in ("configMap", "secret")), None):
                    yield UnsharedFact(path, *found, place)

    @cached_property
    def absent(self) -> list[AbsentFact]:
        """The files that it follows and that no container of the pod has. Of container logs ``tailed`` says it."""
        return list(self._absent()) if self.certain else []

    def _absent(self) -> Iterator[AbsentFact]:
        container, needs = self.container, self._needs
        if needs.bare.search(container.image) is None or starts_a_shell(container.words):
            return
        own = [stage.block.value("path") for stage in self._config.graph.of_kind(Kind.OUTPUT)]
        told = {each.place for each in self.tailed}
        for path, place in needs.followed(self._config):
            wild = _WILD.search(path)
            start = path if wild is None else path[: wild.start()].rpartition("/")[0]
            mounts = (mount for one in (container, *self.others) for mount in one.mounts)
            there = needs.folders.match(start) or any(each.startswith(start) for each in own) or place in told
            if len(start) > 1 and not there and not any(mount.covers(start) or _lies_in(mount.path, start) for mount in mounts):
                yield AbsentFact(path, place)

    @cached_property
    def buffers(self) -> list[BufferFact]:
        """The buffers of its outputs, as far as their kind and limit are known."""
        return list(self._needs.buffers(self._config, self.container)) if self.certain else []

    @cached_property
    def memory_buffers(self) -> int:
        """Bytes that its buffers in memory may hold together, and those in an emptyDir in memory."""
        held = [each for each in self.buffers if each.kind == "memory" or (each.mount is not None and each.mount.in_memory)]
        return sum(each.limit for each in held)

    @cached_property
    def heap(self) -> HeapFact | None:
        """The largest heap of its JVM, if the container sets it."""
        return self._needs.heap(self.container)

    @cached_property
    def reloads(self) -> bool:
        """Whether the config is reloaded while the container runs: by the engine itself, or by a reloader next to it."""
        beside = any("reload" in f"{other.name} {other.image}" for other in self.others)
        return beside or self._needs.reloads(self.container)

    @cached_property
    def unread(self) -> list[Variable]:
        """The environment variables that the container sets and the config does not read, though it reads two with the same first
        words, or nothing else would read it.
        """
        if not self.certain:
            return []
        read = {*_NAME.findall("\n".join(document.text.decode("utf-8", "replace") for document in self._config.documents))}
        families = Counter(family for name in read if (family := _family(name)))
        own = [each for each in self.container.env if not each.shared and each.name not in read]
        shell = starts_a_shell(self.container.words) or not self._needs.known_image(self.container.image)
        return [
            each for each in own if families[_family(each.name)] > 1 or (not shell and self._needs.meant(self._config, each.name))
        ]

    @cached_property
    def secrets(self) -> list[SecretVariableFact]:
        """The environment variables that are secrets by their names and have their values in the manifest, as plain text."""
        return list(secret_variables(self.container.env))

    @cached_property
    def unset(self) -> list[UnsetFact]:
        """The environment variables that the config uses and the container lacks, if all of its variables are known."""
        container = self.container
        if not self.certain or not container.env_known or starts_a_shell(container.words):
            return []
        own = self._needs.known_image(container.image)
        known = {variable.name for variable in container.env}
        found: dict[str, UnsetFact] = {}
        for name, place in self._needs.wanted(self._config):
            if name not in known and not self._needs.own_variable(name):
                found.setdefault(name, UnsetFact(name, own, place))
        stopping = self._needs.stopping(self._config, found)
        return [UnsetFact(each.name, own, stopping.get(each.name, each.place), each.name in stopping) for each in found.values()]


def _lies_in(path: str, folder: str) -> bool:
    """Whether a path lies in a folder."""
    return path.startswith(folder.rstrip("/") + "/")


def _family(name: str) -> str:
    """The first two words of a variable's name that has more, "" for others."""
    words = name.split("_")
    return "_".join(words[:2]) if len(words) > 2 else ""


def workload_facts(config: Config, needs: WorkloadNeeds, rate: Rate) -> list[WorkloadFact]:
    """The workloads that run ``config``."""
    return [_fact(workload, config, needs, rate) for workload in config.workloads]


def _fact(workload: Workload, config: Config, needs: WorkloadNeeds, rate: Rate) -> WorkloadFact:
    return WorkloadFact(
        workload.kind,
        workload.name,
        workload.replicas,
        workload.place,
        workload.container,
        workload.mounts,
        workload.others,
        workload.certain,
        workload.refused,
        config,
        needs,
        rate,
    )


def _rounded(number: float) -> int:
    """To two digits: more would pretend to be exact."""
    step: int = 10 ** max(0, len(str(int(number))) - 2)
    return round(number / step) * step
