"""Ruby's heap of a measured Fluentd: large from the start unless somebody has chosen one, and said with the result."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from pipelint.engines.fluentd.launch import FluentdLaunch
from tests.command_line import pipelint, text_of
from tests.measure.quick import QUICK, command, environment, run

NAMES = ("RUBY_GC_HEAP_INIT_SLOTS", *(f"RUBY_GC_HEAP_{number}_INIT_SLOTS" for number in range(5)))


@pytest.fixture(autouse=True)
def _no_heap_is_chosen(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in NAMES:
        monkeypatch.delenv(name, raising=False)


def test_the_heap_does_not_have_to_grow() -> None:
    assert FluentdLaunch().environment()["RUBY_GC_HEAP_INIT_SLOTS"] == "400000"
    (said,) = FluentdLaunch().remarks("fluentd 1.16.5, Ruby 3.1.2")
    assert said == "Ruby begins with a heap of 400,000 slots (RUBY_GC_HEAP_INIT_SLOTS), so that runs agree"


@pytest.mark.parametrize("name", NAMES)
def test_a_heap_of_the_environment_stays(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(name, "20000")
    assert "RUBY_GC_HEAP_INIT_SLOTS" not in FluentdLaunch().environment()
    assert FluentdLaunch().remarks("fluentd 1.16.5, Ruby 3.1.2") == (f"Ruby's heap is that of the environment: {name}=20000",)


@pytest.mark.parametrize(
    ("ruby", "reads"), [("2.7.8", True), ("3.2.9", True), ("3.3.0", False), ("3.10.1", False), ("4.0.0", False)]
)
def test_a_ruby_that_does_not_read_the_variable_is_said(ruby: str, reads: bool) -> None:
    # Ruby's feature 19785: from 3.3 on there is one variable for each of five heaps.
    (said,) = FluentdLaunch().remarks(f"fluentd 1.18.0, Ruby {ruby}")
    assert said.startswith("Ruby begins with a heap of" if reads else f"Ruby {ruby.rpartition('.')[0]} has its own heap")


@pytest.mark.slow
def test_it_is_said_with_the_result(folder: Path) -> None:
    found = json.loads(run(folder, "--format", "json").stdout)
    assert "Ruby begins with a heap of 400,000 slots (RUBY_GC_HEAP_INIT_SLOTS), so that runs agree" in found["notes"]
    words = ("measure", "fluent.conf", "--engine-command", command(), *QUICK)
    done = text_of(pipelint(*words, cwd=folder, env={**environment(folder), "RUBY_GC_HEAP_INIT_SLOTS": "7"}))
    assert "note: Ruby's heap is that of the environment: RUBY_GC_HEAP_INIT_SLOTS=7" in done.stdout
