"""Snapshots of plugins: what lies between two of them, and the rows that are shown."""

from __future__ import annotations

import pytest

from pipelint.graph.stage import Kind
from pipelint.stats.model import PipelineStats, PluginStats, Snapshot, StatsError, between, rows


def plugin(name: str, id_: str, kind: Kind = Kind.FILTER, **more: int) -> PluginStats:
    return PluginStats(kind, name, id_, **more)  # type: ignore[arg-type]


def test_a_plugin_that_is_new_counts_from_nothing() -> None:
    first = Snapshot("a", "", (PipelineStats("main", (plugin("x", "1", came=5),), came=5),), 1.0)
    second = Snapshot("a", "", (PipelineStats("main", (plugin("x", "1", came=7), plugin("x", "2", came=3)), came=10),), 3.0)
    found = between(first, second)
    assert [each.came for each in found.pipelines[0].plugins] == [2, 3]
    assert (found.pipelines[0].came, found.seconds) == (5, 2.0)
    with pytest.raises(StatsError, match="different engines"):
        between(first, Snapshot("b", "", ()))


def test_rows_are_sorted_by_time() -> None:
    pipeline = PipelineStats("main", (plugin("a", "1"), plugin("b", "2", came=2, ms=4), plugin("c", "3", came=4, ms=8)), ms=16)
    assert [(row.stats.plugin, row.share, row.ms_per_event) for row in rows(pipeline)] == [
        ("c", 0.5, 2),
        ("b", 0.25, 2),
        ("a", None, None),
    ]
