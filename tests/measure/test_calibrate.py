"""``pipelint calibrate machine`` and ``run`` with a small engine in the place of a real one."""

from __future__ import annotations

import csv
import json
import shlex
import sys
from pathlib import Path

import pytest

from pipelint.calibrate.grid import COLUMNS
from pipelint.calibrate.rows import measurements
from pipelint.calibrate.speed.rows import stored_rows
from tests.command_line import PLAIN, pipelint, text_of

ENGINE = Path(__file__).with_name("standin.py")
COMMAND = f"{shlex.quote(sys.executable)} {shlex.quote(str(ENGINE))}"


def run(folder: Path, *words: str):  # type: ignore[no-untyped-def]
    import tempfile

    (folder / "tmp").mkdir(exist_ok=True)
    env = {**PLAIN, "TMPDIR": str(folder / "tmp"), "STANDIN_PIDS": str(folder / "pids")}
    tempfile.tempdir = None
    try:
        return text_of(pipelint("calibrate", *words, "--engine-command", COMMAND, cwd=folder, env=env))
    finally:
        tempfile.tempdir = None


@pytest.mark.slow
def test_the_scale_is_stored_against_here(tmp_path: Path) -> None:
    done = run(tmp_path, "machine", "--runs", "3", "--cpu", "20ms", "--idle", "40ms", "--write")
    assert (done.returncode, done.stderr) == (0, "")
    lines = done.stdout.splitlines()
    assert lines[0] == "fluentd 9.9, Ruby 0.0: 3 stored pipelines, generated Docker lines with text of 250 bytes"
    factors = [float(line.rpartition(" ")[2]) for line in lines[1:4]]
    # The small engine takes 5 us for the first, 10 more for a filter, 8 more for an output.
    assert factors == pytest.approx([3.555 / 5, 17.87 / 15, 6.792 / 13], rel=0.3)
    scale = float((tmp_path / "pipelint.toml").read_text().split("scale = ")[1])
    assert scale == pytest.approx((factors[0] * factors[1] * factors[2]) ** (1 / 3), rel=0.02)
    assert [*(tmp_path / "tmp").glob("pl-*")] == []


def test_stored_rows_are_rows_of_the_table() -> None:
    with (measurements() / "fluentd.csv").open(newline="") as file:
        known = {row["id"]: row for row in csv.DictReader(file)}
    rows = stored_rows("fluentd")
    assert [(row.id, row.us, row.line_bytes) for row in rows] == [
        (name, float(known[name]["cpu_us_per_event_median"]), 250)
        for name in ("p_json_notime_250", "f_rt_static1", "o_file_file_json")
    ]


def test_an_engine_that_is_not_there_and_two_things_at_once(tmp_path: Path) -> None:
    done = text_of(pipelint("calibrate", "machine", "--engine-command", "no-such-engine", cwd=tmp_path))
    assert (done.returncode, done.stderr) == (2, "pipelint: no-such-engine: no such program (--engine-command)\n")
    done = text_of(pipelint("calibrate", "machine", "--engine-command", "x", "--ruby", "y", cwd=tmp_path))
    assert "name an engine or an interpreter, not both" in done.stderr


QUICK = ("--runs", "3", "--cpu", "10ms", "--precision", "90%")


@pytest.mark.slow
def test_rows_are_measured_in_the_form_of_the_table_and_a_run_goes_on(tmp_path: Path) -> None:
    words = ("run", "--rows", "p_json_notime_250", "--output", "mine.csv", *QUICK)
    assert run(tmp_path, *words).stdout.splitlines()[-1] == "mine.csv: 1 rows"
    first = (tmp_path / "mine.csv").read_text()
    done = run(tmp_path, "run", "--rows", "p_json_notime_[12]0*", "--rows", "p_json_notime_250", "--output", "mine.csv", *QUICK)
    assert "p_json_notime_250" not in done.stdout
    text = (tmp_path / "mine.csv").read_text()
    assert text.startswith(first)
    rows = [*csv.DictReader(text.splitlines())]
    assert tuple(rows[0]) == COLUMNS
    with (measurements() / "fluentd.csv").open(newline="") as file:
        assert tuple(next(csv.reader(file))) == COLUMNS
    assert [row["engine_version"] for row in rows] == ["9.9"] * len(rows)
    assert json.loads(rows[0]["params"]) == {"time": "none", "json_parser": "oj", "fields": 3}
    low, mid, high = (float(rows[0][f"cpu_us_per_event_{which}"]) for which in ("min", "median", "max"))
    assert 0 < low <= mid <= high


def test_a_row_that_cannot_be_measured_is_left_out(tmp_path: Path) -> None:
    # Its input is a journal, which nothing feeds.
    done = run(tmp_path, "run", "--rows", "i_systemd*", "--output", "mine.csv", *QUICK)
    assert "left out: the source systemd cannot be fed here" in done.stdout
    assert not (tmp_path / "mine.csv").exists()


@pytest.mark.parametrize("words", [("run", "--output", "mine.csv"), ("fit", "--check")])
def test_it_says_what_is_not_installed(words: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "yaml", None)
    done = text_of(pipelint("calibrate", *words, cwd=tmp_path))
    assert (done.returncode, done.stderr) == (2, "pipelint: yaml is not installed: pip install 'pipelint[calibrate]'\n")


def test_tables_and_ids_that_there_are_none_of(tmp_path: Path) -> None:
    (tmp_path / "mine.csv").write_text("a,b\n1,2\n")
    done = run(tmp_path, "run", "--output", "mine.csv")
    assert (done.returncode, done.stderr) == (2, "pipelint: mine.csv: it has other columns than a table of measurements\n")
    done = run(tmp_path, "run", "--rows", "nothing", "--output", "other.csv")
    assert (done.returncode, done.stderr) == (2, "pipelint: no stored row has such an id\n")
