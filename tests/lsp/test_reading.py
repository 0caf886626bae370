"""Hover, inlay hints, code lenses and completion."""

from __future__ import annotations

import pytest
from lsprotocol import types as lsp

from tests.lsp.configs import FLUENTD, LOGSTASH, manifest
from tests.lsp.editor import Editor

pytestmark = pytest.mark.asyncio(loop_scope="module")


async def _hover(editor: Editor, name: str, marked: str, inside: int = 0) -> str:
    """What hovering over a text of a file says; "" for nothing."""
    asked = lsp.HoverParams(editor.document(name), editor.position(name, marked, inside))
    found = await editor.ask(editor.client.text_document_hover_async(asked))
    if found is None:
        return ""
    assert isinstance(found.contents, lsp.MarkupContent)
    return found.contents.value


async def _hints(editor: Editor, name: str, first: int, last: int) -> list[lsp.InlayHint]:
    lines = lsp.Range(lsp.Position(first, 0), lsp.Position(last, 0))
    asked = lsp.InlayHintParams(editor.document(name), lines)
    return list(await editor.ask(editor.client.text_document_inlay_hint_async(asked)) or ())


async def test_hover_over_a_plugin_says_what_it_needs_and_costs(editor: Editor) -> None:
    await editor.open("fluent.conf", FLUENTD)
    said = await _hover(editor, "fluent.conf", "tail", 1)
    assert said.startswith("**tail** · source") and "needed: `path`, `tag`" in said
    assert "µs of CPU per input line" in said and "events/s per CPU" in said


async def test_hover_over_a_parameter_says_its_type(editor: Editor) -> None:
    await editor.open("fluent.conf", FLUENTD)
    assert "**pos_file**: string" in await _hover(editor, "fluent.conf", "pos_file")


async def test_hover_over_a_finding_shows_its_rule(editor: Editor) -> None:
    await editor.open("map.yaml", manifest(FLUENTD))
    said = await _hover(editor, "map.yaml", "%Y-", 2)
    assert "**FD101**" in said and "## Why" in said


async def test_hover_over_a_setting_of_logstash(editor: Editor) -> None:
    await editor.open("pipeline.conf", LOGSTASH)
    assert "**match**: hash" in await _hover(editor, "pipeline.conf", "match =>")
    assert (await _hover(editor, "pipeline.conf", "grok")).startswith("**grok** · filter")


async def test_hover_over_nothing_says_nothing(editor: Editor) -> None:
    await editor.open("map.yaml", manifest(FLUENTD))
    assert await _hover(editor, "map.yaml", "kind: ConfigMap", 7) == ""


@pytest.mark.parametrize("kubernetes", [False, True])
async def test_hints_stand_behind_the_opening_line_of_a_stage(editor: Editor, kubernetes: bool) -> None:
    name, text, first = ("map.yaml", manifest(FLUENTD), 6) if kubernetes else ("fluent.conf", FLUENTD, 0)
    await editor.open(name, text)
    hints = {hint.position.line: hint for hint in await _hints(editor, name, 0, text.count("\n"))}
    lines = text.splitlines()
    assert {first, first + 6} <= set(hints)
    for line, hint in hints.items():
        assert hint.position.character == len(lines[line]) and "µs" in str(hint.label) and "%" in str(hint.label)


async def test_hints_are_of_the_asked_lines_alone(editor: Editor) -> None:
    await editor.open("fluent.conf", FLUENTD)
    assert [hint.position.line for hint in await _hints(editor, "fluent.conf", 5, 8)] == [6]


async def test_a_lens_says_what_the_config_can_take(editor: Editor) -> None:
    await editor.open("map.yaml", manifest(FLUENTD))
    asked = lsp.CodeLensParams(editor.document("map.yaml"))
    (lens,) = await editor.ask(editor.client.text_document_code_lens_async(asked)) or ()
    assert lens.range.start.line == 6 and lens.command is not None
    assert "events/s per CPU" in lens.command.title and "bottleneck: parse json, line 13" in lens.command.title


async def test_a_broken_config_has_no_costs(editor: Editor) -> None:
    await editor.open("fluent.conf", FLUENTD.replace("</parse>", ""))
    asked = lsp.CodeLensParams(editor.document("fluent.conf"))
    assert not await editor.ask(editor.client.text_document_code_lens_async(asked))
    assert await _hints(editor, "fluent.conf", 0, 30) == []


def _labels(items: list[lsp.CompletionItem]) -> list[str]:
    return [item.label for item in items]


