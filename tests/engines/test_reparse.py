"""After edits, what was parsed with the help of the last version is what parsing the text alone gives."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields, is_dataclass
from itertools import takewhile
from operator import eq

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tree_sitter import Node

from pipelint.base.text.document import Document, Place, SourceFile
from pipelint.base.text.span import Span
from pipelint.engines.fluentd.syntax import parse as fluentd
from pipelint.engines.logstash.syntax import parse as logstash
from pipelint.language.parsed import Parsed
from pipelint.language.reparse import Earlier, Edited, earlier

FLUENTD = [
    *("<match **>", "</match>", "<buffer a,b>", "</buffer>", "  @type file", '  path "/a', '  b "', "  k [1,", "  2]"),
    *('  j "#{a}"', '  l "#{a', "  }", "# c", "@include x", "  f /(a)/i", "  h {", '  "a": 1', "  }", "", "</store>", "<a"),
    *("\ufeff", "  é ü", "<source>\r", "</source>\r", "</>", '  m "a\\', "  n #{ x", "<match /a(b/>"),
]
LOGSTASH = [
    *("input {", "filter {", "output {", "}", "  grok {", '    match => { "m" => "%{X:y}" }', "    a => [1, 2", "    ]", "# c"),
    *('  if [a] == "b" {', "  } else if [c] {", "  } else {", '    s => "a', "    t => 'b'", "  } # d", "  elsif", "    k: v"),
    *("", "\ufeff", "    é => ü", "\r", "  if [a] =~ /x\\/y/ and !(", "  )", "    codec => json { a => 1 }", "    b => {"),
]


def _edits(lines: list[str], chars: str) -> st.SearchStrategy[list[tuple[int, int, str]]]:
    """Where, how many characters are removed, and what is put there."""
    put = st.sampled_from([*lines, *chars, ""])
    return st.lists(st.tuples(st.integers(0, 400), st.integers(0, 9), put), min_size=1, max_size=5)


def _shape(node: Node) -> list[tuple[str, int, int, object, bool, bool]]:
    out, todo = [], [node]
    while todo:
        here = todo.pop()
        out.append((here.type, here.start_byte, here.end_byte, here.start_point, here.has_error, here.is_missing))
        todo.extend(here.children)
    return out


def _plain(part: object) -> object:
    """A part of a config with bytes for places, so that it can be compared with that of another document."""
    if isinstance(part, Place):
        return part.span
    if isinstance(part, tuple):
        return [_plain(item) for item in part]
    if is_dataclass(part):
        compared = [field.name for field in fields(part) if field.init]
        return type(part).__name__, [_plain(getattr(part, name)) for name in compared]
    return part


def _told(parsed: Parsed) -> object:
    """All that is known of a parsed text, without the document that it was read from."""
    return _plain(parsed.root), [(e.message, e.expected, e.place.span) for e in parsed.errors], _shape(parsed.tree.root_node)


def _document(text: str) -> Document:
    return Document.whole(SourceFile("typed.conf", text.encode()))


def _check(parse: Callable[[Document, Earlier], Parsed], text: str, edits: list[tuple[int, int, str]]) -> None:
    parsed = parse(_document(text), Earlier())
    sound: Parsed | None = None
    for at, removed, put in edits:
        start = min(at, len(text))
        text = text[:start] + put + text[start + removed :]
        sound = sound if parsed.errors else parsed
        parsed = parse(_document(text), Earlier(parsed, sound))
        assert _told(parsed) == _told(parse(_document(text), Earlier()))


def _configs(lines: list[str]) -> st.SearchStrategy[str]:
    return st.lists(st.sampled_from(lines), max_size=16).map("\n".join)


@given(_configs(FLUENTD), _edits(FLUENTD, '<>"{}[]#\n \\'))
def test_fluentd_reparsing_gives_what_parsing_gives(text: str, edits: list[tuple[int, int, str]]) -> None:
    _check(fluentd.parse, text, edits)


@given(_configs(LOGSTASH), _edits(LOGSTASH, "\"{}[]#\n \\()=>'/"))
def test_logstash_reparsing_gives_what_parsing_gives(text: str, edits: list[tuple[int, int, str]]) -> None:
    _check(logstash.parse, text, edits)


LABEL = """\
<label @A>
  <filter **>
    @type grep
    <regexp>
      key k
      pattern /a b/
    </regexp>
  </filter>
