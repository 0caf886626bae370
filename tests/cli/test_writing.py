"""What commands write over: only what pipelint wrote, all of it or nothing; and results are said whatever could be written."""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
from pathlib import Path

import pytest

from tests import command_line
from tests.configs import SLOW
from tests.report.machine import FILES

CHECK = ("text", "concise", "json", "sarif", "github", "gitlab", "junit")
DIFF = ("text", "json", "markdown")
CLEAN = "<source>\n  @type forward\n  bind 127.0.0.1\n</source>\n<match **>\n  @type stdout\n</match>\n"
REFUSED = "already exists and was not written by pipelint (--force overwrites it)"

FOREIGN = {
    "a config": SLOW,
    "a note": "Findings of today:\n\n3 warnings in 2 files\n",
    "a script": '#!/bin/sh\necho "::error file=a,title=FD101 x::no"\n',
    "settings": '{\n "version": 1,\n "findings": "all"\n}\n',
    "a package": '{\n  "name": "pipelint",\n  "version": "1.0.0"\n}\n',
    "JSON of another tool": '{\n  "version": 1,\n  "tool": {\n    "name": "other",\n    "version": "1"\n  }\n}\n',
    "SARIF of another tool": json.dumps(
        {"$schema": "https://json.schemastore.org/sarif-2.1.0.json", "version": "2.1.0",
         "runs": [{"tool": {"driver": {"name": "ruff", "rules": []}}}]}
    ),
    "JUnit of another tool": '<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="pytest tests"></testsuites>\n',
    "code quality of another tool": json.dumps(
        [{"description": "F401: `os` imported but unused", "check_name": "F401", "fingerprint": "5b" * 16, "severity": "major",
          "location": {"path": "a.py", "lines": {"begin": 1, "end": 1}}}]
    ),
    "a list": "[1, 2]\n",
    "errors of a compiler": "a.c: error: no input\na.c:3:1: error: expected ';'\n",
    "a lint of another tool": "a.py:1:1: F401 [*] `os` imported but unused\n",
    "findings with a word of mine": "a.conf:1:1: error[FD101] literal-z-time-format: x\nto be done by Friday\n",
    "a changelog": "### pipelint: what is new\n\n- all of it\n",
    "bytes": "\x00\x01\x02",
}  # fmt: skip


