"""What is said of random pipelines against what Logstash's own code did with their events (``tests/data/logstash-flows.json``).

The pipelines are those of ``random_flows.py``: each branch begins with a marker, and one stands before each chain of branches.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

from pipelint.base.block import Block
from pipelint.base.finding import Finding
from pipelint.checker import Settings, check
from pipelint.checker.result import Checked
from pipelint.engines.logstash.conditions.findings import branch_facts
from tests.engines.logstash.random_flows import Flow

pytestmark = pytest.mark.slow
DATA = Path(__file__).parents[2] / "data" / "logstash-flows.json"


@dataclass(frozen=True)
class Branch:
    """A branch by its first plugin, the marker before its chain, and the branches of the chain up to it."""

    marker: str
    before: str
    sofar: tuple[str, ...]


@dataclass(frozen=True)
class Case:
    """A pipeline with what is said of it, and what happened: ``seen`` has for each plugin that got events their number and which
    fields they had there, ``ops`` the fields before each operation of a mutate."""

    checked: Checked
    refused: bool
    crashed: int
    seen: dict[str, tuple[int, frozenset[str]]]
    ops: dict[str, dict[str, frozenset[str]]]

    def claims(self, *codes: str) -> Iterator[tuple[Finding, list[Block]]]:
        """The findings of some rules, each with the sections around it from the outside."""
        for finding in self.checked.findings:
            if finding.code in codes:
                yield finding, around(self.checked.config.root, finding.place.span.start)


def around(block: Block, at: int) -> list[Block]:
    for inner in block.blocks:
        if inner.place.span.start <= at < inner.place.span.end:
            return [inner, *around(inner, at)]
    return []


def name(plugin: Block) -> str:
    return plugin.value("id")


def branch(sections: list[Block]) -> Branch:
    """The branch that a finding stands at."""
    chain: list[str] = []
    before = ""
    for section in sections[-2].blocks:
        if section.name not in ("if", "else if", "else"):
            before, chain = name(section), []
            continue
        chain.append(name(section.blocks[0]))
        if section is sections[-1]:
            return Branch(chain[-1], before, tuple(chain))
    raise AssertionError("no branch")


@cache
def read(folder: Path) -> list[Case]:
    data = json.loads(DATA.read_text())
    fields = data["fields"]
    paths = []
    for number, case in enumerate(data["cases"]):
        path = folder / str(number) / "pipeline.conf"
        path.parent.mkdir()
        path.write_text(case["config"])
        paths.append(str(path))
    found = {checked.config.documents[0].file.path: checked for checked in check(paths, Settings()).checked}

    def named(numbers: list[int]) -> frozenset[str]:
        return frozenset(fields[number] for number in numbers)

    return [
        Case(
            found[path],
            "refused" in case,
            case.get("crashed", 0),
            {plugin: (number, named(has)) for plugin, (number, has) in case.get("seen", {}).items()},
            {plugin: {op: named(has) for op, has in ops.items()} for plugin, ops in case.get("ops", {}).items()},
        )
        for path, case in zip(paths, data["cases"], strict=True)
    ]


@pytest.fixture(scope="module")
def cases(tmp_path_factory: pytest.TempPathFactory) -> list[Case]:
    return read(tmp_path_factory.mktemp("flows"))


@pytest.fixture(scope="module")
def run(cases: list[Case]) -> list[Case]:
    return [case for case in cases if not case.refused]


def test_the_pipelines_are_those_of_the_generator() -> None:
    data = json.loads(DATA.read_text())["cases"]
    assert [case["config"] for case in data] == [Flow(seed).text() for seed in range(len(data))]


def test_what_the_engine_refuses_is_a_syntax_error(cases: list[Case], run: list[Case]) -> None:
    assert len(run) >= 200
    for number, case in enumerate(cases):
        assert case.refused == bool(case.checked.config.errors), number


def test_no_event_came_into_a_branch_that_none_is_said_to_meet(run: list[Case]) -> None:
    claims: Counter[str] = Counter()
    for number, case in enumerate(run):
        for finding, sections in case.claims("LS310", "LS311"):
            claims[finding.code] += 1
            assert branch(sections).marker not in case.seen, (number, finding.message, finding.place.text)
    assert claims["LS310"] >= 150 and claims["LS311"] >= 80, claims


def test_a_field_that_is_said_to_be_gone_was_gone(run: list[Case]) -> None:
    claims = 0
    for number, case in enumerate(run):
        for finding, sections in case.claims("LS312"):
            field = finding.message.split(" tests ")[1].split(",")[0]
            here = case.seen.get(branch(sections).before)
            claims += here is not None
            assert here is None or field not in here[1], (number, field)
    assert claims >= 80


def test_no_event_came_to_a_plugin_that_a_drop_is_said_to_hide(run: list[Case]) -> None:
    claims = 0
    for number, case in enumerate(run):
        for _, sections in case.claims("LS301"):
            claims += 1
            assert name(sections[-1]) not in case.seen, (number, name(sections[-1]))
    assert claims >= 100


def test_a_renamed_field_was_gone_before_the_next_operation(run: list[Case]) -> None:
    claims = 0
    for number, case in enumerate(run):
        for finding, sections in case.claims("LS320"):
            operation = finding.message.split(" before ")[1].split(",")[0]
            field = finding.message.split("so field ")[1].split(" no longer")[0]
            ops = case.ops.get(name(sections[-1]))
            if ops is not None and operation in ops:
                claims += 1
                assert (field if field.startswith("[") else f"[{field}]") not in ops[operation], (number, operation, field)
    assert claims >= 10


def test_each_event_met_a_condition_that_is_said_to_hold_always(run: list[Case]) -> None:
    claims = 0
    for number, case in enumerate(run):
        for fact in branch_facts(case.checked.config.root):
            if not fact.always:
                continue
            claims += 1
            here = branch(around(case.checked.config.root, fact.place.span.start))
            counts = [case.seen.get(plugin, (0, frozenset()))[0] for plugin in (here.before, *here.sofar)]
            assert counts[0] == sum(counts[1:]), (number, fact.text)
    assert claims >= 20
