"""Files that only root may read, where the container that runs a config is another user's."""

from __future__ import annotations

import posixpath
from collections.abc import Iterator

from pipelint.base.lean.late import late
from pipelint.engines.fluentd.facts.around.facts import RunFact, ShutFileFact
from pipelint.engines.fluentd.facts.around.ports import own_service
from pipelint.graph.stage import Kind
from pipelint.language.config import Config
from pipelint.sources.compose.builds import users_of
from pipelint.sources.compose.services import Service
from pipelint.sources.kubernetes.workload import Container, Mount, innermost, starts_a_shell

# The images of Fluentd itself, which run as fluent: fluent/fluentd-docker-image, Dockerfile. Those of its DaemonSet do not.
_IMAGE = late(r"(?:(?:^|/)fluent/fluentd|^(?:docker\.io/)?(?:library/)?fluentd)(?=[:@]|$)(?!.*windows)")
_USER = "fluent"
_ROOT = frozenset(("root", "0"))
# Docker makes these folders and files for root alone, and so do the runtimes of Kubernetes.
_DOCKER = "/var/lib/docker/containers/"
_OF_ROOT = (_DOCKER, "/var/log/containers/", "/var/log/pods/")


def shut_files(config: Config) -> Iterator[ShutFileFact]:
    """The paths of tail sources that lead to such files in each container that runs it."""
    # Before all paths are read: most configs are run by nothing that is known.
    runs = list(_runs(config))
    for stage in config.graph.of_kind(Kind.SOURCE) if runs else ():
        param = stage.block.param("path") if stage.plugin == "tail" else None
        if param is None or param.embedded:
            continue
        for path in map(str.strip, param.value.split(",")):
            if all(_is_of_root(path, mounts, of_root) for mounts, of_root, _ in runs):
                yield ShutFileFact(path, _USER, runs[0][2], param.place)


def _runs(config: Config) -> Iterator[tuple[tuple[Mount, ...], tuple[str, ...], RunFact]]:
    """What the containers mount that run it as that user, the folders of root's there, and where it is told."""
    for workload in config.workloads:
        if not (workload.certain and is_pods(workload.container)):
            return
    for workload in config.workloads:
        yield workload.container.mounts, _OF_ROOT, RunFact(workload.label, workload.place)
    service = None if config.workloads else own_service(config)
    if service is not None and is_services(service):
        yield service.mounts, (_DOCKER,), RunFact(f"the service {service.name}", service.place)


def is_pods(container: Container) -> bool:
    """Whether the container of a pod runs as the user of Fluentd's own image."""
    user = container.run_as_user
    return bool(_IMAGE.search(container.image)) and user is None and not container.groups and not starts_a_shell(container.words)


def is_services(service: Service) -> bool:
    """Whether a service does."""
    if _IMAGE.search(service.image) is None or service.user is None:
        return False
    users = users_of(service) if service.built and not service.user else {service.user}
    return users is not None and all(user not in _ROOT and ":" not in user and "$" not in user for user in users)


def _is_of_root(path: str, mounts: tuple[Mount, ...], folders: tuple[str, ...]) -> bool:
    """Whether a path of the container is that of such files of the host."""
    mount = innermost(mounts, path.partition("*")[0])
    if mount is None or mount.kind != "hostPath" or mount.sub_path:
        return False
    return f"{posixpath.join(mount.host_path, posixpath.relpath(path, mount.path))}/".startswith(folders)
