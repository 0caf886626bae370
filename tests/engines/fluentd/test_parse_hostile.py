"""Inputs that are meant to take long are read, or refused with one error.

None has a time limit: each would take minutes if anything was quadratic. make test reads a quarter of each.
"""

from __future__ import annotations

import pytest

from pipelint.base.text.document import Document, SourceFile
from pipelint.engines.fluentd.syntax.parse import Parsed, parse
from pipelint.engines.fluentd.syntax.tree import element
from pipelint.language import limits
from tests.properties import ALL

pytestmark = pytest.mark.slow

MIB = 1 << 20 if ALL else 1 << 18
LINES = 40_000 if ALL else 10_000


def _read(text: str) -> Parsed:
    return parse(Document.whole(SourceFile("test.conf", text.encode())))


def test_sections_nested_too_deep_are_one_error() -> None:
    closed = _read("<m>\n" * 10_000 + "</m>\n" * 10_000)
    assert [e.message for e in closed.errors] == ["sections are nested deeper than 200 levels; what is inside is not read"]
    assert len(list(closed.root.walk())) == limits.MAX_DEPTH + 1
    depth, tree = 0, element(closed.root)
    while tree["elements"]:
        depth, tree = depth + 1, tree["elements"][0]
    assert depth == limits.MAX_DEPTH


def test_deep_sections_without_an_end_are_one_error_too() -> None:
    """Whether the end of what was not read is missing is not known, and would be a second message about one mistake."""
    errors = _read("<m>\n" * 10_000).errors
    assert [e.message.split(";")[0] for e in errors] == ["sections are nested deeper than 200 levels"]


@pytest.mark.parametrize(
    ("text", "errors"),
    [
        ("k " + "a" * 4 * MIB, 0),
        ("k a" + " " * 4 * MIB + "b", 0),
        ("{" * 4 * MIB, 0),
        ("k " + "{" * 4 * MIB, 1),
        ("<m " + "{" * 4 * MIB + ">\n</m>", 0),
        ("<m " + "# " * 2 * MIB + ">\n</m>", 1),
        ("<m a " + "# " * 2 * MIB + ">\n</m>", 0),
        ("<m a " + "* " * 2 * MIB + ">\n</m>", 0),
        ("<m " + "{*}" * MIB + ">\n</m>", 0),
        ("<m {" + "," * 2 * MIB + "}>\n</m>", 0),
        ("k " + '"\\' * 2 * MIB, 1),
        ("\0" * 4 * MIB, 0),
        ('k "' + "\0" * 4 * MIB, 1),
        ('k "' + '#{"' * MIB, 1),
        ('k "#{' + "{" * 4 * MIB, 1),
        ("k /" + "(/ " * MIB, 0),
        ("k a" + " #" * 2 * MIB, 0),
        ("\r" * 4 * MIB, 1),
        ("k " + "[" * 100 + "]" * 100, 0),
        ("k " + "[" * 101 + "]" * 101, 1),
    ],
    ids=lambda value: f"{value[:8]}..." if isinstance(value, str) else str(value),
)
def test_one_long_line(text: str, errors: int) -> None:
    assert len(_read(text).errors) == errors


# Each line looks ahead at the rest of the file, and none of it can be consumed.
@pytest.mark.parametrize(
    "text",
    [
        'k "#{a\n' * LINES,
        "k [ /* \n" * LINES + "*/",
        "k [ /* */ /*\n" * LINES,
        "// [\n" * LINES,
        'k "#{ %q(\n' * LINES + ")" * LINES + "}\n\n",
        "k [1,\n# c\n" * 20_000,
        "<a\n# c\n" * 20_000,
    ],
    ids=lambda text: text[:8],
)
def test_looking_ahead_in_vain_on_every_line(text: str) -> None:
    assert 1 <= len(_read(text).errors) <= limits.MAX_ERRORS + 2


def test_valid_values_are_read_behind_others_that_never_end() -> None:
    parsed = _read('a "#{x\nb "#{y}"\nc [1, /* \nd [2]\n')
    assert [e.place.span.start for e in parsed.errors] == [2, 22]
    assert parsed.root.value("b") == "#{y}"
    assert parsed.root.value("d") == "[2]"


@pytest.mark.parametrize("line", ['k "#{a', "k [", "k {", "<a", "</a>", "k v", 'k "'])
def test_600_000_lines_are_one_error_at_the_first_line_that_is_too_many(line: str) -> None:
    parsed = _read((line + "\n") * 600_000)
    (error,) = parsed.errors
    assert error.message == "this config is too large: it has more than 200,000 lines; it was not read"
    assert error.place.span.start == 200_000 * (len(line) + 1)
    assert parsed.root.items == ()


def test_a_file_that_is_too_large_is_one_error() -> None:
    parsed = _read("k " + "a" * 5_000_000)
    (error,) = parsed.errors
    assert "more than 4,500,000 bytes" in error.message
    assert error.place.span.start == limits.MAX_BYTES
    assert parsed.root.place.span.end == 5_000_002


def test_a_tree_that_is_too_large_is_one_error_at_the_node_that_is_too_much() -> None:
    (error,) = _read("k [" + "1," * 200_000 + "1]").errors
    assert "more than 150,000 syntax nodes" in error.message
    assert 140_000 < error.place.span.start < 150_000  # `1` and `,` are a node each


def test_after_many_errors_the_rest_is_not_read() -> None:
    parsed = _read("<m>\n" + "</a>\n" * 1_500 + "k v\n</m>\nj w\n")
    assert len(parsed.errors) == limits.MAX_ERRORS + 2
    last = max(parsed.errors, key=lambda error: error.place.span.start)
    assert last.message == "more than 1,000 syntax errors: the rest is not read"
    assert [block.name for block in parsed.root.walk()] == ["ROOT", "m"]
    assert parsed.root.param("j") is None
