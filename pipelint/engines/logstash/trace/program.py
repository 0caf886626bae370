"""A pipeline compiled once: its filters and outputs as functions, with the conditions between them, and events sent through."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NoReturn, final

from pipelint.base.block import Block
from pipelint.base.condition import Condition
from pipelint.base.lean.record import dataclass, field
from pipelint.base.text.document import Place
from pipelint.engines.logstash.graph import sent_to
from pipelint.engines.logstash.stages import Branches, Plugin, Stager, Statement
from pipelint.engines.logstash.trace.common import Work
from pipelint.engines.logstash.trace.conditions import Question, question
from pipelint.engines.logstash.trace.inputs.sources import decoration
from pipelint.engines.logstash.trace.plugins import work_of
from pipelint.engines.logstash.trace.settings import RefusedError
from pipelint.engines.logstash.trace.values.event import TracedEvent
from pipelint.engines.logstash.trace.values.nested import EngineError, LostError
from pipelint.graph.stage import Kind, Stage
from pipelint.language.config import Config
from pipelint.trace.model import Event, Fate, Step

# Of one line so many steps are followed: a clone in a circle of pipelines has no end.
_MOST_STEPS = 10_000
STOPS = "Logstash stops here: "
REFUSES = "Logstash does not start: "
_CROWD = "one line makes too many events"


@final
@dataclass(frozen=True, slots=True, eq=False)
class _Work:
    stage: Stage
    work: Work
    after: _Node | None


@final
@dataclass(frozen=True, slots=True, eq=False)
class _Output:
    stage: Stage
    after: _Node | None


@final
@dataclass(frozen=True, slots=True, eq=False)
class _Choice:
    """Branches: the first whose question an event meets takes it. ``stage`` is the first plugin in or after them."""

    stage: Stage
    branches: tuple[tuple[Question, Condition, Place, _Node | None], ...]
    otherwise: _Node | None


_Node = _Work | _Output | _Choice
Answer = tuple[Condition, bool]


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why Logstash does not start with a config."""

    stage: Stage
    reason: str
    place: Place | None


@dataclass(slots=True)
class Program:
    """The pipelines of a config. ``refusals``: with these Logstash does not start."""

    config: Config
    firsts: dict[str, _Node | None] = field(default_factory=dict)
    refusals: list[Refusal] = field(default_factory=list)
    inputs: dict[str, list[Stage]] = field(default_factory=dict)
    outputs: set[str] = field(default_factory=set)

    def follow(self, event: TracedEvent, label: str, source: Stage, answers: list[Answer]) -> Iterator[Step]:
        """The steps of an event that an input made, and of all that is made of it; ``answers`` gets those of conditions."""
        todo: list[tuple[TracedEvent, _Node | None, Stage, str]] = [(event, self.firsts.get(label), source, label)]
        count = 0
        while todo:
            event, node, last, label = todo.pop()
            sent = False
            while node is not None:
                count += 1
                if count > _MOST_STEPS:
                    yield Step(last, Fate.UNKNOWN, (), _CROWD)
                    return
                if type(node) is _Choice:
                    chosen = _choose(node, event, answers)
                    if isinstance(chosen, Step):
                        yield chosen
                        break
                    node = chosen
                    continue
                last = node.stage
                if type(node) is _Work:
                    step, events = _done(node, event)
                    yield step
                    if not events:
                        break
                    node, event = node.after, events[0]
                    if len(events) > 1:
                        todo += [(other, node, last, label) for other in reversed(events[1:])]
                else:
                    yield Step(last, Fate.SENT, (Event(event.record()),))
                    sent = True
                    try:
                        todo += self._elsewhere(last, event)
                    except (LostError, EngineError, RefusedError) as error:
                        yield Step(last, Fate.UNKNOWN, (), str(error))
                    node = node.after
            else:
                if not sent and label in self.outputs:
                    yield Step(last, Fate.NOWHERE, (Event(event.record()),), "no output takes the event")

    def _elsewhere(self, output: Stage, event: TracedEvent) -> list[tuple[TracedEvent, _Node | None, Stage, str]]:
        """The event in the pipelines that an output sends it to."""
        found = []
        for address in reversed(sent_to(output)) if output.plugin == "pipeline" else ():
            for stage in self.inputs.get(address, ()):
                copied = event.clone()
                decoration(stage, self.config.graph.pipelines.get(stage.label))(copied)
                found.append((copied, self.firsts.get(stage.label), stage, stage.label))
        return found


