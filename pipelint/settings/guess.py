"""What the configs of a repository, and the pods that run them, tell of their settings, for the file that ``init`` writes."""

from __future__ import annotations

import re
from collections.abc import Iterable

from pipelint.base.block import Block
from pipelint.engines.fluentd.facts.container_logs import reads_container_logs
from pipelint.engines.registry import ENGINES
from pipelint.graph.stage import Kind, Stage
from pipelint.language.config import Config

# What patterns of CRI lines have in them: the stream stands between two blanks, a flag behind it.
_FRAME = ("stdout|stderr", "(?<logtag>", "(?<stream>")
# The tags of the projects' own images begin with the engine's version, which those of other people's images need not.
_VERSION = r":v?(\d+\.\d+)\b"


def engine_versions(configs: Iterable[Config]) -> dict[str, str]:
    """By engine the version (``1.16``) of the image that runs the configs, where those that say one all say the same."""
    said: dict[str, set[str]] = {}
    for config in configs:
        own = ENGINES.discovery(config.engine.name).own_images
        for workload in config.workloads if own else ():
            found = re.search(f"(?:{own}){_VERSION}", workload.container.image)
            if workload.certain and found is not None:
                said.setdefault(config.engine.name, set()).add(found[1])
    return {engine: versions.pop() for engine, versions in said.items() if len(versions) == 1}


def container_runtime(configs: Iterable[Config]) -> str | None:
    """``cri`` or ``docker`` where the parsers of container logs all say the same, else None."""
    said = {runtime for config in configs for stage in config.graph.of_kind(Kind.SOURCE) if (runtime := _of(config, stage))}
    return said.pop() if len(said) == 1 else None


def _of(config: Config, source: Stage) -> str | None:
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
