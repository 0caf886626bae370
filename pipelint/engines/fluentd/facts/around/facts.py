"""What files around a config say of it, as rule pages see it."""

from __future__ import annotations

from pipelint.base.block import Block
from pipelint.base.lean.record import dataclass
from pipelint.base.text.document import Place
from pipelint.sources.compose.services import Service
from pipelint.sources.kubernetes.workload import Setting


@dataclass(frozen=True, eq=False)
class ShutInFact:
    """A ``port`` at which an input of ``plugin`` listens for its own container alone, though the ``service`` publishes it."""

    port: int
    plugin: str
    service: Service
    place: Place
    block: Block


@dataclass(frozen=True, eq=False)
class BareEndpointFact:
    """An endpoint ``value`` that is no URL; ``service`` is what says so where a variable stands in the config, else null."""

    value: str
    service: Service | None
    place: Place
    block: Block


@dataclass(frozen=True, eq=False)
class SentTagFact:
    """A ``tag`` that the logging driver gives the lines of a service called ``name``, and that no match takes.

    ``block`` is the input that gets them.
    """

    name: str
    tag: str
    place: Place
    block: Block


@dataclass(frozen=True, eq=False)
class RunFact:
    """What runs a config: a service of a compose file or a pod, as its ``label`` says."""

    label: str
    place: Place


@dataclass(frozen=True, eq=False)
class ShutFileFact:
    """A ``path`` of a tail source that leads to files of root's, where ``run`` starts Fluentd as another ``user``."""

    path: str
    user: str
    run: RunFact
    place: Place


@dataclass(frozen=True, eq=False)
class UnwritableFact:
    """A ``path`` that Fluentd writes and its ``user`` may not: ``what`` is positions, buffer or output, ``why`` own (a folder
    of the image), volume (a fresh one), made (a folder that Docker makes), host, or sealed (a
    read-only mount, where nobody may), as ``run`` has it.
    """

    what: str
    path: str
    user: str
    why: str
    run: RunFact
    place: Place
    block: Block


@dataclass(frozen=True, eq=False)
class UnmountedFact:
    """A ``path`` of a tail source at which the ``service`` that runs the config has nothing of the host.

    ``at`` is where it has the host's folder of that name, "" where it has none.
    """

    path: str
    at: str
    service: Service
    place: Place
    block: Block


@dataclass(frozen=True, eq=False)
class UnfitCheckFact:
    """A health check that calls ``program``, which the ``image`` lacks. ``service`` runs it, null where only a Dockerfile does.

    ``waiting`` are the services that wait until it passes.
    """

    program: str
    image: str
    service: Service | None
    waiting: list[str]
    place: Place


@dataclass(frozen=True, eq=False)
class HeldFact:
    """The ``bytes`` that all buffers in memory may hold together, in the container of a ``service`` with a ``limit`` that is no
    larger, at the service of the file that says it. ``stated``: the config says how much, at least of the largest.
    """

    bytes: int
    limit: Setting
    stated: bool
    service: Service
    place: Place
