"""Late regexes: they do what compiled ones do."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipelint.base.lean.late import late

PATTERNS = [(r"(?P<a>a+)|b", 0), (r"^x.y$", re.MULTILINE | re.DOTALL), (r"\d", re.ASCII)]


@given(st.sampled_from(PATTERNS), st.text("abxy1\n"))
def test_a_late_regex_finds_what_a_compiled_one_finds(pattern: tuple[str, int], text: str) -> None:
    one, other = late(*pattern), re.compile(*pattern)
    for _ in range(2):
        assert [found.span() for found in one.finditer(text)] == [found.span() for found in other.finditer(text)]
        assert one.sub("-", text) == other.sub("-", text)
        assert (one.match(text) is None) == (other.match(text) is None)
    assert (one.pattern, one.flags, one.groupindex) == (other.pattern, other.flags, other.groupindex)


def test_it_is_compiled_once_and_only_when_it_is_used(monkeypatch: pytest.MonkeyPatch) -> None:
    compiled: list[object] = []
    original = re.compile
    monkeypatch.setattr(re, "compile", lambda *given: compiled.append(given) or original(*given))
    pattern = late("a")
    assert compiled == []
    assert pattern.search("ba") and pattern.search("b") is None
    assert compiled == [("a", 0)]


def test_a_broken_pattern_is_an_error_when_it_is_used() -> None:
    with pytest.raises(re.error):
        late("(").search("")
