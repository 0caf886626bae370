"""How configs of Fluentd are formatted."""

from __future__ import annotations

import pytest

from pipelint.base.finding import Problem
from pipelint.base.text.changes import Change
from pipelint.base.text.span import Span
from pipelint.fixes import format as format_module
from pipelint.fixes.format import NotFormattedError
from tests.format.formatted import formatted


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        # Levels, blanks of tags, trailing blanks, the last line's end.
        ("<source>\n@type tail  \n\t<parse >\n@type json\n</parse>\n</source >", None),
        ("  @include   a.conf \n", "@include a.conf\n"),
        ("<match   a.**   b >\n</match>\n", "<match a.**   b>\n</match>\n"),
        ('<match "a b"  ># c\n</match>#d\n', '<match "a b"> # c\n</match> #d\n'),
        # Without a name all of it is the argument.
        ("< m  a>\n</>\n", "< m  a>\n</>\n"),
        # A tag over several lines stays.
        ("<m\n   a>\nk v\n</m>\n", "<m\n   a>\n  k v\n</m>\n"),
        # One blank after names, unless all values of the section stand in one column.
        ("<m>\n  a   b\n  ccc  d\n</m>\n", "<m>\n  a b\n  ccc d\n</m>\n"),
        ("<m>\na    b\n  ccc  d\n</m>\n", "<m>\n  a    b\n  ccc  d\n</m>\n"),
        ("<m>\n  a   b\n  ccc d\n  <n>\n    e  f\n  </n>\n</m>\n", "<m>\n  a   b\n  ccc d\n  <n>\n    e f\n  </n>\n</m>\n"),
        ("a\t\tb\nccc\td\n", "a b\nccc d\n"),
        ("é   b\nccc d\n", "é   b\nccc d\n"),
        # A value begins where it begins, also with a number sign, and has all of its blanks inside.
        ("k   # v\nq  #a   b \n", "k # v\nq #a   b\n"),
        ("k a#b  #c\n", "k a#b #c\n"),
        ("k\nq  v\n", "k\nq v\n"),
        # What a value says over several lines stays.
        ('<m>\nk   "a  \n   b"  \n</m>\n', '<m>\n  k "a  \n   b"\n</m>\n'),
        ("<m>\nk   [1,  \n 2 ] #c\n</m>\n", "<m>\n  k [1,  \n 2 ] #c\n</m>\n"),
        ('k  {"a": 1, # b  \n    "c":   2}\n', 'k {"a": 1, # b  \n    "c":   2}\n'),
        ('k  "#{a   \n  }"\n', 'k "#{a   \n  }"\n'),
        ("k  'a   b'\n", "k 'a   b'\n"),
        # Empty lines: one of several, none at the beginning and at the end.
        ("\n\n<m>\n\n\n\n k v\n \t\n</m>\n\n\n", "<m>\n\n  k v\n\n</m>\n"),
        # Comments: as deep as what stands around, and side by side as they were.
        ("#  a\n<m>\n# b\n</m>\n  # c", "#  a\n<m>\n  # b\n</m>\n# c\n"),
        ("<m>\n a b    # c\n dd e   # f\n</m>\n", "<m>\n  a b    # c\n  dd e   # f\n</m>\n"),
        ("<m>\n a   b  # c\n dd e   # f\n</m>\n", "<m>\n  a b   # c\n  dd e  # f\n</m>\n"),
        ("<m>\n a b    # c\n\n dd e   # f\n</m>\n", "<m>\n  a b # c\n\n  dd e # f\n</m>\n"),
        # Line ends.
        ("<m>\r\nk  v \r\n\r\n\r\n</m>", "<m>\r\n  k v\r\n\r\n</m>\r\n"),
        ("# a \r\n\r\nk v # b\t\r\n# c", "# a\r\n\r\nk v # b\r\n# c\r\n"),
        ("k  v\rqq  w\n", "k v\rqq w\n"),
        ("k  v # c\rq  w\n", "k v # c\rq  w\n"),
    ],
)
def test_a_text_is_formatted(text: str, wanted: str | None) -> None:
    wanted = "<source>\n  @type tail\n  <parse>\n    @type json\n  </parse>\n</source>\n" if wanted is None else wanted
    assert formatted("fluentd", text) == wanted
    assert formatted("fluentd", wanted) == wanted


@pytest.mark.parametrize("text", ["<m>\nk v\n", '<m>\n k "a\n</m>\n', "<m>\n</n>\n"])
def test_a_text_with_an_error_stays(text: str) -> None:
    with pytest.raises(NotFormattedError, match=r"^not formatted: ") as refused:
        formatted("fluentd", text)
    said = refused.value.said
    assert isinstance(said, Problem) and said.span is not None


@pytest.mark.parametrize(
    "change", [Change(Span(4, 5), b"x"), Change(Span(3, 4), b"\n"), Change(Span(8, 9), b""), Change(Span(6, 6), b"<")]
)
def test_a_result_that_reads_differently_is_not_taken(change: Change, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(format_module, "changes", lambda text, tokens, closed: [change])
    with pytest.raises(NotFormattedError, match=r"a bug in pipelint"):
        formatted("fluentd", "abc d\nq #e\n")
