"""Hover, inlay hints and code lenses."""

from __future__ import annotations

import re

import pytest
from lsprotocol import types as lsp

from tests.lsp.configs import FLUENTD, LOGSTASH, manifest
from tests.lsp.editor import Editor

pytestmark = pytest.mark.asyncio(loop_scope="session")


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
    assert said.startswith("[**tail**](https://docs.fluentd.org/input/tail) · source\n\nFollows files")
    assert "required: `path`, `tag`" in said
    assert "µs of CPU per input line" in said and "events/s per CPU" in said


async def test_hover_over_a_parameter_says_its_type(editor: Editor) -> None:
    await editor.open("fluent.conf", FLUENTD)
    assert "**pos_file**: string" in await _hover(editor, "fluent.conf", "pos_file")


async def test_hover_over_a_finding_shows_its_rule(editor: Editor) -> None:
    await editor.open("map.yaml", manifest(FLUENTD))
    said = await _hover(editor, "map.yaml", "%Y-", 2)
    # The page is a click away.
    assert "[**FD101**](https://" in said and "FD101-literal-z-time-format.md)" in said and "## Why" not in said
    # What its fix brings is predicted then.
    assert re.search(r"gain: [\d,]+ -> [\d,]+ events/s per CPU, [\d.]+x \([\d.]+ \.\. [\d.]+\)", said)


async def test_hover_over_a_setting_of_logstash(editor: Editor) -> None:
    await editor.open("pipeline.conf", LOGSTASH)
    assert "**match**: hash" in await _hover(editor, "pipeline.conf", "match =>")
    assert (await _hover(editor, "pipeline.conf", "grok")).startswith("[**grok**](https://")


REGEXP = FLUENTD.replace("@type json", "@type regexp\n    expression /^(?<host>[^ ]+) (?<rest>.*)$/")


@pytest.mark.parametrize("kubernetes", [False, True])
async def test_hover_over_a_regex_says_what_it_captures_and_takes(editor: Editor, kubernetes: bool) -> None:
    name, text = ("map.yaml", manifest(REGEXP)) if kubernetes else ("fluent.conf", REGEXP)
    await editor.open(name, text)
    said = await _hover(editor, name, "(?<host>", 3)
    assert "onigmo" in said and "captures `host`, `rest`" in said
    assert "safe, no line makes it slow" in said and "time of a search in a 250-byte line: " in said and "if it matches" in said


async def test_hover_over_a_regex_that_can_be_made_slow_says_so(editor: Editor) -> None:
    await editor.open("fluent.conf", REGEXP.replace("(?<rest>.*)$", "(?<rest>([a-z]+[0-9]*)+)!$"))
    said = await _hover(editor, "fluent.conf", "(?<host>", 3)
    assert "backtracking: exponential, in `+`" in said and "repeated" in said


async def test_hover_over_a_regex_that_the_engine_refuses_says_why(editor: Editor) -> None:
    await editor.open("fluent.conf", REGEXP.replace("(?<rest>.*)$", "(?<rest>.*$"))
    said = await _hover(editor, "fluent.conf", "(?<host>", 3)
    assert "invalid regular expression: end pattern with unmatched parenthesis" in said


async def test_hover_over_the_regex_of_a_condition(editor: Editor) -> None:
    await editor.open("pipeline.conf", LOGSTASH.replace('[service] == "app"', "[service] =~ /^(app|web)$/"))
    said = await _hover(editor, "pipeline.conf", "(app|web)", 3)
    assert "joni" in said and "`=~`" in said and "1 unnamed group" in said


@pytest.mark.parametrize("kubernetes", [False, True])
async def test_hover_over_a_grok_pattern_says_what_it_expands_to(editor: Editor, kubernetes: bool) -> None:
    config = LOGSTASH.replace("%{WORD:word}$", "%{WORD:word} took %{INT:ms:int}$")
    name, text = ("map.yaml", manifest(config, "pipeline.conf")) if kubernetes else ("pipeline.conf", config)
    await editor.open(name, text)
    said = await _hover(editor, name, " took ", 3)
    assert "expands to\n```text\n^(?<WORD:word>\\b\\w+\\b) took (?<INT:ms:int>" in said
    assert "captures `word`, `ms` (int)" in said and "safe, no line makes it slow" in said and "legacy patterns" in said


async def test_hover_over_a_name_in_a_grok_pattern_says_what_it_stands_for(editor: Editor) -> None:
    definitions = 'pattern_definitions => { "CODE" => "[A-Z]%{INT}" }\n      ecs_compatibility => "v8"'
    config = LOGSTASH.replace("%{WORD:word}$", "%{CODE:code} %{WORD:word}$").replace("match =>", f"{definitions}\n      match =>")
    await editor.open("pipeline.conf", config)
    said = await _hover(editor, "pipeline.conf", "{CODE", 2)
    assert said.startswith(
        "**%{CODE}** into `code`\n```text\n[A-Z]%{INT}\n```\nexpands to\n```text\n[A-Z](?:(?:[+-]?(?:[0-9]+)))\n```"
    )
    assert "ecs-v1" in said


