"""The work of reading a time stamp: which of Fluentd's time parsers a section's parameters lead to, and how often."""

from __future__ import annotations

from pipelint.base.block import Block
from pipelint.cost.events.traffic import TrafficProfile
from pipelint.cost.events.work import Terms
from pipelint.engines.fluentd.facts.time.format import TimePath, read_time_format
from pipelint.engines.fluentd.types import is_false

_PATHS = {
    TimePath.FAST: "time.compiled",
    TimePath.MKTIME: "time.mktime",
    TimePath.RUBY: "time.ruby",
    TimePath.ISO8601: "time.iso8601",
}


def time_terms(block: Block, keys: frozenset[str] | None, traffic: TrafficProfile, *, kind: str, framed: bool) -> Terms:
    """Work per parsed record. ``kind`` is the parser's own ``time_type``, ``framed``: a container runtime wrote the stamp.

    No work where the record has no time; a warning a line where it then has no time at all.
    """
    if not has_time(block, keys):
        return {"log.warn": 1.0} if is_false(block, "estimate_current_event") else {}
    written = block.value("time_format")
    kind = block.value("time_type") or ("string" if written else kind)
    match kind:
        case "float" | "unixtime":
            return {"time.number": 1.0}
        case "mixed":
            return {"time.mixed": 1.0}
        case _ if not written:
            return {"time.guessed": _distinct(traffic, whole_seconds=False)}
        case _:
            return read_by(written, traffic, framed=framed)


def read_by(written: str, traffic: TrafficProfile, *, framed: bool = False) -> Terms:
    """Work of a stamp by its format. A container runtime writes fractions of a second whether the format reads them or not."""
    read = read_time_format(written)
    coarse = not (read.subsecond or framed)
    return {_PATHS[read.path]: _distinct(traffic, whole_seconds=coarse)}


def _distinct(traffic: TrafficProfile, *, whole_seconds: bool) -> float:
    """Share of stamps that Fluentd's cache of the last two does not hold."""
    return traffic.second_times if whole_seconds else traffic.distinct_times


def has_time(block: Block, keys: frozenset[str] | None) -> bool:
    """Whether the record has the time key; where its keys are unknown, whether the config speaks of one."""
    if keys is not None:
        return block.value("time_key", "time") in keys
    return any(name in block.params for name in ("time_key", "time_format", "time_type"))
