"""Texts that are not in the file as such, YAML in YAML among them, lead back to it byte for byte, in each style of YAML."""

from __future__ import annotations

import pytest
import yaml
from hypothesis import assume, given
from hypothesis import strategies as st

from pipelint.base.text.changes import Change
from pipelint.base.text.document import Document, SourceFile
from pipelint.base.text.span import Span
from pipelint.engines.fluentd.discovery.operators.render import Renderer
from pipelint.sources.hosts.compose import ContentText
from pipelint.sources.hosts.texts.layered import InnerText, WrappedText
from pipelint.yaml.text import scalar_map
from pipelint.yaml.tree import Mapping, Scalar, read_yaml
from tests.properties import tries

STYLES = st.sampled_from(["|", ">", '"', "'", None])
LINES = st.lists(
    st.sampled_from(
        ["<source>", "  @type tail", "", "# é 😀: x", "key it's", 'say "a\\tb" $$', "x " + "word " * 30 + "end", "{}", "- 1"]
    ),
    min_size=1,
    max_size=6,
)


def dumped(key: str, text: str, style: str | None, width: int, *, crlf: bool = False) -> str:
    """YAML with a text under a key, and what comes before and after it."""

    def scalar(value: str, how: str | None = None) -> yaml.ScalarNode:
        return yaml.ScalarNode("tag:yaml.org,2002:str", value, style=how)

    pairs = [(scalar("before"), scalar("1")), (scalar(key), scalar(text, style)), (scalar("zz"), scalar("x y"))]
    made = yaml.serialize(yaml.MappingNode("tag:yaml.org,2002:map", pairs), width=width, allow_unicode=True)
    return made.replace("\n", "\r\n") if crlf else made


def scalar_of(data: bytes, key: str) -> Scalar:
    """The value of a key of YAML."""
    root = read_yaml(data).roots[0]
    assert isinstance(root, Mapping)
    found = root.values[key]
    assert isinstance(found, Scalar)
    return found


@tries(300)
@given(LINES, LINES, STYLES, STYLES, st.sampled_from([40, 80, 1000]), st.booleans())
def test_yaml_in_yaml_leads_back_to_the_file(
    lines: list[str], new: list[str], outer: str | None, inner: str | None, width: int, crlf: bool
) -> None:
    text, other = "\n".join(["<a>", *lines, ""]), "\n".join(["<b>", *new, ""])
    within = dumped("a.conf", text, inner, width)
    data = dumped("values", within, outer, width, crlf=crlf).encode()
    # PyYAML folds lines that it must not fold.
    assume(yaml.safe_load(data)["values"] == within and yaml.safe_load(within)["a.conf"] == text)
    holder = Document("values", SourceFile("app.yaml", data), scalar_map(data, scalar_of(data, "values")))
    held = InnerText(holder, scalar_of(holder.text, "a.conf"))
    source = held.map(data)
    assert source.text.decode() == held.value().decode() == yaml.safe_load(yaml.safe_load(data)["values"])["a.conf"]
    for piece in source.pieces():
        assert not piece.verbatim or piece.doc.cut(source.text) == piece.file.cut(data)
    start = source.to_file(Span(0, 1)).start
    assert source.from_file(start) == 0
    again = held.back.written(data, start, other.encode())
    assert yaml.safe_load(yaml.safe_load(again)["values"]) == {"before": "1", "a.conf": other, "zz": "x y"}
    assert {**yaml.safe_load(again), "values": ""} == {**yaml.safe_load(data), "values": ""}


