"""Definition, references, symbols and folding."""

from __future__ import annotations

import pytest
from lsprotocol import types as lsp

from tests.lsp.configs import FLUENTD, FLUENTD_YAML, LOGSTASH, manifest
from tests.lsp.editor import Editor

pytestmark = pytest.mark.asyncio(loop_scope="session")

PIPELINES = """\
- pipeline.id: first
  config.string: |
    input { beats { port => 5044 } }
    output { pipeline { send_to => ["inner"] } }
- pipeline.id: second
  config.string: |
    input { pipeline { address => "inner" } }
    output { stdout { } }
"""


def _lines(found: object) -> list[tuple[str, int]]:
    """The files and lines of locations."""
    assert isinstance(found, list | tuple)
    return [(location.uri, location.range.start.line) for location in found if isinstance(location, lsp.Location)]


async def _definition(editor: Editor, name: str, marked: str, inside: int = 0) -> list[tuple[str, int]]:
    asked = lsp.DefinitionParams(editor.document(name), editor.position(name, marked, inside))
    return _lines(await editor.ask(editor.client.text_document_definition_async(asked)) or [])


async def _references(editor: Editor, name: str, marked: str, inside: int, *, declaration: bool) -> list[tuple[str, int]]:
    context = lsp.ReferenceContext(declaration)
    asked = lsp.ReferenceParams(context, editor.document(name), editor.position(name, marked, inside))
    return _lines(await editor.ask(editor.client.text_document_references_async(asked)) or [])


@pytest.mark.parametrize("kubernetes", [False, True])
async def test_a_label_is_found(editor: Editor, kubernetes: bool) -> None:
    name, text, first = ("map.yaml", manifest(FLUENTD), 6) if kubernetes else ("fluent.conf", FLUENTD, 0)
    await editor.open(name, text)
    uri = editor.uri(name)
    assert await _definition(editor, name, "@OUT", 2) == [(uri, first + 11)]
    assert await _references(editor, name, "<label @OUT", 8, declaration=False) == [(uri, first + 5)]
    assert await _references(editor, name, "@OUT", 1, declaration=True) == [(uri, first + 5), (uri, first + 11)]


async def test_an_included_file_is_found(editor: Editor) -> None:
    editor.write("outputs.conf", "<match **>\n  @type stdout\n</match>\n")
    await editor.open("fluent.conf", "@include outputs.conf\n" + FLUENTD)
    assert await _definition(editor, "fluent.conf", "outputs.conf", 3) == [(editor.uri("outputs.conf"), 0)]


@pytest.mark.parametrize(
    ("include", "files"),
    [
        ('@include "conf.d/a.conf"', ["conf.d/a.conf"]),
        ("@include conf.d/a.conf # the first", ["conf.d/a.conf"]),
        ("@include conf.d/*.conf", ["conf.d/a.conf", "conf.d/b.conf"]),
        ("@include conf.d/none.conf", []),
        ("# @include conf.d/a.conf", []),
    ],
)
@pytest.mark.parametrize("inside", [False, True])
async def test_includes_are_found_as_fluentd_reads_them(editor: Editor, include: str, files: list[str], inside: bool) -> None:
    (editor.folder / "conf.d").mkdir()
    for name in ("a", "b"):
        editor.write(f"conf.d/{name}.conf", f"<match {name}>\n  @type stdout\n</match>\n")
    text = FLUENTD.replace("<label @OUT>\n", f"<label @OUT>\n  {include}\n") if inside else f"{include}\n{FLUENTD}"
    await editor.open("fluent.conf", text)
    assert await _definition(editor, "fluent.conf", "conf.d/", 4) == [(editor.uri(file), 0) for file in files]


async def test_an_include_of_the_yaml_format_is_found(editor: Editor) -> None:
    editor.write("outputs.yaml", "- match:\n    $tag: '**'\n    $type: stdout\n")
    await editor.open("fluent.yaml", "config:\n  - source:\n      $type: http\n  - !include outputs.yaml\n")
    assert await _definition(editor, "fluent.yaml", "outputs.yaml", 3) == [(editor.uri("outputs.yaml"), 0)]


async def test_an_include_of_another_key_is_found(editor: Editor) -> None:
    text = manifest("@include outputs.conf\n" + FLUENTD) + "  outputs.conf: |\n    <match **>\n      @type stdout\n    </match>\n"
    await editor.open("map.yaml", text)
    line = text[: text.index("    <match **>\n      @type stdout")].count("\n")
    assert await _definition(editor, "map.yaml", "outputs.conf", 3) == [(editor.uri("map.yaml"), line)]


@pytest.mark.parametrize("kubernetes", [False, True])
async def test_a_label_of_the_yaml_format_is_found(editor: Editor, kubernetes: bool) -> None:
    name, text, first = ("map.yaml", manifest(FLUENTD_YAML, "fluent.yaml"), 6) if kubernetes else ("fluent.yaml", FLUENTD_YAML, 0)
    await editor.open(name, text)
    uri = editor.uri(name)
    assert await _definition(editor, name, "@OUT", 2) == [(uri, first + 10)]
    assert await _references(editor, name, "@OUT", 1, declaration=True) == [(uri, first + 6), (uri, first + 10)]


