"""What a Fluentd config needs of the Kubernetes container that runs it: files that outlive the pod, logs, buffers, variables."""

from __future__ import annotations

from collections.abc import Iterator

from pipelint.base.block import Block, Param
from pipelint.base.lean.late import late
from pipelint.base.text.document import Place
from pipelint.engines.fluentd.discovery.discover import FluentdDiscovery
from pipelint.engines.fluentd.facts.around.unmounted import BARE_IMAGE, OWN_FOLDERS
from pipelint.engines.fluentd.facts.container_logs import CONTAINER_PATHS, reads_container_logs
from pipelint.facts.workload.needs import BufferFact, KeptFact, TailedFact, WorkloadNeeds
from pipelint.graph.stage import Kind, Stage
from pipelint.language.config import Config, Types
from pipelint.plugins import plugin_of, plugin_spec
from pipelint.sources.kubernetes.workload import OUTLIVING, Container, Mount

# What patterns of CRI lines have in them: the stream stands between two blanks, then a flag.
_FRAME = ("stdout|stderr", "(?<logtag>", "(?<stream>")
_RUBY = late(r"""#\{\s*ENV\[\s*(?P<quote>["'])(?P<name>\w+)(?P=quote)\s*\]\s*\}""")
# #{ENV['X'] || '2M'}
_SPARE = late(r"""#\{\s*ENV\[\s*(['"])(?P<name>\w+)\1\s*\]\s*\|\|\s*(['"])(?P<value>\w+)\3\s*\}""")
_PODS = "/var/log/pods/"
_LINKS = "/var/log/containers/"
# A path in the folder in which Fluentd is started: that of its images, unless a manifest names another.
_RELATIVE = late(r"[\w.-]+(?:/[\w.-]+)*")
_HOMES = ("/home/fluent", "/fluentd", "/opt/bitnami/fluentd")
_DOCKER = "/var/lib/docker/containers/"
# What sources follow that name nothing.
_FOLLOWED = {"systemd": "/var/log/journal"}
# fluentd 1.16, lib/fluent/plugin/buf_memory.rb, buf_file.rb, buf_file_single.rb: total and chunk_limit_size.
_DEFAULTS = {"memory": (512 << 20, 8 << 20), "file": (64 << 30, 256 << 20), "file_single": (64 << 30, 256 << 20)}


class FluentdNeeds(WorkloadNeeds):
    """What Fluentd's configs need."""

    images = FluentdDiscovery.own_images
    variables = late(r"(?:FLUENT|RUBY|GEM_|BUNDLE)\w*")
    bare = BARE_IMAGE
    folders = OWN_FOLDERS

    def runtimes(self, config: Config) -> Iterator[str]:
        """What the parsers of container logs read."""
        return (runtime for stage in config.graph.of_kind(Kind.SOURCE) if (runtime := _runtime(config, stage)))

    def wanted(self, config: Config) -> Iterator[tuple[str, Place]]:
        """The variables that Ruby of the config asks for."""
        for block in config.root.walk():
            for param in block.params.values():
                if param.embedded and "ENV" in param.value:
                    yield from ((match["name"], param.place) for match in _RUBY.finditer(param.value))

    def kept(self, config: Config, container: Container) -> Iterator[KeptFact]:
        """The positions and file buffers."""
        return _kept(config, container)

    def tailed(self, config: Config, container: Container) -> Iterator[TailedFact]:
        """The tail sources that follow container logs."""
        return _tailed(config, container)

    def followed(self, config: Config) -> Iterator[tuple[str, Place]]:
        """The paths of its tail sources, up to their first star."""
        for stage in config.graph.of_kind(Kind.SOURCE):
            path = stage.block.param("path")
            if stage.plugin == "tail" and path is not None and _plain(path):
                yield from (
                    (one, path.place) for each in path.value.split(",") if (one := _before_star(each.strip())).startswith("/")
                )

    def buffers(self, config: Config, container: Container) -> Iterator[BufferFact]:
        """The buffers whose kind and limit are known."""
        return _buffers(config, container)


def _kept(config: Config, container: Container) -> Iterator[KeptFact]:
    """The positions and file buffers of a Fluentd config."""
    for stage in config.graph.stages:
        param = _kept_param(config, stage)
        if param is not None and (_plain(param) or _RELATIVE.fullmatch(param.value)):
            whole = stage if stage.parent is None else config.graph.stages[stage.parent]
            mount = container.mount(param.value) if param.value.startswith("/") else _mount_of_home(container, param.value)
            what = "buffer" if stage.kind is Kind.BUFFER else "position"
            paths = whole.value("path") or _FOLLOWED.get(whole.plugin, "")
            homes = container.kinds(path.strip() for path in paths.split(",") if what == "position")
            outlive = not homes.isdisjoint(OUTLIVING)
            yield KeptFact(what, whole.plugin, param.value, _home(mount), mount, outlive, param.place, "emptyDir" in homes)


