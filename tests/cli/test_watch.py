"""`--watch` in a process of its own, and the bar of a long run."""

from __future__ import annotations

import io
import os
import queue
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from pipelint.base.running.progress import step
from pipelint.cli.modes import progress
from tests.command_line import pipelint, text_of

INTERRUPTS = pytest.mark.skipif(os.name == "nt", reason="a process cannot be sent Ctrl-C")
CLEAN = "<source>\n  @type sample\n  tag a\n</source>\n<match a>\n  @type null\n</match>\n"
OLD = CLEAN.replace("@type null", "type null")


class Watched:
    """A check that watches; ``next`` gives what it prints until it waits for a change."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self.process = process
        self._rows: queue.Queue[str] = queue.Queue()
        assert process.stdout is not None
        out = process.stdout
        threading.Thread(target=lambda: [self._rows.put(row) for row in out], daemon=True).start()

    def next(self) -> str:
        """Fails after a minute in which nothing comes."""
        rows = []
        while not (row := self._rows.get(timeout=60)).startswith("watching "):
            rows.append(row)
        return "".join(rows)


@contextmanager
def watching(folder: Path, *words: str) -> Iterator[Watched]:
    command = [sys.executable, "-m", "pipelint", "check", "--watch", "--format", "concise", *words]
    env = {**os.environ, "PYTHONUNBUFFERED": "1"}
    with subprocess.Popen(command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=env) as process:
        try:
            yield Watched(process)
        finally:
            process.kill()


@INTERRUPTS
def test_each_change_is_checked_until_ctrl_c(tmp_path: Path) -> None:
    path = tmp_path / "a.conf"
    path.write_text(CLEAN)
    with watching(tmp_path) as watched:
        assert watched.next() == "no findings in 1 config, 7 lines\n"
        path.write_text(OLD)
        assert "a.conf:6:8: info[FD503]" in watched.next()
        # A file that was not there, and is no config.
        (tmp_path / "pipelint.toml").write_text('ignore = ["FD503"]\n')
        assert watched.next() == "no findings in 1 config, 7 lines\n"
        (tmp_path / "pipelint.toml").write_text('ignore = ["FD504"]\n')
        assert "[FD503]" in watched.next()
        (tmp_path / "b.conf").write_text(CLEAN)
        assert "in 2 configs" in watched.next()
        path.write_text(f"@include more.conf\n{CLEAN}")
        assert "more.conf" in watched.next()
        (tmp_path / "more.conf").write_text("<match c>\n  type null\n</match>\n")
        assert "more.conf:2:8: info[FD503]" in watched.next()
        (tmp_path / "more.conf").write_text("# nothing\n")
        assert "more.conf:2:8" not in watched.next()
        path.unlink()
        watched.next()
        watched.process.send_signal(signal.SIGINT)
        assert watched.process.wait(timeout=60) == 0


@INTERRUPTS
def test_a_named_file_is_watched_with_the_settings_around_it(tmp_path: Path) -> None:
    (tmp_path / "a.conf").write_text(OLD)
    with watching(tmp_path, "a.conf", "--fix") as watched:
        # The fix is a change, too.
        first = watched.next()
        assert first.index("fixed: 1 fix in 1 file") < first.index("fixed: nothing")
        (tmp_path / "a.conf").write_text("<source>\n")
        assert "error[FD" in watched.next()
        watched.process.send_signal(signal.SIGINT)
        assert watched.process.wait(timeout=60) == 0


def test_standard_input_is_not_watched(tmp_path: Path) -> None:
    done = text_of(pipelint("check", "-", "--watch", cwd=tmp_path))
    assert done.returncode == 2
    assert "standard input cannot be watched" in done.stderr


def test_a_bar_comes_after_a_second_and_goes_at_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = iter([0.0, 0.5, 1.5, 1.55, 1.7])
    monkeypatch.setattr(progress.time, "monotonic", lambda: next(clock))
    stream = io.StringIO()
    with progress.bar(stream):
        for number in range(4):
            step("checked", number, 4)
    step("checked", 4, 4)
    shown = [row.removesuffix("\x1b[K") for row in stream.getvalue().split("\r")]
    assert shown == ["", f"[{'#' * 6:24}] 1 of 4 configs checked", f"[{'#' * 18:24}] 3 of 4 configs checked", ""]


def test_a_short_run_shows_no_bar() -> None:
    stream = io.StringIO()
    with progress.bar(stream):
        step("read", 1, 2)
    assert stream.getvalue() == ""
