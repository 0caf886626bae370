"""What else engines have: statistics of their own; sources on ports; files that are read."""

from __future__ import annotations

import json
import shlex
import socket
import sys
import threading
from pathlib import Path

import pytest

from pipelint.engines.launch import LaunchError
from pipelint.measure.feeds import FileFeed, PortFeed
from pipelint.measure.lines import Lines, sample_lines
from pipelint.measure.process import Running
from tests.command_line import PLAIN, pipelint, text_of

PIPELINE = """\
input { file { path => "/var/log/a.log" } }
filter { mutate { add_field => { "a" => "b" } } }
output { elasticsearch { hosts => ["https://es:9200"] } }
"""


@pytest.mark.slow
def test_the_statistics_of_the_engine_itself_are_shown_by_stage(tmp_path: Path) -> None:
    import tempfile

    (tmp_path / "pipeline.conf").write_text(PIPELINE)
    (tmp_path / "tmp").mkdir()
    engine = f"{shlex.quote(sys.executable)} {shlex.quote(str(Path(__file__).with_name('standin_logstash.py')))}"
    tempfile.tempdir = None
    words = ("--yes", "--isolated", "--cpu", "20ms", "--idle", "40ms", "--runs", "3", "--output", "json:result.json")
    env = {**PLAIN, "TMPDIR": str(tmp_path / "tmp")}
    done = text_of(pipelint("measure", "pipeline.conf", "--engine-command", engine, *words, cwd=tmp_path, env=env))
    tempfile.tempdir = None
    assert done.stderr == ""
    found = json.loads((tmp_path / "result.json").read_text())
    assert found["engine"] == "logstash 9.9.9"
    assert found["measured"]["mid"] == pytest.approx(8, rel=0.3)
    stages = [(each["plugin"], each["line"], each["us_per_event"], each["events"]) for each in found["statistics"]]
    assert stages == [
        ("mutate", 2, pytest.approx(3, rel=0.05), pytest.approx(1, rel=0.05)),
        ("elasticsearch", 3, pytest.approx(4, rel=0.05), pytest.approx(1, rel=0.05)),
    ]
    assert "nothing has arrived where the config sends events" in found["notes"]  # a busy machine is said, too
    assert "time that the workers spent there, by the engine's own statistics" in done.stdout
    assert max(map(len, done.stdout.splitlines())) <= 80


def lines_in(folder: Path, text: str = "a\nbc\n") -> Lines:
    (folder / "given.log").write_text(text)
    return sample_lines(str(folder / "given.log"), folder)


def test_a_file_grows_by_exactly_so_many_lines_and_gives_back_its_room(tmp_path: Path) -> None:
    feed = FileFeed(tmp_path / "in" / "in.log", lines_in(tmp_path, "x" * 999 + "\n"))
    feed.add(5_003, lambda: None)
    path = tmp_path / "in" / "in.log"
    assert path.read_bytes().count(b"\n") == 5_003
    engine = Running(
        [sys.executable, "-c", f"import time; f = open({str(path)!r}, 'rb', 0); f.read(5_003_000); time.sleep(600)"], tmp_path, {}
    )
    try:
        while not feed.read(engine):
            engine.check()
        before = path.stat().st_blocks
        feed.forget()
        assert path.stat().st_size == 5_003_000
        assert path.stat().st_blocks < before / 10
        feed.add(1, lambda: None)
        assert not feed.read(engine)
    finally:
        engine.stop()


def test_lines_for_a_port_come_as_they_are(tmp_path: Path) -> None:
    found = []
    with socket.create_server(("127.0.0.1", 0)) as server:
        feed = PortFeed("tcp", server.getsockname()[1], lines_in(tmp_path))

        def take() -> None:
            for _ in range(2):
                link, _ = server.accept()
                with link:
                    while data := link.recv(65536):
                        found.append(data)

        taker = threading.Thread(target=take)
        taker.start()
        assert feed.ready()
        feed.add(3, lambda: None)
        taker.join(20)
    assert b"".join(found) == b"a\nbc\na\n"


def test_datagrams_wait_for_who_reads_them(tmp_path: Path) -> None:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as server:
        server.bind(("127.0.0.1", 0))
        feed = PortFeed("udp", server.getsockname()[1], lines_in(tmp_path))
        assert feed.ready()
        engine = Running([sys.executable, "-c", "import time; time.sleep(600)"], tmp_path, {})
        try:
            feed.add(2, lambda: None)
            assert not feed.read(engine)
            assert [server.recv(100), server.recv(100)] == [b"a", b"bc"]
            assert feed.read(engine)
        finally:
            engine.stop()


def test_nobody_listens(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
    assert not PortFeed("tcp", port, lines_in(tmp_path)).ready()
    assert not PortFeed("udp", port, lines_in(tmp_path)).ready()


def test_a_sample_without_lines(tmp_path: Path) -> None:
    with pytest.raises(LaunchError, match="contains no lines"):
        lines_in(tmp_path, "\n\n")
    with pytest.raises(LaunchError, match="No such file"):
        sample_lines(str(tmp_path / "nothing"), tmp_path)


def test_objects_are_told_from_text(tmp_path: Path) -> None:
    assert lines_in(tmp_path, '{"a":1}\n{}\n').objects
    assert not lines_in(tmp_path, '{"a":1}\n[]\n').objects
