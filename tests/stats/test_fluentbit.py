"""Answers of Fluent Bit 5.1: made by hand, in the fields that its source writes; the expected values by hand, too."""

from __future__ import annotations

import json
from pathlib import Path

from pipelint.engines.fluentbit.monitor import FluentBitMonitor
from pipelint.graph.stage import Kind
from pipelint.stats.match import matched
from tests.command_line import pipelint
from tests.engines.fluentbit.writing import config

ANSWER = {
    "input": {"tail.0": {"records": 120, "bytes": 24000, "files_opened": 1}, "app": {"records": 5, "bytes": 50}},
    "filter": {"grep.0": {"drop_records": 20, "add_records": 3, "records": 120, "bytes": 24000, "drop_bytes": 0}},
    "output": {
        "es.0": {
            "proc_records": 90,
            "proc_bytes": 18000,
            "errors": 1,
            "retries": 3,
            "retries_failed": 1,
            "dropped_records": 10,
            "retried_records": 30,
        }
    },
}
TEXT = """\
[INPUT]
    Name tail
    Path /a.log
[INPUT]
    Name tail
    Path /b.log
    Alias app
[FILTER]
    Name grep
    Match *
    Regex log a
[OUTPUT]
    Name es
    Match *
"""


def test_counts_are_read() -> None:
    found = FluentBitMonitor().snapshot(ANSWER)
    assert found is not None
    tail, _, grep, es = found.pipelines[0].plugins
    assert (tail.kind, tail.plugin, tail.went, tail.bytes) == (Kind.SOURCE, "tail", 120, 24000)
    assert (grep.came, grep.went) == (120, 103)
    assert (es.went, es.bytes, es.failed, es.dropped) == (90, 18000, 4, 10)
    stages = config(TEXT).graph.stages
    assert {each.id or each.plugin: stage.index for each, stage in matched(found.pipelines[0].plugins, stages).items()} == {
        "tail": 0,
        "app": 1,
        "grep": 2,
        "es": 3,
    }


def test_what_is_no_answer_of_it_is_none() -> None:
    for answer in ({}, {"input": {}}, {"input": [], "output": {}}, {"pipelines": {}}, {"plugins": []}):
        assert FluentBitMonitor().snapshot(answer) is None
    odd = FluentBitMonitor().snapshot({"input": {"tail.0": 1, "x": {"records": "1"}}, "output": {}})
    assert odd is not None and [each.went for each in odd.pipelines[0].plugins] == [None]


def test_the_command_shows_where_what_is_lost_is_configured(tmp_path: Path) -> None:
    (tmp_path / "fluent-bit.conf").write_text(TEXT)
    (tmp_path / "answer.json").write_text(json.dumps(ANSWER))
    done = pipelint("stats", "answer.json", "fluent-bit.conf", cwd=tmp_path)
    assert "fluent-bit.conf:12:1: warning[ST107] dropped-events: output es dropped 10 events" in done.stdout.decode()
