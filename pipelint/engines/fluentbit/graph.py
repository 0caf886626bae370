"""The stages of a config: inputs, filters and outputs, each filter and output after the inputs whose tags it may take."""

from __future__ import annotations

from collections.abc import Sequence

from pipelint.base.block import Block
from pipelint.graph.stage import MAX_STAGES, Kind, Stage, StageGraph

KINDS = {"input": Kind.SOURCE, "filter": Kind.FILTER, "output": Kind.OUTPUT}


def build(blocks: Sequence[Block], *, complete: bool) -> StageGraph:
    """The graph of these sections. It has stages and no routes yet: nothing is claimed of which events they get."""
    plugins = [block for block in blocks if block.name in KINDS]
    if len(plugins) > MAX_STAGES:
        return StageGraph((), (), (), {}, complete=False, skipped=True)
    stages = [
        Stage(index, KINDS[block.name], block.value("name").lower(), block, pattern=block.value("match"))
        for index, block in enumerate(plugins)
    ]
    return StageGraph(tuple(stages), (), (), {}, complete=False)
