"""What a compose file makes of a config: what is kept in the container alone, files that it lacks, configs left out."""

from __future__ import annotations

import posixpath
from collections.abc import Iterator

from pipelint.base.block import Param
from pipelint.base.disk import files
from pipelint.base.lean.late import late
from pipelint.engines.logstash.discovery.discover import LogstashDiscovery
from pipelint.engines.logstash.facts.beside.facts import AbsentFileFact, UnkeptFact
from pipelint.engines.logstash.facts.beside.sending import ElsewhereFact, MadeFolderFact, UnversionedFact
from pipelint.engines.logstash.facts.grok import unknown_without_files
from pipelint.engines.logstash.facts.items import value_items
from pipelint.graph.stage import Kind, Stage
from pipelint.language.config import Config
from pipelint.plugins import plugin_spec
from pipelint.sources.compose.builds import brings_nothing
from pipelint.sources.compose.mounts import made_folders
from pipelint.sources.compose.services import Service, service_of, services_near, services_of
from pipelint.sources.kubernetes.workload import innermost

HOME = "/usr/share/logstash"
_PIPELINES = (f"{HOME}/pipeline", "/etc/logstash/conf.d")
# Folders of what something else than the compose file runs.
_OTHERS = late(r"(?i)(?:^|/)(?:k8s|kube\w*|helm|charts?|ansible|roles|manifests|deploy\w*|examples?|docs?|tests?)/")
# Folders in which the images have files of their own, and where something else may bring some.
_IN_IMAGE = ("/usr/", "/etc/ssl/", "/etc/pki/", "/opt/", "/lib", "/dev/", "/proc/", "/sys/", "/run/", "/tmp/")
_NOT_IN_IMAGE = ("templates", "template", "certs", "cert", "certificates", "ssl", "dictionaries", "scripts", "geoip", "drivers")
# Commands of containers in which somebody works by hand.
_IDLE = frozenset(("bash", "sh", "sleep", "tail", "cat"))
# Images whose scripts begin as root.
_OLD = late(r":[0-5](?!\d)")
# An image that moves from version to version, and Elastic's, of which there is none: "The latest tag is not supported."
_MOVING = late(r"(?:^|/)[\w.-]+(?::latest)?$")
_NO_LATEST = late(r"(?:docker\.elastic\.co/logstash/|(?:docker\.io/)?(?:library/)?)logstash(?:-oss)?(?::latest)?$")
_GLOB = late(r"[*?\[{]")
_POSITIONS = {"file": "sincedb_path", "jdbc": "last_run_metadata_path", "s3": "sincedb_path"}


def unkept(config: Config) -> Iterator[UnkeptFact]:
    """What is kept in the container of the one service that runs the config, by the settings and inputs that ask for it."""
    service = service_with(config)
    if service is None:
        return
    for pipeline in config.graph.pipelines.values():
        data = _absolute(pipeline.param("path.data")) or f"{HOME}/data"
        for name, asked, what, folder in (
            ("queue.type", "persisted", "queue", "path.queue"),
            ("dead_letter_queue.enable", "true", "letters", "path.dead_letter_queue"),
        ):
            param = pipeline.param(name)
            path = _absolute(pipeline.param(folder)) or data
            if param is not None and param.value == asked and not _mounted(service, path):
                yield UnkeptFact(what, path, service, param.place)
    for stage in config.graph.of_kind(Kind.SOURCE):
        said = stage.block.param(_POSITIONS.get(stage.plugin, ""))
        path = f"{HOME}/data" if said is None else said.value
        # LS202 and LS255 say it of the others.
        lasting = path.startswith("/") and not path.startswith(("/dev/", "/tmp/", "/run/", "/var/run/"))
        if lasting and _reads_on(stage, service) and not _mounted(service, path):
            yield UnkeptFact("positions", path, service, stage.place if said is None else said.place)


def made(config: Config) -> Iterator[MadeFolderFact]:
    """The folders in which Logstash writes and that Docker makes, for the one service that runs it as the image's user."""
    service = service_with(config)
    if service is None or service.built or service.user or service.user is None or _OLD.search(service.image):
        return
    file = service.place.document.file
    here, folders = files.folder_by_name(file.path), made_folders(service.mounts, file)
    for mount in folders:
        if mount.path.rstrip("/") == f"{HOME}/data":
            yield MadeFolderFact("data", posixpath.relpath(mount.host_path, here), service, mount.place)
    for stage in config.graph.of_kind(Kind.OUTPUT) if folders else ():
        path = stage.block.param("path") if stage.plugin == "file" else None
        inner = innermost(service.mounts, path.value) if path is not None and path.value.startswith("/") else None
        if path is not None and inner is not None and inner in folders:
            yield MadeFolderFact("output", posixpath.relpath(inner.host_path, here), service, path.place)


def absent_files(config: Config) -> Iterator[AbsentFileFact]:
    """The files that settings name and that are not in the container of the one service which runs the config."""
    service = service_with(config)
    if service is None:
        return
    yield from _absent_patterns(config, service)
    if service.built:
        return
    for stage in config.graph.stages:
        kind = "input" if stage.kind is Kind.SOURCE else stage.kind.value
        spec = plugin_spec("logstash", kind, stage.plugin)
        for name, param in stage.block.params.items():
            declared = None if spec is None else spec.params.get(name)
            path = _absolute(param)
            if declared is not None and declared.type == "path" and not param.embedded and path and not _has(service, path):
                yield AbsentFileFact(stage.plugin, name, path, service, waits=False, place=param.place)
        if stage.kind is Kind.SOURCE and stage.plugin == "file":
            yield from _unread(config, stage, service)


