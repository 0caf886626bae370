"""What is read of processes, containers and outputs, from this system and from files as Linux writes them."""

from __future__ import annotations

import gzip
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from pipelint.bench.model import BenchError
from pipelint.bench.payload.msgpack import encode
from pipelint.bench.watch.container import ContainerWatch
from pipelint.bench.watch.output import FileOutput, open_output
from pipelint.bench.watch.process import ProcessWatch, Stat, read_stat
from pipelint.bench.watch.receiver import PortOutput

linux = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="/proc is Linux's")


def test_a_name_may_hold_blanks_and_brackets() -> None:
    # man 5 proc: fields 3 to 24, each with its own number, so that a wrong one is seen.
    fields = ["S", *map(str, range(4, 25)), "0"]
    found = read_stat("17 (a) (b c) " + " ".join(fields))
    assert found == Stat("a) (b c", parent=4, state="S", user=14 + 16, system=15 + 17, began=22, pages=24)


@pytest.fixture
def child() -> Iterator[subprocess.Popen[bytes]]:
    """A process that works, and has a child that works, until it is told that both have used 200 ms; then both sleep."""
    code = (
        "import os, sys, time\n"
        "held = bytearray(30_000_000)\n"
        "def work():\n    while time.process_time() < 0.2: pass\n"
        "if os.fork() == 0:\n    work()\n    os.write(1, b'x')\n    time.sleep(60)\n    os._exit(0)\n"
        "work()\nos.write(1, b'x')\ntime.sleep(60)\n"
    )
    process = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, start_new_session=True)
    yield process
    os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    assert process.stdout is not None
    process.stdout.close()


@linux
def test_a_process_counts_with_its_children(child: subprocess.Popen[bytes]) -> None:
    watch = ProcessWatch(child.pid)
    assert child.stdout is not None
    assert child.stdout.read(2) == b"xx"
    used = watch.usage()
    # Twice 200 ms, each to a tick of 10 ms, and the start of the interpreter.
    assert used.user_ms + used.system_ms >= 380
    assert used.memory >= 60_000_000
    again = watch.usage()
    assert again.user_ms >= used.user_ms


@linux
def test_a_process_that_has_ended_is_said() -> None:
    process = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(60)"])
    watch = ProcessWatch(process.pid)
    process.kill()
    # Dead, and nobody has waited for it.
    os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOWAIT)
    with pytest.raises(BenchError, match=f"process {process.pid} has ended"):
        watch.usage()
    process.wait()
    with pytest.raises(BenchError, match=f"there is no process {process.pid}"):
        ProcessWatch(process.pid)


@linux
def test_another_process_with_the_same_number_is_not_taken_for_it(tmp_path: Path) -> None:
    (tmp_path / "self").mkdir()
    (tmp_path / "17").mkdir()
    stat = tmp_path / "17" / "stat"
    stat.write_text("17 (engine) " + " ".join(["S", *map(str, range(4, 25))]))
    watch = ProcessWatch(17, tmp_path)
    assert watch.usage().user_ms == 30 * 1000 / os.sysconf("SC_CLK_TCK")
    stat.write_text("17 (other) " + " ".join(["S", *map(str, range(4, 22)), "99", "23", "24"]))
    with pytest.raises(BenchError, match="has ended"):
        watch.usage()


ID = "0123456789abcdef" * 4


@pytest.mark.parametrize("folder", [f"docker-{ID}.scope", f"kubepods.slice/cri-containerd-{ID}.scope", f"crio-{ID}.scope", ID])
def test_a_container_is_found_by_its_id(folder: str, tmp_path: Path) -> None:
    group = tmp_path / "system.slice" / folder
    group.mkdir(parents=True)
    (tmp_path / f"crio-conmon-{ID}.scope").mkdir()
    (group / "cpu.stat").write_text("usage_usec 3500000\nuser_usec 2500000\nsystem_usec 1000000\n")
    (group / "memory.current").write_text("50000000\n")
    (group / "memory.stat").write_text("anon 30000000\ninactive_file 15000000\n")
    watch = ContainerWatch(ID[:12], tmp_path)
    used = watch.usage()
    assert (used.user_ms, used.system_ms, used.memory) == (2500.0, 1000.0, 35_000_000)
    (group / "cpu.stat").unlink()
    with pytest.raises(BenchError, match=f"container {ID[:12]} has ended"):
        watch.usage()


