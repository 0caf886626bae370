"""Signature help: what a plugin takes, at the parameter whose value is typed."""

from __future__ import annotations

import pytest
from lsprotocol import types as lsp

from tests.lsp.configs import FLUENTD, FLUENTD_YAML, LOGSTASH, STYLES
from tests.lsp.editor import Editor
from tests.lsp.test_flow import open_styled

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def _signature(editor: Editor, name: str, marked: str) -> lsp.SignatureHelp | None:
    """What there is after a text of a file."""
    asked = lsp.SignatureHelpParams(editor.document(name), editor.position(name, marked, len(marked)))
    return await editor.ask(editor.client.text_document_signature_help_async(asked))


def _said(found: lsp.SignatureHelp | None) -> tuple[str, str]:
    """The whole, and its active part."""
    assert found is not None and found.active_parameter is not None
    (one,) = found.signatures
    assert one.parameters is not None
    active = one.parameters[found.active_parameter].label
    assert not isinstance(active, str)
    return one.label, one.label[active[0] : active[1]]


@pytest.mark.parametrize("style", STYLES)
async def test_of_fluentd(editor: Editor, style: str) -> None:
    name = await open_styled(editor, FLUENTD, style)
    whole = "tail(path: string, tag: string, pos_file: string)"
    assert _said(await _signature(editor, name, "path /var/log")) == (whole, "path: string")
    assert _said(await _signature(editor, name, "pos_file ")) == (whole, "pos_file: string")
    assert _said(await _signature(editor, name, "time_format ")) == ("json(time_format: string)", "time_format: string")
    assert await _signature(editor, name, "<sou") is None


@pytest.mark.parametrize("style", STYLES)
async def test_of_logstash(editor: Editor, style: str) -> None:
    name = await open_styled(editor, LOGSTASH, style, "pipeline.conf")
    assert _said(await _signature(editor, name, "port => ")) == ("beats(port: number)", "port: number")
    assert await _signature(editor, name, "grok {") is None


async def test_of_the_yaml_format(editor: Editor) -> None:
    await editor.open("fluent.yaml", FLUENTD_YAML)
    assert _said(await _signature(editor, "fluent.yaml", "pos_file: /var"))[1] == "pos_file: string"


async def test_of_a_value_that_is_not_there_yet(editor: Editor) -> None:
    await editor.open("fluent.conf", FLUENTD.replace("path /var/log/app.log", "path "))
    assert _said(await _signature(editor, "fluent.conf", "path "))[1] == "path: string"


async def test_a_parameter_says_what_it_takes(editor: Editor) -> None:
    await editor.open("fluent.conf", FLUENTD.replace("tag app\n", "tag app\n  read_from_head true\n"))
    found = await _signature(editor, "fluent.conf", "read_from_head ")
    assert found is not None and found.active_parameter is not None and found.signatures[0].parameters is not None
    about = found.signatures[0].parameters[found.active_parameter].documentation
    assert isinstance(about, lsp.MarkupContent) and about.value == "**read_from_head**: bool, default `False`"
