"""What leads out of a text: links, names of grok patterns, and symbols of all configs."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import unquote, urlparse

import pytest
from lsprotocol import types as lsp

from tests.lsp.configs import FLUENTD, LOGSTASH, STYLES, manifest, styled
from tests.lsp.editor import Editor
from tests.lsp.test_flow import definition, open_styled, references

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def _links(editor: Editor, name: str) -> list[tuple[str, str | None]]:
    asked = lsp.DocumentLinkParams(editor.document(name))
    found = await editor.ask(editor.client.text_document_document_link_async(asked))
    return [(editor.said(name, link.range), link.target) for link in found or ()]


async def test_links_of_includes(editor: Editor) -> None:
    (editor.folder / "conf.d").mkdir()
    for name in ("one.conf", "conf.d/a.conf", "conf.d/b.conf"):
        editor.write(name, "<match a>\n  @type stdout\n</match>\n")
    await editor.open("fluent.conf", f"@include 'one.conf'\n@include conf.d/*.conf\n@include none.conf\n{FLUENTD}")
    assert await _links(editor, "fluent.conf") == [("one.conf", editor.uri("one.conf"))]


# A plain scalar cannot begin with an at sign.
@pytest.mark.parametrize("style", ("|", ">", "'", '"'))
async def test_links_to_another_key(editor: Editor, style: str) -> None:
    name, text = styled("@include outputs.conf\n", style, "fluent.conf")
    text += "  outputs.conf: |\n    <match **>\n      @type stdout\n    </match>\n"
    await editor.open(name, text)
    line = text[: text.index("    <match")].count("\n") + 1
    assert await _links(editor, name) == [("outputs.conf", f"{editor.uri(name)}#L{line}")]


async def test_links_of_a_list_of_pipelines(editor: Editor) -> None:
    editor.write("first.conf", LOGSTASH)
    await editor.open("pipelines.yml", "- pipeline.id: first\n  path.config: first.conf\n")
    assert await _links(editor, "pipelines.yml") == [("first.conf", editor.uri("first.conf"))]


GROK = """\
input { stdin { } }
filter {
  grok {
    ecs_compatibility => disabled
    pattern_definitions => { 'LEVELS' => '%{LOGLEVEL}' 'OTHER' => 'x%{LEVELS}' }
    match => { message => '%{LEVELS:level} %{IPORHOST:host} %{OTHER}' }
  }
}
output { stdout { } }
"""


@pytest.mark.parametrize("style", STYLES)
async def test_own_grok_patterns(editor: Editor, style: str) -> None:
    name = await open_styled(editor, GROK, style, "pipeline.conf")
    assert await definition(editor, name, "%{LEVELS:", 4) == ["LEVELS"]
    asked = lsp.DefinitionParams(editor.document(name), editor.position(name, "%{LEVELS:", 4))
    (found,) = await editor.ask(editor.client.text_document_definition_async(asked)) or ()  # type: ignore[misc]
    at = editor.position(name, "LEVELS")
    assert (found.range.start.line, found.range.start.character) == (at.line, at.character)
    assert len(await references(editor, name, "%{LEVELS:", 4)) == 2
    assert len(await references(editor, name, "%{LEVELS:", 4, declaration=True)) == 3


@pytest.mark.parametrize("style", STYLES)
async def test_shipped_grok_patterns_are_shown(editor: Editor, style: str) -> None:
    name = await open_styled(editor, GROK, style, "pipeline.conf")
    asked = lsp.DefinitionParams(editor.document(name), editor.position(name, "IPORHOST", 2))
    (found,) = await editor.ask(editor.client.text_document_definition_async(asked)) or ()  # type: ignore[misc]
    path = Path(unquote(urlparse(found.uri).path))
    lines = path.read_text().split("\n")
    assert (path.parent.name, path.name, found.range.start.line) == ("legacy", "IPORHOST.grok", 1)
    assert lines[0] == "# IPORHOST: legacy patterns"
    assert lines[1] == "IPORHOST (?:%{IP}|%{HOSTNAME})"
    assert {line.split(" ")[0] for line in lines[4:8]} == {"IP", "HOSTNAME", "IPV6", "IPV4"}
    assert "# It expands to" in lines


async def test_grok_patterns_of_files(editor: Editor) -> None:
    (editor.folder / "patterns").mkdir()
    editor.write("patterns/own", "# mine\nFIRST a\nMINE [a-z]+\n")
    text = LOGSTASH.replace("grok {", 'grok {\n patterns_dir => ["patterns"]').replace("WORD:word", "MINE:word")
    await editor.open("pipeline.conf", text)
    asked = lsp.DefinitionParams(editor.document("pipeline.conf"), editor.position("pipeline.conf", "MINE", 2))
    (found,) = await editor.ask(editor.client.text_document_definition_async(asked)) or ()  # type: ignore[misc]
    assert found == lsp.Location(editor.uri("patterns/own"), lsp.Range(lsp.Position(2, 0), lsp.Position(2, 4)))


async def _symbols(editor: Editor, query: str) -> set[tuple[str, str]]:
    found = await editor.ask(editor.client.workspace_symbol_async(lsp.WorkspaceSymbolParams(query)))
    return {(each.name, each.location.uri) for each in found or () if each.location.uri.startswith(editor.uri(""))}


async def test_symbols_of_open_files(editor: Editor) -> None:
    await editor.open("fluent.conf", FLUENTD)
    await editor.open("map.yaml", manifest(LOGSTASH, "pipeline.conf"))
    assert await _symbols(editor, "match FORWARD") == {("match ** (forward)", editor.uri("fluent.conf"))}
    assert await _symbols(editor, "@out") == {("label @OUT", editor.uri("fluent.conf"))}
    assert await _symbols(editor, "grok") == {("grok", editor.uri("map.yaml"))}
    await editor.replace("fluent.conf", FLUENTD.replace("@OUT", "@THERE"))
    assert await _symbols(editor, "label") == {("label @THERE", editor.uri("fluent.conf"))}
    assert {name for name, _ in await _symbols(editor, "")} >= {"source (tail)", "elasticsearch", "beats"}
    for name in ("fluent.conf", "map.yaml"):
        await editor.close(name)
