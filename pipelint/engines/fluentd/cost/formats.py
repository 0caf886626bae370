"""The work of formatting an event for an output."""

from __future__ import annotations

from pipelint.base.block import Block
from pipelint.cost.flow import State
from pipelint.cost.work import Terms, add
from pipelint.engines.fluentd.cost.params import words


def json_terms(state: State) -> Terms:
    """One record as JSON."""
    return {"format.json": 1.0, "format.json_byte": state.record}


def pack_terms(state: State) -> Terms:
    """One event as MessagePack; none where it still is what a sender packed."""
    return {} if state.packed else {"format.msgpack": 1.0, "format.msgpack_byte": state.record}


def format_terms(plugin: str, block: Block, state: State) -> tuple[Terms, float, bool]:
    """Work per event, bytes that come out, and whether the formatter was measured."""
    match plugin:
        case "json":
            return json_terms(state), state.record, True
        case "out_file":
            return add(json_terms(state), {"time.written": 1.0}), state.record + 40, True
        case "stdout":
            return add(json_terms(state), {"time.written": 1.0, "stdout.line": 1.0}), state.record + 40, True
        case "msgpack":
            return pack_terms(state), state.record, True
        case "single_value":
            return {}, state.text, True
        case "csv" | "tsv":
            count = float(len(words(block, "fields"))) or state.fields
            return {"format.csv_field": count if plugin == "csv" else 0.0}, state.record, plugin == "csv"
        case _:
            return {}, state.record, False