async def test_from_an_included_file_the_uses_of_its_label_are_found(editor: Editor) -> None:
    head, _, label = FLUENTD.partition("<label @OUT>")
    (editor.folder / "conf.d").mkdir()
    editor.write("fluent.conf", head + "@include conf.d/outputs.conf\n")
    await editor.open("conf.d/outputs.conf", "<label @OUT>" + label)
    assert await _references(editor, "conf.d/outputs.conf", "@OUT", 2, declaration=False) == [(editor.uri("fluent.conf"), 5)]


async def test_pipelines_and_their_files_are_found_from_each_other(editor: Editor) -> None:
    (editor.folder / "conf").mkdir()
    listed = "- pipeline.id: first\n  path.config: conf/first.conf\n- pipeline.id: second\n  path.config: 'conf/sec*.conf'\n"
    second = 'input { pipeline { address => "inner" } }\noutput { stdout { } }\n'
    editor.write("conf/second.conf", second)
    await editor.open("conf/first.conf", 'input { stdin { } }\noutput {\n  pipeline { send_to => "inner" }\n}\n')
    await editor.open("pipelines.yml", listed)
    assert await _definition(editor, "pipelines.yml", "sec*", 2) == [(editor.uri("conf/second.conf"), 0)]
    assert await _definition(editor, "conf/first.conf", '"inner"', 3) == [(editor.uri("conf/second.conf"), 0)]
    await editor.open("conf/second.conf", second)
    assert await _references(editor, "conf/second.conf", '"inner"', 3, declaration=False) == [(editor.uri("conf/first.conf"), 2)]


async def test_a_label_in_an_included_file_is_found(editor: Editor) -> None:
    head, _, label = FLUENTD.partition("<label @OUT>")
    editor.write("outputs.conf", "# the outputs\n<label @OUT>" + label)
    await editor.open("fluent.conf", head + "@include outputs.conf\n")
    assert await _definition(editor, "fluent.conf", "@OUT", 2) == [(editor.uri("outputs.conf"), 1)]


async def test_an_address_of_a_pipeline_is_found(editor: Editor) -> None:
    await editor.open("pipelines.yml", PIPELINES)
    uri = editor.uri("pipelines.yml")
    assert await _definition(editor, "pipelines.yml", '"inner"', 2) == [(uri, 6)]
    assert await _references(editor, "pipelines.yml", "address => ", 13, declaration=False) == [(uri, 3)]


async def test_nothing_is_found_where_there_is_no_name(editor: Editor) -> None:
    await editor.open("fluent.conf", FLUENTD)
    assert await _definition(editor, "fluent.conf", "@type json", 8) == []
    assert await _references(editor, "fluent.conf", "@type json", 8, declaration=True) == []


async def _symbols(editor: Editor, name: str) -> list[lsp.DocumentSymbol]:
    asked = lsp.DocumentSymbolParams(editor.document(name))
    found = await editor.ask(editor.client.text_document_document_symbol_async(asked))
    return [symbol for symbol in found or () if isinstance(symbol, lsp.DocumentSymbol)]


def _tree(symbols: list[lsp.DocumentSymbol]) -> list[object]:
    return [(s.name, s.detail, _tree(list(s.children or ()))) for s in symbols]


async def test_symbols_are_the_sections(editor: Editor) -> None:
    await editor.open("fluent.conf", FLUENTD)
    inside = [("server", None, []), ("buffer", "file", [])]
    expected = [
        ("source", "tail", [("parse", "json", [])]),
        ("label @OUT", None, [("match **", "forward", inside)]),
    ]
    assert _tree(await _symbols(editor, "fluent.conf")) == expected


async def test_the_names_of_symbols_lie_inside_them(editor: Editor) -> None:
    await editor.open("map.yaml", manifest(FLUENTD))
    todo = await _symbols(editor, "map.yaml")
    assert todo
    while todo:
        symbol = todo.pop()
        outer, inner = symbol.range, symbol.selection_range
        assert (outer.start.line, outer.start.character) <= (inner.start.line, inner.start.character)
        assert (inner.end.line, inner.end.character) <= (outer.end.line, outer.end.character)
        todo += symbol.children or ()


async def test_symbols_of_logstash(editor: Editor) -> None:
    await editor.open("pipeline.conf", LOGSTASH)
    names = [symbol.name for symbol in await _symbols(editor, "pipeline.conf")]
    assert names == ["input", "filter", "output"]


@pytest.mark.parametrize("kubernetes", [False, True])
async def test_sections_fold_and_the_whole_file_does_not(editor: Editor, kubernetes: bool) -> None:
    name, text, first = ("map.yaml", manifest(FLUENTD), 6) if kubernetes else ("fluent.conf", FLUENTD, 0)
    await editor.open(name, text)
    found = await editor.ask(editor.client.text_document_folding_range_async(lsp.FoldingRangeParams(editor.document(name))))
    ranges = [(fold.start_line - first, fold.end_line - first) for fold in found or ()]
    assert sorted(ranges) == [(0, 10), (6, 9), (11, 22), (12, 21), (14, 16), (17, 20)]


async def test_logstash_folds(editor: Editor) -> None:
    await editor.open("pipeline.conf", LOGSTASH)
    asked = lsp.FoldingRangeParams(editor.document("pipeline.conf"))
    found = await editor.ask(editor.client.text_document_folding_range_async(asked))
    assert sorted((fold.start_line, fold.end_line) for fold in found or ()) == [(0, 2), (3, 9), (4, 8), (5, 7), (10, 12)]
