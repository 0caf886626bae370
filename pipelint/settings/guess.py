"""What the configs of a repository, and the pods that run them, tell of their settings, for the file that ``init`` writes."""

from __future__ import annotations

import re
from collections.abc import Iterable

from pipelint.engines.parts import parts_of
from pipelint.engines.registry import ENGINES
from pipelint.language.config import Config

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
    said = {runtime for config in configs for runtime in parts_of(config).facts.needs().runtimes(config)}
    return said.pop() if len(said) == 1 else None
