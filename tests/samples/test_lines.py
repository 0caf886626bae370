"""Which lines of a sample are followed, and that it may be larger than memory."""

import tracemalloc
from itertools import islice, repeat

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipelint.trace.lines import beginning, picked
from tests.properties import tries


@tries(100)
@given(st.integers(0, 5_000), st.integers(200, 1_000))
def test_followed_lines_are_in_order_and_spread_over_the_whole(count: int, most: int) -> None:
    lines = [b"%d" % number for number in range(count)]
    found = picked(lines, most)
    numbers = [int(line) for line in found.taken]
    assert (found.count, found.size) == (count, sum(map(len, lines)))
    assert numbers == sorted(numbers)
    assert len(numbers) <= most + 100
    if count <= most:
        assert numbers == list(range(count))
    elif count > 2 * most:
        assert len(numbers) >= most // 2 - 100
        # Of each quarter there are about as many.
        quarters = [sum(count * part // 4 <= number < count * (part + 1) // 4 for number in numbers) for part in range(4)]
        assert min(quarters) >= max(quarters) - 200


def test_lines_that_are_no_text_are_counted() -> None:
    found = picked([b"a", b"\xff", "\N{SNOWMAN}".encode(), b"\xe2\x98"], 200)
    assert (found.count, found.no_text) == (4, 2)


def test_an_empty_sample_has_no_lines() -> None:
    assert picked([], 200).taken == ()


@pytest.mark.slow
@pytest.mark.parametrize("length", [10, 100_000])
def test_memory_does_not_grow_with_the_sample(length: int) -> None:
    tracemalloc.start()
    count = 4_000_000 // length + 20_000 if length == 10 else 3_000
    found = picked((bytes(length) for _ in range(count)), 2_000)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert found.count == count
    assert peak < 80 * 1024 * 1024


def test_of_a_large_sample_an_editor_reads_the_beginning() -> None:
    assert sum(1 for _ in islice(beginning(repeat(b"x" * 1023)), 5_000)) == 1025
