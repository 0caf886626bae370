"""The command lines in the documentation: the parser takes each of them, and those that need no more than examples are run."""

from __future__ import annotations

import re
import shlex
import shutil
from collections.abc import Iterator
from itertools import takewhile
from pathlib import Path

import pytest
import typer

from pipelint.cli.app import app_for, whole
from tests.command_line import pipelint, text_of

ROOT = Path(__file__).resolve().parents[2]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
_BLOCK = re.compile(r"^```\w*\n(.*?)^```\n", re.MULTILINE | re.DOTALL)
EXAMPLES = {
    "k8s": "kubernetes",
    "conf.d": "logstash/tuning-article-before",
    "fluent.conf": "fluentd/tuning-article-before.conf",
    "app.log": "trace/access.log",
    "lines.log": "trace/access.log",
    "examples": "",
}
"""What the documentation calls files of its reader, and those of the examples that are such."""
# These start an engine, ask a running one, send load, read revisions, or are given what an earlier one wrote.
_ELSEWHERE = frozenset({"measure", "calibrate", "stats", "bench", "diff", "plugin", "--baseline", "measured.toml"})


def lines(page: Path) -> Iterator[str]:
    """The command lines in the blocks of a page, as they stand."""
    for block in _BLOCK.finditer(page.read_text(encoding="utf-8")):
        for line in block[1].splitlines():
            if line.startswith(("pipelint ", "$ pipelint ")):
                yield line.removeprefix("$ ")


def words_of(line: str) -> list[str]:
    """What the program is given: without the comment, and what a shell does with the rest."""
    split = shlex.shlex(line, posix=True, punctuation_chars="|>&;")
    split.whitespace_split = True
    return list(takewhile(lambda word: word[0] not in "|>&;", split))[1:]


LINES = [(page.name, line) for page in PAGES for line in lines(page)]
RUN = [line for _, line in LINES if _ELSEWHERE.isdisjoint(words_of(line))]


@pytest.mark.parametrize(("page", "line"), LINES)
def test_the_parser_takes_every_command_line_of_the_documentation(page: str, line: str) -> None:
    words = whole(words_of(line))
    group = typer.main.get_command(app_for(words))
    with group.make_context("pipelint", words) as context:
        _, command, left = group.resolve_command(context, words)  # type: ignore[attr-defined]
        with command.make_context(words[0], left, parent=context) as inner:
            if hasattr(command, "resolve_command"):
                _, last, rest = command.resolve_command(inner, left)
                last.make_context(left[0], rest, parent=inner).close()


@pytest.mark.slow
@pytest.mark.parametrize("line", RUN)
def test_what_needs_no_more_than_examples_runs(tmp_path: Path, line: str) -> None:
    for name, example in EXAMPLES.items():
        there = ROOT / "examples" / example
        if there.is_dir():
            shutil.copytree(there, tmp_path / name)
        else:
            (tmp_path / name).write_bytes(there.read_bytes() * (4 if name.endswith(".log") else 1))
    words = words_of(line)
    if words[-1].endswith("/*"):
        words[-1:] = sorted(map(str, tmp_path.glob(words[-1])))
    done = text_of(pipelint(*words, cwd=tmp_path))
    # 1: there are findings.
    assert done.returncode in (0, 1), done.stderr
    assert done.stdout or "--output" in words or "-o" in words or words[0] in ("report", "baseline")


def test_there_are_command_lines_of_either_kind() -> None:
    assert {page for page, _ in LINES} >= {"README.md", "bench.md", "diff.md", "measuring.md", "report.md", "stats.md"}
    assert {words_of(line)[0] for line in RUN} >= {"check", "estimate", "report", "graph", "trace", "grok", "regex", "baseline"}
