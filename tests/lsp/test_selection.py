"""Selection ranges: what grows around a position, in files and in each style of a scalar."""

from __future__ import annotations

import pytest
from lsprotocol import types as lsp

from tests.lsp.configs import FLUENTD, FLUENTD_YAML, LOGSTASH, STYLES, styled
from tests.lsp.editor import Editor

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def _selected(editor: Editor, name: str, text: str, marked: str, inside: int = 1) -> list[str]:
    """The texts around a place, the smallest first."""
    await editor.open(name, text)
    asked = lsp.SelectionRangeParams(editor.document(name), [editor.position(name, marked, inside)])
    (found,) = await editor.ask(editor.client.text_document_selection_range_async(asked)) or ()
    out = []
    while found is not None:
        out.append(editor.said(name, found.range))
        found = found.parent  # type: ignore[assignment]
    return out


async def test_from_a_word_to_the_file(editor: Editor) -> None:
    parse = FLUENTD[FLUENTD.index("<parse>") : FLUENTD.index("</source>")].rstrip()
    source = FLUENTD[: FLUENTD.index("<label")].rstrip()
    found = await _selected(editor, "fluent.conf", FLUENTD, "time_format")
    assert [text.strip() for text in found[:2]] == ["time_format", "time_format %Y-%m-%dT%H:%M:%S.%NZ"]
    assert [text.strip() for text in found[2:]] == [parse, source, FLUENTD.rstrip()]


async def test_a_value_is_selected_before_its_parameter(editor: Editor) -> None:
    found = await _selected(editor, "fluent.conf", FLUENTD, "/var/log/app.log", 6)
    assert found[:3] == ["log", "/var/log/app.log", "path /var/log/app.log"]


async def test_a_quoted_value_is_selected_without_its_quotes_first(editor: Editor) -> None:
    config = FLUENTD.replace("path /var/log/app.log", 'path "/var/log/app.log"')
    found = await _selected(editor, "fluent.conf", config, "/var/log/app.log", 6)
    assert found[:4] == ["log", "/var/log/app.log", '"/var/log/app.log"', 'path "/var/log/app.log"']


async def test_an_entry_of_a_hash(editor: Editor) -> None:
    found = await _selected(editor, "pipeline.conf", LOGSTASH, "message")
    entry = '"message" => "^%{WORD:word}$"'
    assert found[:3] == ["message", '"message"', entry]
    assert "match => { " + entry + " }" in found
    assert found[-1] == LOGSTASH and sum(text.lstrip().startswith("grok {") for text in found) == 1


async def test_the_argument_of_a_section(editor: Editor) -> None:
    found = await _selected(editor, "fluent.conf", FLUENTD, "<label @OUT>", 9)
    assert found[:3] == ["OUT", "@OUT", "<label @OUT>"]
    assert found[3].startswith("<label @OUT>") and found[3].rstrip().endswith("</label>")


async def test_yaml_of_fluentd(editor: Editor) -> None:
    found = await _selected(editor, "fluent.yaml", FLUENTD_YAML, "/var/log/app.log", 6)
    assert found[:3] == ["log", "/var/log/app.log", "path: /var/log/app.log"] and found[-1] == FLUENTD_YAML


@pytest.mark.parametrize("style", STYLES)
async def test_of_a_config_in_a_manifest(editor: Editor, style: str) -> None:
    name, text = styled(FLUENTD, style, "fluent.conf")
    found = await _selected(editor, name, text, "/var/log/app.log", 6)
    assert found[:3] == ["log", "/var/log/app.log", "path /var/log/app.log"]
    assert found[-1] == text and found[3].lstrip().startswith("<source>")


async def test_where_no_config_is(editor: Editor) -> None:
    assert await _selected(editor, "other.yaml", "kind: List\n", "List") == ["List", "kind: List\n"]
