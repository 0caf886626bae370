"""What a Fluentd config may say once alone: each @id, position file, path of a file buffer, and port to listen on."""

from __future__ import annotations

from collections.abc import Iterator

from pipelint.base.block import Block, Param
from pipelint.base.text.document import Place
from pipelint.engines.fluentd.plugins.known import known
from pipelint.graph.stage import Kind, Stage, StageGraph

_WITH_ID = (Kind.SOURCE, Kind.FILTER, Kind.OUTPUT, Kind.BUFFER)

_LISTENS = {
    "forward": ("tcp", "24224"),
    "http": ("tcp", "9880"),
    "tcp": ("tcp", "5170"),
    "udp": ("udp", "5160"),
    "syslog": ("udp", "5140"),
}
"""The protocol and the port of inputs where their sections do not say them."""


def singles(graph: StageGraph) -> Iterator[tuple[str, str, Place, Block]]:
    """Kind, value, place and section of all that must be there once. What embedded Ruby makes may differ, and is left out.

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
                yield what, param.value, param.place, block
        if kind is Kind.SOURCE and (port := _port(stage)):
            # Workers share the port of a source that each of them has.
            said = block.param("port") or block.param("@type")
            yield f"port {stage.worker}", port, block.head_place if said is None else said.place, block
        elif kind is Kind.OUTPUT and stage.plugin == "file" and (path := _own_buffer(stage)) is not None:
            yield "buffer file", path.value, path.place, block


def alike(one: Block, other: Block) -> bool:
    """Whether two sections say the same but for their @id."""
    ours, theirs = ({name: param.value for name, param in each.params.items() if name != "@id"} for each in (one, other))
    inner = zip(one.blocks, other.blocks, strict=False)
    return ours == theirs and len(one.blocks) == len(other.blocks) and all(a.name == b.name and alike(a, b) for a, b in inner)


def _port(stage: Stage) -> str:
    """Protocol, address and port that an input listens on; "" where they are not known."""
    block = stage.block
    protocol, port = _LISTENS.get(stage.plugin, ("", ""))
    said = [param for name in ("port", "bind", "protocol_type") if (param := block.param(name)) is not None]
    if not protocol or any(param.embedded or "${" in param.value for param in said):
        return ""
    if stage.plugin == "syslog":
        transport = block.block("transport")
        protocol = "tcp" if transport is not None and transport.arg != "udp" else block.value("protocol_type", protocol)
    return f"{protocol} {block.value('bind', '0.0.0.0')}:{block.value('port', port)}"


def _own_buffer(stage: Stage) -> Param | None:
    """The path of a file output, which is that of its buffer where the buffer has none (``out_file.rb``, ``configure``)."""
    block = stage.block
    buffer = block.block("buffer")
    if block.name == "secondary" or block.params.keys() & {"@id", "id", "buffer_path", "buffer_type"} or block.open:
        return None
    if buffer is not None and (buffer.open or "path" in buffer.params or buffer.value("@type", "file") != "file"):
        return None
    return block.param("path")
