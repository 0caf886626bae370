"""Whether a source reads the log files of containers, as Kubernetes and Docker write them."""

from __future__ import annotations

from pipelint.base.block import Block

CONTAINER_PATHS = ("/var/log/containers/", "/var/log/pods/", "/var/lib/docker/containers/")


def reads_container_logs(plugin: str, block: Block) -> bool:
    """Whether the source of this plugin and section follows files below a path of container logs."""
    return plugin == "tail" and any(path in block.value("path") for path in CONTAINER_PATHS)