def test_a_container_of_the_first_version_of_cgroups(tmp_path: Path) -> None:
    cpu, memory = (tmp_path / kind / "docker" / ID for kind in ("cpuacct", "memory"))
    cpu.mkdir(parents=True)
    memory.mkdir(parents=True)
    (cpu / "cpuacct.stat").write_text("user 250\nsystem 100\n")
    (memory / "memory.usage_in_bytes").write_text("50000000\n")
    (memory / "memory.stat").write_text("cache 1\ntotal_inactive_file 10000000\n")
    used = ContainerWatch(ID, tmp_path).usage()
    tick = 1000 / os.sysconf("SC_CLK_TCK")
    assert (used.user_ms, used.system_ms, used.memory) == (250 * tick, 100 * tick, 40_000_000)


def test_the_name_of_a_container_is_asked_of_docker(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    group = tmp_path / "groups" / f"docker-{ID}.scope"
    group.mkdir(parents=True)
    for name, text in (("cpu.stat", "user_usec 1\nsystem_usec 2\n"), ("memory.current", "5"), ("memory.stat", "anon 1\n")):
        (group / name).write_text(text)
    docker = tmp_path / "docker"
    docker.write_text(f'#!/bin/sh\nfor last; do :; done\n[ "$last" = engine ] && echo {ID}\n')
    docker.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:/bin:/usr/bin")
    assert ContainerWatch("engine", tmp_path / "groups").usage().memory == 5
    (tmp_path / "podman").symlink_to(docker)
    for name, why in (("other", "know no container"), ("-rm", "no name of a container"), ("f" * 12, "no cgroup")):
        with pytest.raises(BenchError, match=why):
            ContainerWatch(name, tmp_path / "groups")


def test_lines_that_are_added_to_files_count(tmp_path: Path) -> None:
    old = tmp_path / "old.log"
    old.write_text("before\nhalf")
    output = FileOutput(str(tmp_path / "**" / "*.log"))
    assert output.count() == 0
    with old.open("a") as file:
        file.write(" a line\nanother\nhalf")
    (tmp_path / "deep").mkdir()
    (tmp_path / "deep" / "new.log").write_text("1\n2\n3\n")
    (tmp_path / "other.txt").write_text("1\n")
    assert output.count() == 5
    old.rename(tmp_path / "older.log")
    assert output.count() == 5
    (tmp_path / "older.log").write_text("emptied\n")
    assert output.count() == 6


def feed(output: PortOutput, *pieces: bytes, answer: bytes = b"") -> None:
    with socket.create_connection(("127.0.0.1", output.port)) as link:
        for piece in pieces:
            link.sendall(piece)
        got = b""
        while len(got) < len(answer):
            got += link.recv(1_000)
        assert got == answer


def settled(output: PortOutput, expected: int) -> int:
    """The count, when it is what is expected, or does not become that."""
    for _ in range(1_000):
        if output.count() == expected:
            break
        time.sleep(0.01)
    return output.count()


ENTRIES = b"".join(encode([1, {"message": "a"}]) for _ in range(300))
PACKED = encode(["tag", gzip.compress(ENTRIES), {"compressed": "gzip", "chunk": "abc"}])


def test_what_is_sent_to_a_port_counts_whatever_it_is() -> None:
    output = PortOutput(0)
    feed(output, b'{"a": 1}\n{"a"', b": 2}\n")
    assert settled(output, 2) == 2
    feed(output, PACKED[:10], PACKED[10:] + PACKED[:-1], PACKED[-1:], answer=encode({"ack": "abc"}) * 2)
    assert settled(output, 602) == 602
    request = b"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\n{}\n{}\n{}\n"
    feed(output, request[:30], request[30:] + request, answer=b"HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n" * 2)
    assert settled(output, 608) == 608
    feed(output)
    feed(output, b"\x93\xc1 no MessagePack")
    assert output.count() == 608
    output.close()


def test_a_port_that_is_taken_is_said() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(BenchError, match=f"port {port}: Address already in use"):
            open_output(str(port))
    with pytest.raises(BenchError, match="port 70000"):
        open_output("70000")