</label>"""
BRANCHES = """\
filter {
  if [a][b] == "x" and !([c] in ["1", 2] or [d] =~ /e/) {
    mutate { add_field => { "k" => ["v", 1] } }
  } else if [f] == call([g]) {
    drop { }
  } else {
    if [g] { json { source => mm } }
  }
  json { }
}"""
# Of a config without errors its sections are copied.
SOUND = {
    "fluentd": [
        "<source>\n  @type tail\n  path /a\n</source>",
        "<match a.**>\n  @type null\n</match>",
        '<filter b c> # why\n  @type "x"\n  k ["a", {"b": 1}]\n  l "#{x}"\n  m\n</filter>',
        *(LABEL, "# é", "", "@include x.conf"),
    ],
    "logstash": [
        "input {\n  stdin { codec => json { charset => 'é' } }\n}",
        "filter {\n  drop { }\n}",
        "output {\n  if [a] { stdout { codec => json { } } }\n  file { path => 'x' codec => json }\n}",
        *(BRANCHES, "# c", "", "output { stdout { } }"),
    ],
}


@st.composite
def _sound_versions(draw: st.DrawFn, engine: str) -> list[str]:
    """A config without errors, and others that are made of it by taking out, adding and moving parts, comments and blanks."""
    parts = draw(st.lists(st.sampled_from(SOUND[engine]), min_size=1, max_size=5))
    versions = ["\n".join(parts)]
    for _ in range(draw(st.integers(1, 4))):
        at = draw(st.integers(0, len(parts)))
        match draw(st.integers(0, 2)):
            case 0:
                parts.insert(at, draw(st.sampled_from(SOUND[engine])))
            case 1 if len(parts) > 1:
                parts.pop(at - 1)
            case _:
                # A blank or a comment somewhere inside.
                lines = parts[at - 1].split("\n")
                line = draw(st.integers(0, len(lines) - 1))
                lines.insert(line, draw(st.sampled_from(["", "  # typed", "\t"])))
                parts[at - 1] = "\n".join(lines)
        versions.append("\n".join(parts))
    return versions


@pytest.mark.parametrize(("engine", "parse"), [("fluentd", fluentd.parse), ("logstash", logstash.parse)])
@given(data=st.data())
def test_copied_sections_are_those_that_are_read(engine: str, parse: Callable[..., Parsed], data: st.DataObject) -> None:
    parsed: Parsed | None = None
    for text in data.draw(_sound_versions(engine)):
        parsed = parse(_document(text), Earlier(parsed, parsed))
        assert not parsed.errors
        assert _told(parsed) == _told(parse(_document(text)))


BROKEN = ["<source>", "</match>", '  k "a', "  h {", '  l "#{a', "filter {", "}", "  s => 'a", "  mutate {", "  [a"]


@pytest.mark.parametrize(("engine", "parse"), [("fluentd", fluentd.parse), ("logstash", logstash.parse)])
@given(data=st.data())
def test_an_error_changes_nothing_of_the_sections_that_are_copied(
    engine: str, parse: Callable[..., Parsed], data: st.DataObject
) -> None:
    text = "\n".join(data.draw(st.lists(st.sampled_from(SOUND[engine]), min_size=1, max_size=6)))
    sound, lines = parse(_document(text)), text.split("\n")
    for _ in range(3):
        lines.insert(data.draw(st.integers(0, len(lines))), data.draw(st.sampled_from(BROKEN)))
        broken = "\n".join(lines)
        assert _told(parse(_document(broken), Earlier(sound, sound))) == _told(parse(_document(broken)))


def test_a_codec_is_no_copy_of_a_plugin_with_its_text() -> None:
    before = logstash.parse(_document("input { stdin { codec => json { } } }\nfilter { }\n"))
    text = "input { stdin { codec => json { } } }\nfilter { json { } if [a] { json { } } }\n"
    assert _told(logstash.parse(_document(text), Earlier(before, before))) == _told(logstash.parse(_document(text)))


@pytest.mark.parametrize(("parse", "text"), [(fluentd.parse, "<source>\n</source>\n"), (logstash.parse, "input { }\n")])
def test_the_tree_of_the_last_version_stays_as_it_was(parse: Callable[..., Parsed], text: str) -> None:
    first = parse(_document(text * 3))
    before = _shape(first.tree.root_node)
    parse(_document(text + "# x\n" + text * 2), Earlier(first, first))
    assert _shape(first.tree.root_node) == before


def alike(one: bytes, other: bytes) -> int:
    """How many bytes both begin with."""
    return sum(takewhile(bool, map(eq, one, other)))


@given(st.binary(max_size=20) | st.integers(0, 9_000).map(lambda size: b"ab" * size), st.data())
def test_an_edit_is_what_both_texts_do_not_begin_and_end_with(old: bytes, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(old)))
    new = old[:start] + data.draw(st.binary(max_size=5)) + old[start + data.draw(st.integers(0, 5)) :]
    edited = Edited(old, new)
    assert edited.start == alike(old, new)
    kept = alike(old[edited.start :][::-1], new[edited.start :][::-1])
    assert len(old) - edited.old_end == len(new) - edited.new_end == kept
    for at in range(min(len(new), 30)):
        before = edited.before(Span(at, at + 1))
        assert before is None or old[before] == new[at]
        assert (before is None) == (edited.start <= at < edited.new_end)


def test_the_newest_version_of_the_same_part_is_taken() -> None:
    def part(name: str) -> Document:
        whole = _document("# a")
        return Document(name, whole.file, whole.map, f"ConfigMap a, key {name}")

    documents = [part("a.conf"), part("b.conf"), part("a.conf"), _document("# b")]
    known = {document: fluentd.parse(document) for document in documents}
    assert earlier(known, part("a.conf")) == Earlier(known[documents[2]], known[documents[2]])
    assert earlier(known, part("c.conf")) == Earlier()


def test_of_a_text_that_is_being_typed_the_last_sound_version_counts_too() -> None:
    known = {document: fluentd.parse(document) for document in map(_document, ("<source>\n</source>\n", "<source>\n", "<"))}
    first, _, last = known.values()
    assert earlier(known, _document("<m")) == Earlier(last, first)
