"""How fast a machine is, by searches that Ruby makes: what becomes of the times, and of a program that does not answer."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path

import pytest

from pipelint.calibrate.regex.rows import read_rows
from pipelint.calibrate.speed import searches
from pipelint.calibrate.speed.searches import Search, stored_searches, time_again
from pipelint.cli.commands import speed
from pipelint.cost.regex.work import search
from pipelint.data import data_dir
from tests.command_line import pipelint, text_of

pytestmark = pytest.mark.slow

posix = pytest.mark.skipif(os.name != "posix", reason="the stand-in is started by its first line")
# 100,000 ns: 25 searches of each in a round, which took 2.5 ms on the measured machine.
TWO = [Search("a+", "baa", 100_000), Search("b$", "ab", 100_000)]


def stand_in(folder: Path, code: str) -> str:
    """A program in the place of Ruby: Python code, to which ``given`` are the lines of its standard input."""
    file = folder / "ruby"
    file.write_text(f"#!{sys.executable}\nimport os, subprocess, sys, time\ngiven = sys.stdin.readlines()\n{code}\n")
    file.chmod(0o755)
    return str(file)


def gone(file: Path) -> bool:
    """Whether the processes whose numbers stand in a file end, or have."""
    numbers = file.read_text().split()
    assert numbers
    for _ in range(500):
        if not any(_runs(int(number)) for number in numbers):
            return True
        time.sleep(0.01)
    return False


def _runs(number: int) -> bool:
    # Of one that has ended the system may keep the number until somebody asks how.
    asked = subprocess.run(["ps", "-o", "stat=", "-p", str(number)], capture_output=True, text=True, check=False)
    return bool(asked.stdout.strip()) and not asked.stdout.startswith("Z")


@posix
def test_the_scale_is_the_median_of_the_best_times(tmp_path: Path) -> None:
    # 2.5 ms of each on the measured machine. Here the first takes twice as long at best, the second as long.
    rounds = ["5000000 2500000"] * 9 + ["15000000 7500000"] * 11
    timed = time_again(stand_in(tmp_path, "print('ruby 3.1.7')\n" + "\n".join(f"print('{each}')" for each in rounds)), TWO, 60)
    assert (timed.version, timed.slowed) == ("3.1.7", 3.0)
    # Between 0.5 and 1.0: a twentieth, half and nineteen twentieths of the way.
    assert (timed.scale.low, timed.scale.mid, timed.scale.high) == pytest.approx((0.525, 0.75, 0.975))


@posix
@pytest.mark.parametrize(("slow", "said"), [(9, False), (11, True)])
def test_a_busy_machine_is_said(slow: int, said: bool, tmp_path: Path) -> None:
    times = f"[2_500_000] * {20 - slow} + [3_500_000] * {slow}"
    ruby = stand_in(tmp_path, f"print('ruby 3.1.7')\nfor each in {times}:\n    print(*[each] * len(given))")
    done = text_of(pipelint("calibrate", "machine", "--ruby", ruby, cwd=tmp_path))
    assert ("the machine is busy: half of the times are 1.4 times the best or more" in done.stdout) == said
    assert "\nscale = 1\n" in done.stdout


@posix
def test_the_program_is_given_each_search_with_its_number(tmp_path: Path) -> None:
    code = "open(sys.argv[0] + '.given', 'w').writelines(given)\nprint('ruby 3.1.7')\nfor _ in range(20):\n    print(1, 1)"
    time_again(stand_in(tmp_path, code), TWO, 60)
    assert (tmp_path / "ruby.given").read_text() == "25 YSs= YmFh\n25 YiQ= YWI=\n"


@posix
def test_the_command_says_what_it_starts_and_the_scale(tmp_path: Path) -> None:
    ruby = stand_in(tmp_path, "print('ruby 3.4.1')\nfor _ in range(20):\n    print(*[5_000_000] * len(given))")
    done = text_of(pipelint("calibrate", "machine", "--ruby", ruby, "--write", cwd=tmp_path))
    assert done.returncode == 0, done.stderr
    count = len(stored_searches())
    assert done.stdout.splitlines()[:2] == [
        f"{ruby}: timing {count} regex searches; it takes half a minute, best on an idle machine",
        "Ruby 3.4.1, the best of 20 rounds against times on the measured machine with Ruby 3.1",
    ]
    # Whole numbers of searches make nearly as many ns as are wanted.
    assert "\nscale      0.5 (0.49" in done.stdout
    assert (tmp_path / "pipelint.toml").read_text() == "[cost-model]\nscale = 0.5\n"


FAILURES = {
    "nothing": ("", "does not print what Ruby would: nothing"),
    "garbage": ("print('hello there')", 'does not print what Ruby would: "hello there"'),
    "too few": ("print('ruby 3.1.7')\nprint('1 2')", "does not print what Ruby would"),
    "no numbers": ("print('ruby 3.1.7')\nfor _ in range(20):\n    print('-1 x')", "does not print what Ruby would"),
    "no time": ("print('ruby 3.1.7')\nfor _ in range(20):\n    print('0 1')", "does not print what Ruby would"),
    "bytes": ("sys.stdout.buffer.write(bytes(range(256)))", "does not print what Ruby would"),
    "another": ("print('jruby 9.4')\nfor _ in range(20):\n    print('1 1')", "is jruby"),
    "fails": ("sys.exit('no regex today')", "ended with 1: no regex today"),
    "killed": ("os.kill(os.getpid(), 9)", "ended with -9"),
    "endless": ("while True:\n    print('x' * 1000)", "prints without an end"),
    "hangs": ("time.sleep(600)", "was not done after 3 s"),
    "hangs when it has printed all": ("sys.stdout.close()\nos.close(1)\nos.close(2)\ntime.sleep(600)", "was not done after 3 s"),
}


@posix
@pytest.mark.parametrize("what", [pytest.param(each, marks=[pytest.mark.slow] * ("hangs" in each)) for each in FAILURES])
def test_a_program_that_does_not_answer_is_one_error_and_gone(what: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    code, said = FAILURES[what]
    # One more, which outlives it.
    more = "quiet = subprocess.DEVNULL\nother = subprocess.Popen(['sleep', '600'], stdout=quiet, stderr=quiet)\n"
    more += "open(sys.argv[0] + '.pids', 'w').write(f'{os.getpid()} {other.pid}')\n"
    ruby = stand_in(tmp_path, more + code)
    # Long enough for it to begin.
    monkeypatch.setattr(speed, "_MOST_SECONDS", 3 if "hangs" in what else 60)
    done = text_of(pipelint("calibrate", "machine", "--ruby", ruby, cwd=tmp_path))
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert done.stderr.startswith(f"pipelint: {ruby} {said}")
    assert "scale = " not in done.stdout
    assert gone(tmp_path / "ruby.pids")


def test_without_ruby_there_is_nothing_to_go_by(tmp_path: Path) -> None:
    done = text_of(pipelint("calibrate", "machine", cwd=tmp_path, env={"PATH": str(tmp_path)}))
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("pipelint: ruby: no such program, and without an engine or Ruby there is nothing to go by")


def test_settings_with_an_error_are_said_before_anything_runs(tmp_path: Path) -> None:
    (tmp_path / "pipelint.toml").write_text("scale = 1\n")
    done = text_of(pipelint("calibrate", "machine", "--ruby", "nowhere", cwd=tmp_path))
    assert (done.returncode, done.stdout) == (2, "")
    assert 'unknown setting "scale"' in done.stderr


@posix
@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGHUP, signal.SIGINT])
def test_nothing_is_left_when_it_is_ended(how: signal.Signals, tmp_path: Path) -> None:
    ruby = stand_in(tmp_path, "open(sys.argv[0] + '.pids', 'w').write(str(os.getpid()))\ntime.sleep(600)")
    words = [sys.executable, "-m", "pipelint", "calibrate", "machine", "--ruby", ruby]
    with subprocess.Popen(words, cwd=tmp_path, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        while not (tmp_path / "ruby.pids").exists() or not (tmp_path / "ruby.pids").read_text():
            assert process.poll() is None
            time.sleep(0.01)
        process.send_signal(how)
        assert process.wait(60) != 0
    assert gone(tmp_path / "ruby.pids")


def test_what_changes_an_interpreter_is_not_passed_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RUBYOPT", "-rsurprise")
    monkeypatch.setenv("RUBY_YJIT_ENABLE", "1")
    code = "assert not [name for name in os.environ if name.startswith('RUBY')]\nprint('ruby 3.1.7')\n"
    code += "for _ in range(20):\n    print(1, 1)"
    time_again(stand_in(tmp_path, code), TWO, 60)


@pytest.mark.skipif(shutil.which("ruby") is None, reason="no Ruby here")
def test_ruby_makes_the_searches(monkeypatch: pytest.MonkeyPatch) -> None:
    ruby = shutil.which("ruby")
    assert ruby is not None
    # One of each is enough.
    monkeypatch.setattr(searches, "_ROUND_NS", 1.0)
    monkeypatch.setattr(searches, "_PAUSE_SECONDS", 0.0)
    stored = stored_searches()
    timed = time_again(ruby, stored, 60)
    assert timed.version[0].isdigit()
    assert timed.slowed >= 1


def test_the_stored_searches_are_those_that_were_measured() -> None:
    folder = data_dir("cost_models") / "measurements"
    measured = {round(row.ns, 3): row for row in read_rows(folder, "onigmo")}
    stored = stored_searches()
    assert len(stored) >= 30
    for each in stored:
        row = measured[round(each.ns, 3)]
        (found,) = search(each.regex, [each.line], "onigmo", 10_000_000)
        assert (len(each.line), found.matched) == (row.line_bytes, row.hits == 1)


def test_a_round_takes_a_tenth_of_a_second_of_the_measured_machine() -> None:
    stored: Sequence[Search] = stored_searches()
    assert sum(each.ns * each.count for each in stored) < 0.1e9