# Where the cursor is (¦), some of what is offered, and something that is not.
COMPLETIONS = {
    "plugins": ("@type tail", "@type ta¦", {"tail", "http", "forward"}, "stdout"),
    "plugins of a part": ("    @type json", "    @type js¦", {"json", "regexp", "none"}, "tail"),
    "outputs": ("@type forward", "@type ¦", {"forward", "stdout", "file"}, "tail"),
    "parameters": ("  tag app", "  tag app\n  re¦", {"read_from_head", "rotate_wait"}, "path"),
    "parameters of a part": ("    @type json", "    @type json\n    ke¦", {"keep_time_key", "time_type"}, "time_format"),
    "enum values": ("    @type json", "    @type json\n    time_type ¦", {"float", "unixtime", "string"}, "json"),
    "truth values": ("  tag app", "  tag app\n  read_from_head ¦", {"true", "false"}, "tail"),
    "labels": ("  @label @OUT", "  @label @¦", {"@OUT"}, "tail"),
    "sections of a plugin": ("  <parse>", "  <¦\n  <parse>", {"parse"}, "source"),
    "sections of an output": ("    <server>", "    <se¦\n    <server>", {"server", "buffer", "secondary"}, "parse"),
    "sections of a label": ("<label @OUT>", "<label @OUT>\n  <¦", {"filter", "match"}, "source"),
    "sections of the root": ("<label @OUT>", "<¦\n<label @OUT>", {"source", "match", "filter", "label", "system"}, "parse"),
    "end tags": ("  </parse>", "  </¦", {"parse"}, "source"),
    "outer end tags": ("  </parse>\n</source>", "  </parse>\n</¦", {"source"}, "parse"),
}


@pytest.mark.parametrize("kubernetes", [False, True], ids=["plain", "ConfigMap"])
@pytest.mark.parametrize(("old", "new", "offered", "other"), list(COMPLETIONS.values()), ids=list(COMPLETIONS))
async def test_completion(editor: Editor, old: str, new: str, offered: set[str], other: str, kubernetes: bool) -> None:
    text = FLUENTD.replace(old, new, 1)
    name = "map.yaml" if kubernetes else "fluent.conf"
    await editor.open(name, FLUENTD)
    labels = _labels(await editor.complete(name, manifest(text) if kubernetes else text))
    assert offered <= set(labels) and other not in labels


async def test_an_end_tag_is_closed_once(editor: Editor) -> None:
    await editor.open("fluent.conf", FLUENTD)
    (open_,) = await editor.complete("fluent.conf", FLUENTD.replace("</parse>", "</¦"))
    (closed,) = await editor.complete("fluent.conf", FLUENTD.replace("</parse>", "</¦>"))
    assert (open_.insert_text, closed.insert_text) == ("parse>", "parse")


LOGSTASH_COMPLETIONS = {
    "filters": ("    grok {", "    mu¦\n    grok {", {"mutate", "grok", "date"}, "beats"),
    "inputs": ("  beats {", "  ¦\n  beats {", {"beats", "file"}, "mutate"),
    "settings": ("port => 5044", "port => 5044 \n ho¦", {"host", "ssl_certificate"}, "port"),
    "codecs": ("port => 5044", "port => 5044\n codec => js¦", {"json", "multiline"}, "grok"),
    "truth values": ("      match", "      break_on_match => ¦\n      match", {"true", "false"}, "grok"),
    "sections": ("filter {", "ou¦\nfilter {", {"input", "filter", "output"}, "grok"),
}


@pytest.mark.parametrize("kubernetes", [False, True], ids=["plain", "ConfigMap"])
@pytest.mark.parametrize(
    ("old", "new", "offered", "other"), list(LOGSTASH_COMPLETIONS.values()), ids=list(LOGSTASH_COMPLETIONS)
)
async def test_completion_in_logstash(
    editor: Editor, old: str, new: str, offered: set[str], other: str, kubernetes: bool
) -> None:
    text = LOGSTASH.replace(old, new, 1)
    name = "map.yaml" if kubernetes else "pipeline.conf"
    await editor.open(name, LOGSTASH)
    labels = _labels(await editor.complete(name, manifest(text, "pipeline.conf") if kubernetes else text))
    assert offered <= set(labels) and other not in labels


async def test_nothing_is_offered_in_the_rest_of_a_manifest(editor: Editor) -> None:
    await editor.open("map.yaml", manifest(FLUENTD))
    assert await editor.complete("map.yaml", manifest(FLUENTD).replace("name: pipeline", "name: pipeline\n  la¦")) == []


async def test_what_is_needed_comes_first(editor: Editor) -> None:
    await editor.open("fluent.conf", FLUENTD)
    items = await editor.complete("fluent.conf", FLUENTD.replace("  path /var/log/app.log\n", "  ¦\n"))
    first = min(items, key=lambda item: item.sort_text or item.label)
    assert first.label == "path" and "required" in (first.detail or "")
