"""Where a broken JSON value stops being JSON: compared with Python's own JSON parser, which knows no comments."""

from __future__ import annotations

import json
import re

from hypothesis import given
from hypothesis import strategies as st

from pipelint.engines.fluentd.syntax import json_error

# No escapes: Ruby's parser knows more of them than Python's.
words = st.text("ab1 ,:]}", max_size=4)
values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | words,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(words, inner, max_size=3),
    max_leaves=8,
).filter(lambda value: isinstance(value, list | dict))
texts = st.builds(json.dumps, values, indent=st.none() | st.integers(0, 2))


def _refused_at(text: str) -> int | None:
    """Where Python's parser gives up on the value that ``text`` starts with; None where it does not."""
    try:
        json.JSONDecoder().raw_decode(text)
    except json.JSONDecodeError as error:
        return error.pos
    return None


@given(texts, st.text("\n #x]}", max_size=3))
def test_whole_json_has_no_such_place(text: str, behind: str) -> None:
    assert json_error.find(text + behind) is None


@given(texts, st.integers(0, 200), st.sampled_from(["", "]", "}", ",", ":", '"', "[", "x", "\n"]))
def test_one_wrong_character_is_found_where_python_finds_it(text: str, at: int, instead: str) -> None:
    at = min(at, len(text) - 1)
    broken_text = text[:at] + instead + text[at + 1 :]
    if broken_text[:1] not in ("[", "{"):
        return
    refused, broken = _refused_at(broken_text), json_error.find(broken_text)
    assert (refused is None) == (broken is None)
    if broken is None or refused is None:
        return
    assert 0 <= broken.start <= broken.end <= len(broken_text)
    assert broken.expected
    # Ours is where the token starts that does not fit, or behind the last that does; Python's may be inside that token.
    between = broken_text[broken.start : refused]
    assert broken.start <= refused
    assert '"' in between or len(re.findall(r"[^\s,]+", between)) <= 1


def test_comments_are_known_where_fluentd_knows_them() -> None:
    assert json_error.find("[ # a\n 1 # b\n, /* c */ 2 // d\n]") is None
    assert json_error.find('{"a": [ # b\n]}') == json_error.Broken(8, 11, "no comment inside a nested array or hash")
