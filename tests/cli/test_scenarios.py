"""Runs the scenarios beside this file: each ``.txt`` holds commands, what they print, and the files that they read.

    # what the scenario shows
    $ pipelint check fluent.conf
    ...what is printed, standard error included...
    exit 1
    -- fluent.conf --
    ...the file...

``UPDATE_SCENARIOS=1`` writes what was printed into the scenarios; read the difference before it is kept.
"""

import os
import re
import shlex
from dataclasses import dataclass, field
from itertools import takewhile
from pathlib import Path

import pytest

from tests.command_line import pipelint

SCENARIOS = sorted(Path(__file__).parent.glob("*.txt"))
UPDATE = bool(os.environ.get("UPDATE_SCENARIOS"))
_FILE = re.compile(r"^-- (\S+) --\n", re.MULTILINE)


@dataclass
class Step:
    """One command line, what it should print, and its exit code."""

    command: str
    printed: list[str] = field(default_factory=list)
    code: int = 0


def read(text: str) -> tuple[str, list[Step], dict[str, str]]:
    """The comment at the top, the steps, and the files of a scenario."""
    script, *rest = _FILE.split(text)
    files = dict(zip(rest[::2], rest[1::2], strict=True))
    comment = "".join(takewhile(lambda line: line.startswith("#"), script.splitlines(keepends=True)))
    steps: list[Step] = []
    for line in script.splitlines():
        if line.startswith("$ "):
            steps.append(Step(line[2:]))
        elif line.startswith("exit ") and steps:
            steps[-1].code = int(line[5:])
        elif steps:
            steps[-1].printed.append(line)
    for step in steps:
        while step.printed and not step.printed[-1]:
            step.printed.pop()
    return comment, steps, files


def run(command: str, folder: Path) -> tuple[str, int]:
    """What a command prints (both streams) and its exit code. ``< file`` at the end is its standard input."""
    words = shlex.split(command)
    assert words[0] == "pipelint"
    stdin = b""
    if "<" in words:
        at = words.index("<")
        stdin = (folder / words[at + 1]).read_bytes()
        words = words[:at]
    done = pipelint(*words[1:], cwd=folder, stdin=stdin, one_stream=True)
    return done.stdout.decode(), done.returncode


def _ours(lines: list[str]) -> list[str]:
    """What is printed but for the usage of a command, which each version of typer words anew."""
    return [line.partition(" [OPTIONS]")[0] for line in lines if not line.startswith("Try 'pipelint ")]


@pytest.mark.parametrize("path", SCENARIOS, ids=lambda path: path.stem)
def test_scenario(path: Path, tmp_path: Path) -> None:
    text = path.read_text()
    comment, steps, files = read(text)
    assert steps, "a scenario without a command shows nothing"
    for name, content in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(content)
    found = [(step.command, *run(step.command, tmp_path)) for step in steps]
    if UPDATE:
        shown = "".join(f"$ {command}\n{printed}exit {code}\n\n" for command, printed, code in found)
        kept = "".join(f"-- {name} --\n{content}" for name, content in files.items())
        path.write_text(f"{comment}{shown}{kept}")
    for step, (_, printed, code) in zip(read(path.read_text())[1], found, strict=True):
        assert _ours(printed.rstrip("\n").splitlines()) == _ours(step.printed)
        assert code == step.code
