"""Loops over stages that several judgements share: they give what each would have found by itself, with fewer steps."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipelint.predicate.evaluate.code import Code
from pipelint.predicate.evaluate.frame import EvalError, Frame, Value
from pipelint.predicate.evaluate.link import link
from tests.properties import tries


@dataclass(eq=False)
class Thing:
    """A stage: a number, which some lack, and others near it."""

    kind: int
    sizes: dict[str, int]
    near: list[Thing] = field(default_factory=list)
    other: Thing | None = None


@dataclass(eq=False)
class Whole:
    """A config."""

    stages: list[Thing]


def get(variable: str, name: str) -> Code:
    return ["get", ["var", variable], name, "plain"]


# s.kind == stage.kind && s.sizes.x > 0, where sizes.x may be missing.
ALIKE: Code = ["eq", get("s", "kind"), get("stage", "kind")]
LARGE: Code = ["gt", ["key", get("s", "sizes"), "x"], ["lit", 0]]
TESTS: list[Code] = [["and", ALIKE, LARGE], ["or", ALIKE, LARGE], LARGE, ["eq", ["var", "s"], ["var", "stage"]], ["lit", True]]
TESTS.append(["exists", get("s", "near"), "t", ["eq", get("t", "kind"), get("stage", "kind")], 5])
# s == stage || s.kind == stage.kind && s.sizes.x > 0
ITSELF: Code = ["or", ["is", ["var", "s"], ["var", "stage"]], ["and", ALIKE, LARGE]]
TESTS.append(["and", ["isnot", ["let", "first"], ["var", "s"]], ["or", ALIKE, LARGE]])
# ["x", "y"].exists(k, s.sizes[k] == stage.sizes[k])
SIZES: list[Code] = [["lookup", get(of, "sizes"), ["var", "k"]] for of in ("s", "stage")]
NAMED: Code = ["exists", ["list", ["lit", "x"], ["lit", "y"]], "k", ["eq", *SIZES], 5]
# stage.near.exists(t, t.kind == s.kind), where which they are does not count; stage.near.exists(t, true)
TESTS.append(["exists", get("stage", "near"), "t", ["eq", get("t", "kind"), get("s", "kind")], 5])
TESTS.append(["and", ["exists", get("stage", "near"), "t", ["lit", True], 5], LARGE])
# stage.near.exists(t, t.near.exists(u, u.kind == s.kind))
INSIDE: Code = ["exists", get("t", "near"), "u", ["eq", get("u", "kind"), get("s", "kind")], 5]
TESTS.append(["exists", get("stage", "near"), "t", INSIDE, 9])
# word in s.sizes; stage in s.near
WORD: Code = ["inmap", ["var", "word"], get("s", "sizes")]
TESTS += [ITSELF, NAMED, WORD, ["infacts", ["var", "stage"], get("s", "near")]]
# ["x", "y"].all(k, s.sizes[k] == stage.sizes[k]) && s.kind == stage.kind; "x" in s.sizes && s.sizes.x == stage.kind
LISTED: Code = ["and", ["all", ["list", ["lit", "x"], ["lit", "y"]], "k", ["eq", *SIZES], 5], ALIKE]
HAS: Code = ["inmap", ["lit", "x"], get("s", "sizes")]
TESTS += [LISTED, ["and", HAS, ["eq", ["key", get("s", "sizes"), "x"], get("stage", "kind")]]]
TESTS.append(["and", LARGE, ["eq", get("stage", "sizes"), get("s", "sizes")]])
OVER: list[Code] = [
    get("config", "stages"),
    get("stage", "near"),
    ["catl", get("stage", "near"), ["list", ["var", "stage"]]],
    ["get", ["some", get("stage", "other")], "near", "plain"],
    ["get", ["let", "first"], "near", "plain"],
    ["let", "few"],
]
LETS = {
    "first": link(["item", get("stage", "near"), ["lit", 0]]),
    "few": link(["filter", get("config", "stages"), "f", ["eq", get("f", "kind"), get("stage", "kind")], 3]),
}


@st.composite
def wholes(draw: st.DrawFn) -> Whole:
    sizes = st.sampled_from([{}, {"x": 0}, {"x": 1}, {"x": 1, "y": 2}])
    kinds = draw(st.lists(st.tuples(st.integers(0, draw(st.sampled_from([2, 9]))), sizes), min_size=1, max_size=14))
    whole = Whole([Thing(kind, dict(sizes)) for kind, sizes in kinds])
    for thing in whole.stages:
        thing.near = draw(st.permutations(whole.stages))[: draw(st.integers(0, len(kinds)))]
        thing.other = draw(st.sampled_from([None, *whole.stages]))
    return whole


def given_by(code: Code, whole: Whole, shared: dict[object, Value] | None) -> tuple[list[object], int]:
    """What it gives for each stage, or that it is an error; and the steps of all of them."""
    run, found, steps = link(code), list[object](), 0
    for stage in whole.stages:
        frame = Frame({"config": whole, "stage": stage, "word": "xy"[stage.kind % 2]}, LETS, 100_000, shared=shared)
        try:
            value = run(frame)
            found.append([id(one) for one in value] if isinstance(value, list) else value)
        except EvalError:
            found.append(EvalError)
        steps += 100_000 - frame.steps
    return found, steps


@tries(600)
@given(wholes(), st.sampled_from(["filter", "exists", "all", "one"]), st.sampled_from(TESTS), st.sampled_from(OVER))
def test_a_shared_loop_gives_what_each_gives(whole: Whole, loop: str, test: Code, over: Code) -> None:
    code: Code = [loop, over, "s", test, 7]
    assert given_by(code, whole, {})[0] == given_by(code, whole, None)[0]


@pytest.mark.parametrize("over", OVER[:3], ids=["config", "stage", "both"])
@pytest.mark.parametrize("test", [ALIKE, ITSELF, NAMED, WORD], ids=["alike", "itself", "named", "word"])
def test_steps_grow_with_the_stages_alone(over: Code, test: Code) -> None:
    steps: Sequence[int] = [given_by(["filter", over, "s", test, 7], _row(count), {})[1] for count in (70, 120)]
    alone = [given_by(["filter", over, "s", test, 7], _row(count), None)[1] for count in (70, 120)]
    assert steps[1] < 1.9 * steps[0] and alone[1] > 2.8 * alone[0]


@pytest.mark.parametrize("test", [ALIKE, LISTED], ids=["alike", "listed"])
def test_steps_grow_with_stages_that_have_nothing_in_common(test: Code) -> None:
    rows = [Whole([Thing(kind, {"x": 1, "y": kind}) for kind in range(count)]) for count in (50, 100)]
    loop: Code = ["filter", get("config", "stages"), "s", test, 7]
    steps, alone = ([given_by(loop, row, shared)[1] for row in rows] for shared in ({}, None))
    assert steps[1] < 2.3 * steps[0] and alone[1] > 3.5 * alone[0]


def _row(count: int) -> Whole:
    whole = Whole([Thing(0, {"x": 1}) for _ in range(count)])
    for thing in whole.stages:
        thing.near = whole.stages
    return whole
