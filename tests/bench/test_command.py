"""``pipelint bench`` as people run it."""

from __future__ import annotations

import json
import os
import re
import resource
import signal
import socket
import subprocess
import sys
import time
import xml.etree.ElementTree as ET
from pathlib import Path
from subprocess import CompletedProcess

import pytest

from tests import command_line
from tests.bench.decode import decode
from tests.bench.sink import sink
from tests.closed_terminal import pipelint_until_closed

pytestmark = pytest.mark.slow

SHORT = ("--rate", "1000", "--period", "200ms", "--message", "hello")


def bench(folder: Path, *words: str) -> CompletedProcess[str]:
    return command_line.text_of(command_line.pipelint("bench", *words, cwd=folder))


def test_a_table_and_a_summary(tmp_path: Path) -> None:
    done = bench(tmp_path, "tail", "a.log", *SHORT)
    assert (done.returncode, done.stderr) == (0, "")
    head, rule, row, blank, *summary = done.stdout.splitlines()
    assert head.split() == ["records", "write", "(b)", "write", "secs"]
    assert set(rule) == {" ", "-"}
    assert re.fullmatch(r" +200 +1200 +1.17K +0.2\d", row)
    assert blank == ""
    assert summary[0] == "- Summary"
    assert "  - Records       : 200" in summary
    assert (tmp_path / "a.log").read_text() == "hello\n" * 200


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="/proc is Linux's")
def test_a_watched_process_has_a_pane_of_its_own(tmp_path: Path) -> None:
    with subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE) as process:
        words = ("--pid", str(process.pid), "--idle", "100ms", "--output", "json:a.json", "--output", "csv:a.csv")
        charts = ("--output", "svg:a.svg", "--output", "html:a.html", "--output", "text:a.txt", "--output", "png:a.png")
        done = bench(tmp_path, "tail", "a.log", *SHORT, *words, *charts)
        again = bench(tmp_path, "tail", "a.log", *SHORT, *words, *charts)
        process.communicate(b"\n")
    assert (done.returncode, done.stderr) == (0, "")
    assert (again.returncode, again.stderr) == (0, "")
    assert "| " in done.stdout
    assert f"  - PID           : {process.pid}\n" in done.stdout
    found = json.loads((tmp_path / "a.json").read_text())
    assert found["watched"]["pid"] == process.pid
    assert [each["idle"] for each in found["rounds"]][:2] == [False, True]
    assert found["summary"]["records"] == sum(each["records"] for each in found["rounds"]) == 200
    assert found["rounds"][0]["memory"] > 1_000_000
    rows = [line.split(",") for line in (tmp_path / "a.csv").read_text().splitlines()]
    assert {len(row) for row in rows} == {9}
    assert [row[1] for row in rows[1:]] == [str(each["records"]) for each in found["rounds"]]
    titles = [each.text for each in ET.fromstring((tmp_path / "a.svg").read_text()).iter("{http://www.w3.org/2000/svg}text")]
    assert {"records/s", "% CPU", "memory, MiB"} <= set(titles)
    page = (tmp_path / "a.html").read_text()
    assert "</svg>" in page
    assert "- Summary" in page


def test_records_that_do_not_arrive_fail_it(tmp_path: Path) -> None:
    done = bench(tmp_path, "tail", "a.log", *SHORT, "--count-output", "*.log", "--idle", "100ms")
    assert done.returncode == 0
    assert "  - Arrived       : 200 (0 late, after the last was sent)\n  - Lost          : 0\n" in done.stdout
    done = bench(tmp_path, "tail", "a.log", *SHORT, "--count-output", "*.out", "--idle", "100ms", "--format", "json")
    assert done.returncode == 1
    assert json.loads(done.stdout)["arrived"] == {"in_time": 0, "late": 0, "lost": 200}


def test_workers_share_the_rate_and_end(tmp_path: Path) -> None:
    with sink() as found:
        words = ("forward", found.to, *SHORT, "--workers", "2", "--connections", "2", "--num-lines", "101", "--format", "json")
        done = bench(tmp_path, *words)
    assert (done.returncode, done.stderr) == (0, "")
    assert json.loads(done.stdout)["summary"]["records"] == 101
    assert len(found.got) == 4
    assert sum(message[2]["size"] for got in found.got for message in decode(bytes(got))) == 101  # type: ignore[index]


