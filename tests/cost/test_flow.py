"""Flow states: what thinning, joining and mixing keep."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipelint.base.lean.record import replace
from pipelint.cost.events.flow import State, mix
from pipelint.cost.events.work import Done, untouched
from pipelint.cost.interval import Interval
from pipelint.graph.stage import Flow

SHARE = st.floats(0.01, 1.0)


@st.composite
def states(draw: st.DrawFn) -> State:
    amount = st.floats(0.0, 1e4)
    return State(
        events=draw(st.floats(0.001, 10.0)),
        emits=draw(st.floats(0.0001, 5.0)),
        text=draw(amount),
        record=draw(amount),
        fields=draw(amount),
        keys=draw(st.none() | st.frozensets(st.sampled_from("abcd"))),
        framed=draw(st.booleans()),
        continuation=draw(st.floats(0.0, 0.9)),
        partial=draw(st.floats(0.0, 0.9)),
        tag_parts=draw(st.floats(1.0, 20.0)),
        packed=draw(st.booleans()),
    )


@given(states(), SHARE)
def test_thinning_keeps_the_streams(state: State, kept: float) -> None:
    # A grep that drops events hands on as many streams as it took, emptier ones.
    left = state.thinned(kept)
    assert math.isclose(left.events * left.emits, state.events * state.emits, rel_tol=1e-9)
    assert math.isclose(left.events, state.events * kept)


@given(states(), SHARE)
def test_a_share_keeps_streams_per_event(state: State, part: float) -> None:
    assert state.share(part).emits == state.emits


@given(st.lists(states(), min_size=1, max_size=6))
def test_a_mix_has_all_events_and_lies_between_its_parts(parts: list[State]) -> None:
    whole = mix(parts)
    assert math.isclose(whole.events, math.fsum(s.events for s in parts), rel_tol=1e-9)
    for name in ("emits", "text", "record", "fields", "tag_parts", "continuation"):
        values = [getattr(s, name) for s in parts]
        assert min(values) * (1 - 1e-9) - 1e-9 <= getattr(whole, name) <= max(values) * (1 + 1e-9) + 1e-9
    if any(s.keys is None for s in parts):
        assert len(parts) == 1 or whole.keys is None


def test_of_mixed_events_only_the_keys_that_all_have_are_known() -> None:
    one = State(1.0, 1.0, 10.0, 10.0, 2.0, frozenset("ab"), False, continuation=0.0, partial=0.0, tag_parts=1.0)
    assert mix([one, replace(one, keys=frozenset("bc"))]).keys == frozenset("b")
    assert mix([one, replace(one, keys=None)]).keys is None


def test_what_has_no_mean_is_that_of_the_most_events() -> None:
    few = State(1.0, 1.0, 10.0, 10.0, 2.0, None, False, continuation=0.0, partial=0.0, tag_parts=1.0, sizes={"a": 1.0})
    many = replace(few, events=3.0, framed=True, packed=True, sent=True, locked=2.0, sizes={"a": 2.0})
    for states in ([few, many], [many, few]):
        whole = mix(states)
        assert (whole.framed, whole.packed, whole.sent, whole.locked, whole.sizes) == (True, True, True, 2.0, {"a": 2.0})


def test_nothing_cannot_be_mixed() -> None:
    with pytest.raises(ValueError, match="no flow"):
        mix([])


@given(st.floats(0.1, 1e3), st.floats(1.0, 3.0), st.floats(1.0, 3.0), st.floats(1.0, 4.0))
def test_rates_are_the_reciprocals_of_costs(low: float, more: float, most: float, spread: float) -> None:
    cost = Interval(low, low * more, low * more * most).widened(spread)
    rate = cost.per_second()
    assert rate.low <= rate.mid <= rate.high
    assert math.isclose(rate.low * cost.high, 1e6) and math.isclose(rate.mid * cost.mid, 1e6)


def test_an_interval_out_of_order_cannot_exist() -> None:
    with pytest.raises(ValueError, match="not an interval"):
        Interval(2.0, 1.0, 3.0)


def test_a_stage_that_joins_no_lines_hands_on_what_later_ones_may_join() -> None:
    before = State(1.0, 1.0, 10.0, 10.0, 1.0, None, False, continuation=0.1, partial=0.2, tag_parts=1.0)
    # It was told that it joins half of them, as was seen there.
    coming = replace(before, continuation=0.5, partial=0.5)
    for own, expected in ((coming, before), (replace(coming, partial=0.0), replace(before, partial=0.0))):
        done = untouched(Done((), own, {Flow.ROUTE: own}), coming, before)
        assert done.passed == expected and done.emitted == {Flow.ROUTE: expected}
