"""The reports on the articles: their configs hold nothing that nobody knows of, their commands can be typed, and those that need
no engine print what stands below them."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import pytest

from pipelint.cli.load import bench
from pipelint.cli.load.options import BenchOptions
from pipelint.cli.load.plan import plan_of
from tests import command_line

ARTICLES = Path(__file__).resolve().parents[2] / "examples" / "articles"
# What is found in the configs of a folder: each is as the article has it, or stands in its README.
FOUND = {
    "cri-and-docker": {"FD205", "FD248", "FD296"},
    "fluentd-tuning": {
        "FD101", "FD110", "FD111", "FD112", "FD120", "FD121", "FD130", "FD140", "FD150", "FD151", "FD160", "FD162", "FD200",
        "FD205", "FD219", "FD240", "FD248", "FD254", "FD255", "FD272", "FD280", "FD296", "FD305", "FD703", "FD809",
    },
    "forward-client": set(),
    "logstash-tuning": {"LS103"},
    "perf-tools": set(),
}  # fmt: skip
_BLOCK = re.compile(r"^(<!-- recorded[^\n]* -->\n)?```console\n(.*?)^```\n", re.MULTILINE | re.DOTALL)


def commands() -> Iterator[tuple[str, str, str, bool]]:
    """The folder, command line and output of each command, and whether it was recorded: on a machine with an engine."""
    for page in sorted(ARTICLES.glob("*/README.md")):
        for recorded, text in _BLOCK.findall(page.read_text("utf-8")):
            for part in re.split(r"^\$ ", text, flags=re.MULTILINE)[1:]:
                line, _, printed = part.partition("\n")
                if line.startswith("pipelint "):
                    yield page.parent.name, line.removeprefix("pipelint ").partition(" | ")[0], printed, bool(recorded)


def test_there_is_a_report_on_each_of_the_five() -> None:
    assert {page.parent.name for page in ARTICLES.glob("*/README.md")} == FOUND.keys()
    assert {folder for folder, *_ in commands()} == FOUND.keys()


@pytest.mark.parametrize("folder", sorted(FOUND))
def test_nothing_is_found_in_the_configs_but_what_is_known(folder: str) -> None:
    targets = ["steps"] if (ARTICLES / folder / "steps").is_dir() else [each.name for each in (ARTICLES / folder).glob("*.conf")]
    done = command_line.text_of(command_line.pipelint("check", *targets, "--format", "concise", cwd=ARTICLES / folder))
    assert set(re.findall(r"\[([A-Z]+\d+)\]", done.stdout)) == FOUND[folder]


@pytest.mark.parametrize(("folder", "line", "printed", "recorded"), list(commands()), ids=lambda value: str(value)[:40])
def test_its_commands_can_be_typed(folder: str, line: str, printed: str, recorded: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    planned: list[object] = []

    def plan(transport: str, options: BenchOptions) -> None:
        planned.append(plan_of(transport, options))

    monkeypatch.setattr(bench, "_run", plan)
    words = shlex.split(line)
    if words[0] == "stats" and words[1].startswith("http"):
        # Nobody answers: what comes after it is read all the same.
        done = command_line.text_of(command_line.pipelint(*words, cwd=ARTICLES / folder))
        assert "Connection refused" in done.stderr
        return
    done = command_line.text_of(command_line.pipelint(*words, cwd=ARTICLES / folder))
    assert (done.returncode in (0, 1), done.stderr) == (True, "")
    if not recorded:
        assert done.stdout == printed
    assert bool(planned) is (words[0] == "bench")
