"""Entries in the user's folder: whatever happens to them, there is none rather than a wrong one."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipelint.base.disk.asked import Notes
from pipelint.replay import shelf
from pipelint.replay.entry import Entry, pack, unpack
from tests.properties import tries
from tests.replay.runs import Runs, said

pytestmark = pytest.mark.slow

KEY = "0123456789abcdef"
POSIX = pytest.mark.skipif(os.name != "posix", reason="modes, links and signals of POSIX")


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv(shelf.FOLDER, str(tmp_path / "cache"))
    return tmp_path / "cache"


def slots(entry: Entry | None) -> object:
    return entry and [getattr(entry, name) for name in Entry.__slots__]


words = st.lists(st.one_of(st.integers(-1, 10**12), st.text(st.characters(exclude_characters="\0"))), max_size=2)
answer = st.text(st.characters(exclude_characters="\0"), max_size=5)
answers = st.lists(st.tuples(words.map(lambda words: ("read", *words)), answer), max_size=3)
printed = st.lists(st.tuples(st.sampled_from([1, 2]), st.binary(max_size=9)), max_size=3)
written = st.lists(st.tuples(st.text(st.characters(exclude_characters="\0")), st.booleans(), st.binary(max_size=9)), max_size=2)


@tries(200)
@given(st.builds(Entry, st.integers(0, 255), answers, printed, written))
def test_an_entry_comes_back_as_it_was(entry: Entry) -> None:
    data = pack(entry, KEY)
    assert data is not None
    assert slots(unpack(data, KEY)) == slots(entry)


def test_no_byte_of_an_entry_may_be_another_and_none_may_be_missing() -> None:
    data = pack(Entry(1, [(("read", "a\udcff", 7), "b")], [(1, b"out"), (2, b"err\0")], [("x", True, b"written")]), KEY)
    assert data is not None
    assert unpack(data, KEY) is not None
    for at in range(len(data)):
        assert unpack(data[:at], KEY) is None
        for bit in (1, 128):
            assert unpack(data[:at] + bytes([data[at] ^ bit]) + data[at + 1 :], KEY) is None, at
    assert unpack(data + b"0", KEY) is None
    assert unpack(data, "another") is None


def test_a_path_that_is_none_is_not_kept() -> None:
    assert pack(Entry(0, [(("read", "a\0b"), "")], [], []), KEY) is None


@pytest.mark.parametrize("spoil", [lambda data: data[: len(data) // 2], lambda data: data.replace(b"FD", b"XX"), lambda _: b""])
def test_a_spoilt_entry_is_none_and_is_replaced(runs: Runs, spoil) -> None:
    plain = runs.plain("fluent.conf")
    runs.check("fluent.conf")
    (entry,) = runs.entries
    whole = entry.read_bytes()
    assert spoil(whole) != whole
    entry.write_bytes(spoil(whole))
    assert not runs.is_known("fluent.conf")
    assert said(runs.check("fluent.conf")) == said(plain)
    assert entry.read_bytes() == whole


def test_an_entry_writes_only_what_the_command_line_names(runs: Runs) -> None:
    """Who can write to the cache cannot have the user's files written."""
    answers = list(Notes().answers.items())
    entry = Entry(0, answers, [], [("fluent.conf", True, b"")])
    assert not entry.holds(["check", "fluent.conf"])
    assert not entry.holds(["check", "--output", "json:fluent.conf", "fluent.conf"])
    assert entry.holds(["check", "--output", "json:./fluent.conf", "--force", "fluent.conf"])


@POSIX
@pytest.mark.parametrize("what", ["open folder", "linked folder", "open entry", "linked entry", "linked cache"])
def test_what_others_could_write_is_not_read(cache: Path, what: str) -> None:
    shelf.put(KEY, b"data")
    assert shelf.get(KEY) == b"data"
    folder, entry = cache / KEY[0], cache / KEY[0] / KEY[1:]
    assert [path.stat().st_mode & 0o777 for path in (folder, entry)] == [0o700, 0o600]
    changed = {"folder": folder, "entry": entry, "cache": cache}[what.split()[1]]
    if what.startswith("open"):
        changed.chmod(0o755)
    else:
        aside = changed.rename(cache.parent / "aside")
        changed.symlink_to(aside)
    assert shelf.get(KEY) is None
    if changed != entry:
        shelf.put(KEY, b"more")
        assert shelf.get(KEY) is None


