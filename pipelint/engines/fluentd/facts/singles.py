"""What a Fluentd config may say once alone: each @id, position file and path of a file buffer."""

from __future__ import annotations

from collections.abc import Iterator

from pipelint.base.block import Param
from pipelint.base.text.document import Place
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
        if kind is Kind.SOURCE and stage.plugin == "tail":
            found.append(("pos_file", block.param("pos_file")))
        elif kind is Kind.BUFFER and stage.plugin in ("file", "file_single"):
            found.append((f"buffer {stage.plugin}", block.param("path" if block.name == "buffer" else "buffer_path")))
        for what, param in found:
            if param is not None and param.value and not param.embedded:
                yield what, param.value, param.place
