"""What the pods of a config lack that runs them: the folder of a file that a plugin opens."""

from __future__ import annotations

import posixpath
from collections.abc import Iterator

from pipelint.base.block import Param
from pipelint.base.lean.record import dataclass
from pipelint.base.text.document import Place
from pipelint.engines.fluentbit import types
from pipelint.engines.fluentbit.discovery.discover import STOCK_IMAGE
from pipelint.engines.fluentbit.facts.around.manifests import is_of_one_node
from pipelint.engines.fluentbit.facts.around.variables import SetterFact
from pipelint.engines.fluentbit.facts.compose import service_running
from pipelint.graph.stage import Kind
from pipelint.language.config import Config
from pipelint.sources.kubernetes.workload import Mount, starts_a_shell

# What the output file fills in, in some releases.
_FILLED_IN = frozenset("$%{")
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
    """The ``folder`` of the file ``path`` that a plugin opens is not there in the container that runs the config.

    ``output``: it is what the output file writes, else a DB. ``runner`` is where the workload or service stands that has this
    container.
    """

    path: str
    folder: str
    output: bool
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
    """The files of positions and of outputs in a folder that no mount and no image brings, and that nobody makes."""
    found = _container(config)
    stored = [block.param("storage.path") for block in config.root.blocks if block.name == "service"]
    kept = next((each for each in stored if each is not None), None)
    if found is None or (kept is not None and kept.embedded):
        return
    mounts, place = found
    # Fluent Bit makes this folder with all above it before its plugins open their files.
    made = "" if kept is None else posixpath.normpath(kept.value) + "/"
    for param, path, output in _opened(config):
        folder = posixpath.dirname(posixpath.normpath(path))
        # What is mounted below it makes it, and what is mounted above may have it.
        shown = any(mount.covers(folder) or mount.path.startswith(folder.rstrip("/") + "/") for mount in mounts)
        if folder not in _THERE and not shown and not made.startswith(folder + "/"):
            yield NoFolderFact(path, folder, output, param.place, SetterFact(place))


def _opened(config: Config) -> Iterator[tuple[Param, str, bool]]:
    """The files that plugins open, by absolute paths, in folders that have to be there; and whether an output does."""
    for stage in config.graph.stages:
        output = stage.kind is Kind.OUTPUT and stage.plugin == "file"
        makes = output and types.boolean(stage.block.value("mkdir") or "off") is not False
        param = stage.block.param("path") if output else stage.block.param("db") if stage.plugin in _OPENS else None
        if param is None or param.embedded or makes or not param.value.startswith("/"):
            continue
        path = posixpath.join(param.value, stage.block.value("file").lstrip("/") or "TAG") if output else param.value
        if not output or _FILLED_IN.isdisjoint(path):
            yield param, path, output


def _container(config: Config) -> tuple[tuple[Mount, ...], Place] | None:
    """The mounts of the one container that is known to run it with an image of the project, and where it is described."""
    workload = next((each for each in config.workloads if each.certain), None)
    if workload is not None:
        own = STOCK_IMAGE.search(workload.container.image) is not None and not starts_a_shell(workload.container.words)
        return (workload.container.mounts, workload.place) if own else None
    service = service_running(config)
    stock = service is not None and not service.built and STOCK_IMAGE.search(service.image) is not None
    own = service is not None and stock and not starts_a_shell(service.words)
    return (service.mounts, service.place) if service is not None and own else None
