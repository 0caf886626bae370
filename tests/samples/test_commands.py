"""Samples on command lines and in settings files, on the small language of tests: what is printed, and what is refused."""

from __future__ import annotations

import json
import os
import subprocess
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

[write app.*]
use = file
"""
OTHER = "\n[read]\nuse = tail\ntag = sys.b\n\n[change sys.*]\nuse = odd\n\n[write sys.*]\nuse = file\n"
SECRET = b"ok line with hunter2"


@pytest.fixture(autouse=True)
def registered(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    from pipelint.cost.interval import Interval
    from pipelint.cost.model import CostModel

    model = CostModel(NAME, "1.0", {"work": Interval(1.0, 1.0, 1.0)}, 1.2, 1.5)
    monkeypatch.setattr("pipelint.cost.model.load_model", lambda engine: model)
    monkeypatch.setattr("pipelint.cost.model.has_model", lambda engine: True)
    with keyvalue():
        yield


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "a.conf").write_text(CONFIG)
    (tmp_path / "lines.log").write_bytes(SECRET + b"\ntwo\nthree\n\xff four ok\n")
    return tmp_path


def estimate(folder: Path, *words: str) -> CompletedProcess[str]:
    return text_of(pipelint("estimate", "a.conf", *words, cwd=folder))


def test_the_head_says_whose_lines_are_assumed(folder: Path) -> None:
    assert "\n  250-byte lines, " in estimate(folder).stdout
    assert "\n  lines as in the samples, on a CPU" in estimate(folder, "--sample", "lines.log").stdout
    (folder / "a.conf").write_text(CONFIG + OTHER)
    (folder / "pipelint.toml").write_text('[[traffic.samples]]\nfile = "lines.log"\ntag = "app.a"\n')
    assert "lines as in the samples, elsewhere 250-byte lines, " in estimate(folder).stdout


def test_what_was_seen_is_said(folder: Path) -> None:
    done = estimate(folder, "--sample", "lines.log")
    assert (done.returncode, done.stderr) == (0, "")
    said = done.stdout.partition("seen in samples:\n")[2]
    assert said == (
        "  - source tail (line 1) reads lines.log: 4 lines of 9 bytes, 1 not UTF-8\n  - filter keep (line 5): gives on 50%\n\n"
    )
    assert "hunter2" not in done.stdout


def test_settings_name_a_source_by_its_tag(folder: Path) -> None:
    (folder / "a.conf").write_text(CONFIG + OTHER)
    (folder / "pipelint.toml").write_text('[[traffic.samples]]\nfile = "lines.log"\ntag = "sys.b"\n')
    done = estimate(folder)
    assert "source tail (line 12) reads lines.log" in done.stdout
    assert "filter odd (line 16): cannot be followed from here" in done.stdout


def test_which_of_several_sources_reads_it_must_be_said(folder: Path) -> None:
    (folder / "a.conf").write_text(CONFIG + OTHER)
    done = estimate(folder, "--sample", "lines.log")
    assert done.returncode == 2
    assert "2 sources of a.conf could read the sample: say which" in done.stdout
    (folder / "pipelint.toml").write_text('[[traffic.samples]]\nfile = "lines.log"\n')
    done = estimate(folder)
    assert done.returncode == 2
    assert "pipelint.toml:2:8: error: 2 sources of a.conf could read the sample" in done.stdout


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes")
@pytest.mark.parametrize(("name", "why"), [("none.log", "No such file"), ("pipe", "is not a regular file"), (".", "regular")])
def test_a_sample_that_cannot_be_read_is_a_problem(folder: Path, name: str, why: str) -> None:
    os.mkfifo(folder / "pipe")
    done = estimate(folder, "--sample", name)
    assert done.returncode == 2
    assert f"the sample {name} cannot be read: " in done.stdout and why in done.stdout


def test_a_sample_of_settings_lies_in_the_project(folder: Path) -> None:
    inner = folder / "project"
    inner.mkdir()
    (inner / ".git").mkdir()
    (inner / "a.conf").write_text(CONFIG)
    (inner / "link.log").symlink_to(folder / "lines.log")
    for name in ("../lines.log", "link.log"):
        (inner / "pipelint.toml").write_text(f'[[traffic.samples]]\nfile = "{name}"\n')
        done = estimate(inner)
        assert done.returncode == 2 and "leads outside the project" in done.stdout


def test_json_has_the_same(folder: Path) -> None:
    done = estimate(folder, "--sample", "lines.log", "--format", "json")
    (found,) = json.loads(done.stdout)["estimates"]
    (sample,) = found["samples"]
    assert {name: sample[name] for name in ("source", "files", "lines", "followed", "not_utf8", "line_bytes", "runtime")} == {
        "source": 0,
        "files": ["lines.log"],
        "lines": 4,
        "followed": 4,
        "not_utf8": 1,
        "line_bytes": 9.25,
        "runtime": None,
    }
    assert [stage["seen"]["passed"] for stage in found["stages"]] == [1, 0.5, 1]
    assert "hunter2" not in done.stdout


def test_what_a_sample_is_of_must_be_clear_on_both_sides_of_a_change(folder: Path) -> None:
    (folder / "b.conf").write_text(CONFIG + OTHER)
    for sides in (("a.conf", "b.conf"), ("b.conf", "a.conf")):
        done = text_of(pipelint("diff", *sides, "--sample", "lines.log", cwd=folder))
        assert done.returncode == 2
        assert "2 sources of b.conf could read the sample" in done.stdout


def test_a_sample_of_the_working_tree_counts_for_revisions(folder: Path) -> None:
    for command in (("init", "--quiet"), ("add", "a.conf"), ("-c", "user.name=a", "-c", "user.email=a@b", "commit", "-qm", "a")):
        subprocess.run(["git", *command], cwd=folder, check=True)
    (folder / "a.conf").write_text(CONFIG.replace("word = ok", "word = o"))
    done = text_of(pipelint("diff", "--base", "HEAD", ".", "--sample", "lines.log", "--format", "json", cwd=folder))
    (config,) = json.loads(done.stdout)["configs"]
    assert config["after"]["us_per_event"]["mid"] - config["before"]["us_per_event"]["mid"] == pytest.approx(0.75**2 - 0.5**2)


def test_a_change_is_judged_on_the_sample(folder: Path) -> None:
    (folder / "b.conf").write_text(CONFIG.replace("word = ok", "word = o"))
    done = text_of(pipelint("diff", "a.conf", "b.conf", "--sample", "lines.log", "--format", "json", cwd=folder))
    (config,) = json.loads(done.stdout)["configs"]
    # Three of four lines have an "o", two an "ok"; the small language counts the work of each event as many times as there are.
    assert config["after"]["us_per_event"]["mid"] - config["before"]["us_per_event"]["mid"] == pytest.approx(0.75**2 - 0.5**2)
