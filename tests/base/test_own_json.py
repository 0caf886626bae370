"""The lean reader of JSON against the standard library's."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipelint.base.lean.own_json import read_json

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
)


@given(VALUES, st.booleans())
def test_it_reads_what_the_standard_library_writes(value: object, ascii: bool) -> None:
    written = json.dumps(value, ensure_ascii=ascii, separators=(",", ":"))
    assert repr(read_json(written)) == repr(json.loads(written))
    if ascii:
        assert repr(read_json(written.encode())) == repr(json.loads(written))


@pytest.mark.parametrize("text", ["", "[1,", "[1] ", " 1", "nul", '"a', '{"a" 1}', b"\xff", '"\n"'])
def test_anything_else_is_an_error(text: str | bytes) -> None:
    with pytest.raises(ValueError):
        read_json(text)
