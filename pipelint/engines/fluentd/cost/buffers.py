"""The work of buffered outputs: formatting, the buffer, and sending chunks away."""

from __future__ import annotations

from collections.abc import Sequence

from pipelint.base.block import Block
from pipelint.base.lean.record import dataclass
from pipelint.cost.flow import State
from pipelint.cost.traffic import TrafficProfile
from pipelint.cost.work import Done, Terms, Use, add
from pipelint.engines.fluentd.cost.formats import format_terms, pack_terms
from pipelint.engines.fluentd.cost.inputs import unpacked
from pipelint.engines.fluentd.cost.params import is_true
from pipelint.graph.stage import Kind, Stage


@dataclass(frozen=True, slots=True)
class _Sender:
    """A buffered output: its own formatter where `<format>` names none, its terms per event and per byte."""

    formatter: str
    event: str = ""
    byte: str = ""
    buffer: str = "memory"


# An empty formatter: events go into the buffer as MessagePack.
_SENDERS = {
    "file": _Sender("out_file", buffer="file"),
    "forward": _Sender(""),
    "http": _Sender("json"),
    "elasticsearch": _Sender("", "elasticsearch.event", "elasticsearch.byte"),
    "kafka2": _Sender("json", "kafka.event", "kafka.byte"),
}
_GZIP = ("gzip", "default_compression", "best_compression", "best_speed")
_COMPRESSING = ("compress", "compression_codec", "compression_level")


def write(stage: Stage, parts: Sequence[Stage], state: State, traffic: TrafficProfile) -> Done:
    """What a buffered output, its `<format>`, `<inject>` and `<buffer>` do per event. An unknown output does at least that."""
    sender = _SENDERS.get(stage.plugin)
    found = {part.kind: part for part in parts}
    formatting = found.get(Kind.FORMAT)
    inject = found.get(Kind.INJECT)
    uses: list[Use] = []
    plugin = formatting.plugin if formatting else sender.formatter if sender else ""
    terms: Terms = {}
    if plugin:
        state, terms = unpacked(state)
        made, size, known = format_terms(plugin, formatting.block if formatting else stage.block, state)
        terms = add(terms, made)
    else:
        terms, size, known = pack_terms(state), state.record, True
    uses.append(Use(formatting or stage, terms, known))
    if inject is not None:
        uses.append(Use(inject, _inject(inject.block)))
    uses.append(Use(found.get(Kind.BUFFER, stage), _buffer(stage, found.get(Kind.BUFFER), sender, state, size, traffic)))
    uses.append(Use(stage, _send(stage, sender, size), sender is not None))
    return Done(tuple(uses))


def _inject(block: Block) -> Terms:
    """A time written as text costs as much as in a formatter; tag and host are a hash entry."""
    return {"time.written": 1.0} if "time_key" in block.params and block.value("time_type") == "string" else {}


def _send(stage: Stage, sender: _Sender | None, size: float) -> Terms:
    terms: Terms = {}
    if sender is not None and sender.event:
        terms = {sender.event: 1.0, sender.byte: size}
    if stage.plugin == "elasticsearch" and is_true(stage.block, "logstash_format"):
        # The index's date and the record's @timestamp.
        terms = add(terms, {"time.written": 2.0})
    if any(stage.value(name) in _GZIP for name in _COMPRESSING):
        terms = add(terms, {"gzip.byte": size})
    return terms


def _buffer(
    stage: Stage, part: Stage | None, sender: _Sender | None, state: State, size: float, traffic: TrafficProfile
) -> Terms:
    """Appending to chunks: per event, per byte, per stream, and per chunk.

    Each stream takes the buffer's locks and, on disk, writes data and metadata. That costs the more, the more stages a lone
    event has left before: 18 µs straight after an input, 140 after detect_exceptions and three filters (rows s_*_file).
    What is dear is going through all of a pipeline's code for one event, instead of through each stage for a thousand.
    """
    kind = part.plugin if part is not None else sender.buffer if sender else "memory"
    on_disk = kind in ("file", "file_single")
    keys = _chunk_keys(part.block) if part is not None else ()
    by_record = any(key not in ("tag", "time") for key in keys)
    return {
        "buffer.event": 0.0 if state.packed else 1.0,
        "buffer.memory_byte": 0.0 if on_disk else size,
        "buffer.write_stream": state.emits,
        "buffer.file_stream": state.emits if on_disk else 0.0,
        "buffer.crowded_stream": state.emits * (state.stages - 1),
        "buffer.record_key": float(by_record),
        "buffer.time_key": float("time" in keys),
        "buffer.chunk": 1 / traffic.chunk_events,
    }


def _chunk_keys(block: Block) -> tuple[str, ...]:
    """The keys after ``<buffer``; a v0 config's flat parameters have none."""
    if block.name != "buffer":
        return ()
    return tuple(key for key in (word.strip() for word in block.arg.strip("[]").split(",")) if key)
