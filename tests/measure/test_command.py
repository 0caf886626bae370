"""``pipelint measure`` with a small engine in the place of a real one: what it measures, and what it refuses."""

from __future__ import annotations

import json
import os
import pty
import subprocess
import sys
from pathlib import Path

import pytest

from tests.command_line import pipelint, text_of
from tests.measure.quick import CONFIG, ENGINE, QUICK, command, environment, nothing_left, pids, run

pytestmark = pytest.mark.slow


def test_what_a_line_costs_is_measured(folder: Path) -> None:
    done = run(folder, "--format", "json")
    assert done.stderr == ""
    found = json.loads(done.stdout)
    # 5 + 2 x 10 + 8 us of work.
    assert found["measured"]["mid"] == pytest.approx(33, rel=0.2)
    assert found["engine"] == "fluentd 9.9, Ruby 0.0"
    assert found["lines"] == "generated lines of JSON of 250 bytes"
    assert len(found["runs"]) == 3
    assert found["predicted"]["low"] < found["predicted"]["mid"] < found["predicted"]["high"]
    assert nothing_left(folder)


def test_stages_are_taken_away_from_the_end(folder: Path) -> None:
    found = json.loads(run(folder, "--ablate", "--format", "json").stdout)
    stages = found["stages"]
    assert [(each["plugin"], each["line"]) for each in stages] == [
        ("json", 6), ("grep", 10), ("record_transformer", 17), ("stdout", 23),
    ]  # fmt: skip
    costs = [each["measured"]["mid"] for each in stages]
    assert costs == pytest.approx([0, 10, 10, 8], abs=4)
    assert found["left"]["mid"] == pytest.approx(5, abs=3)
    assert sum(costs) + found["left"]["mid"] == pytest.approx(found["measured"]["mid"], abs=0.01)
    assert all(each["predicted"] > 0 for each in stages)


def test_a_sample_is_fed_and_predicted(folder: Path) -> None:
    (folder / "app.log").write_text('{"level":"info","a":1}\n' * 50)
    done = run(folder, "--sample", "app.log")
    assert "the 50 lines of app.log, 1,000 and 5,000 of them a run" in done.stdout
    assert max(map(len, done.stdout.splitlines())) <= 80
    assert (folder / "app.log").read_text() == '{"level":"info","a":1}\n' * 50


def test_without_a_terminal_somebody_has_to_agree(folder: Path) -> None:
    words = ("measure", "fluent.conf", "--engine-command", command())
    done = text_of(pipelint(*words, cwd=folder, env=environment(folder)))
    assert done.returncode == 2
    assert "fluent.conf will be run: its Ruby code, its plugins and the programs that it names" in done.stderr
    assert "agree with --yes" in done.stderr
    assert pids(folder) == []


def test_with_a_terminal_it_asks(folder: Path) -> None:
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-m", "pipelint", "measure", "fluent.conf", "--isolated", "--engine-command", command()],
        cwd=folder, env={**os.environ, **environment(folder), "PYTHONPATH": str(ENGINE.parents[2])},
        stdin=theirs, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    os.close(theirs)
    os.write(ours, b"n\n")
    _, err = process.communicate(timeout=60)
    os.close(ours)
    assert process.returncode == 2
    assert "with your rights. Its inputs are fed and its outputs caught on this machine. Go on? [y/N]" in err
    assert pids(folder) == []


def test_a_team_says_of_its_own_plugins_how_they_are_measured(folder: Path) -> None:
    (folder / "fluent.conf").write_text(CONFIG.replace("@type stdout", "@type ours"))
    refused = run(folder, "--runs", "1")
    assert "the output ours cannot be caught here" in refused.stderr
    (folder / "lint" / "fluentd").mkdir(parents=True)
    (folder / "lint" / "fluentd" / "output-ours.yaml").write_text(
        "name: ours\nabout: Sends events to nobody at all.\nlink: https://example.org\nevents: {sends: away}\nmeasure: {}\n"
    )
    (folder / "own.toml").write_text('plugins = ["lint"]\n')
    words = ["measure", "fluent.conf", "--engine-command", command(), *QUICK[:1], *QUICK[2:], "--config", "own.toml"]
    assert text_of(pipelint(*words, "--runs", "1", cwd=folder, env=environment(folder))).returncode == 0


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (("@type stdout", "@type cloudwatch_logs"), "the output cloudwatch_logs cannot be caught here: nothing stands for"),
        (("@type grep", "@type docker_metadata"), "the filter docker_metadata cannot be measured: it asks the Docker"),
        (("@type tail\n", "@type systemd\n"), "the source systemd cannot be fed here: no generator speaks its protocol"),
    ],
)  # fmt: skip
def test_what_cannot_be_done_is_said_at_its_place(folder: Path, change: tuple[str, str], said: str) -> None:
    (folder / "fluent.conf").write_text(CONFIG.replace(*change))
    done = run(folder)
    assert done.returncode == 2
    assert said in done.stderr
    assert pids(folder) == []


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--precision", "x"), '"x" is not a percentage such as 5%'),
        (("--idle", "x"), '"x" is not a time such as 10s'),
        (("--max-disk", "x"), '"x" is not a size such as 500M'),
        (("--engine-command", '"'), "no closing quotation"),
        (("--engine-command", ""), "is empty"),
    ],
)
def test_options_that_mean_nothing(folder: Path, words: tuple[str, ...], said: str) -> None:
    done = text_of(pipelint("measure", "fluent.conf", "--yes", *words, cwd=folder))
    assert done.returncode == 2
    assert said in done.stderr.lower() or said in done.stderr