@pytest.mark.parametrize(
    ("words", "code", "why"),
    [
        (("tail", "none/a.log"), 2, "none/a.log: No such file or directory"),
        (("tail", "a.log", "--file", "none.log"), 2, "none.log: No such file or directory"),
        (("tail", "a.log", "--pid", "4194304"), 2, "there is no process 4194304"),
        (("tail", "a.log", "--container", "no such"), 2, '"no such" is no name of a container'),
        (("tail", "a.log", "--rate", "0"), 2, "--rate"),
        (("tail", "a.log", "--records", "0"), 2, "--records"),
        (("tail", "a.log", "--rate", "nan"), 2, "--rate"),
        (("tail", "a.log", "--period", "0"), 2, '"0" is not a time such as 30s'),
        (("tail", "a.log", "--idle", "soon"), 2, '"soon" is not a time such as 30s'),
        (("tail", "a.log", "--records", "5", "--rate", "5"), 2, "give --records and --seconds, or --rate and --period"),
        (("tail", "a.log", "--seconds", "5"), 2, "belongs to --records"),
        (("tail", "a.log", "--stack-traces", "much"), 2, '"much" is not a percentage such as 5%'),
        (("tail", "a.log", "--file", "a", "--message", "b"), 2, "send the lines of a file or generated ones, not both"),
        (("tail", "a.log", "--message", ""), 2, "is empty or has several lines"),
        (("tail", "a.log", "--rotate", "100m*3"), 2, '"100m*3" is no size (1k at least) and number of files such as 100M*3'),
        (("tail", "a.log", "--rotate", "100M*0"), 2, '"100M*0" is no size'),
        (("tail", "a.log", "--rotate", "100M*"), 2, '"100M*" is no size'),
        (("tail", "a.log", "--pods", "2"), 2, "needs a * in the file's name"),
        (("tail", "a.log", "--pid", "1", "--container", "a"), 2, "name a process or a container, not both"),
        (("tail", "a.log", "--output", "png:"), 2, "expected FORMAT:FILE"),
        (("tail", "a.log", "--output", "csv:foreign"), 2, "was not written by pipelint"),
        (("tcp", "nowhere"), 2, '"nowhere" is no address such as 127.0.0.1:24224'),
        (("tcp", "a:1", "--ca-file", "a.pem"), 2, "means something with TLS alone"),
        (("http", "127.0.0.1:9880"), 2, "is no URL such as http://127.0.0.1:9880/app.log"),
        (("forward", "127.0.0.1:1", "--tls", "--ca-file", "none.pem"), 2, "none.pem: No such file or directory"),
    ],
)  # fmt: skip
def test_what_cannot_be_done_is_said_before_it_begins(words: tuple[str, ...], code: int, why: str, tmp_path: Path) -> None:
    (tmp_path / "foreign").write_text("notes\n")
    done = bench(tmp_path, *words)
    said = re.sub(r"[\s│]+", " ", done.stderr)
    assert done.returncode == code
    assert done.stdout == ""
    assert why in said, said
    assert not (tmp_path / "a.log").exists() or not (tmp_path / "a.log").read_bytes()


@pytest.mark.parametrize("workers", ["1", "2"])
def test_a_port_where_nobody_listens(workers: str, tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        to = f"127.0.0.1:{taken.getsockname()[1]}"
    done = bench(tmp_path, "tcp", to, "--workers", workers)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == f"pipelint: {to}: connection refused; nothing listens there\n"


def _started(folder: Path, *words: str, limit: int | None = None) -> subprocess.Popen[str]:
    def bounds() -> None:
        if limit is not None:
            resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))

    environment = {**os.environ, **command_line.PLAIN, "PYTHONPATH": str(Path(__file__).parents[2])}
    command = [sys.executable, "-m", "pipelint", "bench", *words]
    pipe = subprocess.PIPE
    return subprocess.Popen(
        command, cwd=folder, env=environment, stdout=pipe, stderr=pipe, text=True, preexec_fn=bounds, start_new_session=True
    )


