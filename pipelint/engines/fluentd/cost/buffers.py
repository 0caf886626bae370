"""The work of buffered outputs: formatting, the buffer, and sending chunks away."""

from __future__ import annotations

from collections.abc import Sequence

from pipelint.base.block import Block
from pipelint.cost.events.flow import State
from pipelint.cost.events.traffic import TrafficProfile
from pipelint.cost.events.work import Done, Grade, Terms, Use, add
from pipelint.engines.fluentd.cost.formats import format_terms, pack_terms
from pipelint.engines.fluentd.cost.inputs import unpacked
from pipelint.engines.fluentd.cost.parse import regexes
from pipelint.engines.fluentd.cost.said import COSTS
from pipelint.engines.fluentd.types import array
from pipelint.graph.stage import Kind, Stage
from pipelint.plugins import named_by_default, plugin_spec

_GZIP = ("gzip", "default_compression", "best_compression", "best_speed")
_STREAMS = frozenset(
    {f"buffer.{name}" for name in ("write_stream", "file_stream", "crowded_stream", "contended", "record_key", "time_key")}
)
_COMPRESSING = ("compress", "compression_codec", "compression_level")


def write(stage: Stage, parts: Sequence[Stage], state: State, traffic: TrafficProfile) -> Done:
    """What a buffered output, its `<format>`, `<inject>` and `<buffer>` do per event.

    What any output costs holds its packing and its buffer: of an unknown one only the streams come on top of that.
    """
    found = {part.kind: part for part in parts}
    if COSTS.of("output", stage.plugin) is None:
        buffer = found.get(Kind.BUFFER)
        lone = _buffer(buffer.plugin if buffer is not None else "", buffer, state, 0.0, traffic)
        return Done(
            (Use(stage, {}, Grade.UNKNOWN), Use(buffer or stage, {name: n for name, n in lone.items() if name in _STREAMS}))
        )
    formatting = _formatting(stage, found.get(Kind.FORMAT))
    inject, buffer = found.get(Kind.INJECT), found.get(Kind.BUFFER)
    uses: list[Use] = []
    plugin = formatting.plugin if formatting else _default(stage, "format")
    terms: Terms = {}
    if plugin:
        state, terms = unpacked(state)
        made, size, grade = format_terms(plugin, formatting.block if formatting else stage.block, state, traffic)
        terms = add(terms, made)
    else:
        terms, size, grade = pack_terms(state), state.record, Grade.MEASURED
    uses.append(Use(formatting or stage, terms, grade))
    if inject is not None:
        uses.append(Use(inject, _inject(inject.block)))
    kind = buffer.plugin if buffer is not None else _default(stage, "buffer")
    uses.append(Use(buffer or stage, _buffer(kind, buffer, state, size, traffic)))
    work = COSTS.work("output", stage.plugin, stage.block, state, traffic, bytes=size)
    sent = {} if work is None else work.terms()
    # What the buffer has compressed is written as it is (out_file.rb).
    packing = [stage.value(name) for name in _COMPRESSING] + ([] if buffer is None else [buffer.value("compress")])
    if any(method in _GZIP for method in packing):
        text = min(size, state.text)
        sent = add(sent, {"gzip.text_byte": text * traffic.gzip_text, "gzip.byte": size - text})
    uses.append(Use(stage, sent, Grade.UNKNOWN if work is None else work.grade))
    return Done(tuple(uses))


def _formatting(stage: Stage, part: Stage | None) -> Stage | None:
    """What formats the events: not a `<format>` that the output does not declare, which Fluentd never reads."""
    spec = plugin_spec("fluentd", "output", stage.plugin)
    undeclared = spec is not None and not spec.body.empty and "format" not in spec.sections
    return None if part is None or (undeclared and part.block is not stage.block) else part


def _default(stage: Stage, section: str) -> str:
    """The plugin of a section that is not there: of outputs that were measured, none counts for others."""
    spec = plugin_spec("fluentd", "output", stage.plugin) if COSTS.of("output", stage.plugin) else None
    return "" if spec is None or section not in spec.sections else named_by_default(spec.sections[section])


def _inject(block: Block) -> Terms:
    """A time written as text costs as much as in a formatter; tag and host are a hash entry."""
    return {"time.written": 1.0} if "time_key" in block.params and block.value("time_type") == "string" else {}


def _buffer(kind: str, part: Stage | None, state: State, size: float, traffic: TrafficProfile) -> Terms:
    """Appending to chunks: per event, per byte, per stream, and per chunk.

    Each stream takes the buffer's locks and, on disk, writes data and metadata. That costs the more, the more stages a lone
    event has left before: 18 µs straight after an input, 140 after detect_exceptions and three filters (rows s_*_file).
    What is dear is going through all of a pipeline's code for one event, instead of through each stage for a thousand.
    Writing to disk lets other threads run. One that waits for the lock that the events come under then wakes, finds it taken and
    sleeps again, for each event until it is lucky, and the longer an event is under the lock, the longer that takes.
    """
    on_disk = kind in ("file", "file_single")
    keys = _chunk_keys(part.block) if part is not None else ()
    by_record = any(key not in ("tag", "time") for key in keys)
    return regexes.looked_up(keys) | {
        "buffer.event": 0.0 if state.packed else 1.0,
        "buffer.memory_byte": 0.0 if on_disk else size,
        "buffer.write_stream": state.emits,
        "buffer.file_stream": state.emits if on_disk else 0.0,
        "buffer.crowded_stream": state.emits * (state.stages - 1),
        "buffer.contended": state.emits * max(0.0, state.locked - 1) if on_disk else 0.0,
        "buffer.record_key": float(by_record),
        "buffer.time_key": float("time" in keys),
        "buffer.chunk": 1 / traffic.chunk_events,
    }


def _chunk_keys(block: Block) -> tuple[str, ...]:
    """The keys after ``<buffer``; a v0 config's flat parameters have none."""
    try:
        return tuple(array(block.arg)) if block.name == "buffer" else ()
    except ValueError:
        return ()
