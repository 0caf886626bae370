"""The native module as Python sees it: language capsules that tree-sitter takes, and linear-time regexes."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tree_sitter import LANGUAGE_VERSION, MIN_COMPATIBLE_LANGUAGE_VERSION, Language, Parser

from pipelint import _native

TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=30)
META = set(r"\.+*?()|[]{}^$#&-~/ ")


@pytest.mark.parametrize(
    ("capsule", "text"),
    [
        (_native.fluentd_language, b"<match **>\n  @type null\n</match>\n"),
        (_native.logstash_language, b"input { stdin { } }\n"),
    ],
    ids=["fluentd", "logstash"],
)
def test_tree_sitter_takes_the_language_and_parses_with_it(capsule, text):
    language = Language(capsule())
    assert MIN_COMPATIBLE_LANGUAGE_VERSION <= language.abi_version <= LANGUAGE_VERSION
    root = Parser(language).parse(text).root_node
    assert not root.has_error
    assert root.end_byte == len(text)


@given(TEXT, TEXT)
def test_an_escaped_literal_matches_where_the_text_contains_it(literal, text):
    pattern = "".join(f"\\{c}" if c in META else c for c in literal)
    assert _native.regex_check(pattern) is None
    assert _native.regex_is_match(pattern, text) is (literal in text)
    assert _native.regex_is_match(pattern, f"{text}{literal}{text}")


@given(st.text(st.sampled_from("ab()[]{}|*+?^$\\.,1-dpPw<>=!:#"), max_size=15), TEXT)
def test_a_pattern_is_refused_by_both_functions_or_by_none(pattern, text):
    message = _native.regex_check(pattern)
    if message is None:
        assert _native.regex_is_match(pattern, text) in (True, False)
    else:
        assert message
        with pytest.raises(ValueError) as error:
            _native.regex_is_match(pattern, text)
        assert str(error.value) == message


@pytest.mark.parametrize("pattern", ["(a+)+$", "(a|aa)+$", "(.*a){20}$"])
def test_a_pattern_that_backtracking_engines_hang_on_comes_to_an_end(pattern):
    assert not _native.regex_is_match(pattern, "a" * 20_000 + "!")


def test_lone_surrogates_are_an_error_and_no_crash():
    with pytest.raises(UnicodeEncodeError):
        _native.regex_is_match("a", "\ud800")