def pipelint(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    return command_line.text_of(command_line.pipelint(*words, cwd=folder))


def program(folder: Path, *words: str, limit: int | None = None) -> subprocess.CompletedProcess[str]:
    """Runs it as a process; ``limit``: so many bytes a file may have at most, as on a disk that is full."""

    def limited() -> None:
        if limit is not None:
            resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))

    env = {**os.environ, "COLUMNS": "100", "NO_COLOR": "1", "PYTHONUTF8": "1", "PYTHONDONTWRITEBYTECODE": "1"}
    # What is printed comes out when it has to, and not by chance before what is written.
    env.pop("PYTHONUNBUFFERED", None)
    done = subprocess.run(
        [sys.executable, "-m", "pipelint", *words],
        cwd=folder, capture_output=True, text=True, env=env, check=False, preexec_fn=limited, timeout=120,
    )  # fmt: skip
    assert "Traceback" not in done.stderr
    return done


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name in ("plain/größe und #1 100%.conf", "maps/block.yaml", "logstash/a.conf"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(FILES[name])
    (tmp_path / "clean").mkdir()
    (tmp_path / "clean" / "a.conf").write_text(CLEAN)
    return tmp_path


@pytest.mark.parametrize("seen", [("plain", "maps", "logstash"), ("clean",), ("clean", "none.conf", "plain")], ids=len)
def test_a_result_of_any_format_takes_the_place_of_one_of_any_format(seen: tuple[str, ...], folder: Path) -> None:
    for name in CHECK:
        first = pipelint(folder, "check", *seen, *(f"--output={each}:out.{each}" for each in CHECK))
        assert "--force" not in first.stderr
        again = pipelint(folder, "check", "clean", *(f"--output={name}:out.{each}" for each in CHECK))
        assert (again.returncode, again.stderr) == (0, "")
        texts = {(folder / f"out.{each}").read_bytes() for each in CHECK}
        assert len(texts) == 1
        assert not [path for path in folder.iterdir() if path.name.startswith(".pipelint")]


@pytest.mark.parametrize("sides", [("plain", "clean"), ("clean", "clean"), ("plain", "logstash")], ids="-".join)
def test_a_comparison_takes_the_place_of_one(sides: tuple[str, str], folder: Path) -> None:
    words = [f"--output={name}:out.{name}" for name in DIFF]
    first = pipelint(folder, "diff", *sides, *words)
    again = pipelint(folder, "diff", *sides, *words)
    assert (first.returncode, first.stderr) == (again.returncode, again.stderr)
    assert again.stderr == ""


@pytest.mark.parametrize("text", FOREIGN.values(), ids=FOREIGN)
def test_what_pipelint_did_not_write_stays_unless_force_is_used(text: str, folder: Path) -> None:
    out = folder / "out"
    out.write_text(text)
    done = pipelint(folder, "check", "plain", "--output", "sarif:out", "--output", "json:new", "--format", "concise")
    assert (done.returncode, done.stderr) == (2, f"out: error: {REFUSED}\n")
    # What was found is said all the same, and what can be written is.
    assert "[FD101]" in done.stdout and (folder / "new").exists()
    assert out.read_text() == text
    done = pipelint(folder, "diff", "plain", "clean", "--output", "json:out")
    assert (done.returncode, done.stderr, out.read_text()) == (2, f"out: error: {REFUSED}\n", text)
    done = pipelint(folder, "baseline", "write", "plain", "--output", "out")
    assert (done.returncode, done.stdout, out.read_text()) == (2, f"out: error: {REFUSED}\n", text)
    assert pipelint(folder, "check", "plain", "--output", "sarif:out", "--force").returncode == 1
    assert json.loads(out.read_text())["version"] == "2.1.0"
    out.write_text(text)
    assert pipelint(folder, "baseline", "write", "plain", "-o", "out", "--force").returncode == 0
    assert json.loads(out.read_text())["findings"]


@pytest.mark.parametrize("seen", ["plain", "clean"])
@pytest.mark.parametrize("before", [None, "", "\n"])
def test_a_baseline_takes_the_place_of_one_and_of_nothing(before: str | None, seen: str, folder: Path) -> None:
    if before is not None:
        (folder / "pipelint-baseline.json").write_text(before)
    for _ in range(2):
        assert pipelint(folder, "baseline", "write", seen).returncode == 0
    assert pipelint(folder, "baseline", "write", "logstash").returncode == 0


@pytest.mark.parametrize("command", [
    ("baseline", "write", "plain", "--output", "out"),
    ("check", "plain", "--output", "json:out"),
    ("diff", "plain", "clean", "--output", "json:out"),
], ids=lambda words: words[0])  # fmt: skip
def test_on_a_full_disk_the_old_result_stays(command: tuple[str, ...], folder: Path) -> None:
    assert pipelint(folder, *command).returncode in (0, 1)
    before = (folder / "out").read_bytes()
    assert len(before) > 250
    done = program(folder, *command, limit=200)
    assert done.returncode == 2
    said = done.stdout if command[0] == "baseline" else done.stderr
    assert said == "out: error: cannot be written: File too large\n"
    assert (folder / "out").read_bytes() == before
    assert sorted(path.name for path in folder.iterdir()) == ["clean", "logstash", "maps", "out", "plain"]


def test_on_a_full_disk_settings_stay(folder: Path) -> None:
    (folder / "pipelint.toml").write_text("fail-on = 'error'\n")
    done = program(folder, "init", "--force", limit=200)
    assert (done.returncode, done.stdout) == (2, "pipelint.toml: error: cannot be written: File too large\n")
    assert (folder / "pipelint.toml").read_text() == "fail-on = 'error'\n"
    assert pipelint(folder, "init", "--force").returncode == 0


def test_results_go_to_devices_and_pipes(folder: Path) -> None:
    words = ("--select", "FD101", "--format", "concise", "--quiet")
    done = program(folder, "check", "plain", "--output", "json:/dev/null", "--output", "json:/dev/stdout", *words)
    assert (done.returncode, done.stderr) == (1, "")
    line, _, rest = done.stdout.partition("\n")
    assert "[FD101]" in line
    assert json.loads(rest)["tool"]["name"] == "pipelint"
    done = pipelint(folder, "check", "clean", "--output", "json:/dev/full")
    assert (done.returncode, done.stderr) == (2, "/dev/full: error: cannot be written: No space left on device\n")
    done = pipelint(folder, "check", "clean", "--output", "json:plain")
    assert (done.returncode, done.stderr) == (2, "plain: error: cannot be written: Is a directory\n")


def test_what_was_left_half_written_is_no_config_and_goes_with_the_next_result(folder: Path) -> None:
    stray = folder / "clean" / ".pipelint-abcdefgh.tmp"
    stray.write_text(SLOW)
    done = pipelint(folder, "check", "clean", "-v")
    assert done.stdout.splitlines() == [
        "clean/.pipelint-abcdefgh.tmp: note: skipped: temporary file of an interrupted pipelint run",
        "no findings in 1 config, 7 lines",
    ]
    assert pipelint(folder, "check", "clean", "--output", "json:clean/out.json").returncode == 0
    assert sorted(path.name for path in (folder / "clean").iterdir()) == ["a.conf", "out.json"]


@pytest.mark.parametrize("name", ["json", "sarif", "gitlab", "junit", "github", "concise", "text"])
def test_where_a_file_cannot_be_fixed_the_rest_is_and_the_report_comes(name: str, tmp_path: Path) -> None:
    for file in ("a.conf", "b.conf", "c.conf"):
        (tmp_path / file).write_text(SLOW)
    (tmp_path / "a.conf").chmod(0o444)
    (tmp_path / "d.conf").hardlink_to(tmp_path / "b.conf")
    done = pipelint(tmp_path, "check", "a.conf", "b.conf", "c.conf", "--fix", "--select", "FD101", "--format", name)
    assert done.returncode == 2
    links = "not fixed: the file has 2 hard links, and all but this one would keep the old text"
    assert done.stderr == f"a.conf: error: not fixed: the file is read-only\nb.conf: error: {links}\n"
    assert "a.conf" in done.stdout and "FD101" in done.stdout and "hard links" in done.stdout
    assert ["%N%z" in (tmp_path / file).read_text() for file in ("a.conf", "b.conf", "c.conf")] == [False, False, True]
    if name == "json":
        found = json.loads(done.stdout)
        assert [problem["message"] for problem in found["problems"]] == ["not fixed: the file is read-only", links]
        assert [(finding["code"], finding["location"]["path"]) for finding in found["findings"]] == [
            ("FD101", "a.conf"), ("FD101", "b.conf"),
        ]  # fmt: skip


def test_a_settings_file_that_names_no_baseline_is_said_once(tmp_path: Path) -> None:
    (tmp_path / "a.conf").write_text(SLOW)
    done = pipelint(tmp_path, "check", "a.conf", "--fix", "--baseline", "none.json", "--format", "json")
    assert done.returncode == 2
    assert [problem["path"] for problem in json.loads(done.stdout)["problems"]] == ["none.json"]
    assert (tmp_path / "a.conf").read_text() == SLOW