def _choose(choice: _Choice, event: TracedEvent, answers: list[Answer]) -> Step | _Node | None:
    """The node after some branches, or the step that an event comes no further with."""
    for asked, condition, place, node in choice.branches:
        try:
            holds = asked(event)
            answers.append((condition, holds))
            if holds:
                return node
        except LostError as error:
            return Step(choice.stage, Fate.UNKNOWN, (), str(error), error.place or place)
        except EngineError as error:
            return Step(choice.stage, Fate.FAILED, (), f"{STOPS}{error}", place)
    return choice.otherwise


def _done(node: _Work, event: TracedEvent) -> tuple[Step, tuple[TracedEvent, ...]]:
    """A filter's step with an event, and the events that go on."""
    try:
        outcome = node.work(event)
    except LostError as error:
        return Step(node.stage, Fate.UNKNOWN, (), str(error), error.place), ()
    except EngineError as error:
        return Step(node.stage, Fate.FAILED, (), f"{STOPS}{error}"), ()
    if outcome is None:
        return Step(node.stage, Fate.PASSED, (Event(event.record()),)), (event,)
    events = (event,) if outcome.events is None else outcome.events
    made = tuple([Event(each.record()) for each in events])
    return Step(node.stage, outcome.fate, made, outcome.reason, outcome.place, outcome.reading), events


def compiled(config: Config) -> Program:
    """The program of a config. Never raises: what cannot be followed raises when an event comes to it."""
    program = Program(config)
    stager = Stager()
    stager.config(config.root)
    for pipeline in stager.pipelines:
        maker = _Maker(program, pipeline.block)
        outputs = maker.chain(pipeline.outputs, None)
        program.firsts[pipeline.id] = maker.chain(pipeline.filters, outputs)
        if pipeline.outputs:
            program.outputs.add(pipeline.id)
    for stage in config.graph.stages:
        if stage.kind is Kind.SOURCE and stage.plugin == "pipeline" and stage.value("address"):
            program.inputs.setdefault(stage.value("address"), []).append(stage)
    return program


class _Maker:
    """Makes the nodes of one pipeline, from its end to its beginning."""

    def __init__(self, program: Program, pipeline: Block) -> None:
        self.program, self.pipeline = program, pipeline
        self.stages = program.config.graph.stages

    def chain(self, statements: list[Statement] | tuple[Statement, ...], after: _Node | None) -> _Node | None:
        """Statements one after the other, and what comes after them. As deep as the parser lets branches be."""
        for statement in reversed(statements):
            after = self.plugin(statement, after) if isinstance(statement, Plugin) else self.branches(statement, after)
        return after

    def plugin(self, plugin: Plugin, after: _Node | None) -> _Node:
        """A filter or output."""
        stage = self.stages[plugin.index]
        if stage.kind is Kind.OUTPUT:
            return _Output(stage, after)
        try:
            return _Work(stage, work_of(stage, self.pipeline), after)
        except RefusedError as error:
            self.program.refusals.append(Refusal(stage, str(error), None))
            return _Work(stage, _losing(LostError(str(error))), after)
        except (LostError, EngineError) as error:
            return _Work(stage, _losing(error if isinstance(error, LostError) else LostError(str(error))), after)

    def branches(self, statement: Branches, after: _Node | None) -> _Node | None:
        """An ``if`` with what belongs to it."""
        stage = next((self.stages[index] for body in statement.bodies for index in _plugins(body)), None)
        if stage is None:
            stage = self.stages[0] if after is None else after.stage
        made: list[tuple[Question, Condition, Place, _Node | None]] = []
        otherwise = after
        for block, body in zip(statement.blocks, statement.bodies, strict=True):
            node = self.chain(body, after)
            if block.condition is None:
                otherwise = node
            else:
                made.append((self.asked(block, stage), block.condition, block.arg_place, node))
        return _Choice(stage, tuple(made), otherwise)

    def asked(self, branch: Block, stage: Stage) -> Question:
        """What a branch asks."""
        assert branch.condition is not None
        try:
            return question(branch.condition)
        except EngineError as error:
            self.program.refusals.append(Refusal(stage, str(error), branch.arg_place))
            return _losing(LostError(str(error)))
        except LostError as error:
            return _losing(error)


def _plugins(statements: tuple[Statement, ...]) -> Iterator[int]:
    for statement in statements:
        if isinstance(statement, Plugin):
            yield statement.index
        else:
            for body in statement.bodies:
                yield from _plugins(body)


class _Losing:
    """A function that raises what made it impossible to say what it gives."""

    def __init__(self, error: LostError) -> None:
        self.reason, self.place = str(error), error.place

    def __call__(self, _: TracedEvent) -> NoReturn:
        raise LostError(self.reason, self.place)


def _losing(error: LostError) -> _Losing:
    return _Losing(error)
