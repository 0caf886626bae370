"""Layout: where the boxes of a small directed graph stand and how its arrows run, from top to bottom.

Sugiyama's way (Sugiyama, Tagawa, Toda 1981): rows by the longest path, of no more than so many boxes each; in each row an order
with few crossings, by barycentres; then places across, those that are nearest to what a box is joined with. Arrows over several
rows share one trunk with the others of the same box, so that a box with forty successors has one line down and forty ends.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from heapq import heapify, heappop, heappush
from itertools import pairwise
from statistics import fmean

from pipelint.base.lean.record import dataclass

Point = tuple[float, float]
Key = tuple[int, ...]
"""A box ``(index,)``, or the trunk ``(end, 0 or 1, row)`` where arrows cross a row: out of the box ``end``, or into it."""

GAP_X, GAP_Y = 28.0, 46.0
"""Pixels between boxes of a row, and between rows."""
_TRUNK = 8.0
_MOST_IN_ROW = 3
_SWEEPS = 12


@dataclass(frozen=True, slots=True)
class Layout:
    """The left upper corner of each box, each arrow's points from box to box, and the size of the whole, in pixels."""

    boxes: Mapping[int, Point]
    arrows: Mapping[tuple[int, int], tuple[Point, ...]]
    width: float
    height: float


def layout(sizes: Mapping[int, tuple[float, float]], arrows: Iterable[tuple[int, int]], last: Iterable[int] = ()) -> Layout:
    """Places boxes of these ``sizes`` (width and height). Those in ``last`` stand below all others.

    The same input gives the same output. Works in the square of the number of boxes at most.
    """
    if not sizes:
        return Layout({}, {}, 0.0, 0.0)
    forward = _without_cycles(sorted(sizes), arrows)
    rows_of = _rows(sorted(sizes), forward, frozenset(last))
    rows, chains = _with_trunks(rows_of, forward)
    links = sorted({pair for chain in chains.values() for pair in pairwise(chain)})
    rows = _ordered(rows, links)
    middle = _across(rows, links, sizes)
    tops, bottoms = _down(rows, sizes)
    left = min(x - (sizes[key[0]][0] if len(key) == 1 else _TRUNK) / 2 for key, x in middle.items())
    boxes = {index: (middle[(index,)] - sizes[index][0] / 2 - left, tops[rows_of[index]]) for index in sizes}
    found = {}
    for (source, target), chain in chains.items():
        row, x = rows_of[source], middle[chain[0]] - left
        between = [(middle[key] - left, y) for key in chain[1:-1] for y in (tops[key[2]], bottoms[key[2]])]
        end = middle[chain[-1]] - left, tops[rows_of[target]]
        found[source, target] = ((x, tops[row] + sizes[source][1]), (x, bottoms[row]), *between, end)
    wanted = (pair for pair in sorted(set(arrows)) if pair[0] != pair[1])
    found = {pair: found[pair] if pair in found else found[pair[::-1]][::-1] for pair in wanted}
    width = max(x + sizes[index][0] for index, (x, _) in boxes.items())
    trunks = max((x for points in found.values() for x, _ in points), default=0.0)
    return Layout(boxes, found, max(width, trunks + _TRUNK), bottoms[-1])


def _without_cycles(nodes: Sequence[int], arrows: Iterable[tuple[int, int]]) -> dict[int, list[int]]:
    """The successors of each box; an arrow that closes a cycle goes the other way."""
    after: dict[int, list[int]] = {node: [] for node in nodes}
    for source, target in sorted(set(arrows)):
        if source != target:
            after[source].append(target)
    found: dict[int, set[int]] = {node: set() for node in nodes}
    state: dict[int, int] = {}
    indegree = {target for targets in after.values() for target in targets}
    for root in sorted(nodes, key=lambda node: (node in indegree, node)):
        todo = [(root, iter(after[root]))] if root not in state else []
        state.setdefault(root, 1)
        while todo:
            here, rest = todo[-1]
            for target in rest:
                if state.get(target) == 1:
                    found[target].add(here)
                    continue
                found[here].add(target)
                if target not in state:
                    state[target] = 1
                    todo.append((target, iter(after[target])))
                    break
            else:
                state[here] = 2
                todo.pop()
    return {node: sorted(targets) for node, targets in found.items()}


def _rows(nodes: Sequence[int], after: Mapping[int, Sequence[int]], last: frozenset[int]) -> dict[int, int]:
    """The row of each box: below all that lead to it, in the first one with room."""
    waiting = dict.fromkeys(nodes, 0)
    for targets in after.values():
        for target in targets:
            waiting[target] += 1
    ready = [(node in last, node) for node in nodes if not waiting[node]]
    heapify(ready)
    least = dict.fromkeys(nodes, 0)
    found: dict[int, int] = {}
    taken: dict[int, int] = {}
    below: int | None = None
    while ready:
        late, node = heappop(ready)
        if late and below is None:
            below = max(found.values(), default=-1) + 1
        row = max(least[node], (below or 0) if late else 0)
        while taken.get(row, 0) >= _MOST_IN_ROW:
            row += 1
        found[node] = row
        taken[row] = taken.get(row, 0) + 1
        for target in after[node]:
            least[target] = max(least[target], row + 1)
            waiting[target] -= 1
            if not waiting[target]:
                heappush(ready, (target in last, target))
    return found


