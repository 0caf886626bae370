"""Mutated configs through check, estimate, graph, fixes and all formats: no traceback, none slow, none large.

``PIPELINT_FUZZ_SECONDS`` says how long (3 where it is not set). ``PIPELINT_FUZZ_SEED``
begins elsewhere; ``python -m tests.fuzz`` does it for hours.
"""

from __future__ import annotations

import os
import random
from pathlib import Path

import pytest

from pipelint.checker import loading
from tests.fuzz import judge as judging
from tests.fuzz.judge import judge, minimal
from tests.fuzz.mutate import mutated
from tests.fuzz.run import fuzz
from tests.fuzz.seeds import seeds

SECONDS = float(os.environ.get("PIPELINT_FUZZ_SECONDS", "3"))


@pytest.mark.slow
def test_no_input_breaks_it(tmp_path: Path) -> None:
    seed = int(os.environ.get("PIPELINT_FUZZ_SEED", "1"))
    total = fuzz(seed, 10_000_000, SECONDS, min(2, os.cpu_count() or 1), tmp_path)
    print(f"{total.pop('inputs'):,} inputs, at most {total.pop('megabytes')} MB")
    why = "\n".join(path.read_text() for path in sorted(tmp_path.glob("*.why")))
    assert not total, f"{dict(total)}\n{why}"


def test_the_same_numbers_give_the_same_input() -> None:
    known = seeds()
    assert mutated(random.Random(5), known) == mutated(random.Random(5), known)
    assert len({mutated(random.Random(number), known) for number in range(200)}) > 150


def _fails(*_: object, **__: object) -> object:
    raise RecursionError


def test_what_the_guard_catches_is_a_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(judging, "MEGABYTES", 10_000)  # this process holds all other tests
    text = "<match **>\n  @type stdout\n</match>\n"
    assert judge("fluent.conf", text, random.Random(1), 1.0) is None
    monkeypatch.setattr(judging, "check_config", _fails)
    found = judge("fluent.conf", text, random.Random(1), 1.0)
    assert found is not None and found.kind == "guard: pipelint failed here (RecursionError)"
    assert len(minimal("fluent.conf", text, found, 1, 1.0)) == 1
    monkeypatch.undo()
    monkeypatch.setattr(loading, "engine", _fails)
    assert (found := judge("fluent.conf", text, random.Random(1), 1.0)) is not None and "guard" in found.kind


@pytest.mark.parametrize(("limit", "kind"), [("UNITS", "slow"), ("MEGABYTES", "memory")])
def test_what_takes_too_much_is_a_failure(limit: str, kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(judging, limit, 0)
    found = judge("fluent.conf", "<match **>\n  @type stdout\n</match>\n", random.Random(1), 1.0)
    assert found is not None and found.kind == kind
