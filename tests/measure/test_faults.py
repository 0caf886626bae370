"""What comes of an engine that fails, and of a measurement that somebody stops: said, and nothing is left."""

from __future__ import annotations

import fcntl
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.closed_terminal import pipelint_until_closed
from tests.command_line import pipelint, text_of
from tests.measure.quick import CONFIG, ENGINE, QUICK, command, environment, nothing_left, pids, run

pytestmark = pytest.mark.slow

FAULTS = {
    "refuse": ((), "has ended with exit code 1: [error]: config error file=fluent.conf"),
    "hang": (("--start", "1s"), "it has not read its lines after 1 s"),
    "busy": (("--start", "1s"), "it is not idle 1 s after its last line"),
    "fill": (("--max-disk", "20M"), "more than it may (--max-disk)"),
    "die": ((), "has ended with exit code 3: [error]: no memory for the rest"),
}


@pytest.mark.parametrize("mode", FAULTS)
def test_an_engine_that_fails_is_said_and_gone(folder: Path, mode: str) -> None:
    words, said = FAULTS[mode]
    done = run(folder, *words, mode=mode)
    assert done.returncode == 2
    assert said in done.stderr
    assert len(pids(folder)) == 1
    assert nothing_left(folder)


def test_secrets_in_the_last_words_of_an_engine_are_masked(folder: Path) -> None:
    output = "@type elasticsearch\n  password geheim-4711-xyz"
    (folder / "fluent.conf").write_text(CONFIG.replace("@type stdout", output))
    done = run(folder, "--output", "json:result.json", mode="leak")
    assert "cannot log in with" in done.stderr
    assert "geheim" not in done.stderr + (folder / "result.json").read_text()


def test_what_an_engine_has_started_is_gone_with_it(folder: Path) -> None:
    assert run(folder, "--runs", "1", mode="family").returncode == 0
    assert len(pids(folder)) == 2
    assert nothing_left(folder)


def test_what_outlives_an_engine_is_gone_too(folder: Path) -> None:
    assert run(folder, "--runs", "1", mode="orphan").returncode == 2
    assert len(pids(folder)) == 2
    assert nothing_left(folder)


def test_an_engine_that_is_not_there(folder: Path) -> None:
    done = text_of(
        pipelint("measure", "fluent.conf", "--engine-command", "no-such-engine", *QUICK, cwd=folder, env=environment(folder))
    )
    assert (done.returncode, done.stderr) == (2, "pipelint: fluent.conf: no-such-engine: no such program (--engine-command)\n")
    assert nothing_left(folder)


def test_no_engine_is_installed(folder: Path) -> None:
    env = {**environment(folder), "PATH": str(folder)}
    done = text_of(pipelint("measure", "fluent.conf", *QUICK, cwd=folder, env=env))
    assert done.returncode == 2
    assert "no engine is installed: none of fluentd, fluent-package, td-agent," in done.stderr


def test_two_runs_would_take_each_others_cpu(folder: Path) -> None:
    lock = folder / "tmp" / f"pipelint-measure-{os.getuid()}.lock"
    with lock.open("w") as held:
        held.write("4711")
        held.flush()
        fcntl.flock(held, fcntl.LOCK_EX)
        done = run(folder)
    assert done.returncode == 2
    assert "process 4711 measures already" in done.stderr
    assert pids(folder) == []


@pytest.mark.parametrize(
    "number",
    [signal.SIGINT, signal.SIGHUP, signal.SIGTERM],
)
def test_who_stops_it_keeps_what_was_measured(folder: Path, number: signal.Signals) -> None:
    words = ["measure", "fluent.conf", "--engine-command", command("family"), *QUICK, "--runs", "9999", "--precision", "0.001%"]
    process = subprocess.Popen(
        [sys.executable, "-m", "pipelint", *words, "--output", "json:result.json"],
        cwd=folder, env={**os.environ, **environment(folder), "PYTHONPATH": str(ENGINE.parents[2])},
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    read = folder / "pids.lines"
    # Some thousand lines warm it up, each run has six.
    while process.poll() is None and not (read.exists() and int(read.read_text() or 0) > 24_000):
        time.sleep(0.01)
    process.send_signal(number)
    out, err = process.communicate(timeout=60)
    assert process.returncode == 128 + number
    assert "stopped; what was measured until then is shown" in err
    assert "  measured " in out
    assert json.loads((folder / "result.json").read_text())["stopped"] == number
    assert nothing_left(folder)


def test_a_terminal_that_is_closed_costs_nothing_of_what_was_measured(folder: Path) -> None:
    words = ["measure", "fluent.conf", "--engine-command", command("family"), *QUICK, "--runs", "9999", "--precision", "0.001%"]
    words += ["--output", "json:result.json"]
    code = pipelint_until_closed(words, folder, {**os.environ, **environment(folder)}, lambda seen: "run 4 of" in seen)
    assert code == 128 + signal.SIGHUP
    found = json.loads((folder / "result.json").read_text())
    assert (found["stopped"], len(found["runs"]) >= 3) == (signal.SIGHUP, True)
    assert nothing_left(folder)
