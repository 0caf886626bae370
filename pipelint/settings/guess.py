"""What the configs of a repository tell about their traffic, for the settings file that ``init`` writes."""

from __future__ import annotations

from collections.abc import Iterable

from pipelint.analysis.container_logs import reads_container_logs
from pipelint.base.block import Block
from pipelint.engines.config import Config
from pipelint.graph.stage import Kind, Stage

# What patterns of CRI lines have in them: the stream stands between two blanks, a flag behind it.
_FRAME = ("stdout|stderr", "(?<logtag>", "(?<stream>")


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