def _mount_of_home(container: Container, path: str) -> Mount | None:
    """What is mounted where a relative path leads to: into the folder in which an image starts Fluentd."""
    found = (container.mount(f"{home}/{path}") for home in _HOMES)
    return next((mount for mount in found if mount is not None), None)


def _kept_param(config: Config, stage: Stage) -> Param | None:
    if stage.kind is Kind.SOURCE and stage.plugin == "tail":
        return stage.block.param("pos_file")
    if stage.kind is Kind.SOURCE and stage.plugin == "systemd":
        storages = (block.param("path") for block in stage.block.blocks if block.name == "storage")
        return next(storages, None) or stage.block.param("pos_file")
    if stage.kind is Kind.BUFFER and stage.plugin in ("file", "file_single") and stage.block.name == "buffer":
        return stage.block.param("path")
    return None


def _tailed(config: Config, container: Container) -> Iterator[TailedFact]:
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


def _buffers(config: Config, container: Container) -> Iterator[BufferFact]:
    """The buffers whose kind and limit are known. One of an output that no event reaches holds nothing."""
    for stage in config.graph.stages:
        if stage.kind is not Kind.OUTPUT or stage.index in config.graph.unreachable:
            continue
        own = next((part for part in config.graph.parts(stage) if part.kind is Kind.BUFFER), None)
        bare = own is None and plugin_of("fluentd", stage.kind.value, stage.plugin).in_memory
        if own is None and (not bare or any(name.startswith("buffer_") for name in stage.block.params)):
            continue
        if own is not None and own.block.name != "buffer":
            continue
        block = stage.block if own is None else own.block
        kind = "memory" if own is None else own.plugin
        if own is not None and "@type" not in block.params and plugin_spec("fluentd", stage.kind.value, stage.plugin) is None:
            kind = ""
        size = None if kind not in _DEFAULTS else _limit(None if own is None else block, kind, config.engine.types, container)
        if size is None:
            continue
        path = block.param("path") if kind != "memory" else None
        mount = None if path is None or not _plain(path) else container.mount(path.value)
        home = "" if path is None or not _plain(path) else _home(mount)
        yield BufferFact(kind, stage.plugin, size[0], size[1], home, mount, block.head_place)


def _before_star(path: str) -> str:
    """The file of a path, or the folder that its first star stands in."""
    return path if "*" not in path else path.partition("*")[0].rpartition("/")[0]


def _limit(block: Block | None, kind: str, types: Types, container: Container) -> tuple[int, bool] | None:
    """What the buffer may hold, and whether the config says it; None where code of the config says it."""
    total, chunk = _DEFAULTS[kind]
    if block is None:
        return total, False
    names = ("total_limit_size", "queue_limit_length", "chunk_limit_size")
    given = {name: _said(param, container) for name in names if (param := block.param(name)) is not None}
    if None in given.values():
        return None
    said = {name: value for name, value in given.items() if value is not None}
    if "queue_limit_length" in said:  # it replaces the total: buffer.rb, configure
        one = types.size(said["chunk_limit_size"]) if "chunk_limit_size" in said else chunk
        length = types.integer(said["queue_limit_length"])
        return None if length is None else (one * length, True)
    if "total_limit_size" in said:
        return types.size(said["total_limit_size"]), True
    return total, False


def _said(param: Param, container: Container) -> str | None:
    """Its value, or the one that stands for a variable which the container does not set; None where that is not known."""
    spare = _SPARE.fullmatch(param.value) if param.embedded else None
    if spare is None:
        return None if param.embedded else param.value
    return spare["value"] if container.env_known and container.variable(spare["name"]) is None else None


def _plain(param: Param) -> bool:
    """Whether its value is an absolute path without code or placeholders."""
    return param.value.startswith("/") and not param.embedded and "#{" not in param.value and "${" not in param.value


def _home(mount: Mount | None) -> str:
    return "container" if mount is None else mount.kind


def _runtime(config: Config, source: Stage) -> str | None:
    """The runtime whose lines a source's parser reads."""
    if not reads_container_logs(source.plugin, source.block):
        return None
    parse = config.graph.part(source, Kind.PARSE)
    if parse is None:
        return None
    if parse.plugin == "json":
        return "docker"
    return "cri" if parse.plugin == "cri" or any(map(_reads_frame, parse.block.walk())) else None


def _reads_frame(block: Block) -> bool:
    """Whether a section has a pattern of CRI's frame."""
    return any(word in param.value for param in block.params.values() for word in _FRAME)
