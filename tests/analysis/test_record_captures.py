"""Which named groups a match sets for certain."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipelint.engines.fluentd.records.captures import captures


@pytest.mark.parametrize(
    ("pattern", "flags", "sure", "maybe"),
    [
        (r"^(?<a>x)(?<b>y)?", "", ["a"], ["b"]),
        (r"^(?<time>[^ ]+) (?<stream>stdout|stderr)( (?<logtag>.))? (?<log>.*)$", "", ["time", "stream", "log"], ["logtag"]),
        (r"(?<a>x)|(?<b>y)", "", [], ["a", "b"]),
        (r"(?:(?<a>x)|y)(?<b>z)", "", ["b"], ["a"]),
        (r"(?<a>(?<b>x)|y)", "", ["a"], ["b"]),
        (r"(?<a>x)*(?<b>y)+(?<c>z){0,2}(?<d>w){2}", "", ["b", "d"], ["a", "c"]),
        (r"[(?<a>](?<b>x)[^]|](?<c>y)", "", ["b", "c"], ["a"]),
        (r"[a[b|c](?<n>]](?<b>x)", "", ["b"], ["n"]),
        (r"\((?<a>x)\|\)(?<b>y)", "", ["a", "b"], []),
        (r"(?!(?<a>x))(?=(?<b>y))", "", ["b"], ["a"]),
        (r"(?<@time>x)(?'a-b.c'y)(?<d e>z)?(?<-f>w)", "", ["@time", "a-b.c"], ["d e"]),
        (r"(?<!x)(?<=y)(?'a'x)", "", ["a"], []),
        (r"(?<a>x) # (?<b>y)", "x", [], ["a", "b"]),
        (r"(?i)(?<a>x)", "", ["a"], []),
        (r"(?<a>x))(?<b>y)", "", [], ["a", "b"]),
        (r"(?<a>x", "", [], ["a"]),
    ],
)
def test_groups_that_every_match_sets(pattern: str, flags: str, sure: list[str], maybe: list[str]) -> None:
    found = captures(pattern, flags)
    assert (sorted(found.sure), sorted(found.maybe)) == (sorted(sure), sorted(maybe))


def pieces(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    quantifier = st.sampled_from(["", "", "?", "*", "+", "{0,1}", "{2}", "{1,}", "*?"])
    group = st.tuples(st.sampled_from(["(?<#>", "(?:", "(", "(?="]), inner, quantifier).map(
        lambda parts: parts[0] + parts[1] + ")" + ("" if parts[0] == "(?=" else parts[2])
    )
    return st.one_of(
        group,
        st.tuples(inner, inner).map("".join),
        st.tuples(inner, inner).map("|".join),
        st.sampled_from(["[(|]", r"\(", r"\|", "[^)]"]),
    )


@given(st.recursive(st.sampled_from(["x", "y", "", "."]), pieces, max_leaves=8), st.text("xy(|)", max_size=6))
def test_a_sure_group_is_set_wherever_python_matches(pattern: str, text: str) -> None:
    """Python's groups are those of Ruby here, but for how their names are written."""
    parts = pattern.split("#")
    named = "".join(part + (f"g{number}" if number < len(parts) - 1 else "") for number, part in enumerate(parts))
    match = re.search(named.replace("(?<", "(?P<"), text)
    if match is not None:
        assert [name for name in captures(named).sure if match[name] is None] == []
