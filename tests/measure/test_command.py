"""``pipelint measure`` with a small engine in the place of a real one: what it measures, and what comes of failures."""

from __future__ import annotations

import fcntl
import json
import os
import pty
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.closed_terminal import pipelint_until_closed
from tests.command_line import PLAIN, pipelint, text_of

ENGINE = Path(__file__).with_name("standin.py")
CONFIG = """\
<source>
  @type tail
  path /var/log/app.log
  pos_file /var/lib/app.pos
  tag app
  <parse>
    @type json
  </parse>
</source>
<filter app>
  @type grep
  <exclude>
    key level
    pattern /trace/
  </exclude>
</filter>
<filter app>
  @type record_transformer
  <record>
    host a
  </record>
</filter>
<match app>
  @type stdout
</match>
"""
QUICK = ("--yes", "--isolated", "--cpu", "20ms", "--idle", "40ms", "--runs", "3")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with a config, and one for all that is temporary."""
    (tmp_path / "fluent.conf").write_text(CONFIG)
    (tmp_path / "tmp").mkdir()
    return tmp_path


def environment(folder: Path) -> dict[str, str]:
    return {**PLAIN, "TMPDIR": str(folder / "tmp"), "STANDIN_PIDS": str(folder / "pids")}


def command(mode: str = "") -> str:
    return f"{sys.executable} {ENGINE} {mode}"


def run(folder: Path, *words: str, mode: str = "", config: str = "fluent.conf") -> subprocess.CompletedProcess[str]:
    """The command in this process, in which the folder of temporary files is looked up anew."""
    import tempfile

    tempfile.tempdir = None
    try:
        return text_of(
            pipelint("measure", config, "--engine-command", command(mode), *QUICK, *words, cwd=folder, env=environment(folder))
        )
    finally:
        tempfile.tempdir = None


def pids(folder: Path) -> list[int]:
    path = folder / "pids"
    return [int(line) for line in path.read_text().split()] if path.exists() else []


def runs(pid: int) -> bool:
    """Whether there is such a process, and it is no zombie that waits for its parent."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] not in "ZX"
    except OSError:
        return False


def nothing_left(folder: Path) -> bool:
    """No process, no scratch folder; a lock that nobody holds may lie there. A killed process ends a moment later."""
    for _ in range(100):
        if not any(map(runs, pids(folder))):
            break
        time.sleep(0.05)
    return not any(map(runs, pids(folder))) and all(path.suffix == ".lock" for path in (folder / "tmp").iterdir())


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


@pytest.mark.slow
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
    [signal.SIGINT, *(pytest.param(each, marks=pytest.mark.slow) for each in (signal.SIGHUP, signal.SIGTERM))],
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
