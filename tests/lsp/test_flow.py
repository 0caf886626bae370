"""Navigation along the way of events: what feeds a stage, what takes its events, and where fields are set."""

from __future__ import annotations

import pytest
from lsprotocol import types as lsp

from tests.lsp.configs import STYLES, styled
from tests.lsp.editor import Editor

pytestmark = pytest.mark.asyncio(loop_scope="session")

FLUENTD = """\
<source>
  @type sample
  tag web.front
</source>
<source>
  @type sample
  tag db.main
</source>
<filter web.*>
  @type record_transformer
  <record>
    service shop
  </record>
</filter>
<match web.**>
  @type copy
  <store>
    @type file
    path /tmp/${service}
    <buffer service>
    </buffer>
  </store>
</match>
<match **>
  @type null
</match>
"""

LOGSTASH = """\
input {
  beats { port => 5044 }
  stdin { }
}
filter {
  grok { match => { message => '%{IP:client_ip} %{WORD:verb}' } }
  if [verb] == "GET" {
    mutate { add_field => { 'copy_of' => '%{client_ip}' } }
  }
}
output {
  elasticsearch { index => 'logs-%{verb}' }
}
"""


async def open_styled(editor: Editor, config: str, style: str, name: str = "fluent.conf") -> str:
    """Opens a config in a style; the file's name."""
    name, text = styled(config, style, name)
    await editor.open(name, text)
    return name


async def definition(editor: Editor, name: str, marked: str, inside: int = 0) -> list[str]:
    """What stands where the thing in ``marked`` is defined."""
    asked = lsp.DefinitionParams(editor.document(name), editor.position(name, marked, inside))
    return _said(editor, name, await editor.ask(editor.client.text_document_definition_async(asked)))


async def references(editor: Editor, name: str, marked: str, inside: int = 0, *, declaration: bool = False) -> list[str]:
    """What stands where it is used."""
    context = lsp.ReferenceContext(declaration)
    asked = lsp.ReferenceParams(context, editor.document(name), editor.position(name, marked, inside))
    return _said(editor, name, await editor.ask(editor.client.text_document_references_async(asked)))


def _said(editor: Editor, name: str, found: object) -> list[str]:
    assert isinstance(found, list | tuple)
    assert {each.uri for each in found} <= {editor.uri(name)}
    return [editor.said(name, each.range) for each in found]


@pytest.mark.parametrize("style", STYLES)
async def test_a_stage_leads_to_what_feeds_it_and_a_tag_to_its_takers(editor: Editor, style: str) -> None:
    name = await open_styled(editor, FLUENTD, style)
    assert await definition(editor, name, "<match web", 8) == ["<filter web.*>", "<source>"]
    assert await definition(editor, name, "<filter", 2) == ["<source>"]
    assert await definition(editor, name, "<store>", 2) == ["<match web.**>", "<source>"]
    assert await references(editor, name, "tag web", 6) == ["<filter web.*>", "<match web.**>"]
    assert await references(editor, name, "db.main", 1) == ["<match **>"]
    assert await references(editor, name, "db.main", 1, declaration=True) == ["<source>", "<match **>"]
    assert await references(editor, name, "<filter", 2) == ["<match web.**>"]


@pytest.mark.parametrize("style", STYLES)
async def test_the_stages_of_logstash_lead_to_each_other(editor: Editor, style: str) -> None:
    name = await open_styled(editor, LOGSTASH, style, "pipeline.conf")
    assert await definition(editor, name, "grok", 1) == ["beats", "stdin"]
    assert await references(editor, name, "mutate", 1) == ["elasticsearch"]
    assert await references(editor, name, "beats", 1) == ["grok", "mutate", "elasticsearch"]


@pytest.mark.parametrize("style", STYLES)
async def test_fields_lead_to_where_they_are_set(editor: Editor, style: str) -> None:
    name = await open_styled(editor, FLUENTD, style)
    assert await definition(editor, name, "<buffer service", 9) == ["service"]
    assert await references(editor, name, "service shop", 1) == ["service", "service"]