def test_what_fits_onto_the_disk_is_kept_in_whole_lines(tmp_path: Path) -> None:
    with _started(tmp_path, "tail", "a.log", "--rate", "1000", "--message", "hello", limit=8_000) as process:
        out, err = process.communicate(timeout=60)
    assert process.returncode == 2
    assert err == "pipelint: a.log: File too large\n"
    rows = [line.split() for line in out.splitlines()[2:] if line.split()[:1] and line.split()[0].isdecimal()]
    assert "note: ended early: a.log: File too large" in out
    text = (tmp_path / "a.log").read_text()
    assert text == "hello\n" * (len(text) // 6)
    assert len(text) > 6_000
    assert sum(int(row[1]) for row in rows) == len(text)


@pytest.mark.parametrize("workers", ["1", "2"])
def test_ctrl_c_shows_what_there_is_and_leaves_no_process(workers: str, tmp_path: Path) -> None:
    with (
        sink() as found,
        _started(tmp_path, "tcp", found.to, "--workers", workers, "--period", "10m", "--message", "hello") as process,
    ):
        assert process.stdout is not None
        # A round is over.
        lines = [process.stdout.readline() for _ in range(3)]
        os.killpg(process.pid, signal.SIGINT)
        out, err = process.communicate(timeout=60)
        left = _left(process.pid)
    assert (process.returncode, err) == (130, "")
    assert lines[2].split()[0] == "1000"
    records = re.search(r"- Records +: ([\d,]+)", out)
    assert records is not None
    assert "note: ended early: interrupted" in out
    lines_got = [bytes(each) for each in found.got]
    assert sum(each.count(b"\n") for each in lines_got) == int(records[1].replace(",", ""))
    assert all(each.endswith(b"hello\n") for each in lines_got if each)
    assert left == []


@pytest.mark.parametrize("workers", ["1", "2"])
def test_a_terminal_that_is_closed_costs_nothing_of_the_results(workers: str, tmp_path: Path) -> None:
    with sink() as found:
        words = ["bench", "tcp", found.to, "--workers", workers, "--period", "10m", "--message", "hello"]
        words += ["--output", "json:result.json"]
        code = pipelint_until_closed(words, tmp_path, os.environ, lambda seen: " 1000 " in seen)
    assert code == 128 + signal.SIGHUP
    summary = json.loads((tmp_path / "result.json").read_text())["summary"]
    assert (summary["interrupted"], summary["error"]) == (True, None)
    assert sum(bytes(each).count(b"\n") for each in found.got) == summary["records"] >= 1000


def test_a_kill_shows_what_there_is(tmp_path: Path) -> None:
    with sink() as found, _started(tmp_path, "tcp", found.to, "--period", "10m", "--message", "hello") as process:
        assert process.stdout is not None
        for _ in range(3):
            process.stdout.readline()
        process.terminate()
        out, err = process.communicate(timeout=60)
    assert (process.returncode, err) == (128 + signal.SIGTERM, "")
    assert "note: ended early: interrupted" in out


def test_workers_end_with_a_parent_that_is_killed(tmp_path: Path) -> None:
    with sink() as found, _started(tmp_path, "tcp", found.to, "--workers", "2", "--period", "10m") as process:
        assert process.stdout is not None
        for _ in range(3):
            process.stdout.readline()
        process.kill()
        process.wait()
        left = _left(process.pid)
    assert left == []


def _left(leader: int) -> list[int]:
    """The processes of a session that do not end: Python's own beside workers notices a moment later that these are gone."""
    for _ in range(1_000):
        if not (found := _group(leader)):
            break
        time.sleep(0.02)
    return found


def _group(leader: int) -> list[int]:
    """The processes of a session that are alive."""
    found = []
    for each in Path("/proc").glob("[0-9]*"):
        try:
            state, _, _, session = (each / "stat").read_text().rpartition(")")[2].split()[:4]
        except OSError:
            continue
        if int(session) == leader and state != "Z" and int(each.name) != leader:
            found.append(int(each.name))
    return found
