"""Pipelines all of whose outputs have conditions, of which an event may meet none: it is done then, and stored nowhere."""

from __future__ import annotations

from collections.abc import Iterator

from pipelint.base.block import Guard
from pipelint.base.condition import FieldOperand, LiteralOperand, Test
from pipelint.engines.logstash.conditions.clauses import clause_of, every
from pipelint.engines.logstash.conditions.solver import Clause, Solver
from pipelint.engines.logstash.facts.dataflow.words import words_in
from pipelint.engines.logstash.facts.guards import GuardFact, guard_facts
from pipelint.engines.logstash.facts.ways.facts import UnsentFact
from pipelint.graph.stage import Kind, Stage, StageGraph

# Outputs that store nothing.
_SHOWS = ("stdout",)
_FAILED = "failure"
_OWN = "@metadata"


def unsent(graph: StageGraph) -> Iterator[UnsentFact]:
    """Such pipelines, by the condition of their first output.

    None whose inputs or filters see to it that each event meets one: they say a text that a condition asks for, or set what is
    asked for in an else, or drop all else. Asked is what becomes of events that all filters could read.
    """
    for label in graph.pipelines:
        stages = [stage for stage in graph.stages if stage.label == label and stage.parent is None]
        outputs = [stage for stage in stages if stage.kind is Kind.OUTPUT and stage.plugin not in _SHOWS]
        outputs = [output for output in outputs if not _takes_failures(output)]
        sources = [stage for stage in stages if stage.kind is Kind.SOURCE]
        if not sources or len({_way(output) for output in outputs}) < 2 or not all(map(_asked, outputs)):
            continue
        guards = [guard for output in outputs for guard in guard_facts(tuple(_asked(output)))]
        if any(_OWN in guard.text or _FAILED in guard.text for guard in guards):
            continue
        asked = {asked.literal for guard in guards for asked in guard.comparisons if asked.literal}
        if all(asked & words_in(source.block).keys() or _says(source, guards) for source in sources):
            continue
        others = [stage for stage in stages if stage.kind is Kind.FILTER and stage.guards and not stage.guards[-1].holds]
        if any(stage.plugin == "drop" or _says(stage, guards) for stage in others) or _covered(outputs):
            continue
        yield UnsentFact(len(outputs), guards[0].place)


def _way(output: Stage) -> tuple[tuple[str, bool], ...]:
    return tuple((guard.text, guard.holds) for guard in _asked(output))


def _asked(output: Stage) -> list[Guard]:
    """Its conditions but those that each event meets which was read."""
    return [guard for guard in output.guards if _asks_failure(guard) != ("not in" if guard.holds else "in")]


def _takes_failures(output: Stage) -> bool:
    """Whether it is for events alone that a filter could not read."""
    return any(guard.holds and _asks_failure(guard) == "in" for guard in output.guards)


def _asks_failure(guard: Guard) -> str:
    """How a condition asks for the tag of a failure and for nothing else: ``in`` or ``not in``, "" where it does not."""
    match guard.condition:
        case Test("in" | "not in" as operator, LiteralOperand(value), FieldOperand(("tags",))) if _FAILED in value.text:
            return operator
    return ""


def _says(stage: Stage, guards: list[GuardFact]) -> bool:
    """Whether a text that the conditions compare with stands in a plugin."""
    texts = [param.value for param in stage.block.params.values()]
    return any(asked.literal in text for guard in guards for asked in guard.comparisons if asked.literal for text in texts)


def _covered(outputs: list[Stage]) -> bool:
    """Whether each event meets the conditions of one."""
    solver = Solver()
    ways = [_clause(output, solver).negated() for output in outputs]
    return solver.unsatisfiable(ways)


def _clause(output: Stage, solver: Solver) -> Clause:
    asked = [(guard.holds, clause_of(guard.branch, guard.condition, lambda _: 0, solver)) for guard in _asked(output)]
    return every([clause if holds else clause.negated() for holds, clause in asked])
