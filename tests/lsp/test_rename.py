"""Rename: in plain files and in scalars of all styles, and what is refused."""

from __future__ import annotations

import pytest
from lsprotocol import types as lsp
from pygls.exceptions import JsonRpcException

from pipelint.checker.loading import load
from tests.lsp.configs import STYLES, styled
from tests.lsp.editor import Editor, applied
from tests.lsp.test_flow import open_styled

pytestmark = pytest.mark.asyncio(loop_scope="session")

FLUENTD = """\
<source>
  @type sample
  @id first
  tag web.front
  @label @OUT
</source>
<source>
  @type monitor_agent
  tag monitor
  @label @OUT
</source>
<label @OUT>
  <filter web.*>
    @type record_transformer
    <record>
      service shop
    </record>
  </filter>
  <filter web.*>
    @type grep
    <regexp>
      key service
      pattern /^shop/
    </regexp>
  </filter>
  <match **>
    @type file
    path /tmp/${service}
    <buffer service>
    </buffer>
  </match>
</label>
"""

LOGSTASH = """\
input { stdin { id => 'first' } }
filter {
  grok { match => { message => '%{IP:client_ip} %{WORD:verb}' } }
  if [verb] == "GET" { mutate { add_field => { '[to][verb_of]' => '%{verb}' } } }
}
output { elasticsearch { index => 'logs-%{verb}-%{[to][verb_of]}' } }
"""


async def rename(editor: Editor, name: str, marked: str, new: str, inside: int = 0) -> lsp.WorkspaceEdit | None:
    """The edits that give the thing in ``marked`` a new name."""
    asked = lsp.RenameParams(editor.document(name), editor.position(name, marked, inside), new)
    return await editor.ask(editor.client.text_document_rename_async(asked))


async def refused(editor: Editor, name: str, marked: str, new: str, inside: int = 0) -> str:
    """Why it gets no new name."""
    with pytest.raises(JsonRpcException) as error:
        await rename(editor, name, marked, new, inside)
    return str(error.value.message)


async def _renames(editor: Editor, config: str, style: str, file: str, marked: str, old: str, new: str) -> None:
    """A rename gives the config in which the old word is replaced by the new one everywhere."""
    name = await open_styled(editor, config, style, file)
    asked = lsp.PrepareRenameParams(editor.document(name), editor.position(name, marked, marked.index(old) + 1))
    prepared = await editor.ask(editor.client.text_document_prepare_rename_async(asked))
    assert isinstance(prepared, lsp.PrepareRenamePlaceholder)
    assert (editor.said(name, prepared.range), prepared.placeholder) == (old, old)
    text = applied(editor.texts[name], await rename(editor, name, marked, new, marked.index(old) + 1))
    path = str(editor.folder / name)
    (after,) = load(["-"], stdin=text.encode(), stdin_filename=path).configs
    (expected,) = load(["-"], stdin=styled(config.replace(old, new), style, file)[1].encode(), stdin_filename=path).configs
    assert after.documents[0].text == expected.documents[0].text
    assert text.count(new) == config.count(old) and old not in text


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize(
    ("marked", "old", "new"),
    [("label @OUT", "@OUT", "@ELSEWHERE"), ("@id first", "first", "other"), ("key service", "service", "shop_name")],
)
async def test_what_fluentd_names(editor: Editor, style: str, marked: str, old: str, new: str) -> None:
    await _renames(editor, FLUENTD, style, "fluent.conf", marked, old, new)


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize(
    ("marked", "old", "new"),
    [("first", "first", "other"), ("[to][verb_of]", "verb_of", "copied"), (":client_ip", "client_ip", "peer")],
)
async def test_what_logstash_names(editor: Editor, style: str, marked: str, old: str, new: str) -> None:
    await _renames(editor, LOGSTASH, style, "pipeline.conf", marked, old, new)


async def test_an_address_of_a_pipeline(editor: Editor) -> None:
    text = """\
- pipeline.id: first
  config.string: |
    input { stdin { } }
    output { pipeline { send_to => ["inner", 'other'] } }
- pipeline.id: second
  config.string: "input { pipeline { address => \\"inner\\" } }\\noutput { stdout { } }"
- pipeline.id: third
  config.string: 'input { pipeline { address => other } } output { stdout { } }'
"""
    await editor.open("pipelines.yml", text)
    assert applied(text, await rename(editor, "pipelines.yml", "inner", "main_one", 2)) == text.replace("inner", "main_one")
    assert "another address" in await refused(editor, "pipelines.yml", "inner", "other", 2)


async def test_names_in_other_files_are_renamed_too(editor: Editor) -> None:
    head, _, label = FLUENTD.partition("<label @OUT>")
    editor.write("outputs.conf", "<label @OUT>" + label)
    await editor.open("fluent.conf", head + "@include outputs.conf\n")
    for name, marked in (("fluent.conf", "@label @OUT"), ("outputs.conf", "<label @OUT")):
        if name == "outputs.conf":
            await editor.open(name, "<label @OUT>" + label)
        edit = await rename(editor, name, marked, "@NEW", 9)
        assert edit is not None and edit.document_changes is not None
        made = {c.text_document.uri: len(c.edits) for c in edit.document_changes if isinstance(c, lsp.TextDocumentEdit)}
        assert made == {editor.uri("fluent.conf"): 2, editor.uri("outputs.conf"): 1}
    await editor.replace("outputs.conf", "\n<label @OUT>" + label)
    assert "save" in await refused(editor, "outputs.conf", "<label @OUT", "@NEW", 9)
    assert "save outputs.conf" in await refused(editor, "fluent.conf", "@label @OUT", "@NEW", 9)


@pytest.mark.parametrize(
    ("old", "new", "marked", "called", "why"),
    [
        ("", "", "label @OUT", "OUT", "read as this name"),
        ("", "", "label @OUT", "@A #B", ""),
        ("", "", "label @OUT", "@ERROR", ""),
        ("@OUT", "@ERROR", "label @ERROR", "@NEW", "engine itself"),
        ("</label>", "</label>\n<label @NEXT>\n</label>", "label @OUT", "@NEXT", "another label @NEXT"),
        ("</label>", "", "label @OUT", "@NEXT", "syntax errors"),
        ("", "", "key service", "a b", ""),
        ("    <record>\n      service shop\n    </record>\n", "", "key service", "x", "nothing in the config sets"),
        ("    @type grep", "    @type never_heard_of", "<buffer service", "x", "never_heard_of"),
        ("path /tmp", "path /tmp/${record['service'].to_s}", "key service", "x", "may also be meant"),
        ("service shop", 'service shop\n      other ${record["service"]}', "key service", "other", ""),
    ],
)
async def test_what_is_not_renamed(editor: Editor, old: str, new: str, marked: str, called: str, why: str) -> None:
    name = await open_styled(editor, FLUENTD.replace(old, new) if old else FLUENTD, "|")
    assert why in await refused(editor, name, marked, called, marked.index(" ") + 2)


async def test_nothing_else_has_a_name(editor: Editor) -> None:
    name = await open_styled(editor, FLUENTD, "plain file")
    asked = lsp.PrepareRenameParams(editor.document(name), editor.position(name, "@type"))
    assert await editor.ask(editor.client.text_document_prepare_rename_async(asked)) is None
    assert await rename(editor, name, "@type", "x") is None
