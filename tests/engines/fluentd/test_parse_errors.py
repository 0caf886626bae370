"""Broken configs as a user meets them: one clear error each, at the place that is to be mended, and no cascade."""

from __future__ import annotations

import pytest

from pipelint.base.text.document import Document, SourceFile
from pipelint.base.text.lines import lines_of
from pipelint.engines.fluentd.syntax.parse import parse


def _told(text: str) -> list[str]:
    """Each error as ``line:column: message [text at the place] expected: ... (line: related)``."""
    data = text.encode()
    lines = lines_of(data)
    out = []
    for error in parse(Document.whole(SourceFile("test.conf", data))).errors:
        line, column = lines.position(error.place.span.start)
        told = f"{line}:{column}: {error.message} [{error.place.text}]"
        told += f" expected: {error.expected}" if error.expected else ""
        for related in error.related:
            told += f" ({lines.line(related.place.span.start)}: {related.message})"
        out.append(told)
    return out


NO_HASH = "invalid JSON hash: Fluentd parses a value starting with { as JSON"
NO_ARRAY = "invalid JSON array: Fluentd parses a value starting with [ as JSON"

SECTIONS = [
    ("<match **>\n  @type file\n", "1:1: section <match> is never closed [<match **>] expected: </match>"),
    (
        "<match **>\n  <buffer>\n    a b\n</match>\n<source>\n</source>\n",
        "2:3: section <buffer> is never closed [<buffer>] expected: </buffer> (4: </buffer> is missing before this)",
    ),
    (
        "<source>\n  @type tail\n<match **>\n</match>\n",
        "1:1: section <source> is never closed [<source>] expected: </source>",
    ),
    (
        "<match **>\n  <buffer>\n    a b\n",
        "2:3: section <buffer> is never closed [<buffer>] expected: </buffer>"
        " (1: the enclosing section <match> is not closed either)",
    ),
    (
        "<match **>\n</macth>\n<source>\n</source>\n",
        "2:1: </macth> does not end <match> [</macth>] expected: </match> (1: opened here)",
    ),
    ("<match **>\n</Match>\n", "2:1: </Match> does not end <match> [</Match>] expected: </match> (1: opened here)"),
    ("<match **>\n</source>\n", "2:1: </source> does not end <match> [</source>] expected: </match> (1: opened here)"),
    ("<match **>\n</filter>\n</match>\n", "2:1: </filter> does not match any open section [</filter>]"),
    (
        "<match **>\n</match><source>\n  @type forward\n</source>\n",
        "2:9: unexpected text after the end tag [<source>] expected: the end of the line",
    ),
    ("a b\n</match>\n", "2:1: </match> does not match any open section [</match>]"),
    ("<match **>\n</ match>\n", "2:4: unexpected text in an end tag [match] expected: </match>"),
    ("<match **>\n</match **>\n", "2:9: unexpected text in an end tag [**] expected: </match>"),
    ("<match **>\n</match\n<source>\n</source>\n", "2:1: the end tag is not closed [</match] expected: '>'"),
    (
        "<match **/>\n",
        "1:1: section <match> is never closed [<match **/>] expected: </match> (Fluentd has no self-closing tags)",
    ),
    ("<match **\n  @type file\n</match>\n", "1:10: the tag <match is not closed [] expected: '>'"),
    ("<source\n  @type tail\n  <parse>\n  </parse>\n</source>\n", "1:8: the tag <source is not closed [] expected: '>'"),
    (
        "<match **> @type file\n</match>\n",
        "1:12: unexpected text after the tag [@type file] expected: the end of the line",
    ),
    (
        "<match **> @type file </match>\n",
        "1:12: unexpected text after the tag [@type file </match>] expected: the end of the line",
    ),
    ("<match **>\n</match> a\n", "2:10: unexpected text after the end tag [a] expected: the end of the line"),
    ('<match "a>\n</match>\n', '1:8: unterminated double-quoted string ["a>] expected: a closing "'),
    ('<match "a" b>\n</match>\n', "1:12: unexpected text after the quoted argument [b] expected: '>'"),
    (
        "< match **>\n</match>\n",
        "1:1: this opens a nameless section that is never closed [< match **>] expected: a name directly after <",
    ),
    (
        "<!-- a -->\n<match **>\n</match>\n",
        "1:1: <!-- is not a comment in Fluentd: it opens a nameless section [<!-- a -->] expected: # for a comment",
    ),
    (
        "\ufeff<source>\n</source>\n",
        "1:1: byte order mark before <source>: Fluentd reads both as a parameter name [\ufeff<source>]"
        " expected: a file without a byte order mark",
    ),
]
VALUES = [
    ('<m>\n  a "b\n  c d\n</m>\n', '2:5: unterminated double-quoted string ["b] expected: a closing "'),
    ("<m>\n  a 'b\n  c d\n</m>\n", "2:5: unterminated single-quoted string ['b] expected: a closing '"),
    (
        '<m>\n  a "b\n  c d\n  e "/f"\n</m>\n',
        '2:5: this string continues on another line, where text follows it ["b] expected: a closing "'
        " (4: the string ends before this text)",
    ),
    ('<m>\n  a "b" c\n</m>\n', "2:9: unexpected text after the value [c] expected: the end of the line"),
    ('<m>\n  a "b";\n</m>\n', "2:8: unexpected text after the value [;] expected: the end of the line"),
    ('<m>\n  a ["b"] c\n</m>\n', "2:11: unexpected text after the value [c] expected: the end of the line"),
    (
        '<m>\n  a "\\d+\\w"\n</m>\n',
        "2:6: unexpected escape \\d in a double-quoted string [\\d] expected: single quotes, or \\\\d for a backslash",
    ),
    (
        '<m>\n  a "#{ENV["B"]"\n</m>\n<n>\n  c "#{d}"\n</n>\n',
        '2:6: unterminated embedded Ruby code [#{ENV["B"]"] expected: a closing }',
    ),
    ('"a"b\n', "1:4: missing space between the quoted name and its value [b] expected: a space"),
    (
        "<source>\n  @typ tail\n</source>\n",
        "2:3: unknown parameter @typ: names starting with @ are reserved by Fluentd [@typ]"
        " expected: @type, @id, @label, @log_level",
    ),
    ("@include\n", "1:1: @include without a path [@include] expected: a path or a glob"),
]
JSON = [
    ('a {"b": 1\nc d\n', f"1:10: {NO_HASH} [] expected: a comma or }}"),
    ('a ["b", "c"\nd e\n', f"1:12: {NO_ARRAY} [] expected: a comma or ]"),
    (
        "a [b, c]\n",
        f"1:4: {NO_ARRAY} [b] expected: a JSON value (text in double quotes), or quotes around the whole value",
    ),
    (
        'a ["ä€", b]\n',
        f"1:10: {NO_ARRAY} [b] expected: a JSON value (text in double quotes)",
    ),
    ("a {tag}\n", f"1:4: {NO_HASH} [tag] expected: a key in double quotes, or quotes around the whole value"),
    ("a {'b': 1}\n", f"1:4: {NO_HASH} ['] expected: a key in double quotes, or quotes around the whole value"),
    ('a {"b" => 1}\n', f"1:8: {NO_HASH} [=] expected: a colon"),
    ('a ["b",]\n', f"1:7: {NO_ARRAY} [,] expected: no comma before ]"),
    ('a ["b" "c"]\n', f'1:8: {NO_ARRAY} ["] expected: a comma or ]'),
    ('a {"b": [1}\nc d\n', f"1:11: {NO_HASH} [}}] expected: a comma or ]"),
    ('a {\n  "b": 1\n  "c": 2\n}\nd e\n', f"2:9: {NO_HASH} [] expected: a comma or }}"),
    ('<m>\n  a {\n    "b": 1,\n    "c": 2\n  d e\n</m>\n', f"4:11: {NO_HASH} [] expected: a comma or }}"),
    ('a {"b": [1, # c\n2]}\n', f"1:13: {NO_HASH} [# c] expected: no comment inside a nested array or hash"),
    ('a ["\\ud83d"]\n', '1:4: half a surrogate pair in a JSON string ["\\ud83d"] expected: both halves, or the character'),
]


@pytest.mark.parametrize(("text", "told"), [*SECTIONS, *VALUES, *JSON])
def test_one_mistake_is_one_error_at_its_place(text: str, told: str) -> None:
    assert _told(text) == [told]


def test_what_stands_behind_a_mistake_is_read() -> None:
    text = '<match **>\n  a \'b\n  c {\n    "x": 1\n  d e\n</macth>\n</foo>\n<source>\n  f [1,]\n  g h\n</source>\n'
    parsed = parse(Document.whole(SourceFile("test.conf", text.encode())))
    match, source = parsed.root.blocks
    assert match.value("d") == "e"
    assert source.value("g") == "h"
    assert [lines_of(text.encode()).line(e.place.span.start) for e in parsed.errors] == [2, 4, 6, 7, 9]


def test_independent_mistakes_are_told_each() -> None:
    assert [t.split(" [")[0] for t in _told("a 'b\n</x>\n@y z\n<m>\n")] == [
        "1:3: unterminated single-quoted string",
        "2:1: </x> does not match any open section",
        "3:1: unknown parameter @y: names starting with @ are reserved by Fluentd",
        "4:1: section <m> is never closed",
    ]