def _absent_patterns(config: Config, service: Service) -> Iterator[AbsentFileFact]:
    """The folders of patterns that grok filters need, where none of their own is in the container."""
    blocks = [stage.block for stage in config.graph.stages if stage.plugin == "grok" and stage.block.param("patterns_dir")]
    if not blocks or (service.built and not brings_nothing(service)) or _may_have(service, f"{HOME}/patterns"):
        return
    for block in blocks:
        param = block.param("patterns_dir")
        paths = value_items(param.data) if param is not None and param.data is not None and not param.embedded else []
        if paths and not any(_may_have(service, path.text) for path in paths) and (name := unknown_without_files(block)):
            first = paths[0]
            yield AbsentFileFact("grok", "patterns_dir", first.text, service, waits=False, place=first.place, pattern=name)


def _may_have(service: Service, folder: str) -> bool:
    """Whether patterns may be there: in what is mounted, above or below it, or among those of the image's plugins."""
    if not folder.startswith("/") or "/vendor/" in folder or not set("$*?[{").isdisjoint(folder):
        return True
    return any(mount.covers(folder) or mount.path.startswith(folder.rstrip("/") + "/") for mount in service.mounts)


def _unread(config: Config, stage: Stage, service: Service) -> Iterator[AbsentFileFact]:
    """The paths of a file input under which the container has nothing."""
    param = stage.block.param("path")
    if param is None or param.embedded or param.data is None:
        return
    written = [output.block.value("path") for output in config.graph.of_kind(Kind.OUTPUT)]
    for path in value_items(param.data):
        start = _GLOB.split(path.text)[0].rpartition("/")[0] + "/"
        own = any(mount.path.startswith(start) for mount in service.mounts) or any(each.startswith(start) for each in written)
        if path.text.startswith("/") and "$" not in path.text and not own and not _has(service, path.text):
            yield AbsentFileFact(stage.plugin, "path", path.text, service, waits=True, place=path.place)


def has_own_patterns_alone(config: Config) -> bool:
    """Whether nothing can lie in the folder ``patterns`` of the Logstash that runs it: in the images it is empty."""
    service = service_with(config)
    return service is not None and not service.built and not any(mount.covers(f"{HOME}/patterns/x") for mount in service.mounts)


def _has(service: Service, path: str) -> bool:
    """Whether a file may be there: in what is mounted, or among the image's own."""
    if any(mount.covers(path) or mount.path == path for mount in service.mounts):
        return True
    inside = path.removeprefix(f"{HOME}/")
    return path.startswith(_IN_IMAGE) and not (inside != path and inside.split("/")[0] in _NOT_IN_IMAGE)


def elsewhere(config: Config) -> Iterator[ElsewhereFact]:
    """The folder that the services of the nearest compose file mount for pipelines, where none of their mounts has the config."""
    first = config.documents[0]
    if config.entry.kubernetes or first.part or _OTHERS.search(first.file.path) or services_of(first):
        return
    found = services_near(first, LogstashDiscovery.own_images)
    mounts = [mount for service in found for mount in service.mounts if is_pipelines(mount.path)]
    if len(found) == 1 and mounts and not found[0].built and all(mount.host_path for mount in mounts):
        here = files.folder_by_name(first.file.path)
        yield ElsewhereFact(posixpath.relpath(mounts[0].host_path, here), found[0])


def unversioned(config: Config) -> Iterator[UnversionedFact]:
    """The images without a version that run it: that of the one service, or those of its pods."""
    service = service_with(config)
    found = [] if service is None else [(service.image, f"the service {service.name}", service.place)]
    found += [(each.container.image, each.label, each.container.place) for each in config.workloads if each.certain]
    for image, label, place in found:
        if LogstashDiscovery.own_images.search(image) and _MOVING.search(image):
            yield UnversionedFact(image, label, _NO_LATEST.match(image) is not None, place)


def _reads_on(stage: Stage, service: Service) -> bool:
    """Whether an input goes on where it stopped, in what outlives the container."""
    block = stage.block
    match stage.plugin:
        case "file":
            deleted = block.value("mode") == "read" and block.value("file_completed_action", "delete") != "log"
            return not deleted and block.value("path").strip('[" ').startswith(tuple(mount.path for mount in service.mounts))
        case "jdbc":
            return "sql_last_value" in block.place.text and block.value("clean_run") != "true"
    return stage.plugin == "s3"


def is_pipelines(path: str) -> bool:
    """Whether the images read pipelines from a path of the container."""
    return any(path.rstrip("/") == each or path.startswith(f"{each}/") for each in _PIPELINES)


def service_with(config: Config) -> Service | None:
    """The one service that runs it, with an image of Logstash's own."""
    # Many facts ask. It reads nothing of the config.
    return config.plainly_noted(_service_with)


def _service_with(config: Config) -> Service | None:
    service = service_of(config.entry, LogstashDiscovery.own_images)
    return service if service is not None and _starts(service) else None


def _starts(service: Service) -> bool:
    """Whether its command may start Logstash, itself or by a script."""
    idle = bool(service.words) and files.name(service.words[0]) in _IDLE
    return not idle or any("logstash" in word or ("/" in word and word != "/dev/null") for word in service.words[1:])


def _absolute(param: Param | None) -> str:
    return param.value if param is not None and param.value.startswith("/") and "$" not in param.value else ""


def _mounted(service: Service, path: str) -> bool:
    return any(mount.covers(path) and mount.kind != "emptyDir" for mount in service.mounts)
