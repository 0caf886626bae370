"""Where boxes stand and how arrows run: nothing covers anything, what follows stands below, a fan has one trunk."""

from __future__ import annotations

from itertools import combinations, pairwise

from hypothesis import given
from hypothesis import strategies as st

from pipelint.graph.render.layout import GAP_Y, Layout, layout

SIZE = (100.0, 40.0)
GRAPHS = st.integers(1, 24).flatmap(
    lambda count: st.tuples(
        st.lists(st.tuples(st.integers(60, 260), st.integers(30, 120)), min_size=count, max_size=count),
        st.sets(st.tuples(st.integers(0, count - 1), st.integers(0, count - 1)), max_size=40),
        st.sets(st.integers(0, count - 1), max_size=3),
    )
)


def placed(count: int, *arrows: tuple[int, int], last: tuple[int, ...] = ()) -> Layout:
    return layout(dict.fromkeys(range(count), SIZE), arrows, last)


def test_a_chain_goes_straight_down() -> None:
    found = placed(3, (0, 1), (1, 2))
    step = SIZE[1] + GAP_Y
    assert found.boxes == {0: (0, 0), 1: (0, step), 2: (0, 2 * step)}
    assert found.arrows[0, 1] == ((50, 40), (50, 40), (50, step))


def test_a_filter_that_some_events_pass_by_has_their_arrow_beside_it() -> None:
    found = placed(3, (0, 1), (1, 2), (0, 2))
    left, right = found.boxes[1][0], found.boxes[1][0] + SIZE[0]
    row = [x for x, y in found.arrows[0, 2] if found.boxes[1][1] <= y <= found.boxes[1][1] + SIZE[1]]
    assert row
    assert all(x < left or x > right for x in row)


def test_a_fan_has_rows_of_three_and_one_trunk() -> None:
    found = placed(10, *((0, target) for target in range(1, 10)))
    heights = [y for index, (_, y) in sorted(found.boxes.items()) if index]
    assert [heights.count(y) for y in sorted(set(heights))] == [3, 3, 3]
    # All that leads to the last row takes the same way down.
    ways = {found.arrows[0, target][:-1] for target in (7, 8, 9)}
    assert len(ways) == 1
    # The trunk stays in the middle: each row has some of its boxes on either side.
    trunk = {y: x for x, y in ways.pop()}
    for row in sorted(set(heights))[:-1]:
        xs = [x for x, y in found.boxes.values() if y == row]
        assert min(xs) < trunk[row] < max(xs)


def test_two_chains_do_not_cross() -> None:
    found = placed(6, (0, 3), (1, 2), (2, 5), (3, 4))
    assert (
        (found.boxes[0][0] < found.boxes[1][0])
        == (found.boxes[3][0] < found.boxes[2][0])
        == (found.boxes[4][0] < found.boxes[5][0])
    )


def test_ways_of_different_lengths_go_straight_down() -> None:
    found = placed(8, (0, 1), (0, 2), (0, 3), (1, 4), (3, 5), (5, 6), (6, 7))
    columns = {index: round(x, 6) for index, (x, _) in found.boxes.items()}
    assert columns[1] == columns[4]
    assert columns[3] == columns[5] == columns[6] == columns[7]
    # The box that all come from is in the middle of them.
    assert columns[0] == columns[2]


def test_what_no_event_reaches_stands_last() -> None:
    found = placed(4, (1, 2), last=(0, 3))
    assert min(found.boxes[0][1], found.boxes[3][1]) > found.boxes[2][1]


def test_an_arrow_back_goes_up() -> None:
    found = placed(2, (0, 1), (1, 0))
    assert found.arrows[0, 1][-1][1] == found.boxes[1][1]
    back = found.arrows[1, 0]
    assert back[0][1] == found.boxes[1][1]
    assert back[-1][1] == found.boxes[0][1] + SIZE[1]


def test_nothing_has_no_size() -> None:
    assert placed(0) == Layout({}, {}, 0, 0)


@given(GRAPHS)
def test_any_graph(graph: tuple[list[tuple[int, int]], set[tuple[int, int]], set[int]]) -> None:
    sizes, arrows, last = graph
    of = {index: (float(width), float(height)) for index, (width, height) in enumerate(sizes)}
    found = layout(of, arrows, last)
    assert found == layout(of, sorted(arrows, reverse=True), last)
    assert found.boxes.keys() == of.keys()
    assert found.arrows.keys() == {pair for pair in arrows if pair[0] != pair[1]}
    for one, other in combinations(of, 2):
        (x, y), (a, b) = found.boxes[one], found.boxes[other]
        assert x + of[one][0] <= a + 1e-6 or a + of[other][0] <= x + 1e-6 or y + of[one][1] <= b or b + of[other][1] <= y
    for index, (x, y) in found.boxes.items():
        assert -1e-6 <= x <= x + of[index][0] <= found.width + 1e-6
        assert 0 <= y <= y + of[index][1] <= found.height + 1e-6
    for (source, target), points in found.arrows.items():
        ends = {(source, points[0]), (target, points[-1])}
        for index, (x, y) in ends:
            assert abs(x - found.boxes[index][0] - of[index][0] / 2) < 1e-6
            assert min(abs(y - found.boxes[index][1]), abs(y - found.boxes[index][1] - of[index][1])) < 1e-6
        heights = [y for _, y in points]
        assert heights in (sorted(heights), sorted(heights, reverse=True))
        assert all(-1e-6 <= x <= found.width + 1e-6 for x, _ in points)
        # Straight where rows are, in curves between them: in no row does it go through a box.
        for (x, y), (a, b) in pairwise(points):
            for index, (left, top) in found.boxes.items():
                inside = left < x < left + of[index][0] and min(y, b) < top + of[index][1] and max(y, b) > top
                assert x != a or index in (source, target) or not inside
