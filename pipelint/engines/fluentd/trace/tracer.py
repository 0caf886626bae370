"""FluentdTracer: what happens to sample lines in a config. They are read, parsed, filtered and routed as Fluentd would."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import timezone, tzinfo

from pipelint.engines.fluentd.routing.emit import label_of
from pipelint.engines.fluentd.routing.stages import ROOT_LABEL
from pipelint.engines.fluentd.trace.event import Live, Trail
from pipelint.engines.fluentd.trace.flow import Flow
from pipelint.engines.fluentd.trace.rules import Rules
from pipelint.engines.fluentd.trace.sources.make import FOLLOWED, make_source
from pipelint.engines.fluentd.trace.sources.source import Read, Source, lost
from pipelint.engines.fluentd.trace.time.clock import named_zone
from pipelint.engines.fluentd.trace.values import LostError
from pipelint.graph.stage import Kind, Stage
from pipelint.language.config import Config
from pipelint.trace.model import NOTHING, Fate, Given, Journey, Step


class FluentdTracer:
    """See ``pipelint.trace.model.Tracer``. Times without a zone in the text are not known without that of the machine."""

    def sources(self, config: Config) -> tuple[Stage, ...]:
        """See Tracer."""
        return tuple(stage for stage in config.graph.of_kind(Kind.SOURCE) if stage.plugin in FOLLOWED)

    def trace(self, config: Config, source: Stage, lines: Iterable[bytes], given: Given = NOTHING) -> Iterator[Journey]:
        """See Tracer."""
        clock = _clock(given.zone)
        parse = config.graph.part(source, Kind.PARSE)
        stage = source if parse is None else parse
        try:
            _complete(config)
            rules = Rules(config, source, clock)
            flow = Flow(rules)
            reader = make_source(source, parse, clock, given.tag, given.path)
        except LostError as error:
            why = error
            for number, _ in enumerate(lines, 1):
                yield Journey(number, number, source, (Step(stage, Fate.UNKNOWN, (), why.reason, why.place),))
            return
        label = label_of(source, ROOT_LABEL)
        yield from _Run(source, stage, label, flow, reader).journeys(lines)


def _clock(zone: str) -> tzinfo | None:
    """The clock of a time zone, None for "". Raises ValueError."""
    found = timezone.utc if zone == "UTC" else named_zone(zone) if zone else None
    if zone and found is None:
        raise ValueError(f"there is no time zone {zone}")
    return found


def _complete(config: Config) -> None:
    """Raises LostError for a config of which a part is not known."""
    if config.errors:
        raise LostError("the config has an error of syntax", config.errors[0].place)
    if config.includes:
        raise LostError("an include was not read, which may hold any rule", config.includes[0].place)


class _Run:
    """One run of lines."""

    def __init__(self, source: Stage, stage: Stage, label: str | None, flow: Flow, reader: Source) -> None:
        self._source, self._stage, self._label, self._flow, self._reader = source, stage, label, flow, reader
        self._open: dict[Trail, None] = {}

    def journeys(self, lines: Iterable[bytes]) -> Iterator[Journey]:
        for number, line in enumerate(lines, 1):
            try:
                for read in self._reader.feed(number, line):
                    yield from self._followed(read)
            except LostError as error:
                yield from self._followed(lost(number, error))
        for read in self._reader.end():
            yield from self._followed(read)
        for trail in self._open:
            if trail.joined is None:
                yield trail.journey(self._source)

    def _followed(self, read: Read) -> Iterator[Journey]:
        trail = Trail(read.first, read.last)
        live = Live(read.tag, read.time, read.record, trail, read.reading)
        events = (live.event(),) if read.has_event else ()
        live.step(self._stage, read.fate, events, read.reason, read.place)
        if read.has_event:
            self._flow.emit(self._label, live, self._source)
        ended = [trail.whole(), *(joined.whole() for joined in self._flow.joined)]
        self._flow.joined.clear()
        for one in dict.fromkeys(ended):
            if one.held:
                self._open[one] = None
            else:
                self._open.pop(one, None)
                yield one.journey(self._source)
