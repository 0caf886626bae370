"""What the container of a config has that it does not need, or lacks: the socket of Docker, a port that is asked for metrics."""

from __future__ import annotations

from pipelint.base.lean.late import late
from pipelint.engines.fluentbit.facts.compose import service_running
from pipelint.language.config import Config
from pipelint.sources.kubernetes.workload import Mount

_SOCKET = "docker.sock"
_USES = frozenset(("docker", "docker_events", "exec", "http", "in_docker", "unix_socket"))
_SCRAPED = late(rb"prometheus\.io/(?:port:[ \t]*[\"']?2020\b|path:[ \t]*[\"']?/api/v[12]/metrics)")


def docker_socket(config: Config) -> Mount | None:
    """The mount of Docker's socket in a container that runs the config, where no input of it uses that."""
    sources = {block.value("name").lower() for block in config.root.blocks if block.name == "input"}
    told = any(_SOCKET.encode() in document.text for document in config.documents)
    if told or not _USES.isdisjoint(sources):
        return None
    service = service_running(config)
    containers = [workload.container.mounts for workload in config.workloads if workload.certain]
    mounts = [mount for each in containers for mount in each] if service is None else service.mounts
    return next((mount for mount in mounts if mount.path.endswith(_SOCKET)), None)


def is_scraped(config: Config) -> bool:
    """Whether a manifest of its pods tells Prometheus to ask Fluent Bit's HTTP server for metrics."""
    texts = {workload.place.document.file.path: workload.place.document.file.data for workload in config.workloads}
    return any(_SCRAPED.search(text) is not None for text in texts.values())
