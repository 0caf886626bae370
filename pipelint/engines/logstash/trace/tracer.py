"""LogstashTracer: sample lines through the pipelines of a config."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from pipelint.base.lean.record import replace
from pipelint.engines.logstash.trace.inputs.codecs import Decoded
from pipelint.engines.logstash.trace.inputs.sources import Reader
from pipelint.engines.logstash.trace.program import REFUSES, STOPS, Answer, Program, compiled
from pipelint.engines.logstash.trace.settings import RefusedError
from pipelint.engines.logstash.trace.values.nested import EngineError, LostError
from pipelint.graph.stage import Kind, Stage
from pipelint.language.config import Config
from pipelint.trace.model import NOTHING, Event, Fate, Given, Journey, Step


class LogstashTracer:
    """What Logstash 8 does with lines, each by itself: one that stops the pipeline does not keep the others from their way."""

    def sources(self, config: Config) -> tuple[Stage, ...]:
        """The inputs."""
        return tuple(stage for stage in config.graph.stages if stage.kind is Kind.SOURCE)

    def trace(self, config: Config, source: Stage, lines: Iterable[bytes], given: Given = NOTHING) -> Iterator[Journey]:
        """The journeys of the events that ``source`` makes of the lines."""
        if config.errors:
            refused: Step | None = Step(source, Fate.UNKNOWN, (), "the config has syntax errors", config.errors[0].place)
            program = None
        else:
            program = compiled(config)
            refused = None
            for refusal in program.refusals[:1]:
                refused = Step(refusal.stage, Fate.FAILED, (), f"{REFUSES}{refusal.reason}", refusal.place)
        if program is None or refused is not None:
            for number, _ in enumerate(lines, 1):
                yield Journey(number, number, source, () if refused is None else (refused,))
            return
        yield from _Run(config, program, source).all(lines)


class _Run:
    """One sample on its way."""

    def __init__(self, config: Config, program: Program, source: Stage) -> None:
        self.program, self.source = program, source
        self.reader: Reader | None = None
        self.lost: LostError | None = None
        try:
            self.reader = Reader(config.graph, source)
        except LostError as error:
            self.lost = error
        except (RefusedError, EngineError) as error:
            self.lost = LostError(str(error))

    def all(self, lines: Iterable[bytes]) -> Iterator[Journey]:
        """The journeys in the order in which the events are complete."""
        for number, line in enumerate(lines, 1):
            if self.reader is None or self.lost is not None:
                yield self._nowhere(number, self.lost or LostError(""))
                continue
            try:
                for decoded in self.reader.codec.decode(number, line):
                    yield self._journey(self.reader, decoded)
            except LostError as error:
                yield self._nowhere(number, error)
        if self.reader is not None:
            yield from self._rest(self.reader)

    def _rest(self, reader: Reader) -> Iterator[Journey]:
        for decoded in reader.codec.rest():
            journey = self._journey(reader, decoded)
            if reader.holds:
                held = "the codec waits for the next line, which may belong to the event"
                first = replace(journey.steps[0], fate=Fate.HELD, reason=held)
                journey = replace(journey, steps=(first,))
            yield journey

    def _nowhere(self, number: int, error: LostError) -> Journey:
        return Journey(number, number, self.source, (Step(self.source, Fate.UNKNOWN, (), str(error), error.place),))

    def _journey(self, reader: Reader, decoded: Decoded) -> Journey:
        event = decoded.event
        try:
            reader.complete(event)
        except LostError as error:
            return self._nowhere(decoded.first, error)
        except EngineError as error:
            step = Step(self.source, Fate.FAILED, (), f"{STOPS}{error}")
            return Journey(decoded.first, decoded.last, self.source, (step,))
        stage = reader.stage if decoded.failure else self.source
        fate = Fate.FAILED if decoded.failure else Fate.PASSED
        first = Step(stage, fate, (Event(event.record()),), decoded.failure)
        answers: list[Answer] = []
        rest = self.program.follow(event, self.source.label, self.source, answers)
        return Journey(decoded.first, decoded.last, self.source, (first, *rest), tuple(answers))
