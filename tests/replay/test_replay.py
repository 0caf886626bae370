"""What is printed again, and what never is."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from pipelint.base.disk import asked
from tests.replay.runs import Runs, said

pytestmark = pytest.mark.slow

FORMATS = ["text", "concise", "json", "github", "sarif"]


@pytest.mark.parametrize("format_", FORMATS)
def test_a_run_that_was_made_is_printed_again(runs: Runs, format_: str) -> None:
    words = ("--format", format_, "fluent.conf", "missing.conf")
    plain, first, second = runs.plain(*words), runs.check(*words), runs.check(*words)
    assert said(first) == said(second) == said(plain)
    assert plain.returncode == 2
    assert plain.stdout
    assert runs.is_known(*words)


@pytest.mark.parametrize("jobs", ["1", "3"])
def test_errors_and_results_come_again_in_their_order(runs: Runs, jobs: str) -> None:
    # Both go to one file here: what was printed first has to come first.
    code = "from pipelint import build; build.ID = 'x'; from pipelint.cli import main; main()"
    env = {**os.environ, "PIPELINT_CACHE_DIR": str(runs.cache), "NO_COLOR": "1"}
    words = ["check", "--jobs", jobs, "--format", "json", "--output", "sarif:/dev/stderr"]
    names = ["fluent.conf", "missing.conf", "2.conf", "3.conf"]
    for name in names[2:]:
        shutil.copy(runs.folder / names[0], runs.folder / name)
    command = [sys.executable, "-c", code, *words, *names]
    outputs = [
        subprocess.run(command, cwd=runs.folder, env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False).stdout
        for _ in range(3)
    ]
    assert len(runs.entries) == 1
    assert outputs[0] == outputs[1] == outputs[2] != b""


def test_a_file_of_results_is_written_again(runs: Runs) -> None:
    words = ("--output", "sarif:./out.sarif", "--", "fluent.conf")
    first = runs.check(*words)
    report = runs.folder / "out.sarif"
    text = report.read_bytes()
    report.unlink()
    assert runs.is_known(*words)
    assert said(runs.check(*words)) == said(first)
    assert report.read_bytes() == text


def test_a_file_that_is_not_pipelints_is_kept_also_by_a_known_run(runs: Runs) -> None:
    words = ("--output", "sarif:out.sarif", "fluent.conf")
    # The second time the file is among what lies beside the config.
    for _ in range(2):
        runs.check(*words)
    (runs.folder / "out.sarif").write_text("mine")
    assert runs.is_known(*words)
    assert said(runs.check(*words)) == said(runs.plain(*words))
    assert (runs.folder / "out.sarif").read_text() == "mine"


def test_no_cache_neither_asks_nor_keeps(runs: Runs) -> None:
    runs.check("--no-cache", "fluent.conf")
    assert not runs.entries
    runs.check("fluent.conf")
    assert runs.is_known("fluent.conf")
    assert not runs.is_known("--no-cache", "fluent.conf")


def test_an_empty_name_of_the_folder_is_no_cache(runs: Runs) -> None:
    runs.check("fluent.conf", PIPELINT_CACHE_DIR="", HOME=str(runs.cache), XDG_CACHE_HOME=str(runs.cache))
    assert not runs.entries


def test_a_checkout_keeps_nothing(runs: Runs) -> None:
    runs.plain("fluent.conf")
    assert not runs.entries


@pytest.mark.parametrize(("env", "below"), [({"XDG_CACHE_HOME": "/x"}, "x/pipelint"), ({"HOME": "/h"}, "h/.cache/pipelint")])
def test_the_folder_is_the_one_of_the_users_caches(env: dict[str, str], below: str, monkeypatch: pytest.MonkeyPatch) -> None:
    from pipelint.replay.shelf import home

    monkeypatch.setattr(sys, "platform", "linux")
    for name in ("PIPELINT_CACHE_DIR", "XDG_CACHE_HOME", "HOME"):
        monkeypatch.delenv(name, raising=False)
    assert home() is None
    for name, value in env.items():
        monkeypatch.setenv(name, value)
    assert home() == f"/{below}"


def test_another_build_folder_or_command_line_is_another_run(runs: Runs, tmp_path: Path) -> None:
    runs.check("fluent.conf")
    assert not runs.is_known("fluent.conf", build_id="another")
    assert not runs.is_known("fluent.conf", "--verbose")
    other = tmp_path / "other"
    other.mkdir()
    (other / "fluent.conf").write_bytes((runs.folder / "fluent.conf").read_bytes())
    assert not Runs(other, runs.cache).is_known("fluent.conf")


@pytest.mark.parametrize("name", ["NO_COLOR", "FORCE_COLOR"])
def test_what_the_environment_says_of_colours_is_asked(runs: Runs, name: str) -> None:
    runs.check("fluent.conf", NO_COLOR="", FORCE_COLOR="", TERM="a")
    env = {"NO_COLOR": "", "FORCE_COLOR": "", "TERM": "a", name: "other"}
    assert not runs.is_known("fluent.conf", **env)


def test_colours_come_again_where_the_environment_is_the_same(runs: Runs) -> None:
    env = {"NO_COLOR": "", "FORCE_COLOR": "1", "COLORTERM": "truecolor"}
    first = runs.check("fluent.conf", **env)
    assert b"\x1b[" in first.stdout
    assert runs.is_known("fluent.conf", **env)
    assert said(runs.check("fluent.conf", **env)) == said(first)
    assert not runs.is_known("fluent.conf", **env | {"COLORTERM": ""})


def test_a_comment_holds_until_its_day(runs: Runs, monkeypatch: pytest.MonkeyPatch) -> None:
    config = runs.folder / "fluent.conf"
    config.write_text("# pipelint: ignore-file[FD1] until 2030-01-31: for a while\n" + config.read_text())
    monkeypatch.setitem(asked._QUESTIONS, "today", lambda *_: "2030-01-31")
    runs.check("fluent.conf")
    entry = runs.entries
    assert entry
    if b"today" in entry[0].read_bytes():
        monkeypatch.setitem(asked._QUESTIONS, "today", lambda *_: "2030-02-01")
        assert not runs.is_known("fluent.conf")
    else:
        pytest.fail("the run did not ask for the day")


@pytest.mark.parametrize("sample", ["a.log", "missing.log"])
def test_a_run_with_a_sample_is_not_kept(runs: Runs, sample: str) -> None:
    """How many lines are followed is a matter of time."""
    (runs.folder / "a.log").write_text('{"a": 1}\n' * 100)
    runs.check("--sample", sample, "--format", "json", "fluent.conf")
    assert not runs.entries


@pytest.mark.parametrize("words", [("-",), ("--fix", "fluent.conf"), ("--diff", "fluent.conf"), ("--help",)])
def test_what_depends_on_more_than_answers_is_not_kept(runs: Runs, words: tuple[str, ...]) -> None:
    runs.check(*words)
    assert not runs.entries


def test_an_error_that_nobody_foresaw_is_not_kept(runs: Runs, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr("pipelint.checker.config.findings.check_config", fails)
    assert b"ZeroDivisionError" in runs.check("fluent.conf").stdout
    assert not runs.entries


def test_that_a_file_could_not_be_read_is_an_answer(runs: Runs) -> None:
    config = runs.folder / "fluent.conf"
    text = config.read_bytes()
    config.write_bytes(text + b"#" * 5_000_000)
    assert b"is larger than 4 MiB" in runs.check("fluent.conf").stdout
    assert runs.is_known("fluent.conf")
    config.write_bytes(text)
    assert said(runs.check("fluent.conf")) == said(runs.plain("fluent.conf"))


def test_what_changed_while_it_was_read_is_not_kept() -> None:
    notes = asked.Notes()
    notes.add(("read", "a"), "1")
    assert not notes.unrepeatable
    notes.add(("read", "a"), "2")
    assert notes.unrepeatable


def test_what_other_processes_asked_is_asked_again(runs: Runs) -> None:
    """Each config includes a file of its own, which the process reads that has the config."""
    for number in range(4):
        folder = runs.folder / str(number)
        folder.mkdir()
        (folder / "fluent.conf").write_text(
            "<source>\n  @type tail\n  path /a\n  tag a\n  <parse>\n    @type grok\n"
            "    grok_pattern %{MINE}\n    custom_pattern_path p\n  </parse>\n</source>\n<match **>\n  @type stdout\n</match>\n"
        )
        (folder / "p").write_text("MINE a+\n")
    words = ("-j", "3", "--verbose", *(f"{number}/fluent.conf" for number in range(4)))
    assert said(runs.check(*words)) == said(runs.plain(*words))
    assert runs.is_known(*words)
    for number in range(4):
        pattern = runs.folder / str(number) / "p"
        pattern.write_text("MINE (a+)+$\n")
        assert not runs.is_known(*words), number
        pattern.write_text("MINE a+\n")
    assert runs.is_known(*words)


ALTERNATING = """\
import sys
from pipelint.replay import entry, known, record, shelf

def run():
    for number in range(3):
        print("out", number)
        sys.stdout.flush()
        print("err", number, file=sys.stderr)
    return 0

kept = []
shelf.put = lambda key, data: kept.append(data)
record.record("key", run)
known.print_again(entry.unpack(kept[0], "key"))
"""


@pytest.mark.parametrize("unbuffered", [[], ["-u"]])
def test_two_streams_come_again_in_their_order(unbuffered: list[str]) -> None:
    command = [sys.executable, *unbuffered, "-c", ALTERNATING]
    env = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}
    done = subprocess.run(command, env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False, text=True)
    assert done.stdout == "out 0\nerr 0\nout 1\nerr 1\nout 2\nerr 2\n" * 2
    apart = subprocess.run(command, env=env, capture_output=True, check=False, text=True)
    assert (apart.stdout, apart.stderr) == ("out 0\nout 1\nout 2\n" * 2, "err 0\nerr 1\nerr 2\n" * 2)
