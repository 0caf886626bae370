"""Paths of tail sources at which the container that runs a config has nothing: the service of a compose file mounts none."""

from __future__ import annotations

import posixpath
from collections.abc import Iterator

from pipelint.base.disk.around import source_at
from pipelint.base.lean.late import late
from pipelint.engines.fluentd.discovery.discover import FluentdDiscovery
from pipelint.engines.fluentd.facts.around.facts import UnmountedFact
from pipelint.engines.fluentd.facts.checks.files import written_files
from pipelint.graph.stage import Kind
from pipelint.language.config import Config
from pipelint.sources.compose.mounts import fresh_volumes
from pipelint.sources.compose.services import Service, service_of
from pipelint.sources.images.dockerfile import FROM
from pipelint.sources.kubernetes.workload import starts_a_shell

# Images in which nothing but Fluentd writes: fluent/fluentd-docker-image, fluent/fluentd-kubernetes-daemonset.
BARE_IMAGE = late(
    r"(?:(?:^|/)fluent/fluentd(?:-kubernetes-daemonset)?|^(?:docker\.io/)?(?:library/)?fluentd)(?=[:@]|$)(?!.*windows)"
)
# Where Fluentd itself may write, and what the kernel has there.
OWN_FOLDERS = late(r"/(?:fluentd|tmp|var/tmp|dev|proc|sys|run|var/run|var/log/(?:fluent|td-agent)[\w-]*)(?:/|$)")
_OPEN = late(r"[*?\[{\\%]")
# What a Dockerfile may bring that it does not name.
_SCRIPTS = late(r"(?mi)^[ \t]*(?:ADD|COPY)\b[^\n]*[ \t][./]+[ \t]*$|\.sh\b|\btar\b|\bgit\b|\$")
# What may bring files before Fluentd starts.
_BRINGS = late(r">|\.sh\b|\$|\b(?:touch|mkdir|cp|mv|ln|curl|wget|tar|tee)\b")


def unmounted_reads(config: Config) -> Iterator[UnmountedFact]:
    """Those of the one service that runs it, of an image that is Fluentd's own or only adds gems to it."""
    service = service_of(config.entry, FluentdDiscovery.own_images)
    if service is None or BARE_IMAGE.search(service.image) is None or not _is_plain(service):
        return
    recipe = _recipe(config, service) if service.built else ""
    if recipe is None:
        return
    own = [name for *_, name in written_files(config.graph)]
    for stage in config.graph.of_kind(Kind.SOURCE):
        param = stage.block.param("path") if stage.plugin == "tail" else None
        if param is None or param.embedded or "$" in param.value:
            continue
        for path in map(str.strip, param.value.split(stage.block.value("path_delimiter", ",") or ",")):
            folder = _folder(path)
            if (
                folder
                and not OWN_FOLDERS.match(folder)
                and "/".join(folder.split("/")[:3]).rstrip("/") not in recipe
                and not _has(service, folder)
                and not any(name.startswith(folder) for name in own)
            ):
                yield UnmountedFact(path, _mounted_as(service, folder), service, param.place, stage.block)


def _recipe(config: Config, service: Service) -> str | None:
    """The Dockerfile that a service is built from; None where it may bring any files."""
    read = source_at(service.recipe, config.documents[0].file.project) if service.recipe else None
    text = "" if read is None else read.data.decode("utf-8", "replace")
    stages = len([*FROM.finditer(text)])
    return text if stages == 1 and _SCRIPTS.search(text) is None else None


def _is_plain(service: Service) -> bool:
    """Whether only its mounts bring files, as far as they are known."""
    inline = not starts_a_shell(service.words) or ("-c" in service.words and _BRINGS.search(" ".join(service.words)) is None)
    return inline and fresh_volumes(service.place.document.file.bytes, service.name) is not None


def _folder(path: str) -> str:
    """The folder of a path up to the first name that may be any, with a slash; "" for a relative one, and for the root."""
    found = _OPEN.search(path)
    folder = path[: path.rfind("/", 0, found.start() if found else None) + 1]
    return folder if len(folder) > 1 and folder.startswith("/") else ""


def _has(service: Service, folder: str) -> bool:
    """Whether something is mounted at a folder, above it or below it."""
    return any(mount.covers(folder.rstrip("/")) or f"{mount.path}/".startswith(folder) for mount in service.mounts)


def _mounted_as(service: Service, folder: str) -> str:
    """Where the service has the folder of the host that is called so, "" where it has none."""
    for mount in service.mounts:
        if mount.host_path and folder.startswith(f"{mount.host_path.rstrip('/')}/"):
            return posixpath.normpath(posixpath.join(mount.path, posixpath.relpath(folder, mount.host_path)))
    return ""