def _with_trunks(
    rows_of: Mapping[int, int], after: Mapping[int, Sequence[int]]
) -> tuple[list[list[Key]], dict[tuple[int, int], list[Key]]]:
    """The boxes and trunks of each row, and of each arrow what it leads through."""
    coming: dict[int, int] = {}
    for targets in after.values():
        for target in targets:
            coming[target] = coming.get(target, 0) + 1
    rows: list[list[Key]] = [[] for _ in range(max(rows_of.values()) + 1)]
    trunks: list[dict[Key, None]] = [{} for _ in rows]
    for node, row in sorted(rows_of.items()):
        rows[row].append((node,))
    chains: dict[tuple[int, int], list[Key]] = {}
    for source, targets in after.items():
        for target in targets:
            trunk = (source, 0) if len(targets) >= coming[target] else (target, 1)
            between: list[Key] = [(*trunk, row) for row in range(rows_of[source] + 1, rows_of[target])]
            for key in between:
                trunks[key[2]][key] = None
            chains[source, target] = [(source,), *between, (target,)]
    # Trunks go down in the middle, where what they lead to is to be; of three boxes two are left of them in every other row.
    halves = [(len(row) + number % 2) // 2 for number, row in enumerate(rows)]
    return [[*row[:half], *trunk, *row[half:]] for row, trunk, half in zip(rows, trunks, halves, strict=True)], chains


def _neighbours(links: Iterable[tuple[Key, Key]]) -> tuple[dict[Key, list[Key]], dict[Key, list[Key]]]:
    above: dict[Key, list[Key]] = {}
    below: dict[Key, list[Key]] = {}
    for upper, lower in links:
        above.setdefault(lower, []).append(upper)
        below.setdefault(upper, []).append(lower)
    return above, below


def _ordered(rows: list[list[Key]], links: Sequence[tuple[Key, Key]]) -> list[list[Key]]:
    """The rows, each in the order that had the fewest crossings of those that barycentres led to."""
    above, below = _neighbours(links)
    best, least = rows, _crossings(rows, below)
    for sweep in range(_SWEEPS):
        if not least:
            break
        near = above if sweep % 2 == 0 else below
        now = [list(row) for row in rows]
        for number in range(len(now)) if near is above else reversed(range(len(now))):
            beside = number - 1 if near is above else number + 1
            if not 0 <= beside < len(now):
                continue
            at = {key: float(place) for place, key in enumerate(now[beside])}
            centre = {
                key: fmean([at[other] for other in near[key]]) if key in near else float(place)
                for place, key in enumerate(now[number])
            }
            now[number].sort(key=centre.__getitem__)
        rows, crossings = now, _crossings(now, below)
        if crossings < least:
            best, least = now, crossings
    return best


def _crossings(rows: Sequence[Sequence[Key]], below: Mapping[Key, Sequence[Key]]) -> int:
    """Pairs of arrows between neighbouring rows that cross."""
    count = 0
    for upper, lower in pairwise(rows):
        at = {key: place for place, key in enumerate(lower)}
        ends = [place for key in upper for place in sorted(at[other] for other in below.get(key, ()))]
        count += sum(ends[i] > ends[j] for i in range(len(ends)) for j in range(i + 1, len(ends)))
    return count


def _across(
    rows: Sequence[Sequence[Key]], links: Sequence[tuple[Key, Key]], sizes: Mapping[int, tuple[float, float]]
) -> dict[Key, float]:
    """The middle of each box and trunk: row by row the nearest places to the middle of their neighbours."""
    above, below = _neighbours(links)
    middle: dict[Key, float] = {}
    for row in rows:
        middle.update(zip(row, _apart([0.0] * len(row), _steps(row, sizes)), strict=True))
    for sweep in range(_SWEEPS):
        near = (above, below)[sweep % 2] if sweep < _SWEEPS - 2 else {k: above.get(k, []) + below.get(k, []) for k in middle}
        for row in rows if sweep % 2 == 0 else reversed(rows):
            wanted = [fmean([middle[other] for other in near[key]]) if near.get(key) else middle[key] for key in row]
            middle.update(zip(row, _apart(wanted, _steps(row, sizes)), strict=True))
    return middle


def _steps(row: Sequence[Key], sizes: Mapping[int, tuple[float, float]]) -> list[float]:
    """How far from each box of a row the next one has to be, middle to middle."""
    widths = [sizes[key[0]][0] if len(key) == 1 else _TRUNK for key in row]
    return [(a + b) / 2 + GAP_X for a, b in pairwise(widths)]


def _apart(wanted: Sequence[float], steps: Sequence[float]) -> list[float]:
    """The places with these steps between them that are nearest to those ``wanted`` (least squares, by pooling neighbours)."""
    offsets = [0.0]
    for step in steps:
        offsets.append(offsets[-1] + step)
    pools: list[tuple[float, int]] = []
    for want, offset in zip(wanted, offsets, strict=False):
        total, count = want - offset, 1
        while pools and pools[-1][0] / pools[-1][1] >= total / count:
            before = pools.pop()
            total, count = total + before[0], count + before[1]
        pools.append((total, count))
    placed = [total / count for total, count in pools for _ in range(count)]
    return [place + offset for place, offset in zip(placed, offsets, strict=False)]


def _down(rows: Sequence[Sequence[Key]], sizes: Mapping[int, tuple[float, float]]) -> tuple[list[float], list[float]]:
    """Where each row begins and ends."""
    tops, bottoms = [], []
    at = 0.0
    for row in rows:
        tops.append(at)
        at += max((sizes[key[0]][1] for key in row if len(key) == 1), default=0.0)
        bottoms.append(at)
        at += GAP_Y
    return tops, bottoms
