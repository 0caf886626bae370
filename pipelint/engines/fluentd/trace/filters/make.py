"""The filter of a stage, by the name of its plugin."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime, tzinfo
from typing import Protocol

from pipelint.engines.fluentd.plugins.known import known
from pipelint.engines.fluentd.trace.event import Live, Outcome
from pipelint.engines.fluentd.trace.filters.concat import ConcatFilter
from pipelint.engines.fluentd.trace.filters.grep import GrepFilter
from pipelint.engines.fluentd.trace.filters.parser import ParserFilter
from pipelint.engines.fluentd.trace.filters.records import RecordModifierFilter, RecordTransformerFilter
from pipelint.engines.fluentd.trace.params import Params
from pipelint.engines.fluentd.trace.parsers.make import make_parser
from pipelint.engines.fluentd.trace.time.clock import Time
from pipelint.engines.fluentd.trace.values import LostError
from pipelint.graph.stage import Stage
from pipelint.plugins.behaviour import Passes
from pipelint.trace.model import UNKNOWN


class Filter(Protocol):
    """One filter at work.

    ``stream``: it takes batches itself, so that an event that failed in its pipeline does not go on; None: not known.
    ``mutates``: it changes the record that it gets, which branches of a copy share.
    """

    @property
    def stream(self) -> bool | None:
        """See above."""
        ...

    @property
    def mutates(self) -> bool:
        """See above."""
        ...

    def apply(self, live: Live) -> Live | Outcome:
        """What it does with an event. Raises RubyError for one that fails, LostError."""
        ...


class PassingFilter:
    """One that gives on every event as it came."""

    mutates = False

    def __init__(self, stream: bool | None) -> None:
        self.stream = stream

    def apply(self, live: Live) -> Live | Outcome:
        """See Filter."""
        return live


class UnreadFilter:
    """One that is not followed: why."""

    mutates = True
    stream = None

    def __init__(self, why: LostError) -> None:
        self.why = why

    def apply(self, live: Live) -> Live | Outcome:
        """See Filter."""
        raise self.why


def make_filter(stage: Stage, parse: Stage | None, clock: tzinfo | None) -> Filter:
    """The filter; ``parse`` is its parser, ``clock`` the zone of the machine. Raises LostError, RefusedError."""
    plugin, block = stage.plugin, stage.block
    if block.open:
        raise LostError("an include in it was not found", stage.place)
    params = Params("filter", plugin, block)
    if plugin == "parser":
        if parse is None:
            raise LostError("it has no parser that is known", stage.place)
        return ParserFilter(params, make_parser(parse.plugin, parse.block, clock))
    if plugin == "record_transformer":
        return RecordTransformerFilter(params, None if clock is None else lambda time: _shown(time, clock))
    make = _MAKERS.get(plugin)
    if make is not None:
        return make(params)
    said = known(stage)
    if said.events.passes is Passes.ALL and said.records.same_keys:
        return PassingFilter(_STREAMS.get(plugin))
    raise LostError(f"what the filter {plugin} does to a record is not known here", stage.place)


_MAKERS: Mapping[str, Callable[[Params], Filter]] = {
    "grep": GrepFilter,
    "concat": ConcatFilter,
    "record_modifier": RecordModifierFilter,
}
# Of filters that give on what they get, whether they take batches.
_STREAMS = {"stdout": True, "prometheus": False}


def _shown(time: Time, clock: tzinfo) -> object:
    """``Time#to_s``."""
    seconds = time[0] if isinstance(time, tuple) else time
    if not isinstance(seconds, int) or abs(seconds) > 10**11:
        return UNKNOWN
    try:
        return datetime.fromtimestamp(seconds, clock).strftime("%Y-%m-%d %H:%M:%S %z")
    except (OverflowError, ValueError, OSError):
        return UNKNOWN
