"""Whether a source reads the log files of containers, as Kubernetes and Docker write them."""

from __future__ import annotations

from pipelint.base.block import Block

CONTAINER_PATHS = ("/var/log/containers/", "/var/log/pods/", "/var/lib/docker/containers/")
# Docker's names of folders and files, wherever the folder of the host is mounted.
_DOCKER_FILES = "/*/*-json.log"


def reads_container_logs(plugin: str, block: Block) -> bool:
    """Whether the source of this plugin and section follows files below a path of container logs."""
    return plugin == "tail" and block.noted(_is_of_containers)


def _is_of_containers(block: Block) -> bool:
    return any(path in block.value("path") for path in (*CONTAINER_PATHS, _DOCKER_FILES))


def reads_frames(plugin: str, block: Block, parse: Block) -> bool:
    """Whether lines that a source reads have a runtime's frame: by its path, or as its parser's section ``parse`` expects one.

    Docker names its files ``*-json.log``, and writes nine digits of a second where few others do.
    """
    if plugin != "tail" or reads_container_logs(plugin, block):
        return plugin == "tail"
    if "-json.log" in block.value("path"):
        return True
    json = (parse.value("@type") or parse.value("format")) == "json"
    return json and parse.value("time_key", "time") == "time" and ".%N" in parse.value("time_format")
