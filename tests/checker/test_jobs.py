"""Work spread over processes gives what one process gives: the same results, the same objects, the same errors."""

from __future__ import annotations

import os
import signal
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypeVar

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipelint.checker import Report, check
from pipelint.checker.jobs import WorkerError, spread
from pipelint.report.formats import CheckFormat, render
from pipelint.rules.index import load_index
from pipelint.settings.project import Project
from tests.properties import tries
from tests.report.machine import PATHS, PLAIN, project

R = TypeVar("R")
forks = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="one process does all here")


def over(items: list[int], do: Callable[[int], R], jobs: int, shared: Sequence[object] = ()) -> list[R]:
    return spread(items, do, jobs, weights=items, shared=shared)


@tries(25)
@given(st.lists(st.integers(0, 50), max_size=12), st.integers(1, 4))
def test_results_come_in_the_order_of_the_items(items: list[int], jobs: int) -> None:
    assert over(items, lambda item: (item, str(item)), jobs) == [(item, str(item)) for item in items]


@forks
def test_several_processes_work() -> None:
    def do(item: int) -> int:
        time.sleep(0.1)
        return os.getpid()

    found = over(list(range(12)), do, 3)
    assert len(set(found)) == 3
    assert found[0] == os.getpid()


@forks
def test_more_items_than_the_queue_has_numbers() -> None:
    assert over(list(range(5000)), lambda item: -item, 3) == [-item for item in range(5000)]


@forks
def test_shared_objects_stay_the_same_ones() -> None:
    texts = [object() for _ in range(6)]
    found = over(list(range(6)), lambda item: {"of": texts[item]}, 2, texts)
    assert all(each["of"] is text for each, text in zip(found, texts, strict=True))


class Unportable(Exception):
    """What pickle cannot make again."""

    def __init__(self, first: str, second: str) -> None:
        super().__init__(first)


@pytest.mark.parametrize("jobs", [1, 2, 4])
def test_the_first_error_is_raised(jobs: int) -> None:
    def do(item: int) -> int:
        if item >= 4:
            raise KeyError(item)
        return item

    with pytest.raises(KeyError) as error:
        over(list(range(12)), do, jobs)
    assert error.value.args == (4,)


@forks
def test_an_error_keeps_its_traceback() -> None:
    def do(item: int) -> int:
        time.sleep(0.1)
        if item:
            raise Unportable("what happened", "there")
        return item

    with pytest.raises((Unportable, WorkerError)) as error:
        over(list(range(5)), do, 2)
    assert "what happened" in f"{error.value}{error.value.__cause__}"
    assert "in do" in f"{error.value}{error.value.__cause__}"


@forks
def test_a_process_that_dies_is_an_error() -> None:
    first = os.getpid()

    def do(item: int) -> int:
        if os.getpid() != first:
            os.kill(os.getpid(), signal.SIGKILL)
        time.sleep(0.2)
        return item

    with pytest.raises(WorkerError, match="ended with -9"):
        over(list(range(5)), do, 2)


def many(folder: Path) -> None:
    """The project of the formats, files with settings of their own that are wrong, and includes."""
    project(folder)
    files = {
        "wrong/pipelint.toml": "line-bytes = 3\n",
        "wrong/a.conf": PLAIN,
        "wrong/b.conf": PLAIN,
        "wrong/below/c.conf": PLAIN,
        "lost/pipelint.toml": 'baseline = "none.json"\n',
        "lost/a.conf": PLAIN,
        "lost/b.conf": PLAIN,
        "model/pipelint.toml": '[cost-model]\nmodel = "none.json"\n',
        "model/a.conf": PLAIN,
        "parts/fluent.conf": "@include part.conf\n@include other.conf\n",
        "parts/part.conf": PLAIN,
        "excluded/pipelint.toml": 'exclude = ["*.conf"]\n',
        "excluded/a.conf": PLAIN,
        "own rules/TEAM602-no-page.md": "---\ncode: TEAM602\n---\n",
    }
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)


PLACES = [*PATHS, "wrong", "lost", "model", "parts", "excluded"]


def run(jobs: int) -> Report:
    return check(PLACES, Project(lambda: load_index().rules), jobs=jobs)


@pytest.mark.slow
@pytest.mark.parametrize("jobs", [2, 3, 8])
def test_a_check_says_the_same(jobs: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    many(tmp_path)
    alone, together = run(1), run(jobs)
    for format_ in CheckFormat:
        assert render(together, format_) == render(alone, format_)
    assert together.notes == alone.notes
    messages = [problem.message for problem in together.problems]
    assert len(messages) == len({*messages}) == 6, messages
    assert len(together.checked) == 9
    for checked in together.checked:
        assert all(finding.place.document in checked.config.documents for finding in checked.findings)


@pytest.mark.slow
def test_the_corpus_says_the_same(shared: Path) -> None:
    paths = [str(path) for path in sorted((shared / "corpus/k8s").iterdir())[:25]]
    alone, together = (check(paths, Project(lambda: ()), jobs=jobs) for jobs in (1, 3))
    for format_ in (CheckFormat.TEXT, CheckFormat.JSON, CheckFormat.SARIF):
        assert render(together, format_) == render(alone, format_)
