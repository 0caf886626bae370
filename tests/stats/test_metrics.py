"""Fluentd's Prometheus metrics, of a real one: what its monitor inputs say, found in the config."""

from __future__ import annotations

import json
from pathlib import Path

from pipelint.engines.fluentd.monitor import FluentdMonitor
from pipelint.stats.exposition import samples
from pipelint.stats.model import PluginStats, between
from tests import command_line

RECORDED = json.loads((Path(__file__).parents[1] / "data" / "monitor-prometheus.json").read_text())


def plugins(text: str) -> dict[str, PluginStats]:
    found = FluentdMonitor().text(text)
    assert found is not None
    return {each.id: each for each in found.pipelines[0].plugins}


def test_two_answers_of_a_real_fluentd_give_rates_at_their_lines(tmp_path: Path) -> None:
    (tmp_path / "fluent.conf").write_text(RECORDED["config"])
    for name, answer in zip("ab", RECORDED["answers"], strict=True):
        (tmp_path / f"{name}.txt").write_text(answer)
    words = ("stats", "a.txt", "fluent.conf", "--later", "b.txt", "--interval", "10s", "--format", "json")
    found = json.loads(command_line.pipelint(*words, cwd=tmp_path).stdout)
    seen = {each["plugin"]: each for each in found["pipelines"][0]["plugins"]}
    # 500 lines were written between the two, of 43 or 44 bytes each.
    assert (seen["file"]["in"], seen["null"]["in"], seen["tail"]["bytes"]) == (500, 500, 65_785 - 43_893)
    lines = RECORDED["config"].splitlines()
    assert all(f"@type {plugin}" in lines[each["line"]] for plugin, each in seen.items())
    printed = command_line.text_of(command_line.pipelint(*words[:-2], cwd=tmp_path)).stdout
    assert "          2,189  source tail web  fluent.conf:18" in printed


def test_workers_are_added_up_and_two_metrics_that_say_the_same_count_once() -> None:
    text = "".join(
        f'fluentd_status_retry_count{{plugin_id="o",plugin_category="output",type="http",worker_id="{worker}"}} 2.0\n'
        f'fluentd_output_status_retry_count{{plugin_id="o",type="http",worker_id="{worker}"}} 2.0\n'
        f'fluentd_output_status_emit_records{{plugin_id="o",type="http",worker_id="{worker}"}} 1e3\n'
        for worker in "01"
    )
    assert (plugins(text)["o"].failed, plugins(text)["o"].came) == (4, 2_000)
    # The same of an input says nothing of an output.
    assert FluentdMonitor().text('fluentd_status_retry_count{plugin_id="i",plugin_category="input",type="tail"} 2\n') is None


def test_a_rotated_file_counts_from_its_beginning() -> None:
    def said(*files: tuple[str, int, int]) -> str:
        return "".join(
            f'fluentd_tail_file_position{{plugin_id="t",type="tail",path="{path}"}} {at}\n'
            f'fluentd_tail_file_inode{{plugin_id="t",type="tail",path="{path}"}} {inode}\n'
            for path, inode, at in files
        )

    read = FluentdMonitor().text
    first, second = (
        read(said(("/a", 1, 900), ("/b", 2, 50), ("/c", 3, 500))),
        read(said(("/a", 9, 100), ("/b", 2, 70), ("/c", 3, 10))),
    )
    assert first is not None
    assert second is not None
    # /a is a new file, 20 bytes more of /b, /c was cut.
    assert between(first, second, 1.0).pipelines[0].plugins[0].bytes == 100 + 20 + 10


def test_samples_are_read_as_prometheus_writes_them() -> None:
    text = '# HELP a b\n# TYPE a counter\na 1\nb{x="1",y="a\\"b\\\\c\\nd, }"} 2.5e3 1700000000000\n'
    text += 'c{} NaN\nd +Inf\nno sample\ne{x="1"} 7\r\n'
    assert [(each.name, dict(each.labels), each.value) for each in samples(text)] == [
        ("a", {}, 1.0), ("b", {"x": "1", "y": 'a"b\\c\nd, }'}, 2500.0), ("e", {"x": "1"}, 7.0),
    ]  # fmt: skip
