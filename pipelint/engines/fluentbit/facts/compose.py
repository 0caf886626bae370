"""What a Fluent Bit config asks of the service of a compose file that runs it, and that is not mounted there."""

from __future__ import annotations

import posixpath
from collections.abc import Iterator, Sequence

from pipelint.base.block import Param
from pipelint.base.disk import files
from pipelint.base.disk.around import full_path, sources_in
from pipelint.base.lean.late import late
from pipelint.base.lean.record import dataclass
from pipelint.base.text.document import Place
from pipelint.engines.fluentbit import types
from pipelint.engines.fluentbit.discovery.discover import STOCK_IMAGE, FluentBitDiscovery
from pipelint.graph.stage import Kind
from pipelint.language.config import Config
from pipelint.sources.compose.mounts import fresh_volumes
from pipelint.sources.compose.services import Service, alone_in_files, service_of, services_beside, services_of
from pipelint.sources.kinds import is_compose_name
from pipelint.sources.kubernetes.workload import Mount, innermost

# Amazon's has plugins of its own.
_LOADS_PLUGINS = ("-e", "--plugin")
_ANY_IMAGE = late(r"(?:^|/)(?:(?:fluent|bitnami|bitnamilegacy)/fluent-bit|aws-for-fluent-bit|fluent-bit-plugin-loki)(?=[:@]|$)")
_ETC = "/fluent-bit/etc"
# What the images have themselves, or every container.
_OF_IMAGE = ("/fluent-bit/", "/opt/", "/etc/", "/proc/", "/sys/", "/dev/", "/run/", "/tmp/")
TEMPORARY = ("/tmp/", "/dev/shm/", "/run/", "/var/run/")


@dataclass(frozen=True, eq=False)
class UnmountedFact:
    """A ``path`` of the config where the ``service`` that runs it has nothing mounted: ``what`` is log, position or script.
    Of unfed there is a volume that nothing else has.

    Of a position, a buffer or an output with "read-only " before it there is a mount, where nothing can be written. ``alone``:
    that is so where the compose file of the ``service`` is run without the others, one of which mounts it.
    """

    what: str
    path: str
    service: Service
    place: Place
    alone: bool = False


def has_stock_image(config: Config) -> bool:
    """Whether all that runs it has an image of Fluent Bit's project and loads no plugins: its pods, or a compose service."""
    if any("plugins_file" in block.names for block in config.root.blocks if block.name == "service") or config.root.open:
        return False
    service = service_running(config)
    runs = [(each.container.image, each.container.words) for each in config.workloads if each.certain]
    runs += [] if service is None or service.built else [(service.image, service.words)]
    return bool(runs) and all(STOCK_IMAGE.search(image) and not {*words} & {*_LOADS_PLUGINS} for image, words in runs)


def has_own_parsers(config: Config, files: Sequence[str]) -> bool:
    """Whether the one service that runs it has those of its image at all ``files`` of parsers: no mount is there."""
    service = service_running(config)
    if service is None or service.built or not STOCK_IMAGE.search(service.image):
        return False
    first = config.documents[0]
    path = "" if first.part else full_path(first.file)
    # A text of the compose file itself lies nowhere else.
    there = [each.path for each in service.mounts if each.host_path == path and (path or posixpath.dirname(each.path) == _ETC)]
    named = [posixpath.join(posixpath.dirname(each), file) for each in there for file in files]
    own = all(posixpath.dirname(each) == _ETC and not any(mount.covers(each) for mount in service.mounts) for each in named)
    return bool(named) and own


def unmounted(config: Config) -> Iterator[UnmountedFact]:
    """The logs that no mount has, of those that one has the positions which no mount has, and scripts that none has.

    Where one service alone runs the config, with an image of Fluent Bit's own: another may have the files in it. And what
    Fluent Bit writes to where a mount is read-only.
    """
    service = service_running(config)
    if service is None:
        return
    for what, param in _opened(config):
        if _is_sealed(param, service):
            yield UnmountedFact(f"read-only {what}", param.value, service, param.place)
    for stage in config.graph.stages if not service.built else ():
        script = stage.block.param("script") if stage.plugin == "lua" and "code" not in stage.block.names else None
        if script is not None and _is_lost(script, service):
            yield UnmountedFact("script", script.value, service, script.place)
    apart = alone_in_files(service, config.documents[0])
    written = {*_written(config)}
    for stage in config.graph.of_kind(Kind.SOURCE):
        path, db = stage.block.param("path"), stage.block.param("db")
        if stage.plugin != "tail" or path is None or path.embedded:
            continue
        paths = (each for each in types.parts(path.value) if each.startswith("/"))
        wanted = [each for each in paths if not each.startswith((*_OF_IMAGE, *written))]
        missed = [each for each in wanted if not any(_shows(mount, each) for mount in service.mounts)]
        if missed:
            yield UnmountedFact("log", missed[0], service, path.place)
            continue
        if unfed := next((each for each in wanted if _is_unfed(each, service)), None):
            yield UnmountedFact("unfed", unfed, service, path.place)
        if wanted and db is not None and _is_lost(db, service):
            yield UnmountedFact("position", db.value, service, db.place)
        for one in apart:
            if lacking := [each for each in wanted if not any(_shows(mount, each) for mount in one.mounts)]:
                yield UnmountedFact("log", lacking[0], one, path.place, alone=True)
                break


