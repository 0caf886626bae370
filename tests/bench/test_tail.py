"""Log files that bench writes for a tail input: what stands in them, also when they are rotated or the disk is full."""

from __future__ import annotations

from pathlib import Path

import pytest

from pipelint.bench.model import BenchError, Content, Target
from pipelint.bench.transport.make import make_sender
from pipelint.bench.transport.tail import LogFile
from tests.bench.sink import send

HELLO = Content(message="hello")


def test_tail_writes_whole_lines_and_adds_to_what_is_there(tmp_path: Path) -> None:
    file = tmp_path / "a.log"
    file.write_text("before\n")
    sent = send(make_sender(Target("tail", str(file)), HELLO), 300_000)
    assert sent == (300_000, 1_800_000)
    assert file.read_bytes() == b"before\n" + b"hello\n" * 300_000


def test_pods_take_turns(tmp_path: Path) -> None:
    sender = make_sender(Target("tail", str(tmp_path / "pod-*.log"), pods=3), Content(message="hello", runtime="cri"))
    send(sender, 3_000)
    counts = {each.name: each.read_bytes().count(b"\n") for each in tmp_path.iterdir()}
    assert counts.keys() == {"pod-1.log", "pod-2.log", "pod-3.log"}
    assert sum(counts.values()) == 3_000
    assert min(counts.values()) > 0


@pytest.mark.parametrize("kept", [1, 2, 3])
def test_rotation_leaves_the_files_that_docker_leaves(kept: int, tmp_path: Path) -> None:
    file = tmp_path / "a.log"
    log = LogFile(str(file), (100, kept))
    for number in range(25):
        log.add(memoryview(b"line %02d of some thirty bytes\n" % number))
    log.close()
    names = ["a.log", *(f"a.log.{number}" for number in range(1, kept))]
    assert sorted(each.name for each in tmp_path.iterdir()) == names
    # Three lines of 29 bytes fit into 100: the last file has the 25th line, those before it three each.
    assert [file.with_name(name).read_bytes().count(b"\n") for name in names] == [1, 3, 3][:kept]
    text = b"".join(file.with_name(name).read_bytes() for name in reversed(names))
    last = 1 + 3 * (kept - 1)
    assert text.splitlines() == [b"line %02d of some thirty bytes" % number for number in range(25 - last, 25)]


def test_a_file_that_is_open_keeps_its_lines_when_it_is_rotated(tmp_path: Path) -> None:
    file = tmp_path / "a.log"
    with (tmp_path / "a.log").open("a+b") as reader:
        send(make_sender(Target("tail", str(file), rotate=(2_000_000, 3)), HELLO), 500_000)
        reader.seek(0)
        assert reader.read() == (tmp_path / "a.log.1").read_bytes()
    assert (tmp_path / "a.log.1").stat().st_size <= 2_000_000


def test_what_does_not_fit_onto_the_disk_is_taken_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import os

    from pipelint.bench.transport import tail

    file = tmp_path / "a.log"
    log = LogFile(str(file))
    log.add(memoryview(b"whole\n"))
    real = os.write

    def full(handle: int, data: memoryview) -> int:
        if file.stat().st_size > 8:
            raise OSError(28, "No space left on device")
        return real(handle, data[:3])

    monkeypatch.setattr(tail.os, "write", full)
    with pytest.raises(OSError, match="No space"):
        log.add(memoryview(b"another\n"))
    log.close()
    assert file.read_bytes() == b"whole\n"


@pytest.mark.parametrize(("to", "why"), [(".", "directory"), ("none/a.log", "No such file"), ("a\0b", "null")])
def test_a_file_that_cannot_be_written_is_said(to: str, why: str, tmp_path: Path) -> None:
    with pytest.raises(BenchError, match=why):
        make_sender(Target("tail", str(tmp_path / to)), HELLO)
