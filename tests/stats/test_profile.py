"""``stats --profile``: what was measured of a running pipeline, and what ``estimate`` makes of it; expected values by hand."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

import pytest

from tests import command_line

MADE = Path(__file__).parents[1] / "data" / "logstash-made"
RECORDED = json.loads((Path(__file__).parents[1] / "data" / "monitor-fluentd.json").read_text())
CONFIG = (MADE / "main.conf").read_text()


def estimated(folder: Path, *words: str) -> dict[str, Any]:
    done = command_line.pipelint("estimate", *words, "--format", "json", cwd=folder)
    assert done.stderr == b""
    (found,) = json.loads(done.stdout)["estimates"]
    return dict(found)


def stages(found: dict[str, Any]) -> dict[int, dict[str, Any]]:
    """By line."""
    return {each["location"]["start"]["line"]: each for each in found["stages"]}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name in ("main.conf", "node-stats.json"):
        (tmp_path / name).write_bytes((MADE / name).read_bytes())
    done = command_line.text_of(
        command_line.pipelint("stats", "node-stats.json", "main.conf", "--profile", "p.toml", cwd=tmp_path)
    )
    assert (done.returncode, done.stderr) == (0, "")
    return tmp_path


def test_measured_costs_shares_and_rates_take_the_place_of_predictions(folder: Path) -> None:
    before, after = estimated(folder, "main.conf"), estimated(folder, "main.conf", "--config", "p.toml")
    here = {line: each["us_per_event"] for line, each in stages(after).items() if each["measured_here"]}
    # 912,000 ms of 3,600,000 events; 216,000; 72,000; 18,000 ms of 900,000 events, a quarter of all.
    assert {line: (round(us["low"], 3), round(us["high"], 3)) for line, us in here.items()} == {
        12: (253.333, 253.333), 16: (60.0, 60.0), 20: (20.0, 20.0), 22: (5.0, 5.0),
    }  # fmt: skip
    # The output of that quarter was assumed to get half of the events. What it waits for is not taken for CPU.
    old, new = stages(before)[35], stages(after)[35]
    assert (old["events"], new["events"]) == (0.5, 0.25)
    assert new["us_per_event"]["mid"] == pytest.approx(old["us_per_event"]["mid"] / 2, rel=0.01)
    assert not any("branches of an if" in words for words in after["assumptions"])
    assert (after["traffic"]["events_per_second"], after["us_per_event"]["mid"]) == (
        3_000.0,
        pytest.approx(sum(each["us_per_event"]["mid"] for each in after["stages"])),
    )
    # Nothing is left of the model's doubt where all but little is measured.
    assert (
        after["us_per_event"]["high"] / after["us_per_event"]["mid"]
        < before["us_per_event"]["high"] / before["us_per_event"]["mid"]
    )
    printed = command_line.text_of(command_line.pipelint("estimate", "main.conf", "--config", "p.toml", cwd=folder)).stdout
    assert "grok {  ◀ bottleneck, measured here\n" in printed
    # 338.3 of 477.5 µs.
    assert "of the cost is measured, 71% where it runs (traffic profile)" in " ".join(printed.split())


def test_what_was_measured_is_of_the_cpu_that_it_runs_on(folder: Path) -> None:
    with (folder / "p.toml").open("a") as file:
        file.write("[cost-model]\nscale = 2.0\n")
    half, whole = stages(estimated(folder, "main.conf", "--config", "p.toml")), stages(estimated(folder, "main.conf"))
    assert half[12]["us_per_event"]["mid"] == pytest.approx(253.333)
    assert half[29]["us_per_event"]["mid"] == pytest.approx(whole[29]["us_per_event"]["mid"] / 2, rel=0.01)


def test_what_a_fix_gains_is_predicted_on_both_sides(folder: Path) -> None:
    (folder / "pipelint.toml").write_bytes((folder / "p.toml").read_bytes())
    found = json.loads(command_line.pipelint("check", "main.conf", "--format", "json", cwd=folder).stdout)
    (grok,) = (each for each in found["findings"] if each["code"] == "LS101")
    assert grok["gain"]["ratio"] > 1.01
    # Of the share of events that came there.
    assert found["configs"][0]["estimate"]["us_per_event"]["mid"] < 300


def test_plugins_with_ids_are_known_again_after_a_change_and_the_others_are_told(folder: Path) -> None:
    (folder / "main.conf").write_text(CONFIG.replace('mutate { lowercase => [ "verb" ] }', "").replace("take_time", "other"))
    found = estimated(folder, "main.conf", "--config", "p.toml")
    assert {line for line, each in stages(found).items() if each["measured_here"]} == {12, 16, 22}
    (told,) = (words for words in found["assumptions"] if "only the traffic profile has" in words)
    assert told.startswith("nothing of stages that only the traffic profile has: filter mutate 5b1a7f")


def test_fluentds_counts_give_shares_where_its_inputs_count(tmp_path: Path) -> None:
    answer = copy.deepcopy(RECORDED["answers"][1])
    (tmp_path / "fluent.conf").write_text(RECORDED["config"])
    words = ("stats", "a.json", "fluent.conf", "--profile", "p.toml")
    (tmp_path / "a.json").write_text(json.dumps(answer))
    done = command_line.pipelint(*words, cwd=tmp_path)
    assert (done.returncode, b"nothing says how many events its inputs read" in done.stderr) == (2, True)
    assert not (tmp_path / "p.toml").exists()
    plugins = {each["type"]: each for each in answer["plugins"]}
    plugins["forward"]["emit_records"] = 60_000
    (tmp_path / "a.json").write_text(json.dumps(answer))
    assert command_line.pipelint(*words, cwd=tmp_path).returncode == 0
    # 15,000 of 60,000: nobody knows of which time, nor what each took.
    found = stages(estimated(tmp_path, "fluent.conf", "--config", "p.toml"))
    counted = [each for each in found.values() if each["kind"] in ("filter", "output") and each["plugin"] != "copy"]
    assert [each["events"] for each in counted] == [0.25] * 4
    assert not any(each["measured_here"] for each in found.values())
    # The parts of a stage work as often as it does.
    assert next(each["events"] for each in found.values() if each["kind"] == "buffer") == 0.25


def test_the_time_of_a_filter_that_asks_somebody_else_is_no_cpu(folder: Path) -> None:
    answer = json.loads((MADE / "node-stats.json").read_text())
    for each in answer["pipelines"]["main"]["plugins"]["filters"]:
        each["name"] = each["name"].replace("date", "dns")
    (folder / "a.json").write_text(json.dumps(answer))
    command_line.pipelint("stats", "a.json", "--profile", "p.toml", cwd=folder)
    rows = (folder / "p.toml").read_text().split("[[traffic.stages]]")[1:]
    assert {row.split('plugin = "')[1].split('"')[0] for row in rows if "\nus = " in row} == {"grok", "mutate"}


def test_a_file_of_somebody_else_is_kept(folder: Path) -> None:
    words = ("stats", "node-stats.json", "--profile", "main.conf")
    done = command_line.pipelint(*words, cwd=folder)
    assert (done.returncode, b"was not written by pipelint" in done.stderr) == (2, True)
    assert (folder / "main.conf").read_text() == CONFIG
    # One of its own it replaces, also without the config.
    assert command_line.pipelint("stats", "node-stats.json", "--profile", "p.toml", cwd=folder).returncode == 0
