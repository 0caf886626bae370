"""Lines: they start behind line feeds, and nowhere else."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipelint.base.text.lines import Lines, line_starts

TEXTS = st.lists(st.sampled_from([b"a", b"\n", b"\r", b"\r\n", b"\x0b", b"\x0c", b"\x1c", "\x85é\u2028".encode()])).map(b"".join)


@given(TEXTS)
def test_a_line_starts_at_the_begin_and_behind_each_line_feed(text: bytes) -> None:
    assert line_starts(text) == [0, *(at + 1 for at, byte in enumerate(text) if byte == 0x0A)]


@given(TEXTS)
def test_an_offset_is_on_the_line_that_starts_last_before_it(text: bytes) -> None:
    lines = Lines(text)
    assert len(lines) == 1 + text.count(b"\n")
    for offset in range(len(text) + 1):
        line, column = lines.position(offset)
        assert line == 1 + text.count(b"\n", 0, offset)
        assert column == 1 + len(text[lines.start(line) : offset].decode("utf-8", "replace"))


@pytest.mark.parametrize("char", ["À", "ÿ", "€", "😀"])
def test_columns_count_characters_on_long_lines_too(char: str) -> None:
    # By hand. The second bytes of the first two are the least and the greatest that go on with a character: 0x80 and 0xBF.
    lines = Lines(f"ab\n{char * 5000}x\n".encode())
    assert lines.position(lines.text.index(b"x")) == (2, 5001)