def test_a_folder_that_cannot_be_had_is_no_cache(runs: Runs) -> None:
    for place in ("/proc/nowhere", str(runs.folder / "fluent.conf"), "\udcff/x" * 200):
        assert said(runs.check("fluent.conf", PIPELINT_CACHE_DIR=place)) == said(runs.plain("fluent.conf"))


def test_the_cache_is_bounded_and_keeps_what_was_used_last(cache: Path) -> None:
    for number in range(200):
        shelf.put(f"a{number}", b"x" * (number * 1000))
        time.sleep(0.0001)
    left = [path for path in cache.rglob("*") if path.is_file()]
    assert 5 < len(left) <= shelf.MOST_ENTRIES
    assert sum(path.stat().st_size for path in left) <= shelf.MOST_BYTES
    assert shelf.get("a199") is not None
    assert shelf.get("a100") is None
    for number in range(200):
        shelf.put(f"b{number}", b"x")
    assert len(list((cache / "b").iterdir())) == shelf.MOST_ENTRIES
    shelf.put("clarge", b"x" * (shelf.LARGEST + 1))
    assert shelf.get("clarge") is None


def test_what_is_used_stays(cache: Path) -> None:
    shelf.put("aused", b"x")
    old = time.time() - 10_000
    os.utime(cache / "a/used", (old, old))
    for number in range(shelf.MOST_ENTRIES - 1):
        shelf.put(f"a{number}", b"x")
        os.utime(cache / f"a/{number}", (old + 1 + number, old + 1 + number))
    assert shelf.get("aused") == b"x"
    shelf.put("anew", b"x")
    assert shelf.get("aused") == b"x"
    assert shelf.get("a0") is None


CODE = "from pipelint import build; build.ID = 'x'; from pipelint.cli import main; main()"


def process(runs: Runs, code: str = CODE) -> subprocess.Popen[bytes]:
    """A run of its own, whose working folder is no place to import from."""
    env = {**os.environ, "PIPELINT_CACHE_DIR": str(runs.cache), "NO_COLOR": "1"}
    command = [sys.executable, "-c", code, "check", "--format", "concise", "fluent.conf"]
    return subprocess.Popen(command, cwd=runs.folder, env=env, stdout=subprocess.PIPE, stderr=subprocess.PIPE)


def test_runs_at_the_same_time_do_not_disturb_each_other(runs: Runs) -> None:
    plain = runs.plain("--format", "concise", "fluent.conf")
    for _ in range(2):
        together = [process(runs) for _ in range(3)]
        assert {(*each.communicate(), each.returncode) for each in together} == {(plain.stdout, plain.stderr, plain.returncode)}
    assert len(runs.entries) == 1


def test_many_writers_leave_one_whole_entry(cache: Path) -> None:
    children = []
    for number in range(4):
        child = os.fork()
        if child == 0:
            code = 1
            try:
                for size in range(1, 150):
                    shelf.put(KEY, pack(Entry(number, [], [(1, b"%d" % number * size * 100)], []), KEY))
                    data = shelf.get(KEY)
                    entry = unpack(data, KEY) if data is not None else None
                    assert entry is not None, data
                    assert set(entry.printed[0][1]) == set(b"%d" % entry.code)
                code = 0
            finally:
                os._exit(code)
        children.append(child)
    assert [os.waitpid(child, 0)[1] for child in children] == [0] * 4
    assert [path for path in cache.rglob("*") if path.is_file()] == [cache / KEY[0] / KEY[1:]]


@POSIX
def test_a_run_that_is_killed_while_it_writes_leaves_no_entry(runs: Runs) -> None:
    kill = "import os, signal; from pipelint.replay import shelf; write = os.write\n"
    kill += "os.write = lambda to, data: (write(to, data[:len(data) // 2]), os.kill(os.getpid(), signal.SIGKILL))\n"
    killed = process(runs, kill + CODE)
    killed.communicate()
    assert killed.returncode == -signal.SIGKILL
    assert len(runs.entries) == 1  # what it had begun
    plain = runs.plain("--format", "concise", "fluent.conf")
    for _ in range(2):
        again = process(runs)
        assert (*again.communicate(), again.returncode) == (plain.stdout, plain.stderr, plain.returncode)
    assert len(runs.entries) == 2


@POSIX
def test_a_full_disk_is_no_failure(runs: Runs) -> None:
    # A file of this process may have 100 bytes, and no more.
    full = "import resource; resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100))\n"
    plain = runs.plain("--format", "concise", "fluent.conf")
    done = process(runs, full + CODE)
    assert (*done.communicate(), done.returncode) == (plain.stdout, plain.stderr, plain.returncode)
    assert not runs.entries
