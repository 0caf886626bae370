"""Configs estimated with sample lines."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

from pipelint.checker import load
from pipelint.checker.config.costs import estimate_config
from pipelint.cost.estimate import Estimate, StageCost
from pipelint.settings.model import Sample, Settings


def estimated(folder: Path, config: str, samples: Mapping[str, Iterable[bytes]]) -> Estimate:
    """The estimate of a config with the lines of each sample: by ``tag=a.b``, ``path=...``, ``id=...``, ``input=...``, or ""."""
    (folder / "a.conf").write_text(config)
    given = []
    for number, (named, lines) in enumerate(samples.items()):
        file = folder / f"{number}.log"
        file.write_bytes(b"".join(line + b"\n" for line in lines))
        by, _, value = named.partition("=")
        given.append(Sample(file, file.name, by, value))
    (loaded,) = load([str(folder / "a.conf")]).configs
    assert not loaded.errors
    found = estimate_config(loaded, Settings(samples=tuple(given)))
    assert found is not None
    return found


def cost(found: Estimate, plugin: str, number: int = 0) -> StageCost:
    """The cost of a stage of a plugin, of several the one with this number."""
    return [one for one in found.stages if one.stage.plugin == plugin][number]
