"""What the configs of a repository, and the pods that run them, tell of their settings, for the file that ``init`` writes."""

from __future__ import annotations

from collections.abc import Iterable

from pipelint.engines.parts import parts_of
from pipelint.language.config import Config


def engine_versions(configs: Iterable[Config]) -> dict[str, str]:
    """By engine the version (``1.16``) of the image that runs the configs, where those that say one all say the same."""
    said: dict[str, set[str]] = {}
    for config in configs:
        for workload in config.workloads:
            version = parts_of(config).facts.needs().image_version(workload.container.image)
            if workload.certain and version:
                said.setdefault(config.engine.name, set()).add(version)
    return {engine: versions.pop() for engine, versions in said.items() if len(versions) == 1}


def container_runtime(configs: Iterable[Config]) -> str | None:
    """``cri`` or ``docker`` where the parsers of container logs all say the same, else None."""
    said = {runtime for config in configs for runtime in parts_of(config).facts.needs().runtimes(config)}
    return said.pop() if len(said) == 1 else None
