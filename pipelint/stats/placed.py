"""Remarks as findings: each at the line of the plugin that it is about."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from pipelint.base.finding import Finding
from pipelint.graph.stage import Stage
from pipelint.stats.model import PluginStats
from pipelint.stats.remarks import Remark


def stages_of(remark: Remark, stages: Mapping[PluginStats, Stage], every: Iterable[Stage]) -> list[Stage]:
    """The stages that a remark may be about: the one that it names, else all of that plugin in its pipeline."""
    if remark.about is not None:
        return [stages[remark.about]] if remark.about in stages else []
    if remark.kind is None:
        return []
    alike = [stage for stage in every if (stage.kind, stage.plugin) == (remark.kind, remark.plugin)]
    own = [stage for stage in alike if stage.label == remark.pipeline]
    return own or alike


def finding_at(remark: Remark, stage: Stage) -> Finding:
    """A remark with a severity as a finding of a check."""
    assert remark.severity is not None
    return Finding(remark.code, remark.name, remark.severity, "statistics", remark.message, stage.place, remark.reason)
