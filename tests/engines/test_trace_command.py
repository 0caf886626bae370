"""``pipelint trace``: what it prints, on the small language of tests, whose tracer is small enough to see what must come."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from subprocess import CompletedProcess

import pytest

from tests.command_line import pipelint, text_of
from tests.engines.keyvalue.language import NAME
from tests.engines.keyvalue.registered import keyvalue

CONFIG = """\
[read]
use = tail
tag = app.a

[change app.*]
use = keep
word = ok

[change app.*]
use = upper

[write app.*]
use = file
"""
OTHER = "\n[read]\nuse = tail\ntag = sys.b\npath = /var/log/b.log\n\n[change sys.*]\nuse = odd\n\n[write sys.*]\nuse = file\n"


@pytest.fixture(autouse=True)
def registered() -> Iterator[None]:
    with keyvalue():
        yield


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "a.conf").write_text(CONFIG)
    (tmp_path / "lines.log").write_bytes(b"one ok\ntwo\nthree\n\xff four ok")
    return tmp_path


def run(folder: Path, *words: str, stdin: bytes = b"") -> CompletedProcess[str]:
    return text_of(pipelint("trace", "a.conf", *words, cwd=folder, stdin=stdin))


def test_each_stage_has_what_came_and_what_went(folder: Path) -> None:
    done = run(folder, "--sample", "lines.log")
    assert (done.returncode, done.stderr) == (0, "")
    assert (
        done.stdout
        == """\
a.conf
  4 lines of lines.log, 4 events, read by source tail, line 1

        in       out   line
         4         4    1  [read]  tail
         4         2    5  [change app.*]  keep
                   2       dropped: it has no "ok", at line 7, column 8 (first: line 2)
         2         2    9  [change app.*]  upper
         2         2   12  [write app.*]  file
"""
    )


def test_one_line_is_shown_after_each_stage(folder: Path) -> None:
    done = run(folder, "--sample", "lines.log", "--line", "4")
    assert (
        done.stdout
        == """\
a.conf: line 4 of lines.log
  \N{REPLACEMENT CHARACTER} four ok

    1  [read]  tail
       passed
       tag app.a
       {
         "text": "\N{REPLACEMENT CHARACTER} four ok",
         "read_at": ?
       }

    5  [change app.*]  keep
       passed, unchanged

    9  [change app.*]  upper
       passed
       - "text": "\N{REPLACEMENT CHARACTER} four ok"
       + "text": "\N{REPLACEMENT CHARACTER} FOUR OK"

   12  [write app.*]  file
       sent
       tag app.a
       {
         "text": "\N{REPLACEMENT CHARACTER} FOUR OK",
         "read_at": ?
       }
"""
    )


def test_json_has_the_same(folder: Path) -> None:
    found = json.loads(run(folder, "--sample", "lines.log", "--line", "2", "--format", "json").stdout)
    assert (found["engine"], found["lines"], found["events"]) == (NAME, 2, 2)
    keep = found["stages"][1]
    assert (keep["in"], keep["out"], keep["dropped"], keep["passed"]) == (2, 1, 1, 1)
    (reason,) = keep["reasons"]
    location = reason.pop("location")
    assert reason == {"fate": "dropped", "reason": 'it has no "ok"', "events": 1, "first_line": 2}
    assert (location["path"], location["start"]["line"], location["start"]["column"]) == ("a.conf", 7, 8)
    assert (found["journey"]["first_line"], [step["fate"] for step in found["journey"]["steps"]]) == (2, ["passed", "dropped"])
    assert found["journey"]["steps"][0]["events"] == [{"tag": "app.a", "time": None, "record": {"text": "two", "read_at": "?"}}]


def test_the_sample_may_be_standard_input(folder: Path) -> None:
    assert "2 lines of -" in run(folder, "--sample", "-", stdin=b"ok\n\n").stdout


def test_one_of_several_sources_is_named(folder: Path) -> None:
    (folder / "a.conf").write_text(CONFIG + OTHER)
    done = run(folder, "--sample", "lines.log")
    assert done.returncode == 2
    assert (
        done.stderr
        == """\
pipelint: several sources could read the sample; name one with --source (its id, tag, path or port):
  a.conf:1: tail (tag app.a)
  a.conf:15: tail (tag sys.b, path /var/log/b.log)
"""
    )
    for name in ("sys.b", "/var/log/b.log"):
        done = run(folder, "--sample", "lines.log", "--source", name)
        # Only the stages that its events may come to.
        assert done.stdout.splitlines()[4:] == [
            "         4         4   15  [read]  tail",
            "         4         0   20  [change sys.*]  odd",
            "                   4       unknown from here: nobody knows what odd does (first: line 1)",
            "         -         -   23  [write sys.*]  file",
        ]
    assert "several sources" in run(folder, "--sample", "lines.log", "--source", "tail").stderr


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--sample", "none.log"), "pipelint: none.log: No such file or directory\n"),
        (("--sample", "."), "pipelint: .: is not a regular file\n"),
        (("--sample", "lines.log", "--line", "9"), "pipelint: lines.log: no event comes of line 9; the last is line 4\n"),
        (("--sample", "lines.log", "--source", "x"), 'pipelint: no source has "x" as its id, tag, path, port or plugin\n'),
    ],
)
def test_what_cannot_be_done_is_one_line(folder: Path, words: tuple[str, ...], said: str) -> None:
    done = run(folder, *words)
    assert (done.returncode, done.stdout, done.stderr) == (2, "", said)


def test_a_config_with_a_syntax_error_is_not_followed(folder: Path) -> None:
    (folder / "a.conf").write_text("<source>\n  @type tail\n</sauce>\n<match **>\n  @type null\n</match>\n")
    done = run(folder, "--sample", "lines.log")
    assert (done.returncode, done.stdout) == (1, "")
    assert "a.conf:3" in done.stderr


def test_a_secret_of_the_config_is_not_shown(folder: Path) -> None:
    (folder / "lines.log").write_text("ok postgres://joe:hunter2hunter2@db/x\n")
    done = run(folder, "--sample", "lines.log", "--line", "1")
    assert "hunter2" not in done.stdout
