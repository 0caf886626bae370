"""The work of formatting an event for an output."""

from __future__ import annotations

from pipelint.base.block import Block
from pipelint.cost.events.flow import State
from pipelint.cost.events.traffic import TrafficProfile
from pipelint.cost.events.work import Grade, Terms
from pipelint.engines.fluentd.cost.said import COSTS


def pack_terms(state: State) -> Terms:
    """One event as MessagePack; none where it still is what a sender packed."""
    return {} if state.packed else {"format.msgpack": 1.0, "format.msgpack_byte": state.record}


def format_terms(plugin: str, block: Block, state: State, traffic: TrafficProfile) -> tuple[Terms, float, Grade]:
    """Work per event, bytes that come out, and how well that is known."""
    work = COSTS.work("format", plugin, block, state, traffic)
    if work is None:
        return {}, state.record, Grade.UNKNOWN
    return work.terms("writes"), work.number("bytes", default=state.record), work.grade
