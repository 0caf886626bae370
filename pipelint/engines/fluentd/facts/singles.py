"""What a Fluentd config may say once alone: each @id, position file and path of a file buffer."""

from __future__ import annotations

from collections.abc import Iterator

from pipelint.base.block import Param
from pipelint.base.text.document import Place
from pipelint.engines.fluentd.plugins.known import known
from pipelint.graph.stage import Kind, StageGraph

_WITH_ID = (Kind.SOURCE, Kind.FILTER, Kind.OUTPUT, Kind.BUFFER)


def singles(graph: StageGraph) -> Iterator[tuple[str, str, Place]]:
    """Kind, value and place of all that must be there once. What embedded Ruby makes may differ, and is left out.

    A section that two stages are made of gives its @id once.
    """
    seen: set[int] = set()
    for stage in graph.stages:
        kind, block = stage.kind, stage.block
        found: list[tuple[str, Param | None]] = []
        if "@id" in block.params and kind in _WITH_ID and id(block) not in seen:
            seen.add(id(block))
            found.append(("id", block.param("@id")))
        for name in known(stage).unique:
            if kind is Kind.BUFFER:
                # Fluentd 0.12 wrote it flat into the output's section.
                found.append((f"buffer {stage.plugin}", block.param(name if block.name == "buffer" else f"buffer_{name}")))
            else:
                found.append((name, block.param(name)))
        for what, param in found:
            if param is not None and param.value and not param.embedded:
                yield what, param.value, param.place
