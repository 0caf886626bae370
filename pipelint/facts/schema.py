"""Which facts each kind of rule sees: the variables of ``on:`` and their classes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pipelint.facts.config import ConfigFact, IgnoredFact, IncludeFact, SyntaxFact, TrafficFact
from pipelint.facts.engine import Facts
from pipelint.facts.stage import StageFact
from pipelint.graph.stage import Kind

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from pipelint.cost.regex.saving import Prices
    from pipelint.facts.regexes.facts import RegexFact

_EVERYWHERE: dict[str, object] = {"config": ConfigFact, "traffic": TrafficFact}


def roots(own: Mapping[str, Mapping[str, type]]) -> dict[str, dict[str, object]]:
    """By target of a rule its variables, the judged one first. ``own`` are the targets that one engine alone has."""
    from pipelint.facts.regexes.facts import RegexFact
    from pipelint.facts.suppressions import SuppressionFact
    from pipelint.facts.workload.facts import WorkloadFact

    stages: dict[str, dict[str, object]] = {
        target: {"stage": StageFact, **_EVERYWHERE} for target in ("stage", *(kind.value for kind in Kind))
    }
    return {
        "config": dict(_EVERYWHERE),
        **stages,
        "regex": {"regex": RegexFact, **_EVERYWHERE},
        "syntax": {"error": SyntaxFact, **_EVERYWHERE},
        "include": {"include": IncludeFact, **_EVERYWHERE},
        "suppression": {"suppression": SuppressionFact, **_EVERYWHERE},
        "ignored": {"ignored": IgnoredFact, **_EVERYWHERE},
        "workload": {"workload": WorkloadFact, **_EVERYWHERE},
        **{target: {**variables, **_EVERYWHERE} for target, variables in own.items()},
    }


def targets(
    facts: Facts,
    traffic: TrafficFact,
    prices: Callable[[], Prices] | None = None,
    stages: Sequence[StageFact | None] | None = None,
) -> Iterator[tuple[str, dict[str, object]]]:
    """Everything in a config that a rule may judge: the target and its variables. ``prices`` gives those of searches.

    Of regular expressions those of ``stages`` alone if given.

    A config with syntax errors that are not mended is judged on them alone: what is missing from it would only make false
    findings (``Broken`` has the stages that can be judged by themselves). Of one with more stages than are followed these are
    judged by themselves.
    """
    shared: dict[str, object] = {"config": facts.config, "traffic": traffic}
    for error in facts.syntax:
        yield "syntax", {"error": error, **shared}
    for include in facts.includes:
        yield "include", {"include": include, **shared}
    for ignored in facts.ignored:
        yield "ignored", {"ignored": ignored, **shared}
    if facts.broken or facts.config.skipped:
        return
    yield "config", shared
    for workload in facts.workloads:
        yield "workload", {"workload": workload, **shared}
    for stage in facts.config.stages:
        # Also what rules on all stages judge.
        yield stage.kind.value, {"stage": stage, **shared}
    for target, own in facts.engine.targets(facts.config):
        yield target, {**own, **shared}
    for regex in regexes(facts, prices, stages):
        yield "regex", {"regex": regex, **shared}


def regexes(
    facts: Facts, prices: Callable[[], Prices] | None = None, stages: Sequence[StageFact | None] | None = None
) -> Iterator[RegexFact]:
    """The regular expressions of a config, or of ``stages`` alone. ``prices`` as in ``targets``."""
    if facts.engine.has_regexes(facts.config):
        # Imported here: a config without a regex should not wait for what reads them.
        from pipelint.cost.regex.saving import NoPrices
        from pipelint.facts.regexes.facts import regex_facts

        yield from regex_facts(facts.engine, facts.config, (prices or NoPrices)(), stages)
