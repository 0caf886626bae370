"""Alignment of sequences, checked against its definition on all small cases that hypothesis thinks of."""

from __future__ import annotations

from itertools import combinations, pairwise

from hypothesis import given
from hypothesis import strategies as st

from pipelint.compare.align import best, common, moved

WORDS = st.lists(st.sampled_from("abcd"), max_size=12)


@given(WORDS, WORDS)
def test_common_elements_are_equal_and_in_order(before: list[str], after: list[str]) -> None:
    pairs = common(before, after)
    assert all(before[i] == after[j] for i, j in pairs)
    assert all(a < c and b < d for (a, b), (c, d) in pairwise(pairs))


@given(WORDS)
def test_a_sequence_is_all_in_common_with_itself(words: list[str]) -> None:
    assert common(words, words) == [(n, n) for n in range(len(words))]


@given(WORDS, WORDS, WORDS)
def test_what_is_put_in_between_leaves_the_rest_paired(head: list[str], inside: list[str], tail: list[str]) -> None:
    assert len(common(head + tail, head + inside + tail)) == len(head + tail)


@given(st.lists(st.lists(st.integers(0, 3), min_size=4, max_size=4), max_size=4))
def test_the_best_pairs_add_up_to_the_most(scores: list[list[int]]) -> None:
    found = best(len(scores), 4, lambda i, j: scores[i][j])
    cells = [(i, j) for i in range(len(scores)) for j in range(4) if scores[i][j]]
    ways = (
        way
        for count in range(5)
        for way in combinations(cells, count)
        if all(a < c and b < d for (a, b), (c, d) in pairwise(way))
    )
    assert all(a < c and b < d for (a, b), (c, d) in pairwise(found))
    assert sum(scores[i][j] for i, j in found) == max(sum(scores[i][j] for i, j in way) for way in ways)


@given(st.permutations(range(6)), st.integers(0, 6))
def test_the_fewest_pairs_are_moved(order: list[int], size: int) -> None:
    pairs = list(enumerate(order[:size]))
    gone = moved(pairs)
    kept = sorted(set(pairs) - gone)
    assert all(b < d for (_, b), (_, d) in pairwise(kept))
    longest = max(
        len(some)
        for count in range(len(pairs) + 1)
        for some in combinations(pairs, count)
        if all(b < d for (_, b), (_, d) in pairwise(some))
    )
    assert len(kept) == longest
