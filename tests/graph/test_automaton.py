"""Automata against the sets of texts that they stand for, listed by hand or by trying every short text."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipelint.base.limits import listening
from pipelint.engines.fluentd.routing import atoms, tags
from pipelint.graph.automaton import EMPTY, Automaton
from pipelint.graph.bounds import TooLargeError, TooMuchWorkError, one_config

LETTERS = "ab."
SHORT = ["".join(t) for n in range(5) for t in product(LETTERS, repeat=n)]


def members(automaton: Automaton) -> set[str]:
    return {text for text in SHORT if text in automaton}


pieces = st.recursive(
    st.one_of(
        st.sampled_from(LETTERS).map(atoms.Literal),
        st.just(atoms.AnySegment()),
        st.just(atoms.Anything()),
        st.just(atoms.BeforeDot()),
        st.just(atoms.ThroughDot()),
    ),
    lambda inner: st.lists(st.lists(inner, max_size=2).map(tuple), min_size=1, max_size=2).map(
        lambda options: atoms.Choice(tuple(options))
    ),
    max_leaves=6,
)
automata = st.lists(pieces, max_size=4).map(lambda sequence: atoms.automaton(tuple(sequence)))


@given(automata, automata)
def test_operators_are_those_of_sets(left: Automaton, right: Automaton) -> None:
    assert members(left & right) == members(left) & members(right)
    assert members(left - right) == members(left) - members(right)
    assert members(left | right) == members(left) | members(right)


@given(automata, automata)
def test_inclusion_means_that_nothing_is_left(left: Automaton, right: Automaton) -> None:
    if left <= right:
        assert members(left) <= members(right)
    else:
        witness = (left - right).example()
        assert witness is not None
        assert witness in left
        assert witness not in right


@given(automata, st.text(LETTERS, max_size=2))
def test_prefixes_are_taken_off_and_put_on(automaton: Automaton, prefix: str) -> None:
    assert members(automaton.before(prefix)) == {t for t in SHORT if t.startswith(prefix) and t[len(prefix) :] in automaton}
    assert members(automaton.after(prefix)) == {t for t in SHORT if prefix + t in automaton}


@given(automata)
def test_an_example_is_a_member_and_only_the_empty_set_has_none(automaton: Automaton) -> None:
    example = automaton.example()
    if example is None:
        assert automaton.is_empty
        assert not members(automaton)
    else:
        assert example in automaton


@given(automata)
def test_the_example_is_a_shortest_member_and_every_member_has_the_prefix(automaton: Automaton) -> None:
    found = members(automaton)
    assert automaton.is_prefix == (automaton.prefix in automaton)
    assert all(text.startswith(automaton.prefix) for text in found)
    if found:
        assert len(automaton.example() or "") <= min(map(len, found))


def test_the_empty_set_has_no_member() -> None:
    assert members(EMPTY) == set()
    assert EMPTY <= tags.ANY
    assert (tags.ANY - tags.ANY).is_empty


@given(automata, st.integers(0, 2))
def test_a_segment_is_what_stands_between_two_dots(automaton: Automaton, index: int) -> None:
    for text in members(automaton):
        parts = text.split(".")
        assert (parts[index] if index < len(parts) else "") in automaton.segment(index)


@given(st.lists(st.text(LETTERS, max_size=4), max_size=4), st.integers(0, 2))
def test_the_segments_of_listed_texts_are_theirs_alone(texts: list[str], index: int) -> None:
    listed = atoms.automaton((atoms.Choice(tuple(map(atoms.literal, texts))),)) if texts else EMPTY
    split = [text.split(".") for text in texts]
    assert listed.segment(index).words(9) == sorted({parts[index] if index < len(parts) else "" for parts in split})
    assert listed.words(9) == sorted(set(texts))


@given(automata)
def test_only_a_finite_set_has_words(automaton: Automaton) -> None:
    words = automaton.words(500)
    if words is not None:
        assert all(word in automaton for word in words)
        assert {word for word in words if len(word) <= 4} >= members(automaton)


def test_an_operation_that_changes_nothing_gives_the_same_object() -> None:
    some, other = tags.written("a.b"), tags.written("c")
    assert some - other is some
    assert some & tags.ANY is some
    assert tags.ANY & some is some
    assert some | EMPTY is some
    assert some.without([other, EMPTY]) is some


def explosive() -> Automaton:
    """Any text with an ``a`` thirty characters before its end: deterministic, that takes a billion states."""
    pattern = (atoms.Anything(), atoms.Literal("a"), *[atoms.NoneOf()] * 30)
    return atoms.automaton(pattern)


def test_what_has_too_many_states_is_given_up_and_said() -> None:
    with listening() as said, pytest.raises(TooLargeError):
        explosive()
    assert list(said) == ["a set of tags is too large to analyse: it counts as any tag"]


def test_all_automata_of_a_config_share_one_bound() -> None:
    with one_config():
        with pytest.raises(TooMuchWorkError):
            for _ in range(1_000):
                with pytest.raises(TooLargeError):
                    explosive()
        with pytest.raises(TooMuchWorkError):
            tags.ANY - tags.written("a")
    assert "a" not in tags.ANY - tags.written("a")


@pytest.mark.parametrize(
    ("moves", "free", "end"),
    [([[("a", True, 1)]], [[]], 0), ([[]], [[("", 9)]], 0), ([[]], [[]], 1), ([[]], [], 0), ([[]], [[("?", 0)]], 0)],
)
def test_a_machine_that_is_none_is_refused(
    moves: list[list[tuple[str, bool, int]]], free: list[list[tuple[str, int]]], end: int
) -> None:
    with pytest.raises(ValueError, match="move"):
        Automaton(moves, free, end)


def test_lone_surrogates_do_no_harm() -> None:
    odd = atoms.automaton((atoms.Literal("\ud800"), atoms.OneOf(frozenset("\udfffa"))))
    assert not odd.is_empty
    assert "\ud800a" in atoms.automaton((atoms.Anything(), atoms.Literal("a")))
    assert isinstance(odd.after("\ud800").is_empty, bool)
    assert isinstance(odd.before("\udc00").prefix, str)
