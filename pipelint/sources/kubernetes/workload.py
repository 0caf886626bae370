"""Workload: a container that runs a checked config, with its limits, variables and mounts, and where they are written."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, TypeAlias

from pipelint.base.lean.record import dataclass
from pipelint.base.text.document import Place
from pipelint.sources.kubernetes.refused import Refusal

VolumeKind: TypeAlias = 'Literal["hostPath", "emptyDir", "configMap", "secret", "persistentVolumeClaim", "other"]'
"""What a mount holds: ``configMap`` and ``secret`` also where they are projected, ``other`` what is not known here."""

OUTLIVING = frozenset(("hostPath", "persistentVolumeClaim"))
"""Volumes whose files are there when the pod is gone."""

_SHELLS = frozenset(("sh", "bash", "ash", "dash"))


def starts_a_shell(words: Iterable[str]) -> bool:
    """Whether a shell stands among the words of a command, which may do anything before the engine runs."""
    return any(word.rpartition("/")[2] in _SHELLS for word in words)


@dataclass(frozen=True, slots=True)
class Quantity:
    """A resource quantity: its number in CPUs or bytes, and how it is written."""

    value: float
    text: str
    place: Place


@dataclass(frozen=True, slots=True)
class Variable:
    """An environment variable. ``value`` is null if it comes from elsewhere or refers to another variable. ``shared``: it comes
    with all of a ConfigMap or Secret.
    """

    name: str
    value: str | None
    place: Place
    shared: bool = False


@dataclass(frozen=True, slots=True)
class Drawn:
    """What a container draws from a ConfigMap or Secret (``kind``) called ``source``: the variable ``name`` from its ``key``, or
    without one all keys, after ``name``.
    """

    kind: str
    source: str
    key: str
    name: str


@dataclass(frozen=True, slots=True)
class Setting:
    """A field of the manifest: its text and place."""

    text: str
    place: Place


@dataclass(frozen=True, slots=True)
class Mount:
    """What is mounted at ``path`` of a container.

    ``host_path`` is the node's folder of a hostPath, else empty. ``size_limit`` and ``in_memory`` belong to an emptyDir.
    ``whole``: its files are the keys of one ConfigMap. ``volume`` is the name of the volume, "" where there is none.
    """

    path: str
    kind: VolumeKind
    read_only: bool
    place: Place
    host_path: str = ""
    sub_path: str = ""
    size_limit: Quantity | None = None
    in_memory: bool = False
    whole: bool = False
    volume: str = ""

    def covers(self, path: str) -> bool:
        """Whether the absolute ``path`` lies in what is mounted here."""
        own = self.path.rstrip("/")
        return path == own or path.startswith(own + "/")


def innermost(mounts: Iterable[Mount], path: str) -> Mount | None:
    """What is mounted at the absolute ``path`` or above it: the innermost of some mounts."""
    return max((m for m in mounts if m.covers(path)), key=lambda m: len(m.path.rstrip("/")), default=None)


@dataclass(frozen=True, slots=True, eq=False)
class Container:
    """A container. ``words`` are its command and arguments; what a field leaves out is None or empty.

    ``env_known``: all of its variables that manifests can give it are in ``env``. ``drawn`` is what it takes for that from
    elsewhere. ``privileged`` is there where it is true. ``probes`` are the paths that its probes ask for by HTTP. ``run_as_user``
    is the number of the user, of the pod where the container has none; ``groups``: the manifest says in which groups that is,
    ``sealed``: nothing can be written outside of its mounts.
    """

    name: str
    image: str
    place: Place
    words: tuple[str, ...] = ()
    cpu_limit: Quantity | None = None
    cpu_request: Quantity | None = None
    memory_limit: Quantity | None = None
    memory_request: Quantity | None = None
    storage_limit: Quantity | None = None
    env: tuple[Variable, ...] = ()
    env_known: bool = True
    mounts: tuple[Mount, ...] = ()
    privileged: Setting | None = None
    run_as_user: int | None = None
    probes: tuple[Setting, ...] = ()
    drawn: tuple[Drawn, ...] = ()
    groups: bool = False
    sealed: bool = False

    @property
    def tag(self) -> str:
        """The tag of its image: what follows the last colon, ``""`` without one."""
        name = self.image.split("@")[0].rsplit("/", 1)[-1]
        return name.split(":", 1)[1] if ":" in name else ""

    def variable(self, name: str) -> Variable | None:
        """The environment variable called ``name``."""
        return next((variable for variable in reversed(self.env) if variable.name == name), None)

    def mount(self, path: str) -> Mount | None:
        """What is mounted at the absolute ``path`` or above it: the innermost mount."""
        return innermost(self.mounts, path)

    def kinds(self, paths: Iterable[str]) -> set[VolumeKind]:
        """What is mounted at absolute paths, or above them."""
        return {mount.kind for path in paths if (mount := self.mount(path)) is not None}


@dataclass(frozen=True, slots=True, eq=False)
class Workload:
    """A DaemonSet, Deployment, StatefulSet, ReplicaSet or Pod, seen from the container that runs a config.

    ``name`` is ``namespace/name`` as far as the manifest says. ``replicas`` are the pods that it asks for, None of a
    DaemonSet, which has one on each node. ``mounts`` are those through which ``container`` sees the config; ``others`` are
    the pod's other containers, ``api`` is its apiVersion, ``refused`` what the API server refuses of it. ``certain`` is false
    where the container sees several configs of its engine, and which of them it runs is not said, and where a patch shows only a
    part of the container.
    """

    kind: str
    name: str
    replicas: int | None
    place: Place
    container: Container
    mounts: tuple[Mount, ...]
    others: tuple[Container, ...] = ()
    certain: bool = True
    api: str = ""
    refused: tuple[Refusal, ...] = ()

    @property
    def label(self) -> str:
        """What it is called in messages: ``DaemonSet kube-system/collector``."""
        return f"{self.kind} {self.name}" if self.name else self.kind


def said_by_all(workloads: Iterable[Workload], name: str) -> str:
    """What all pods that run a config have in a variable; "" where they differ, or it is not known."""
    found = {None if (said := each.container.variable(name)) is None else said.value for each in workloads}
    return (found.pop() or "") if len(found) == 1 else ""