def mounted(config: Config, path: str) -> str:
    """Where a file of the service that runs the config lies, seen from the config; "" where no mount says it."""
    service = service_running(config)
    mounts = () if service is None else service.mounts
    here = posixpath.dirname(config.documents[0].file.path)
    for mount in sorted(mounts, key=lambda each: -len(each.path)):
        if mount.covers(path):
            inner = path[len(mount.path.rstrip("/")) :].lstrip("/")
            return posixpath.relpath(posixpath.join(mount.host_path, inner), here) if mount.host_path else ""
    return ""


def written_by_built(config: Config, path: str) -> bool:
    """Whether ``path`` is in a volume or folder to which, but for its own, only services write that the compose file builds."""
    services = [] if config.entry.kubernetes else services_of(config.documents[0])
    return bool(services) and all(_is_fed_by_built(service, config, path.partition("*")[0]) for service in services)


def _is_fed_by_built(service: Service, config: Config, path: str) -> bool:
    mount = innermost(service.mounts, path)
    whose = None if mount is None else mount.volume or mount.host_path
    others = (each for each in services_beside(service, config.documents[0]) if each.name != service.name) if whose else ()
    writers = [each for each in others if any((m.volume or m.host_path) == whose and not m.read_only for m in each.mounts)]
    return bool(writers) and all(each.built for each in writers)


def db_on_disk(config: Config, path: str) -> bool:
    """Whether each service that has the config has a volume at ``path``, or a folder of the machine that stays."""
    services = [] if config.entry.kubernetes else services_of(config.documents[0])
    return bool(services) and all(_stays(service, path) for service in services)


def service_running(config: Config) -> Service | None:
    """The one service that runs it, with an image of Fluent Bit's own."""
    return service_of(config.entry, FluentBitDiscovery.own_images)


def service_of_any(config: Config) -> Service | None:
    """The one service that runs it, also with an image by others, who put their plugins and folders into it."""
    return service_of(config.entry, _ANY_IMAGE)


def _shows(mount: Mount, path: str) -> bool:
    """Whether a path with wildcards may lead into what is mounted."""
    before = path.partition("*")[0]
    return mount.covers(before.rstrip("/")) or (len(before) < len(path) and mount.path.startswith(before))


def _stays(service: Service, path: str) -> bool:
    """Whether the innermost mount that has a path is a volume or a folder of the machine, and none for what is temporary."""
    around = [mount for mount in service.mounts if mount.covers(path)]
    mount = max(around, key=lambda each: len(each.path.rstrip("/")), default=None)
    project = files.folder_by_name(service.place.document.file.path)
    host = "" if mount is None or mount.host_path.startswith(project) else mount.host_path
    return mount is not None and mount.kind != "emptyDir" and not f"{host}/".startswith(TEMPORARY)


def _is_lost(db: Param, service: Service) -> bool:
    return db.value.startswith("/") and not db.embedded and not any(mount.covers(db.value) for mount in service.mounts)


def _opened(config: Config) -> Iterator[tuple[str, Param]]:
    """What Fluent Bit makes files of: positions, its buffer, and what the output file writes."""
    for stage in config.graph.of_kind(Kind.SOURCE):
        yield from (("position", param) for param in [stage.block.param("db")] if param is not None)
    for block in config.root.blocks:
        yield from (("buffer", param) for param in [block.param("storage.path")] if param is not None and block.name == "service")
    for stage in config.graph.of_kind(Kind.OUTPUT):
        yield from (("output", param) for param in [stage.block.param("path")] if param is not None and stage.plugin == "file")


def _is_unfed(path: str, service: Service) -> bool:
    """Whether a path lies in a volume that the compose file makes and nothing else has: no other service of it, nor of another
    compose file beside it.
    """
    mount = innermost(service.mounts, path.partition("*")[0])
    file = service.place.document.file
    lone = fresh_volumes(file.bytes, service.name) if mount is not None and mount.kind == "other" and not service.built else None
    volume = None if mount is None or lone is None else lone.get(mount.path)
    beside = sources_in(files.folder_by_name(full_path(file)), file.project, is_compose_name) if volume is not None else ()
    return volume is not None and not any(volume.encode() in each.data for each in beside if full_path(each) != full_path(file))


def _is_sealed(written: Param, service: Service) -> bool:
    """Whether the innermost mount that has it is read-only."""
    around = [mount for mount in service.mounts if mount.covers(written.value)]
    return not written.embedded and bool(around) and max(around, key=lambda each: len(each.path.rstrip("/"))).read_only


def _written(config: Config) -> Iterator[str]:
    """The files and folders that Fluent Bit itself writes."""
    for block in config.root.blocks:
        names = ("log_file",) if block.name == "service" else ("path",) if block.name == "output" else ()
        yield from (value for name in names if (value := block.value(name)))
