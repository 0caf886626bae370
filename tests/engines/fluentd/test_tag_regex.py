"""Regular expressions as sets of texts, against Python's own matcher where both dialects agree."""

from __future__ import annotations

import re
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipelint.engines.fluentd.routing.atoms import automaton
from pipelint.engines.fluentd.routing.tag_regex import captures, matched, tag_pattern

TEXTS = ["".join(t) for n in range(5) for t in product("ab.", repeat=n)]
pieces = st.recursive(
    st.sampled_from(["a", "b", r"\.", ".", "[ab]", "[^a]", "^", "$", r"\A", r"\w", ""]),
    lambda inner: st.one_of(
        st.tuples(inner, inner).map("".join),
        st.tuples(inner, inner).map("(?:{0[0]}|{0[1]})".format),
        st.tuples(inner, st.sampled_from(["*", "+", "?", "{1,2}", "*?"])).map("(?:{0[0]}){0[1]}".format),
    ),
    max_leaves=6,
)


@given(pieces)
def test_a_pattern_is_found_in_the_texts_of_its_set(pattern: str) -> None:
    found = matched(pattern)
    assert found is not None
    assert [t for t in TEXTS if t in found] == [t for t in TEXTS if re.search(pattern, t)]


@given(pieces, pieces, pieces)
def test_a_capture_holds_what_its_set_has(before: str, inside: str, after: str) -> None:
    pattern = f"{before}({inside}){after}"
    groups = captures(pattern)
    assert groups is not None
    held = automaton(groups[0])
    assert all((found[1] or "") in held for t in TEXTS if (found := re.search(pattern, t)))


@pytest.mark.parametrize("pattern", ["/(?!a)b/", r"/(a)\1/", r"/a\b/", "/(?>a|ab)c/", "/a++/", "/(a/", "/a", "/"])
def test_what_is_no_plain_regular_expression_is_not_said(pattern: str) -> None:
    assert tag_pattern(pattern) is None


def test_the_slashes_hold_the_whole_tag_but_an_alternative_only_one_end() -> None:
    whole, two = tag_pattern(r"/app\.\d+/"), tag_pattern("/a|b/")
    assert whole is not None
    assert two is not None
    assert [t for t in ("app.1", "app.12", "app.", "xapp.1", "app.1x") if t in whole] == ["app.1", "app.12"]
    # \Aa|b\Z
    assert [t for t in ("a", "b", "ax", "xb", "xa", "bx") if t in two] == ["a", "b", "ax", "xb"]


def test_a_group_that_takes_no_part_is_empty_text() -> None:
    groups = captures("^(?:(a)|(b))$")
    assert groups is not None
    assert [automaton(group).words(5) for group in groups] == [["", "a"], ["", "b"]]
