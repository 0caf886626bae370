"""What the pods of a config lack that runs them: the folder of a file that an input opens."""

from __future__ import annotations

import posixpath
from collections.abc import Iterator

from pipelint.base.lean.record import dataclass
from pipelint.base.text.document import Place
from pipelint.engines.fluentbit import types
from pipelint.engines.fluentbit.discovery.discover import STOCK_IMAGE
from pipelint.engines.fluentbit.facts.around.manifests import is_of_one_node
from pipelint.engines.fluentbit.facts.around.variables import SetterFact
from pipelint.engines.fluentbit.facts.compose import service_running
from pipelint.graph.stage import Kind
from pipelint.language.config import Config
from pipelint.sources.kubernetes.workload import Mount

_OPENS = frozenset(("tail", "systemd", "kubernetes_events"))
# Folders that there are in the images of Fluent Bit's project, or that a container always has.
_THERE = frozenset(
    (
        "/",
        "/dev/shm",
        "/etc",
        "/fluent-bit",
        "/fluent-bit/bin",
        "/fluent-bit/etc",
        "/fluent-bit/log",
        "/home",
        "/opt",
        "/root",
        "/run",
        "/srv",
    )
)
_THERE |= frozenset(("/mnt", "/tmp", "/usr", "/var", "/var/cache", "/var/lib", "/var/log", "/var/run", "/var/tmp", "/var/spool"))


@dataclass(frozen=True, eq=False)
class NoFolderFact:
    """The ``folder`` of the file ``path`` that an input opens is not there in the container that runs the config.

    ``runner`` is where the workload or service stands that has this container.
    """

    path: str
    folder: str
    place: Place
    runner: SetterFact


@dataclass(frozen=True, eq=False)
class ClaimedFact:
    """The path of a tail that each pod of the workload ``label`` follows, in the volume of one claim, ``mount``."""

    label: str
    mount: Mount
    place: Place


def claimed_logs(config: Config) -> list[ClaimedFact]:
    """The files in the volume of a claim that more than one pod follows: those of a DaemonSet, or several of a Deployment.

    With ReadWriteOnce the pods of one node alone start, and a volume of the node is another one for each pod of a DaemonSet.
    """
    found: list[ClaimedFact] = []
    for workload in config.workloads:
        apart = workload.kind == "DaemonSet"
        several = apart or (workload.kind == "Deployment" and (workload.replicas or 1) > 1)
        for stage in config.graph.of_kind(Kind.SOURCE) if several and workload.certain else ():
            param = stage.block.param("path") if stage.plugin == "tail" else None
            for path in [] if param is None or param.embedded else types.parts(param.value):
                mount = workload.container.mount(path)
                claimed = mount is not None and mount.kind == "persistentVolumeClaim"
                if param is not None and mount is not None and claimed and not (apart and is_of_one_node(config, mount.volume)):
                    found.append(ClaimedFact(workload.label, mount, param.place))
    return found


def no_folders(config: Config) -> Iterator[NoFolderFact]:
    """The files of positions in a folder that no mount and no image brings: SQLite makes a file, and no folder."""
    found = _container(config)
    stored = [block.param("storage.path") for block in config.root.blocks if block.name == "service"]
    kept = next((each for each in stored if each is not None), None)
    if found is None or (kept is not None and kept.embedded):
        return
    mounts, place = found
    # Fluent Bit makes this folder with all above it before its inputs open their files.
    made = "" if kept is None else posixpath.normpath(kept.value) + "/"
    for stage in config.graph.of_kind(Kind.SOURCE):
        param = stage.block.param("db")
        if stage.plugin not in _OPENS or param is None or param.embedded or not param.value.startswith("/"):
            continue
        folder = posixpath.dirname(posixpath.normpath(param.value))
        # What is mounted below it makes it, and what is mounted above may have it.
        shown = any(mount.covers(folder) or mount.path.startswith(folder.rstrip("/") + "/") for mount in mounts)
        if folder not in _THERE and not shown and not made.startswith(folder + "/"):
            yield NoFolderFact(param.value, folder, param.place, SetterFact(place))


def _container(config: Config) -> tuple[tuple[Mount, ...], Place] | None:
    """The mounts of the one container that is known to run it with an image of the project, and where it is described."""
    workload = next((each for each in config.workloads if each.certain), None)
    if workload is not None:
        own = STOCK_IMAGE.search(workload.container.image) is not None
        return (workload.container.mounts, workload.place) if own else None
    service = service_running(config)
    own = service is not None and not service.built and STOCK_IMAGE.search(service.image) is not None
    return (service.mounts, service.place) if service is not None and own else None
