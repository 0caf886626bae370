"""Where the parts of a YAML config stand, in a file and inside a ConfigMap; which files are taken for one; hostile texts."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipelint.base.block import Block
from pipelint.base.text.document import Document, SourceFile
from pipelint.checker import load
from pipelint.engines.fluentd.yaml_config.detect import is_yaml_config
from pipelint.engines.fluentd.yaml_config.load import YamlLoader
from pipelint.engines.registry import sniff
from pipelint.language.config import Config
from pipelint.sources.bundle import NoBundle
from tests.properties import tries

STYLES = """\
config:
  - source:
      $type: "ta\\u0069l"
      plain: a b # note
      single: 'it''s'
      literal: |
        one
        two
      folded: >-
        one
        two
      empty:
      tagged: !fluent/s "#{hostname}"
      "quoted key": &x 1
      alias: *x
      json: !fluent/json {a: 1}
      é: ü
      parse: {$type: json}
  - match:
      $tag: a.**
      $type: copy
      store:
        - $type: stdout
        - {a: 1, $type: null}
"""


def config(text: str, name: str = "fluent.yaml") -> Block:
    loader = YamlLoader(NoBundle(), {})
    root = loader.load(Document.whole(SourceFile(name, text.encode())))
    assert not loader.errors
    return root


def test_names_and_values_of_all_styles_stand_where_they_are_written() -> None:
    source = config(STYLES).blocks[0]
    assert {p.name: (p.name_place.text, p.place.text, p.value) for p in source.params.values()} == {
        "@type": ("$type", '"ta\\u0069l"', "tail"),
        "plain": ("plain", "a b", "a b"),
        "single": ("single", "'it''s'", "it's"),
        "literal": ("literal", "|\n        one\n        two", "one\ntwo\n"),
        "folded": ("folded", ">-\n        one\n        two", "one two"),
        "empty": ("empty", "", ""),
        "tagged": ("tagged", '!fluent/s "#{hostname}"', "#{hostname}"),
        "quoted key": ('"quoted key"', "&x 1", "1"),
        "alias": ("alias", "*x", "1"),
        "json": ("json", "!fluent/json {a: 1}", '{"a":1}'),
        "é": ("é", "ü", "ü"),
    }
    assert [name for name, param in source.params.items() if param.embedded] == ["empty", "tagged"]


def test_sections_stand_where_they_are_written() -> None:
    source, match = config(STYLES).blocks
    parse = source.blocks[0]
    assert (source.head_place.text, source.place.text[:6], source.place.text[-8:]) == ("source", "source", "$type: json}"[-8:])
    assert (parse.head_place.text, parse.place.text) == ("parse", "parse: {$type: json}")
    assert (match.head_place.text, match.arg_place.text, match.arg) == ("match", "a.**", "a.**")
    assert [(b.head_place.text, b.place.text) for b in match.blocks] == [
        ("$type", "$type: stdout"),
        ("$type", "{a: 1, $type: null}"),
    ]


@pytest.mark.parametrize("style", ["|", '"'])
def test_inside_a_config_map_every_value_stands_in_the_manifest(style: str, tmp_path: Path) -> None:
    if style == "|":
        scalar = "|\n" + "".join(f"    {line}\n" for line in STYLES.splitlines())
    else:
        scalar = json.dumps(STYLES, ensure_ascii=False) + "\n"
    file = tmp_path / "map.yaml"
    file.write_text(f"apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: f\ndata:\n  fluent.yaml: {scalar}")
    (found,) = load([str(file)]).configs
    plain = found.root.blocks[0].params["plain"]
    assert (plain.value, plain.place.file_span.cut(file.read_bytes())) == ("a b", b"a b")
    assert plain.name_place.file_span.cut(file.read_bytes()) == b"plain"


def names(found: Config) -> list[tuple[str, str]]:
    return [(block.name, block.value("@type")) for block in found.root.blocks]


def test_included_lists_are_put_in_place(tmp_path: Path) -> None:
    (tmp_path / "fluent.yaml").write_text("config:\n  - !include parts/*.yaml\n  - match: {$tag: '**', $type: stdout}\n")
    (tmp_path / "parts").mkdir()
    (tmp_path / "parts" / "a.yaml").write_text("- source: {$type: http, parse: !include '../x/{b,c}.yml'}\n")
    (tmp_path / "x").mkdir()
    (tmp_path / "x" / "b.yml").write_text("- $type: json\n")
    loaded = load([str(tmp_path)])
    (found,) = loaded.configs
    assert names(found) == [("source", "http"), ("match", "stdout")]
    assert [block.value("@type") for block in found.root.blocks[0].blocks] == ["json"]
    assert [Path(document.name).name for document in found.documents] == ["fluent.yaml", "a.yaml", "b.yml"]
    assert loaded.problems == ()


def test_an_edited_document_is_read_in_the_place_of_the_old_one(tmp_path: Path) -> None:
    (tmp_path / "fluent.yaml").write_text("config:\n  - !include a.yaml\n")
    (tmp_path / "a.yaml").write_text("- source: {$type: http}\n")
    (found,) = load([str(tmp_path / "fluent.yaml")]).configs
    old = found.documents[1]
    new = Document.whole(SourceFile(old.name, b"- source: {$type: tail}\n"))
    assert names(found.engine.load(found.entry, {old: new})) == [("source", "tail")]


def test_keys_of_a_config_map_include_each_other(tmp_path: Path) -> None:
    file = tmp_path / "map.yaml"
    file.write_text(
        "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: f}\ndata:\n"
        "  fluentd.yaml: |\n    config:\n    - !include /etc/f/in*.yaml\n    - match: {$tag: '**', $type: stdout}\n"
        "  input.yaml: |\n    - source: {$type: http}\n"
    )
    (found,) = load([str(file)]).configs
    assert names(found) == [("source", "http"), ("match", "stdout")]


def test_standard_input_is_recognised() -> None:
    (found,) = load(["-"], stdin=STYLES.encode()).configs
    assert names(found) == [("source", "tail"), ("match", "copy")]


def test_yaml_in_a_v1_config_is_told(tmp_path: Path) -> None:
    (tmp_path / "fluent.conf").write_text("@include a.yaml\n<source>\n  @type http\n</source>\n")
    (tmp_path / "a.yaml").write_text("- source:\n    $type: http\n")
    (found,) = load([str(tmp_path / "fluent.conf")]).configs
    assert [block.name for block in found.root.blocks] == ["source"]
    assert [ignored.place.text for ignored in found.ignored] == ["a.yaml"]


@pytest.mark.parametrize(
    ("text", "name", "engine"),
    [
        (STYLES, "any.yml", "fluentd"),
        (STYLES, "<stdin>", "fluentd"),
        ("config:\n  - !include a/*.yaml\n", "x.yaml", "fluentd"),
        ('{"config": [{"source": {"$type": "http"}}]}', "x.json", "fluentd"),
        ("system:\n  workers: 2\n", "fluentd.yaml", "fluentd"),
        ("system:\n  workers: 2\n", "other.yaml", None),
        ("config:\n  log: 1\nimage: x\n", "fluentd.yaml", None),
        ("config:\n  - source: a\n    match: b\n", "values.yaml", None),
        ("- source: {$type: http}\n", "part.yaml", None),
        ("a: 1\nb: {$type: x}\n", "x.yaml", None),
    ],
)
def test_content_decides_what_a_yaml_file_is(text: str, name: str, engine: str | None) -> None:
    assert sniff(text.encode(), name) == engine


def test_a_name_of_the_v1_format_decides() -> None:
    assert not is_yaml_config(STYLES.encode(), "fluent.conf")


@tries(300)
@given(
    st.lists(
        st.tuples(st.integers(0, len(STYLES)), st.integers(0, 12), st.text("[]{}:,-&*!|>'\"#\n\t $<a1é", max_size=6)), max_size=4
    )
)
def test_a_broken_text_never_ends_the_reader(changes: list[tuple[int, int, str]]) -> None:
    text = STYLES
    for at, length, new in changes:
        text = text[:at] + new + text[at + length :]
    _harmless(text.encode())


@tries(200)
@given(st.binary(max_size=60).map(lambda data: data.decode("utf-8", "ignore").replace("\0", "").encode()))
def test_any_text_is_read_without_an_exception(data: bytes) -> None:
    _harmless(data)
    _harmless(b"config:\n" + data)


def test_of_a_list_of_texts_in_place_of_sections_the_first_is_told() -> None:
    text = "config:\n  - match: {$tag: a, $type: copy, store: [{$type: stdout}, b, c, {$type: 'null'}]}\n"
    loader = YamlLoader(NoBundle(), {})
    root = loader.load(Document.whole(SourceFile("fluent.yaml", text.encode())))
    assert [(error.place.text, error.message) for error in loader.errors] == [
        ("b", "an item of store is a single value: Fluentd reads a list as sections")
    ]
    assert [block.value("@type") for block in root.walk() if block.name == "store"] == ["stdout"]


def _harmless(data: bytes) -> None:
    loader = YamlLoader(NoBundle(), {})
    root = loader.load(Document.whole(SourceFile("fluent.yaml", data)))
    for block in root.walk():
        for param in block.params.values():
            assert param.place.span.end <= len(data)
    for error in loader.errors:
        assert error.place.span.end <= len(data)


_BOMB = "a0: &a0 {x: 1}\n" + "".join(f"a{n}: &a{n} {{p: *a{n - 1}, q: *a{n - 1}}}\n" for n in range(1, 40))


@pytest.mark.parametrize(
    "text",
    [
        _BOMB + "config:\n  - source: *a39\n",
        _BOMB + "config:\n  - source: {$type: x, v: !fluent/json {z: *a39}}\n",
        "config: " + "[" * 190 + "]" * 190,
        "config:\n  - source: " + "{a: " * 150 + "1" + "}" * 150,
        "a0: &a0 {x: 1}\n" + "".join(f"a{n}: &a{n} {{p: *a{n - 1}}}\n" for n in range(1, 500)) + "config:\n  - source: *a499\n",
        "config: &c\n  - *c\n",
        "config:\n  - source: &a {<<: *a}\n",
    ],
)  # fmt: skip
def test_a_hostile_text_costs_little(text: str) -> None:
    loader = YamlLoader(NoBundle(), {})
    loader.load(Document.whole(SourceFile("fluent.yaml", text.encode())))
    assert loader.errors or "fluent/json" in text
