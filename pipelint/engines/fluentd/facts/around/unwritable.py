"""Files that Fluentd writes where the user of its image may not: positions, buffers and outputs."""

from __future__ import annotations

import posixpath
from collections.abc import Iterator

from pipelint.base.lean.late import late
from pipelint.engines.fluentd.discovery.discover import FluentdDiscovery
from pipelint.engines.fluentd.facts.around.facts import RunFact, UnwritableFact
from pipelint.engines.fluentd.facts.around.shut import is_pods, is_services
from pipelint.engines.fluentd.facts.checks.files import Written, written_files
from pipelint.language.config import Config
from pipelint.sources.compose.builds import owns_nothing
from pipelint.sources.compose.mounts import fresh_volumes, made_folders
from pipelint.sources.compose.services import Service, service_of
from pipelint.sources.kubernetes.workload import Mount, innermost, starts_a_shell

# From 1.3 on the images run as fluent from the first; before that a script gave it all of /fluentd at each start.
_IMAGE = late(r"(?:^|/)fluentd(?:@|$|:(?:v?1(?:\.(?:[3-9]|[1-9]\d)(?!\d)|-|$)|latest|edge|stable))")
_FREE = late(r"/(?:fluentd|tmp|var/tmp|dev|proc|home|run/lock|var/lock|usr/local/bundle)(?:/|$)")
"""What everybody may write in the image, or fluent."""
_OWNED = late(r"/(?:fluentd(?:/(?:log|etc|plugins))?|(?:tmp|var/tmp|dev|proc|home|run/lock|var/lock|usr/local/bundle)(?:/.*)?)/?")
"""What a fresh volume takes its owner from: a folder of the image that is not root's alone."""
_OF_ROOT = frozenset(("/", "/etc", "/opt", "/srv", "/var", "/var/lib", "/var/log", "/var/log/containers", "/var/log/pods"))
_MAY_GIVE = late(r"\b(?:chown|chmod|gosu|su-exec|sudo|su|setpriv)\b|\.sh\b|\$")

Run = tuple[RunFact, tuple[Mount, ...], dict[str, str]]
"""What runs a config, what is mounted there, and at which paths that is new: a volume, or made (a folder that Docker makes)."""


def unwritable_files(config: Config) -> Iterator[UnwritableFact]:
    """The files that none of the containers can write which run it."""
    yield from _sealed(config)
    # Before all paths are read: most configs are run by nothing that is known.
    runs = list(_runs(config))
    for written in written_files(config.graph) if runs else ():
        stage, what, param, _ = written
        reasons = [_why(written, mounts, new) for _, mounts, new in runs]
        if all(reasons):
            yield UnwritableFact(what, param.value, "fluent", reasons[0], runs[0][0], param.place, stage.block)


def _sealed(config: Config) -> Iterator[UnwritableFact]:
    """Those on a read-only mount of the one service that runs it, whoever it runs as. Of pods KUB304 says it."""
    service = service_of(config.entry, FluentdDiscovery.own_images)
    if service is None or not any(mount.read_only for mount in service.mounts):
        return
    run = RunFact(f"the service {service.name}", service.place)
    for stage, what, param, _ in written_files(config.graph):
        mount = innermost(service.mounts, param.value)
        if mount is not None and mount.read_only:
            yield UnwritableFact(what, param.value, "", "sealed", run, param.place, stage.block)


def _runs(config: Config) -> Iterator[Run]:
    workloads = config.workloads
    if all(each.certain and is_pods(each.container) and _IMAGE.search(each.container.image) for each in workloads):
        for each in workloads:
            yield RunFact(each.label, each.place), each.container.mounts, {}
    service = None if workloads else service_of(config.entry, FluentdDiscovery.own_images)
    if service is None or not is_services(service) or not _IMAGE.search(service.image) or not _is_plain(service):
        return
    fresh = fresh_volumes(service.place.document.file.bytes, service.name)
    if fresh is not None:
        made = {each.path: "made" for each in made_folders(service.mounts, service.place.document.file)}
        yield RunFact(f"the service {service.name}", service.place), service.mounts, made | dict.fromkeys(fresh, "volume")


def _is_plain(service: Service) -> bool:
    """Whether it gives nothing away to its user, nor becomes another one."""
    text = " ".join(service.words)
    inline = not starts_a_shell(service.words) or ("-c" in service.words and _MAY_GIVE.search(text) is None)
    return inline and (not service.built or owns_nothing(service))


def _why(written: Written, mounts: tuple[Mount, ...], new: dict[str, str]) -> str:
    """Why a file cannot be written: it is in the image's own folders, in a volume that is root's, or on the host, where
    Docker may have made its folder. "": it may."""
    _, what, param, _ = written
    mount = innermost(mounts, param.value)
    if mount is None:
        return "" if _FREE.match(param.value) else "own"
    why = new.get(mount.path, "")
    if why == "volume":
        return "" if _OWNED.fullmatch(mount.path) else why
    if mount.read_only:
        return ""
    if why:
        return why
    if mount.kind != "hostPath" or mount.sub_path or what == "buffer":
        return ""
    on_host = posixpath.normpath(posixpath.join(mount.host_path, posixpath.relpath(param.value, mount.path)))
    return "host" if posixpath.dirname(on_host) in _OF_ROOT else ""
