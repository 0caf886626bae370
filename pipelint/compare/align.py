"""Alignment of two sequences by keys: what stands in both in the same order, and which of the pairs have moved."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Hashable, Sequence

IndexPairs = list[tuple[int, int]]
"""Indices into the first and the second sequence."""


def common(before: Sequence[Hashable], after: Sequence[Hashable]) -> IndexPairs:
    """Equal elements of both in the same order, as pairs of indices; each index once, both growing."""
    head = 0
    least = min(len(before), len(after))
    while head < least and before[head] == after[head]:
        head += 1
    tail = 0
    while tail < least - head and before[-1 - tail] == after[-1 - tail]:
        tail += 1
    pairs = [(i, i) for i in range(head)]
    first, second = before[head : len(before) - tail], after[head : len(after) - tail]
    if first and second:
        from difflib import SequenceMatcher

        for block in SequenceMatcher(None, first, second, autojunk=False).get_matching_blocks():
            pairs += [(head + block.a + n, head + block.b + n) for n in range(block.size)]
    return pairs + [(len(before) - n, len(after) - n) for n in range(tail, 0, -1)]


def best(before: int, after: int, score: Callable[[int, int], float]) -> IndexPairs:
    """The pairs of two sequences of these lengths, in the same order on both sides, whose scores add up to the most.

    A pair with the score 0 is none. It takes ``before * after`` steps.
    """
    scores = [[score(i, j) for j in range(after)] for i in range(before)]
    most = [[0.0] * (after + 1) for _ in range(before + 1)]
    for i in reversed(range(before)):
        for j in reversed(range(after)):
            paired = scores[i][j] + most[i + 1][j + 1] if scores[i][j] > 0 else 0.0
            most[i][j] = max(paired, most[i + 1][j], most[i][j + 1])
    pairs = []
    i = j = 0
    while i < before and j < after:
        if scores[i][j] > 0 and most[i][j] == scores[i][j] + most[i + 1][j + 1]:
            pairs.append((i, j))
            i, j = i + 1, j + 1
        elif most[i][j] == most[i + 1][j]:
            i += 1
        else:
            j += 1
    return pairs


def moved(pairs: IndexPairs) -> set[tuple[int, int]]:
    """The fewest pairs that have to move for all others to stand in the same order on both sides."""
    ordered = sorted(pairs)
    ends: list[int] = []  # of the growing runs found so far, by length less one, the least second index they can end in
    at: list[int] = []  # the pair that each of those ends with
    former: list[int] = []
    for number, (_, second) in enumerate(ordered):
        place = bisect_left(ends, second)
        ends[place : place + 1] = [second]
        at[place : place + 1] = [number]
        former.append(at[place - 1] if place else -1)
    kept = set()
    here = at[-1] if at else -1
    while here >= 0:
        kept.add(ordered[here])
        here = former[here]
    return set(ordered) - kept
