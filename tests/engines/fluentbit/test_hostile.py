"""Any text and any line: completion and the tracer answer something, and raise nothing."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipelint.base.text.document import Place
from pipelint.base.text.span import Span
from pipelint.engines.fluentbit.complete.editing import FluentBitEditing
from pipelint.engines.fluentbit.trace.tracer import FluentBitTracer
from pipelint.language.editing import Begun
from pipelint.trace.model import Given
from tests.engines.fluentbit.writing import config
from tests.properties import tries

CLASSIC = ["[INPUT]\n", "[", "]", "    ", "Name tail\n", "    Name ", "    Tag a\n", "@SET a=b\n", "\t", "\n", "é", "#"]
CLASSIC += ["    parser x, ", "    Time_Format %", "=", "${X}"]
CLASSIC += ["[FILTER]\n    Name rewrite_tag\n    Match *\n    Rule $a ^(x) $TAG.$1 true\n"]
YAML = ["pipeline:\n", "  inputs:\n", "    - name: tail\n", "      ", "- ", "name: ", "tag: a\n", "{", "]", "\n", "é", '"']
YAML += ["processors:\n", "service:\n", "  flush: 1\n", "        logs:\n", "*a", "&a", "parsers:\n", ":", "#"]


@pytest.mark.parametrize(("name", "pieces"), [("fluent-bit.conf", CLASSIC), ("fluent-bit.yaml", YAML)])
@tries(300)
@given(st.data())
def test_any_text_is_completed_and_traced(name: str, pieces: list[str], data: st.DataObject) -> None:
    text = "".join(data.draw(st.lists(st.sampled_from(pieces), max_size=20)))
    at = data.draw(st.integers(0, len(text)))
    offset = len(text[:at].encode())
    read, editing = config(text, name), FluentBitEditing()
    list(editing.items(read, Place(read.documents[0], Span(offset, offset)), ""))
    list(editing.first_items(Begun(text.encode(), offset, name, name.endswith("yaml"), False)))
    places = [*(symbol.place for symbol in editing.symbols(read)), *(link.place for link in editing.links(read))]
    assert all(place.span.end <= len(place.document.text) for place in places)
    tracer = FluentBitTracer()
    for source in tracer.sources(read):
        assert list(tracer.trace(read, source, [b"a", b'{"a":"x"}', b"\xff"]))


KEYS = ["Regex a ^x", "Exclude $a['b'] y", "Rule $a x n.$TAG false", "Set a b", "Rename a b", "Record a b", "Remove_Key a*"]
KEYS += ["Key_Name a", "Parser p", "Reserve_Data On", "Operation nest", "Operation lift", "Wildcard a*", "Nest_Under n"]
KEYS += ["Nested_Under n", "Add_Prefix z"]
NAMES = ["grep", "modify", "nest", "parser", "record_modifier", "rewrite_tag", "lua", "stdout"]
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=4),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.sampled_from(["a", "b", "ab"]), inner, max_size=2),
    max_leaves=4,
)


@tries(300)
@given(st.lists(st.tuples(st.sampled_from(NAMES), st.lists(st.sampled_from(KEYS), max_size=4)), max_size=4), st.data())
def test_any_record_goes_some_way(filters: list[tuple[str, list[str]]], data: st.DataObject) -> None:
    text = "[PARSER]\n    Name p\n    Format json\n[INPUT]\n    Name forward\n"
    for name, keys in filters:
        text += "".join(f"    {line}\n" for line in (f"Name {name}", "Match *", *keys)).join(["[FILTER]\n", ""])
    read = config(text + "[OUTPUT]\n    Name null\n    Match *\n")
    (source,) = FluentBitTracer().sources(read)
    record = data.draw(st.dictionaries(st.sampled_from(["a", "b", "ab", "n"]), VALUES, max_size=4))
    for journey in FluentBitTracer().trace(read, source, [json.dumps(record).encode()], Given("t")):
        assert journey.steps
        # Each event ends somewhere.
        assert journey.steps[-1].fate.value in ("sent", "dropped", "unknown", "nowhere", "passed")
