"""Killed at any moment while it writes, pipelint leaves each file old or new, and nothing that counts as a config.

The environment variable PIPELINT_KILLS says how many processes are killed at random moments.
"""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from types import FrameType

import pytest

from pipelint.base.disk import write
from pipelint.base.disk.files import is_scratch
from pipelint.checker import load
from tests.configs import SLOW

KILLS = int(os.environ.get("PIPELINT_KILLS", "14"))
FILES = 40
OLD = "".join(f"# {number}: {'as it was ' * 8}\n" for number in range(400)) + SLOW
NEW = OLD.replace("%NZ", "%N%z")


@dataclass
class Tree:
    """Files that a command writes: each with its old and its new bytes, which follow from a whole run of the command."""

    folder: Path
    command: tuple[str, ...]
    old: dict[str, bytes]
    new: dict[str, bytes] = field(default_factory=dict)
    seconds: float = 1.0

    def __post_init__(self) -> None:
        self.reset()
        start = time.monotonic()
        self.run()
        # Only where to aim: no verdict depends on it.
        self.seconds = time.monotonic() - start
        self.new = {name: (self.folder / name).read_bytes() for name in self.old}
        assert all(self.new[name] != old for name, old in self.old.items())

    def reset(self) -> None:
        """All files as they were; what else lies there stays."""
        for name, data in self.old.items():
            (self.folder / name).write_bytes(data)

    def start(self) -> subprocess.Popen[bytes]:
        words = [sys.executable, "-m", "pipelint", *self.command]
        return subprocess.Popen(words, cwd=self.folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def run(self) -> None:
        """The command, to its end."""
        assert self.start().wait() in (0, 1)

    def strays(self) -> list[Path]:
        return [path for path in self.folder.iterdir() if is_scratch(str(path))]

    def killed(self, moment: Callable[[], None]) -> Counter[str]:
        """Starts the command, kills it at a moment, and says how many files are old, new and strays; fails on anything else."""
        with self.start() as process:
            moment()
            process.kill()
        seen = Counter(self.state(name) for name in self.old)
        seen["strays"] = len(self.strays())
        seen["ended before"] = process.returncode >= 0
        assert {path.name for path in self.folder.iterdir()} == {*self.old, *(path.name for path in self.strays())}
        return seen

    def state(self, name: str) -> str:
        data = (self.folder / name).read_bytes()
        assert data in (self.old[name], self.new[name])
        return "old" if data == self.old[name] else "new"

    def moments(self) -> Iterator[Callable[[], None]]:
        """At any time of a run, and when the process has begun to write for the nth time."""
        mixed = random.Random()
        while True:
            yield partial(time.sleep, mixed.uniform(0, self.seconds))
            yield partial(self.watch, mixed.randint(1, len(self.old)), mixed.uniform(0, 0.002))

    def watch(self, writes: int, wait: float) -> None:
        """Waits until scratch files were seen so often, or nothing is to be expected any more."""
        seen: set[Path] = set()
        end = time.monotonic() + 3 * self.seconds
        while len(seen) < writes and time.monotonic() < end:
            seen.update(self.strays())
        time.sleep(wait)


def assert_no_harm(tree: Tree, configs: int) -> None:
    total: Counter[str] = Counter()
    for _, moment in zip(range(KILLS), tree.moments(), strict=False):
        tree.reset()
        total += tree.killed(moment)
        assert len(load([str(tree.folder)]).configs) == configs
        if tree.strays():
            total["kills that left a stray"] += 1
            tree.reset()
            tree.run()
            assert not tree.strays()
            assert {tree.state(name) for name in tree.old} == {"new"}
    print(f"{' '.join(tree.command)}: {KILLS} kills, {dict(total)}")


@pytest.mark.slow
def test_killed_while_it_fixes_files(tmp_path: Path) -> None:
    tree = Tree(tmp_path, ("check", ".", "--fix", "--select", "FD101"), {f"{n}.conf": OLD.encode() for n in range(FILES)})
    assert set(tree.new.values()) == {NEW.encode()}
    assert_no_harm(tree, FILES)


@pytest.mark.slow
def test_killed_while_it_writes_a_baseline(tmp_path: Path) -> None:
    configs = tmp_path / "configs"
    configs.mkdir()
    for number in range(FILES):
        (configs / f"{number}.conf").write_text(OLD)
    results = tmp_path / "results"
    results.mkdir()
    # Where a config would be found too.
    tree = Tree(
        results, ("baseline", "write", "../configs", "--output", "a.json"), {"a.json": b'{\n "version": 1,\n "findings": []\n}\n'}
    )
    assert_no_harm(tree, 0)


def test_killed_at_any_step_of_writing(tmp_path: Path) -> None:
    """Before and after each call that the writer makes, in one process each."""
    path = tmp_path / "a.conf"
    results: list[tuple[bytes, int]] = []
    for step in range(1, 1_000):
        for stray in tmp_path.glob(".pipelint-*"):
            stray.unlink()
        path.write_bytes(b"old" * 10_000)
        if not _write_until(step, path):
            break
        strays = len(list(tmp_path.iterdir())) - 1
        results.append((path.read_bytes(), strays))
        # What the next one finds it removes.
        write._remove_strays.cache_clear()
        write.write_file(str(path), b"newer")
        assert [each.name for each in tmp_path.iterdir()] == ["a.conf"]
    texts = [text for text, _ in results]
    assert set(texts) == {b"old" * 10_000, b"new" * 10_000}
    assert texts == sorted(texts, reverse=True), "once it is new it is never old again"
    assert {strays for _, strays in results} == {0, 1}
    assert 30 < len(results) < 999


def _write_until(step: int, path: Path) -> bool:
    """Writes a file in another process, which is killed at a step of it; whether it was."""
    child = os.fork()
    if child == 0:
        seen = 0

        def look(frame: FrameType, event: str, _: object) -> None:
            nonlocal seen
            if event in ("c_call", "c_return") and frame.f_code.co_filename == write.__file__:
                seen += 1
                if seen == step:
                    os.kill(os.getpid(), signal.SIGKILL)

        sys.setprofile(look)
        write.write_file(str(path), b"new" * 10_000, b"old" * 10_000)
        sys.setprofile(None)
        os._exit(0)
    _, status = os.waitpid(child, 0)
    return os.WIFSIGNALED(status)
