"""Several results of one run, files that cannot be written, standard input, processes, odd names and terminals."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from tests import command_line
from tests.configs import SLOW
from tests.report.machine import FILES, PLAIN

FORMATS = ("concise", "json", "sarif", "github", "gitlab", "junit")


def pipelint(folder: Path, *words: str, stdin: bytes = b"", **more: str) -> subprocess.CompletedProcess[bytes]:
    return command_line.pipelint(*words, cwd=folder, stdin=stdin, env=command_line.PLAIN | more)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name in ("plain/größe und #1 100%.conf", "maps/block.yaml", "logstash/a.conf"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(FILES[name])
    return tmp_path


def test_several_outputs_of_one_run(folder: Path) -> None:
    words = [f"--output={name}:out.{name}" for name in (*FORMATS, "text")]
    places = ("plain", "maps", "logstash")
    done = pipelint(folder, "check", *places, *words)
    assert done.returncode == 1
    assert done.stdout == (folder / "out.text").read_bytes()
    for name in FORMATS:
        alone = pipelint(folder, "check", *places, "--format", name)
        assert alone.returncode == 1
        assert alone.stdout == (folder / f"out.{name}").read_bytes(), name
    assert json.loads((folder / "out.sarif").read_bytes())["version"] == "2.1.0"
    assert ET.parse(folder / "out.junit").getroot().tag == "testsuites"


@pytest.mark.parametrize("word", ["sarif", "sarif:", ":x", "SARIF:x", "html:x"])
def test_an_output_that_is_none(word: str, folder: Path) -> None:
    done = pipelint(folder, "check", ".", "--output", word)
    assert done.returncode == 2
    assert b"FORMAT:FILE" in done.stderr
    assert done.stdout == b""


def test_a_file_that_cannot_be_written(folder: Path) -> None:
    done = pipelint(folder, "check", ".", "--output", "sarif:no/such/folder.sarif", "--format", "concise")
    assert done.returncode == 2
    assert done.stderr.decode() == "no/such/folder.sarif: error: cannot be written: No such file or directory\n"
    # What was found is said all the same.
    assert b"[FD101]" in done.stdout


def test_a_path_with_a_colon(folder: Path) -> None:
    assert pipelint(folder, "check", ".", "--output", "gitlab:a:b.json").returncode == 1
    assert json.loads((folder / "a:b.json").read_bytes())


@pytest.mark.parametrize("name", FORMATS)
def test_standard_input(name: str, folder: Path) -> None:
    done = pipelint(folder, "check", "-", "--stdin-filename", "ä b.conf", "--format", name, stdin=PLAIN.encode())
    assert done.returncode == 1
    assert done.stderr == b""
    shown = {"json": "\\u00e4 b.conf", "gitlab": "\\u00e4 b.conf", "sarif": "%C3%A4%20b.conf"}.get(name, "ä b.conf")
    assert shown in done.stdout.decode()


@pytest.mark.parametrize("name", [*FORMATS, "text"])
def test_processes_change_nothing(name: str, folder: Path) -> None:
    words = ("check", "plain", "maps", "logstash", "none.conf", "--format", name, "-v")
    alone, together, chosen = (pipelint(folder, *words, *jobs) for jobs in (["-j1"], ["--jobs", "3"], []))
    assert alone.stdout == together.stdout == chosen.stdout
    assert alone.returncode == together.returncode == chosen.returncode == 2


@pytest.mark.parametrize("line", ["check plain none.conf -j3", "check --diff -", "estimate ."])
@pytest.mark.parametrize("encoding", ["ascii", "utf-8"])
def test_a_process_of_its_own_does_what_these_tests_see(line: str, encoding: str, folder: Path) -> None:
    words = line.split()
    command = [sys.executable, "-m", "pipelint", *words]
    env = command_line.PLAIN | {"PYTHONIOENCODING": encoding}
    real = subprocess.run(command, cwd=folder, input=PLAIN.encode(), capture_output=True, env=os.environ | env, check=False)
    here = pipelint(folder, *words, stdin=PLAIN.encode(), **env)
    assert (here.returncode, here.stdout, here.stderr) == (real.returncode, real.stdout, real.stderr)


def test_no_process_is_no_number(folder: Path) -> None:
    assert pipelint(folder, "check", ".", "--jobs", "0").returncode == 2


def test_one_file_needs_no_other_process(folder: Path) -> None:
    """What spreads work over processes is not even loaded."""
    code = """
import sys, pipelint.cli
sys.argv[1:] = ["check", "maps/block.yaml"]
try:
    pipelint.cli.main()
finally:
    print(sorted(sys.modules))
"""
    done = subprocess.run([sys.executable, "-c", code], cwd=folder, capture_output=True, text=True, check=False)
    modules = done.stdout.splitlines()[-1]
    assert "'pipelint.checker.run'" in modules
    assert "multiprocessing" not in modules
    assert "pipelint.checker.jobs" not in modules


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="names of files are texts here")
@pytest.mark.parametrize("name", FORMATS)
def test_a_name_that_is_no_text(name: str, tmp_path: Path) -> None:
    (tmp_path / os.fsdecode(b"gr\xf6\xdfe.conf")).write_text(PLAIN)
    done = pipelint(tmp_path, "check", ".", "--format", name, "--output", f"{name}:out")
    assert (done.returncode, done.stderr) == (1, b"")
    assert (tmp_path / "out").read_bytes() == done.stdout
    if name == "sarif":
        assert b"gr%F6%DFe.conf" in done.stdout


@pytest.mark.parametrize("name", FORMATS)
def test_a_terminal_without_umlauts(name: str, folder: Path) -> None:
    done = pipelint(folder, "check", ".", "--format", name, PYTHONIOENCODING="ascii", PYTHONUTF8="0")
    assert (done.returncode, done.stderr) == (1, b"")
    shown = {"concise": b"plain/gr??e", "github": "plain/größe".encode(), "junit": "plain/größe".encode()}.get(name, b"gr")
    assert shown in done.stdout


def test_a_patch_is_utf_8_on_any_terminal(tmp_path: Path) -> None:
    (tmp_path / "fluent.conf").write_text(SLOW.replace("%NZ", "%NZ # größer"), encoding="utf-8")
    done = pipelint(tmp_path, "check", "--diff", "fluent.conf", PYTHONIOENCODING="ascii", PYTHONUTF8="0")
    assert (done.returncode, done.stderr) == (1, b"")
    assert "+    time_format %Y-%m-%dT%H:%M:%S.%N%z # größer\n" in done.stdout.decode("utf-8")