async def test_hover_over_a_grok_name_that_nobody_knows(editor: Editor) -> None:
    await editor.open("pipeline.conf", LOGSTASH.replace("%{WORD:word}$", "%{WROD:word}$"))
    said = await _hover(editor, "pipeline.conf", "{WROD", 2)
    assert "no pattern has this name" in said and "cannot be expanded: `WROD`" in said and "**LS330**" in said


async def test_hover_over_a_grok_pattern_of_fluentd(editor: Editor) -> None:
    await editor.open("fluent.conf", FLUENTD.replace("@type json", "@type grok\n    grok_pattern %{IP:ip} %{INT:size:integer}"))
    said = await _hover(editor, "fluent.conf", "%{INT", 3)
    assert said.startswith("**%{INT}** into `size`") and "captures `ip`, `size` (integer)" in said


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
        assert hint.position.character == len(lines[line]) and "µs/event" in str(hint.label) and "%" in str(hint.label)


async def test_hints_are_of_the_asked_lines_alone(editor: Editor) -> None:
    await editor.open("fluent.conf", FLUENTD)
    assert [hint.position.line for hint in await _hints(editor, "fluent.conf", 5, 8)] == [6]


async def test_a_hint_at_the_end_of_what_is_asked_for_is_shown(editor: Editor) -> None:
    await editor.open("fluent.conf", FLUENTD)
    end = lsp.Position(6, len(FLUENTD.splitlines()[6]))
    asked = lsp.InlayHintParams(editor.document("fluent.conf"), lsp.Range(lsp.Position(5, 0), end))
    hints = await editor.ask(editor.client.text_document_inlay_hint_async(asked)) or ()
    assert [hint.position for hint in hints] == [end]


async def test_a_lens_says_what_the_config_can_take(editor: Editor) -> None:
    await editor.open("map.yaml", manifest(FLUENTD))
    asked = lsp.CodeLensParams(editor.document("map.yaml"))
    lens, *_ = await editor.ask(editor.client.text_document_code_lens_async(asked)) or ()
    assert lens.range.start.line == 6 and lens.command is not None
    assert "events/s per CPU" in lens.command.title and "bottleneck: parse json, line 13" in lens.command.title


async def test_a_broken_config_has_no_costs(editor: Editor) -> None:
    await editor.open("fluent.conf", FLUENTD.replace("</parse>", ""))
    asked = lsp.CodeLensParams(editor.document("fluent.conf"))
    assert not await editor.ask(editor.client.text_document_code_lens_async(asked))
    assert await _hints(editor, "fluent.conf", 0, 30) == []


async def test_a_part_of_a_folder_s_pipeline_has_the_costs_of_the_whole(editor: Editor) -> None:
    head, _, rest = LOGSTASH.partition("filter {")
    middle, _, tail = rest.partition("output {")
    editor.write("10-in.conf", head)
    editor.write("30-out.conf", "output {" + tail)
    filters = "filter {" + middle
    await editor.open("20-filters.conf", filters)
    asked = lsp.CodeLensParams(editor.document("20-filters.conf"))
    lens, *_ = await editor.ask(editor.client.text_document_code_lens_async(asked)) or ()
    assert lens.command is not None and "for all files of the config" in lens.command.title
    assert "bottleneck: output elasticsearch, 30-out.conf, line 2" in lens.command.title
    (hint,) = await _hints(editor, "20-filters.conf", 0, 9)
    assert hint.position == lsp.Position(2, 8)
    assert "µs of CPU per input line" in await _hover(editor, "20-filters.conf", "grok", 1)
    # Of a text that is not saved nobody knows where the rest stands.
    await editor.replace("20-filters.conf", "\n" + filters)
    assert await _hints(editor, "20-filters.conf", 0, 9) == []


async def test_an_included_file_has_the_costs_of_what_includes_it(editor: Editor) -> None:
    head, _, label = FLUENTD.partition("<label @OUT>")
    (editor.folder / "conf.d").mkdir()
    editor.write("fluent.conf", head + "@include conf.d/*.conf\n")
    await editor.open("conf.d/outputs.conf", "<label @OUT>" + label)
    hints = await _hints(editor, "conf.d/outputs.conf", 0, 20)
    assert [hint.position for hint in hints] == [lsp.Position(1, 12), lsp.Position(6, 12)]
    asked = lsp.CodeLensParams(editor.document("conf.d/outputs.conf"))
    lens, *_ = await editor.ask(editor.client.text_document_code_lens_async(asked)) or ()
    assert (
        lens.command is not None
        and "for all files of the config; bottleneck: parse json, fluent.conf, line 7" in lens.command.title
    )


async def test_hover_says_what_the_version_that_runs_the_config_declares(editor: Editor) -> None:
    text = 'input { beats { id => "b" port => 5044 ssl => false } }\noutput { file { id => "f" path => "/a" } }\n'
    editor.write("pipelint.toml", '[target-version]\nlogstash = "8.14"\n')
    await editor.open("a.conf", text)
    assert "deprecated; use `ssl_enabled`" in await _hover(editor, "a.conf", "ssl =>", 1)
    assert "(as of version 6.8.3 of the plugin, in Logstash 8.14.3)" in await _hover(editor, "a.conf", "beats", 1)