@tries(200)
@given(LINES, LINES, STYLES, st.sampled_from([40, 1000]), st.booleans())
def test_what_is_put_around_a_text_is_no_part_of_the_file(
    lines: list[str], new: list[str], style: str | None, width: int, crlf: bool
) -> None:
    text, other = "\n".join(["<a>", *lines, ""]), "\n".join(["<b>", *new, ""])
    data = dumped("input", text.replace("$$", "$$$$"), style, width, crlf=crlf).encode()
    assume(yaml.safe_load(data)["input"] == text.replace("$$", "$$$$"))
    held = WrappedText(ContentText(scalar_of(data, "input")), b"input {\n", b"\n}\n")
    source = held.map(data)
    assert source.text == held.value() == f"input {{\n{text}\n}}\n".encode()
    for piece in source.pieces():
        assert not piece.verbatim or piece.doc.cut(source.text) == piece.file.cut(data)
    inside = source.to_file(Span(8, 11))
    assert inside.cut(data) == b"<a>"
    again = held.back.written(data, source.to_file(Span(0, 1)).start, f"input {{\n{other}\n}}\n".encode())
    assert yaml.safe_load(again) == {"before": "1", "input": other.replace("$", "$$"), "zz": "x y"}
    with pytest.raises(ValueError, match="what the chart adds"):
        held.back.written(data, inside.start, f"inputs {{\n{other}\n}}\n".encode())


class Operator(Renderer):
    """An operator that writes no buffers."""

    def buffer(self, name: Scalar | None, node: Mapping) -> None:
        pass


VALUES = (
    st.text(st.characters(codec="utf-8", categories=["L", "N", "P", "S", "Zs"]), min_size=1, max_size=60)
    .map(str.strip)
    .filter(bool)
)


@tries(200)
@given(VALUES, VALUES, STYLES, st.sampled_from([30, 1000]), st.booleans())
def test_a_value_that_an_operator_writes_stands_where_it_is_in_the_resource(
    text: str, other: str, style: str | None, width: int, crlf: bool
) -> None:
    data = dumped("expression", text, style, width, crlf=crlf).encode()
    root = read_yaml(data).roots[0]
    assert isinstance(root, Mapping)
    out = Operator(data)
    out.add_before("<parse>\n", root.keys["before"])
    out.plugin("", root)
    out.add("</parse>\n")
    held = out.text()
    source = held.map(data)
    assert source.text.decode() == held.value().decode()
    if text in source.text.decode():
        assert source.text.decode() == f"<parse>\nbefore 1\nexpression {text}\nzz x y\n</parse>\n"
        changed = source.text.replace(f"expression {text}\n".encode(), f"expression {other}\n".encode(), 1)
        at = source.text.index(b"expression ") + 11
        assert held.back.takes(source.text, [Change(Span(at, at + len(text.encode())), b"x")])
        assert not held.back.takes(source.text, [Change(Span(at - 3, at + 1), b"x")])
        again = held.back.written(data, 0, changed)
        assert yaml.safe_load(again) == {"before": "1", "expression": other, "zz": "x y"}
    with pytest.raises(ValueError, match="writes this line itself"):
        held.back.written(data, 0, source.text + b"more\n")


@tries(200)
@given(LINES, LINES, STYLES, st.sampled_from([40, 1000]), st.booleans())
def test_sections_that_an_operator_takes_as_they_are_stand_where_they_are_in_the_resource(
    lines: list[str], new: list[str], style: str | None, width: int, crlf: bool
) -> None:
    text, other = "\n".join(["<a>", *lines, ""]), "\n".join(["<b>", *new, ""])
    data = dumped("config", text, style, width, crlf=crlf).encode()
    assume(yaml.safe_load(data)["config"] == text)
    root = read_yaml(data).roots[0]
    assert isinstance(root, Mapping)
    out = Operator(data)
    out.process(root, {"before": "workers"})
    out.value(scalar_of(data, "config"))
    held = out.text()
    source = held.map(data)
    system = "<system>\n  rpc_endpoint 127.0.0.1:24444\n  workers 1\n</system>\n"
    assert source.text.decode() == held.value().decode() == f"{system}{text}\n"
    for piece in source.pieces():
        assert not piece.verbatim or piece.doc.cut(source.text) == piece.file.cut(data)
    changed = f"{system.replace('workers 1', 'workers 2')}{other}\n".encode()
    again = held.back.written(data, 0, changed)
    assert yaml.safe_load(again) == {"before": "2", "config": other, "zz": "x y"}
