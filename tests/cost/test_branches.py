"""Branch shares: events are neither lost nor made on their way through the branches of an if."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipelint.cost.events.branches import Branches
from pipelint.graph.stage import Kind
from tests.cost.logstash_helpers import KNOWN, events, graph, pipeline
from tests.properties import tries

M = "mutate {}"


def at(filters: str) -> list[float]:
    return events(pipeline(filters), "mutate")


@pytest.mark.parametrize(
    ("filters", "shares"),
    [
        (f"if [a] {{ {M} }}", [1 / 2]),
        (f"if [a] {{ {M} }} else {{ {M} }}", [1 / 2, 1 / 2]),
        (f"if [a] {{ {M} }} else if [b] {{ {M} }}", [1 / 3, 1 / 3]),
        (f"if [a] {{ {M} }} else if [b] {{ {M} }} else {{ {M} }}", [1 / 3, 1 / 3, 1 / 3]),
        (f"if [a] {{ if [b] {{ {M} }} }}", [1 / 4]),
        # Asked again, and its opposite.
        (f"if [a] {{ {M} }} else if [b] {{ {M} }} if [b] {{ {M} }} if ![b] {{ {M} }}", [1 / 3, 1 / 3, 1 / 3, 2 / 3]),
        # The opposite is asked first: of four ways one is without the field, three are with it.
        (f"if ![a] {{ {M} }} else if [b] {{ {M} }} else if [c] {{ {M} }} if [a] {{ {M} }}", [1 / 4, 1 / 4, 1 / 4, 3 / 4]),
        (f"if [a] {{ if [a] {{ {M} }} else {{ {M} }} }}", [1 / 2, 0.0]),
        (f'if [a] != "x" {{ {M} }} else {{ {M} }}', [1 / 2, 1 / 2]),
        # One field compared with three values in ifs of their own.
        (f'if [t] == "x" {{ {M} }} if [t] == "y" {{ {M} }} if [t] == "z" {{ {M} }}', [1 / 4, 1 / 4, 1 / 4]),
        (f'if [t] == "x" {{ {M} }} else if [t] == "y" {{ {M} }} else {{ {M} }}', [1 / 3, 1 / 3, 1 / 3]),
    ],
)
def test_shares_by_hand(filters: str, shares: list[float]) -> None:
    assert at(filters) == pytest.approx(shares)


def test_a_failure_tag_is_there_for_what_failed() -> None:
    text = pipeline('if "_grokparsefailure" in [tags] { drop {} } else { mutate {} }')
    missing = replace(KNOWN, grok_miss=0.2)
    assert events(text, "drop", missing) == pytest.approx([0.2])
    assert events(text, "null", missing) == pytest.approx([0.8])


def test_an_and_holds_for_no_more_events_than_its_rarer_part() -> None:
    text = pipeline('if [t] == "x" and "_grokparsefailure" in [tags] { drop {} }')
    assert events(text, "drop", replace(KNOWN, grok_miss=0.2)) == pytest.approx([0.2])
    assert events(text, "drop", replace(KNOWN, grok_miss=0.9)) == pytest.approx([0.5])


def test_a_profile_may_say_what_holds() -> None:
    text = pipeline(f"if [a] {{ {M} }} else if [b] {{ {M} }} else {{ {M} }}")
    assert events(text, "mutate", replace(KNOWN, holds=0.0)) == pytest.approx([0.0, 0.0, 1.0])
    assert events(text, "mutate", replace(KNOWN, holds=1.0)) == pytest.approx([1.0, 0.0, 0.0])


CONDITIONS = st.sampled_from(
    ["[a]", "![a]", "[b]", '[t] == "x"', '[t] != "x"', '[t] == "y"', "[m] =~ /x/", "[a] and [b]", "[a] or [c]"]
)


@st.composite
def chains(draw: st.DrawFn, depth: int = 0) -> str:
    """An if with any else ifs and an else; in each body a mutate, and perhaps another such if."""
    count = draw(st.integers(1, 3))
    out = ""
    for number in range(count):
        out += f"{'if' if number == 0 else ' else if'} {draw(CONDITIONS)} {{ {M} {draw(inner(depth))} }}"
    return out + f" else {{ {M} {draw(inner(depth))} }}"


def inner(depth: int) -> st.SearchStrategy[str]:
    return st.just("") if depth >= 2 else st.one_of(st.just(""), chains(depth + 1))


@given(chains(), chains())
@tries(60)
def test_the_branches_of_a_chain_with_an_else_share_all_its_events(first: str, second: str) -> None:
    found = graph(pipeline(f"{first} {second}"))
    branches = Branches(found.stages, KNOWN)
    stages = [stage for stage in found.stages if stage.kind is Kind.FILTER]
    shares = {stage.index: branches.share(stage.guards) for stage in stages}
    assert all(-1e-9 <= share <= 1 + 1e-9 for share in shares.values())
    # The first stage of each body: the bodies of a chain have as many events together as the chain has.
    bodies: dict[tuple[tuple[int, bool], ...], float] = {}
    for stage in stages:
        bodies.setdefault(tuple((id(g.condition), g.holds) for g in stage.guards), shares[stage.index])
    outermost = [stage for stage in stages if sum(g.holds for g in stage.guards) <= 1]
    heads = {id(stage.guards[0].condition) for stage in outermost}
    for head in heads:
        mine = {key: share for key, share in bodies.items() if key[0][0] == head and _is_body(key, bodies)}
        assert math.fsum(mine.values()) == pytest.approx(1.0)


def _is_body(key: tuple[tuple[int, bool], ...], bodies: dict[tuple[tuple[int, bool], ...], float]) -> bool:
    """Whether guards are those of a body of an outermost chain: no other body's guards are a prefix of them."""
    return not any(other != key and key[: len(other)] == other for other in bodies)
