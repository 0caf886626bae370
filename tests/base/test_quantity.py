"""Numbers that a stranger may have written."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipelint.base.quantity import MOST, read_docker_size, whole


@given(st.integers(-(10**30), 10**30))
def test_a_number_is_itself_up_to_a_most(number: int) -> None:
    assert whole(str(number)) == max(-MOST, min(number, MOST))


@pytest.mark.parametrize(
    ("text", "number"), [("1_000", 1000), ("+5", 5), ("007", 7), ("0", 0), ("", 0), ("9" * 100_000, MOST), ("0" * 9_000 + "3", 3)]
)
def test_what_fluentd_writes(text: str, number: int) -> None:
    assert whole(text) == number


@pytest.mark.parametrize("text", ["a", "1.5", "0x10"])
def test_what_is_none(text: str) -> None:
    with pytest.raises(ValueError, match="invalid literal"):
        whole(text)


@pytest.mark.parametrize(
    ("text", "size"),
    [
        *(("512m", 512 << 20), ("2G", 2 << 30), ("2gb", 2 << 30), ("64MiB", 64 << 20), ("1024", 1024), ("7b", 7), (" 5k ", 5120)),
        *(("0", None), ("", None), ("1.5g", None), ("${LIMIT}", None), ("1t", None), ("-1", None)),
    ],
)
def test_sizes_as_docker_reads_them(text: str, size: int | None) -> None:
    assert read_docker_size(text) == size
