"""What a config reads and writes on disk, against what its Kubernetes container mounts there."""

from __future__ import annotations

from collections.abc import Iterator

from pipelint.base.block import Block, Param
from pipelint.base.lean.record import dataclass
from pipelint.base.quantity import whole
from pipelint.base.text.document import Place
from pipelint.engines.fluentd.facts.container_logs import CONTAINER_PATHS
from pipelint.graph.stage import Kind, Stage
from pipelint.language.config import Config, Types
from pipelint.sources.kubernetes.workload import Container, Mount

_PODS = "/var/log/pods/"
_LINKS = "/var/log/containers/"
_DOCKER = "/var/lib/docker/containers/"
# fluentd 1.16, lib/fluent/plugin/buf_memory.rb, buf_file.rb, buf_file_single.rb: total and chunk_limit_size.
_DEFAULTS = {"memory": (512 << 20, 8 << 20), "file": (64 << 30, 256 << 20), "file_single": (64 << 30, 256 << 20)}
# Outputs whose buffer is in memory unless they are told otherwise; others set a default of their own.
_IN_MEMORY = frozenset({"elasticsearch", "forward", "http", "kafka2", "opensearch"})


@dataclass(frozen=True)
class KeptFact:
    """A file or folder that the config writes and that should outlive its pod: ``what`` is position or buffer.

    ``home`` is where it lies: hostPath, emptyDir, persistentVolumeClaim, configMap, secret, other, or container where
    nothing is mounted. ``path`` is a text that holds neither code nor placeholders. ``of_host``: it is the position in files
    of the node, which outlive the pod.
    """

    what: str
    plugin: str
    path: str
    home: str
    mount: Mount | None
    of_host: bool
    place: Place


@dataclass(frozen=True)
class TailedFact:
    """Container logs that a tail source follows: ``mount`` is what the container sees there, null where it sees nothing.

    ``through_links``: its files are the symbolic links of ``/var/log/containers``, whose targets are ``pods``, or with
    Docker beyond them ``docker``: what is mounted there. ``parser`` reads the lines.
    """

    path: str
    parser: str
    through_links: bool
    mount: Mount | None
    pods: Mount | None
    docker: Mount | None
    place: Place


@dataclass(frozen=True)
class BufferFact:
    """A buffer: its ``kind`` (memory, file, file_single), how many bytes it may hold, whether the config says so itself.

    ``home`` and ``mount`` are those of its files, empty and null of a buffer in memory.
    """

    kind: str
    plugin: str
    limit: int
    stated: bool
    home: str
    mount: Mount | None
    place: Place


def kept_files(config: Config, container: Container) -> Iterator[KeptFact]:
    """The positions and file buffers of a Fluentd config."""
    for stage in config.graph.stages:
        param = _kept_param(config, stage)
        if param is not None and _plain(param):
            whole = stage if stage.parent is None else config.graph.stages[stage.parent]
            mount = container.mount(param.value)
            what = "buffer" if stage.kind is Kind.BUFFER else "position"
            followed = [container.mount(path.strip()) for path in whole.value("path").split(",")] if what == "position" else []
            of_host = any(each is not None and each.kind == "hostPath" for each in followed)
            yield KeptFact(what, whole.plugin, param.value, _home(mount), mount, of_host, param.place)


def _kept_param(config: Config, stage: Stage) -> Param | None:
    if stage.kind is Kind.SOURCE and stage.plugin == "tail":
        return stage.block.param("pos_file")
    if stage.kind is Kind.BUFFER and stage.plugin in ("file", "file_single") and stage.block.name == "buffer":
        return stage.block.param("path")
    return None


def tailed_logs(config: Config, container: Container) -> Iterator[TailedFact]:
    """The tail sources that follow container logs."""
    for stage in config.graph.stages:
        path = stage.block.param("path")
        if stage.kind is not Kind.SOURCE or stage.plugin != "tail" or path is None or path.embedded:
            continue
        for one in path.value.split(","):
            folder = next((folder for folder in CONTAINER_PATHS if one.strip().startswith(folder)), None)
            if folder is not None:
                parser = next((p.plugin for p in config.graph.parts(stage) if p.kind is Kind.PARSE), "")
                seen = [container.mount(each.rstrip("/")) for each in (folder, _PODS, _DOCKER)]
                yield TailedFact(one.strip(), parser, folder == _LINKS, seen[0], seen[1], seen[2], path.place)


def buffers(config: Config, container: Container) -> Iterator[BufferFact]:
    """The buffers whose kind and limit are known. One of an output that no event reaches holds nothing."""
    for stage in config.graph.stages:
        if stage.kind is not Kind.OUTPUT or stage.index in config.graph.unreachable:
            continue
        own = next((part for part in config.graph.parts(stage) if part.kind is Kind.BUFFER), None)
        if own is None and (stage.plugin not in _IN_MEMORY or any(name.startswith("buffer_") for name in stage.block.params)):
            continue
        if own is not None and own.block.name != "buffer":
            continue
        block = stage.block if own is None else own.block
        kind = "memory" if own is None else own.plugin
        if own is not None and "@type" not in block.params:
            kind = "memory" if stage.plugin in _IN_MEMORY else ""
        size = None if kind not in _DEFAULTS else _limit(None if own is None else block, kind, config.engine.types)
        if size is None:
            continue
        path = block.param("path") if kind != "memory" else None
        mount = None if path is None or not _plain(path) else container.mount(path.value)
        home = "" if path is None or not _plain(path) else _home(mount)
        yield BufferFact(kind, stage.plugin, size[0], size[1], home, mount, block.head_place)


def _limit(block: Block | None, kind: str, types: Types) -> tuple[int, bool] | None:
    """What the buffer may hold, and whether the config says it; None where code of the config says it."""
    total, chunk = _DEFAULTS[kind]
    if block is None:
        return total, False
    names = ("total_limit_size", "queue_limit_length", "chunk_limit_size")
    given = {name: param for name in names if (param := block.param(name)) is not None}
    if any(param.embedded for param in given.values()):
        return None
    try:
        if "queue_limit_length" in given:  # it replaces the total: buffer.rb, configure
            one = types.size(given["chunk_limit_size"].value) if "chunk_limit_size" in given else chunk
            return one * whole(given["queue_limit_length"].value), True
        if "total_limit_size" in given:
            return types.size(given["total_limit_size"].value), True
    except ValueError:
        return None
    return total, False


def _plain(param: Param) -> bool:
    """Whether its value is an absolute path without code or placeholders."""
    return param.value.startswith("/") and not param.embedded and "#{" not in param.value and "${" not in param.value


def _home(mount: Mount | None) -> str:
    return "container" if mount is None else mount.kind
