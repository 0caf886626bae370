"""What a Fluent Bit config keeps in files and memory of its container, and which container logs it follows there."""

from __future__ import annotations

from collections.abc import Iterator
from collections.abc import Set as AbstractSet

from pipelint.base.block import Param
from pipelint.engines.fluentbit import types
from pipelint.engines.fluentbit.facts.delivery import keeps_in_files
from pipelint.engines.fluentbit.facts.kubernetes import CONTAINER_PATHS
from pipelint.facts.workload.needs import BufferFact, KeptFact, TailedFact
from pipelint.graph.stage import Kind, Stage
from pipelint.language.config import Config
from pipelint.sources.kubernetes.workload import OUTLIVING, Container, Mount

_LINKS, _PODS, _DOCKER = CONTAINER_PATHS
_POSITIONS = frozenset(("tail", "systemd", "kubernetes_events", "winlog", "winevtlog"))


def kept(config: Config, container: Container) -> Iterator[KeptFact]:
    """The positions of inputs, the files of chunks, and what s3 has not sent yet."""
    for stage in config.graph.of_kind(Kind.SOURCE):
        param = stage.block.param("db")
        if stage.plugin in _POSITIONS and param is not None and _plain(param):
            homes = container.kinds(types.parts(stage.block.value("path", "/var/log/journal")))
            yield _kept("position", stage.plugin, param, container, homes)
    path = _storage_path(config)
    if path is not None:
        yield _kept("buffer", "storage", path, container)
    for stage in config.graph.of_kind(Kind.OUTPUT):
        param = stage.block.param("store_dir") if stage.plugin == "s3" else None
        if param is not None and _plain(param):
            yield _kept("buffer", stage.plugin, param, container)


def _kept(what: str, plugin: str, param: Param, container: Container, homes: AbstractSet[str] = frozenset()) -> KeptFact:
    mount = container.mount(param.value)
    outlive = not homes.isdisjoint(OUTLIVING)
    return KeptFact(what, plugin, param.value, _home(mount), mount, outlive, param.place, "emptyDir" in homes)


def tailed(config: Config, container: Container) -> Iterator[TailedFact]:
    """The tail inputs that follow container logs."""
    for stage in config.graph.of_kind(Kind.SOURCE):
        path = stage.block.param("path")
        if stage.plugin != "tail" or path is None or path.embedded:
            continue
        for one in types.parts(path.value):
            folder = next((folder for folder in CONTAINER_PATHS if one.startswith(folder)), None)
            if folder is not None:
                seen = [container.mount(each.rstrip("/")) for each in (folder, _PODS, _DOCKER)]
                yield TailedFact(one, _reads(stage), folder == _LINKS, seen[0], seen[1], seen[2], path.place)


def buffers(config: Config, container: Container) -> Iterator[BufferFact]:
    """The limits that the config says: of memory those of its inputs, of files those of its outputs."""
    root = config.root
    for stage in config.graph.of_kind(Kind.SOURCE):
        limit = _limit(stage, "mem_buf_limit")
        if limit is not None and not keeps_in_files(root, stage.block):
            yield BufferFact("memory", stage.plugin, limit, True, "", None, stage.block.head_place)
    path = _storage_path(config)
    mount = None if path is None else container.mount(path.value)
    for stage in config.graph.of_kind(Kind.OUTPUT):
        limit = _limit(stage, "storage.total_limit_size")
        if limit is not None and path is not None:
            yield BufferFact("file", stage.plugin, limit, True, _home(mount), mount, stage.block.head_place)


def _limit(stage: Stage, name: str) -> int | None:
    param = stage.block.param(name)
    size = 0 if param is None or param.embedded else types.size(param.value)
    return size if size > 0 else None


def _storage_path(config: Config) -> Param | None:
    """Where chunks are kept, if an input keeps its events there."""
    service = next((block for block in config.root.blocks if block.name == "service"), None)
    param = None if service is None else service.param("storage.path")
    used = any(keeps_in_files(config.root, stage.block) for stage in config.graph.of_kind(Kind.SOURCE))
    return param if used and param is not None and _plain(param) else None


def _reads(stage: Stage) -> str:
    """The parser of lines of containers, as other engines call it: json for Docker's alone."""
    names = [*types.parts(stage.block.value("multiline.parser")), stage.block.value("parser")]
    return "cri" if "cri" in names else "json" if "docker" in names else ""


def _plain(param: Param) -> bool:
    """Whether its value is an absolute path that nothing is put into."""
    return param.value.startswith("/") and not param.embedded


def _home(mount: Mount | None) -> str:
    return "container" if mount is None else mount.kind
