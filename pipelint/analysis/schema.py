"""Which facts each kind of rule sees: the variables of ``on:`` and their classes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pipelint.analysis.build import Facts
from pipelint.analysis.config_facts import ConfigFact, IgnoredFact, IncludeFact, SyntaxFact, TrafficFact
from pipelint.analysis.facts import StageFact
from pipelint.analysis.regexes.prices import NoPrices, Prices
from pipelint.analysis.regexes.where import has_regexes
from pipelint.graph.stage import Kind

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

_EVERYWHERE: dict[str, object] = {"config": ConfigFact, "traffic": TrafficFact}


def roots() -> dict[str, dict[str, object]]:
    """By target of a rule its variables, the judged one first."""
    from pipelint.analysis.conditions import BranchFact
    from pipelint.analysis.kubernetes import WorkloadFact
    from pipelint.analysis.regexes.facts import RegexFact
    from pipelint.analysis.suppressions import SuppressionFact

    stages: dict[str, dict[str, object]] = {
        target: {"stage": StageFact, **_EVERYWHERE} for target in ("stage", *(kind.value for kind in Kind))
    }
    return {
        "config": dict(_EVERYWHERE),
        **stages,
        "branch": {"branch": BranchFact, **_EVERYWHERE},
        "regex": {"regex": RegexFact, **_EVERYWHERE},
        "syntax": {"error": SyntaxFact, **_EVERYWHERE},
        "include": {"include": IncludeFact, **_EVERYWHERE},
        "suppression": {"suppression": SuppressionFact, **_EVERYWHERE},
        "ignored": {"ignored": IgnoredFact, **_EVERYWHERE},
        "workload": {"workload": WorkloadFact, **_EVERYWHERE},
    }


def targets(
    facts: Facts,
    traffic: TrafficFact,
    prices: Callable[[], Prices] = NoPrices,
    wanted: Callable[[str], bool] = lambda kind: True,
) -> Iterator[tuple[str, dict[str, object]]]:
    """Everything in a config that a rule may judge: the target and its variables. ``prices`` gives those of searches.

    ``wanted`` says whether targets of a kind are asked for; it is asked about those alone that are costly to make.

    A config with syntax errors is judged on them alone: what is missing from it would only make false findings. So is one
    with more stages than are followed.
    """
    shared: dict[str, object] = {"config": facts.config, "traffic": traffic}
    for error in facts.syntax:
        yield "syntax", {"error": error, **shared}
    for include in facts.includes:
        yield "include", {"include": include, **shared}
    for ignored in facts.ignored:
        yield "ignored", {"ignored": ignored, **shared}
    if facts.syntax or facts.config.skipped:
        return
    yield "config", shared
    for workload in facts.workloads:
        yield "workload", {"workload": workload, **shared}
    for stage in facts.config.stages:
        variables: dict[str, object] = {"stage": stage, **shared}
        yield "stage", variables
        yield stage.kind.value, variables
    if facts.config.engine == "logstash" and wanted("branch"):
        # Imported here: a Fluentd config has no conditions, and should not wait for what reads them.
        from pipelint.analysis.conditions import branch_facts

        for branch in branch_facts(facts.config.block, facts.changes):
            yield "branch", {"branch": branch, **shared}
    if has_regexes(facts.config):
        # Imported here: a config without a regex should not wait for what reads them.
        from pipelint.analysis.regexes.facts import regex_facts

        for regex in regex_facts(facts.config, prices()):
            yield "regex", {"regex": regex, **shared}