@pytest.mark.parametrize("style", STYLES)
async def test_fields_of_logstash_lead_to_where_they_are_set(editor: Editor, style: str) -> None:
    name = await open_styled(editor, LOGSTASH, style, "pipeline.conf")
    assert await definition(editor, name, "[verb]", 2) == ["verb"]
    assert await definition(editor, name, "%{client_ip}", 4) == ["client_ip"]
    assert await references(editor, name, ":verb}", 2) == ["verb", "verb"]
    marks = await _highlights(editor, name, "logs-%{verb}", 9)
    write, read = lsp.DocumentHighlightKind.Write, lsp.DocumentHighlightKind.Read
    assert marks == [("verb", write), ("verb", read), ("verb", read)]


async def _highlights(editor: Editor, name: str, marked: str, inside: int) -> list[tuple[str, object]]:
    asked = lsp.DocumentHighlightParams(editor.document(name), editor.position(name, marked, inside))
    found = await editor.ask(editor.client.text_document_document_highlight_async(asked))
    return [(editor.said(name, mark.range), mark.kind) for mark in found or ()]


@pytest.mark.parametrize("style", STYLES)
async def test_what_belongs_to_a_stage_is_highlighted(editor: Editor, style: str) -> None:
    name = await open_styled(editor, FLUENTD, style)
    write, read = lsp.DocumentHighlightKind.Write, lsp.DocumentHighlightKind.Read
    expected = [("<source>", write), ("<filter web.*>", write), ("<match web.**>", read)]
    assert await _highlights(editor, name, "<filter", 2) == expected


async def _item(editor: Editor, name: str, marked: str) -> lsp.CallHierarchyItem:
    asked = lsp.CallHierarchyPrepareParams(editor.document(name), editor.position(name, marked))
    (item,) = await editor.ask(editor.client.text_document_prepare_call_hierarchy_async(asked)) or ()
    assert isinstance(item, lsp.CallHierarchyItem)
    return item


async def _calls(editor: Editor, item: lsp.CallHierarchyItem) -> tuple[list[str], list[str]]:
    incoming = await editor.ask(editor.client.call_hierarchy_incoming_calls_async(lsp.CallHierarchyIncomingCallsParams(item)))
    outgoing = await editor.ask(editor.client.call_hierarchy_outgoing_calls_async(lsp.CallHierarchyOutgoingCallsParams(item)))
    return [call.from_.name for call in incoming or ()], [call.to.name for call in outgoing or ()]


@pytest.mark.parametrize("style", STYLES)
async def test_stages_call_those_that_their_events_come_to(editor: Editor, style: str) -> None:
    name = await open_styled(editor, FLUENTD, style)
    item = await _item(editor, name, "service shop")
    assert (item.name, editor.said(name, item.selection_range)) == ("filter web.* (record_transformer)", "<filter web.*>")
    assert await _calls(editor, item) == (["source (sample)"], ["match web.** (copy)"])
    assert await _calls(editor, await _item(editor, name, "<match web")) == (
        ["filter web.* (record_transformer)"],
        ["store (file)"],
    )


async def test_an_item_of_an_earlier_text_is_asked_of_the_new_one(editor: Editor) -> None:
    name = await open_styled(editor, FLUENTD, "plain file")
    item = await _item(editor, name, "<filter")
    await editor.replace(name, FLUENTD.replace("tag db.main", "tag web.main"))
    assert await _calls(editor, item) == (["source (sample)"] * 2, ["match web.** (copy)"])
    await editor.replace(name, "# " + FLUENTD.replace("\n", "\n# "))
    assert await _calls(editor, item) == ([], [])


async def test_from_an_included_file_the_sources_are_found(editor: Editor) -> None:
    head, _, rest = FLUENTD.partition("<filter")
    editor.write("fluent.conf", head + "@include outputs.conf\n")
    await editor.open("outputs.conf", "<filter" + rest)
    asked = lsp.DefinitionParams(editor.document("outputs.conf"), editor.position("outputs.conf", "<filter", 2))
    found = await editor.ask(editor.client.text_document_definition_async(asked))
    assert isinstance(found, list | tuple)
    assert [(each.uri, each.range.start.line) for each in found if isinstance(each, lsp.Location)] == [
        (editor.uri("fluent.conf"), 0)
    ]
    item = await _item(editor, "outputs.conf", "<filter")
    assert (await _calls(editor, item))[0] == ["source (sample)"]
