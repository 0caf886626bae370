"""A Beat's lines of metrics, in the three forms that they have had, and the answer of its own API; numbers made by hand."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from pipelint.stats.beats import BeatsMonitor
from pipelint.stats.model import PluginStats, Snapshot
from tests import command_line

METRICS = {
    "beat": {"info": {"ephemeral_id": "a", "uptime": {"ms": 90_000}, "version": "8.19.9"}, "cpu": {"total": {"value": 0.5}}},
    "libbeat": {
        "output": {"events": {"acked": 5_900, "batches": 3, "failed": 70, "dropped": 30, "total": 6_000}, "type": "logstash",
                   "write": {"bytes": 1_200_000}},
        "pipeline": {"clients": 1, "events": {"active": 10, "filtered": 60, "published": 6_040, "total": 6_100}},
    },
}  # fmt: skip
NEW = json.dumps(
    {
        "log.level": "info",
        "log.logger": "monitoring",
        "message": "Non-zero metrics in the last 30s",
        "monitoring": {"metrics": METRICS},
    }
)
MIDDLE = "2026-11-23T08:00:00.123Z\tINFO\t[monitoring]\tlog/log.go:145\tNon-zero metrics in the last 30s\t" + json.dumps(
    {"monitoring": {"metrics": METRICS}}
)
OLD = (
    "2026/11/23 08:00:00.644780 metrics.go:39: INFO Non-zero metrics in the last 30s: "
    "libbeat.logstash.call_count.PublishEvents=3 libbeat.logstash.publish.write_bytes=104989 "
    "libbeat.logstash.published_and_acked_events=2048 "
    "libbeat.logstash.published_but_not_acked_events=52 libbeat.publisher.published_events=2100"
)
FLAT = (
    "2018-01-01T00:00:00Z INFO Non-zero metrics in the last 30s: libbeat.output.events.acked=14 libbeat.output.events.total=15 "
    "libbeat.pipeline.events.total=16 libbeat.pipeline.events.published=16"
)


def read(text: str) -> tuple[Snapshot, PluginStats, PluginStats]:
    found = BeatsMonitor().text(text)
    assert found is not None
    source, sender = found.pipelines[0].plugins
    return found, source, sender


@pytest.mark.parametrize("line", [NEW, MIDDLE])
def test_lines_of_json_are_added_up_over_their_time(line: str) -> None:
    quiet = "2026-11-23T08:00:30.123Z\tINFO\t[monitoring]\tlog/log.go:153\tNo non-zero metrics in the last 30s"
    found, source, sender = read(f"starting\n{line}\n{quiet}\n{line}\n")
    assert (found.seconds, found.version) == (90.0, "8.19.9")
    assert (source.came, source.went) == (12_200, 12_080)
    assert (sender.plugin, sender.came, sender.went, sender.bytes) == ("logstash", 12_000, 11_800, 2_400_000)
    assert (sender.refused, sender.dropped) == (140, 60)


def test_what_a_beat_before_6_said_is_read() -> None:
    found, source, sender = read(OLD)
    assert (found.seconds, source.went) == (30.0, 2_100)
    assert (sender.plugin, sender.came, sender.went, sender.refused, sender.bytes) == ("logstash", 2_100, 2_048, 52, 104_989)
    assert read(FLAT)[2].went == 14


def test_its_own_api_says_the_same_since_its_start() -> None:
    found = BeatsMonitor().snapshot(METRICS)
    assert found is not None
    assert (found.seconds, found.pipelines[0].went) == (90.0, 5_900)
    assert BeatsMonitor().snapshot({"pipelines": {}}) is None


@pytest.mark.parametrize("line", ["Total non-zero metrics", "Non-zero metrics", "Starting metrics logging every 30s"])
def test_other_lines_are_none(line: str) -> None:
    assert BeatsMonitor().text(f'{line} {{"monitoring": {{"metrics": {{}}}}}}') is None


@pytest.mark.parametrize(
    "rest", ["{", '{"monitoring": 1}', "[" * 100_000, '{"monitoring": {"metrics": {"libbeat": 7}}}', "x=99999999999999999999"]
)
def test_broken_lines_count_no_events(rest: str) -> None:
    assert read(f"Non-zero metrics in the last 1m30s {rest}")[0].seconds == 90.0
    assert read(f"Non-zero metrics in the last 1m30s {rest}")[2].came == 0


def test_rates_and_what_was_lost_are_shown(tmp_path: Path) -> None:
    (tmp_path / "one.log").write_text(NEW + "\n")
    printed = command_line.text_of(command_line.pipelint("stats", "one.log", cwd=tmp_path)).stdout
    assert "beats: 6,100 events in, 5,900 out, in 30 s, 197 events/s\n" in printed
    assert "warning[ST107] dropped-events: output logstash dropped 30 events; they are lost" in printed
    assert "info[ST106] failing-output: output logstash: its receiver refused 70 events, which it sends again\n" in printed
    # 1,200,000 bytes in 30 s.
    assert "   40,000  output logstash" in printed
    (tmp_path / "fluent.conf").write_text("<match **>\n  @type null\n</match>\n")
    assert b"these configs are not beats's" in command_line.pipelint("stats", "one.log", "fluent.conf", cwd=tmp_path).stderr
