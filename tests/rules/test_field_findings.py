"""The script that reviews are drawn with: each rule has the same chance, no finding comes twice, a seed gives one draw."""

from __future__ import annotations

import runpy
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

SCRIPT = runpy.run_path(str(Path(__file__).parents[2] / "benchmarks" / "field_findings.py"))
# Six findings of one rule, one of another.
CONFIG = "".join(f"<source>\n  @type tail\n  path /x/{i}\n  tag t\n  format none\n</source>\n" for i in range(6)) + (
    "<source>\n  @type forward\n</source>\n<match **>\n  @type null\n</match>\n"
)


Run = Callable[..., list[str]]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    """Runs the script and gives the lines that it prints."""

    def go(*arguments: str) -> list[str]:
        code = SCRIPT["main"](arguments)
        printed = capsys.readouterr().out.splitlines()
        return printed if code == 0 else [f"exit {code}"]

    return go


@pytest.fixture
def folder(tmp_path: Path) -> str:
    (tmp_path / "a.conf").write_text(CONFIG)
    return str(tmp_path)


def test_rules_are_drawn_before_findings(run: Run, folder: str) -> None:
    lines = [run(folder, "--select", "FD407,FD504", "--draw", "1", "--seed", str(seed))[0] for seed in range(8)]
    first = Counter("FD407" in line for line in lines)
    assert first[True] >= 2  # one of seven findings, but one of two rules


def test_a_draw_repeats_and_holds_nothing_twice(run: Run, folder: str) -> None:
    drawn = run(folder, "--select", "FD407,FD504", "--draw", "40", "--seed", "3")
    assert len(drawn) == len(set(drawn)) == 7
    assert drawn == run(folder, "--select", "FD407,FD504", "--draw", "40", "--seed", "3")


def test_the_table_counts_findings_and_files(run: Run, folder: str) -> None:
    lines = run(folder, "--select", "FD407,FD504")
    assert [line.split()[:3] for line in lines[1:3]] == [["FD407", "1", "1"], ["FD504", "6", "1"]]
    assert lines[-1] == "7 findings of 2 rules in 1 files"


def test_without_a_file_it_says_how_to_call_it(run: Run, tmp_path: Path) -> None:
    assert run(str(tmp_path)) == ["exit 2"]
