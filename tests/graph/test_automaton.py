"""Automata against the sets of texts that they stand for, listed by hand or by trying every short text."""

from itertools import product

from hypothesis import given
from hypothesis import strategies as st

from pipelint.engines.fluentd import tags
from pipelint.graph.automaton import EMPTY, Automaton

LETTERS = "ab."
SHORT = ["".join(t) for n in range(5) for t in product(LETTERS, repeat=n)]


def members(automaton: Automaton) -> set[str]:
    return {text for text in SHORT if text in automaton}


atoms = st.recursive(
    st.one_of(
        st.sampled_from(LETTERS).map(tags.Literal),
        st.just(tags.AnySegment()),
        st.just(tags.Anything()),
        st.just(tags.BeforeDot()),
        st.just(tags.ThroughDot()),
    ),
    lambda inner: st.lists(st.lists(inner, max_size=2).map(tuple), min_size=1, max_size=2).map(
        lambda options: tags.Choice(tuple(options))
    ),
    max_leaves=6,
)
automata = st.lists(atoms, max_size=4).map(lambda sequence: tags.automaton(tuple(sequence)))


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


def test_the_empty_set_has_no_member() -> None:
    assert members(EMPTY) == set()
    assert EMPTY <= tags.ANY
    assert (tags.ANY - tags.ANY).is_empty
