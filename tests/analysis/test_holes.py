"""Holes in values, as record_transformer and record_modifier read them (Fluentd 1.16.5, record-modifier 2.2.0)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipelint.engines.fluentd.holes import Holes, read_holes


@pytest.mark.parametrize(
    ("text", "inside", "around"),
    [
        ("prod-1", (), "prod-1"),
        ("${tag}", ("tag",), ""),
        ('a-${record["x"]}-b ${tag_parts[-1]}', ('record["x"]', "tag_parts[-1]"), "a--b "),
        ("${record.map { |k, v| [k, {}] }}", ("record.map { |k, v| [k, {}] }",), ""),
        ('${record["}"]}', ('record["}"]',), ""),
        (r'${"\"}"} x', (r'"\"}"',), " x"),
        ("${tag", (), "${tag"),
        ("$${tag}$", ("tag",), "$$"),
        ('{"a":"${tag}"}', ("tag",), '{"a":""}'),
    ],
)
def test_the_parts_of_a_value(text: str, inside: tuple[str, ...], around: str) -> None:
    assert read_holes(text) == Holes(inside, around)


@given(st.text("${}\"'\\ab", max_size=60))
def test_no_character_is_lost(text: str) -> None:
    found = read_holes(text)
    assert len(found.around) + sum(len(hole) + 3 for hole in found.inside) == len(text)


@given(st.lists(st.tuples(st.text("ab -", max_size=5), st.text("ab[]0", max_size=5)), max_size=5))
def test_holes_come_out_as_they_were_put_in(parts: list[tuple[str, str]]) -> None:
    text = "".join(f"{plain}${{{hole}}}" for plain, hole in parts)
    assert read_holes(text) == Holes(tuple(hole for _, hole in parts), "".join(plain for plain, _ in parts))
