"""Settings as Logstash holds them: repeated ones, structures, places, and what it refuses when it compiles them."""

from __future__ import annotations

from pipelint.base.block import Block
from pipelint.base.text.document import Document, SourceFile
from pipelint.base.value import ValueKind
from pipelint.engines.logstash import types
from pipelint.engines.logstash.syntax.parse import Parsed, parse
from tests.engines.logstash.pipelines import load


def read(text: str) -> Parsed:
    return parse(Document.whole(SourceFile("a.conf", text.encode())))


def plugin(text: str) -> Block:
    parsed = read(f"filter {{ p {{ {text} }} }}")
    assert parsed.errors == ()
    return parsed.root.blocks[0].blocks[0]


# What map_expr_attributes in logstash-core's compiler/lscl.rb gives.
def test_repeated_hashes_and_arrays_are_merged() -> None:
    block = plugin(
        'match => { "a" => "1" } tags => ["x"] match => { "b" => "2" } tags => "y" one => 1 one => 1 two => 1 two => 2'
    )
    match, tags, one, two = (block.params[name].data for name in ("match", "tags", "one", "two"))
    assert match is not None and [(e.key.text, e.value.text) for e in match.entries] == [("a", "1"), ("b", "2")]
    assert tags is not None and [item.text for item in tags.items] == ["x", "y"]
    assert one is not None and one.kind is ValueKind.NUMBER
    assert two is not None and [item.text for item in two.items] == ["1", "2"]


def test_places_are_those_of_the_text() -> None:
    block = plugin("""'quoted name' => "it's %{x}" n => [ 'é', { kk => [1.5] } ]""")
    name = block.params["quoted name"]
    assert (name.value, name.place.text, name.name_place.text) == ("it's %{x}", '"it\'s %{x}"', "'quoted name'")
    data = block.params["n"].data
    assert data is not None
    assert [item.place.text for item in data.items] == ["'é'", "{ kk => [1.5] }"]
    assert data.items[0].content_place.text == data.items[0].text == "é"
    assert data.items[1].entries[0].value.items[0].text == "1.5"


def test_a_key_twice_in_a_hash_is_refused() -> None:
    (error,) = read('filter { p { x => [{ "a" => 1 "a" => 2 }] } }').errors
    assert error.message == 'duplicate key "a" in this hash'
    assert error.place.span.start == 30


def test_two_codecs_are_refused() -> None:
    assert [e.message for e in read("input { p { codec => json codec => plain } }").errors] == ["a plugin takes only one codec"]


def test_an_open_string_is_told_where_it_begins() -> None:
    text = 'filter {\n grok { match => { "message" => "x }\n}\n mutate { id => "y" }\n}\noutput { stdout { id => "z" } }\n'
    (error,) = read(text).errors
    assert error.message == "the string is not closed"
    assert text[: error.place.span.start].count("\n") == 1
    assert text[error.place.span.start :].startswith('"x }')


def test_an_error_keeps_its_file() -> None:
    config = load("input { stdin { } }", "filter {\n grok {\n}\n", "output { null { } }")
    (error,) = config.errors
    assert error.place.document.name == "main/1.conf"
    assert error.place.text == "filter"


# LogStash::Util::ByteValue counts in powers of 1024.
def test_sizes_times_and_booleans() -> None:
    assert [types.size(text) for text in ("64mb", "1GB", "10", "1.5k", "x")] == [64 * 1024**2, 1024**3, 10, 1536, 0]
    assert [types.seconds(text) for text in ("5", "50ms", "2 hours", "x")] == [5.0, 0.05, 7200.0, 0.0]
    assert [types.boolean(text) for text in ("true", "false", "yes", "True", "true ")] == [True, False, None, None, None]
    assert [types.integer(text) for text in ("5", "-1", "5.0", "5s", "\u0663", "9" * 30)] == [5, -1, None, None, None, 10**18]
