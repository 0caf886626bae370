"""Formatting: of a file, of a range, and of the line that is typed."""

from __future__ import annotations

import pytest
from lsprotocol import types as lsp

from tests.lsp.configs import FLUENTD, FLUENTD_YAML, LOGSTASH, manifest
from tests.lsp.editor import Editor, applied_to

pytestmark = pytest.mark.asyncio(loop_scope="session")

# An editor says how wide its tabs are; formatting has its own width.
OPTIONS = lsp.FormattingOptions(tab_size=8, insert_spaces=False)


def flat(text: str) -> str:
    """A config without indentation."""
    return "".join(line.lstrip(" ") for line in text.splitlines(keepends=True))


async def formatted(editor: Editor, name: str, text: str) -> str:
    """A text after its formatting in an editor."""
    await editor.open(name, text)
    asked = lsp.DocumentFormattingParams(editor.document(name), OPTIONS)
    return applied_to(text, await editor.ask(editor.client.text_document_formatting_async(asked)) or ())


async def typed(editor: Editor, name: str, text: str, key: str) -> str:
    """A text in which ``key`` was typed before the ``¦``, as the server then wants it."""
    at = text.index("¦")
    before, text = text[:at], text.replace("¦", "")
    await editor.open(name, text)
    position = lsp.Position(before.count("\n"), at - before.rfind("\n") - 1)
    asked = lsp.DocumentOnTypeFormattingParams(editor.document(name), position, key, OPTIONS)
    return applied_to(text, await editor.ask(editor.client.text_document_on_type_formatting_async(asked)) or ())


@pytest.mark.parametrize(("name", "config"), [("fluent.conf", FLUENTD), ("pipeline.conf", LOGSTASH)])
async def test_a_file_is_formatted(editor: Editor, name: str, config: str) -> None:
    assert await formatted(editor, name, flat(config)) == config
    assert await formatted(editor, name, config) == config


async def test_a_config_in_a_manifest_is_formatted(editor: Editor) -> None:
    config = manifest(flat(FLUENTD), "fluent.conf")
    assert await formatted(editor, "map.yaml", config) == manifest(FLUENTD, "fluent.conf")


@pytest.mark.parametrize("text", [FLUENTD_YAML, "<source>\n@type forward\n", "just a text\n   of two lines\n"])
async def test_what_cannot_be_formatted_stays(editor: Editor, text: str) -> None:
    assert await formatted(editor, "fluent.yaml" if text is FLUENTD_YAML else "any.conf", text) == text


@pytest.mark.parametrize("host", [False, True])
async def test_of_a_range_its_lines_alone_are_formatted(editor: Editor, host: bool) -> None:
    config = manifest(flat(FLUENTD), "fluent.conf") if host else flat(FLUENTD)
    whole = (manifest(FLUENTD, "fluent.conf") if host else FLUENTD).splitlines(keepends=True)
    lines = config.splitlines(keepends=True)
    first = next(number for number, line in enumerate(lines) if "@type tail" in line)
    name = "map.yaml" if host else "fluent.conf"
    await editor.open(name, config)
    place = lsp.Range(lsp.Position(first, 2), lsp.Position(first + 2, 0))
    asked = lsp.DocumentRangeFormattingParams(editor.document(name), place, OPTIONS)
    edits = await editor.ask(editor.client.text_document_range_formatting_async(asked)) or ()
    assert applied_to(config, edits) == "".join([*lines[:first], *whole[first : first + 2], *lines[first + 2 :]])


@pytest.mark.parametrize(
    ("key", "text", "wanted"),
    [
        ("\n", "<match **>\n¦", "<match **>\n  "),
        ("\n", "<match **>\n¦\n</match>\n", "<match **>\n  \n</match>\n"),
        ("\n", "<match **>\n  @type stdout\n      ¦\n</match>\n", "<match **>\n  @type stdout\n  \n</match>\n"),
        ("\n", "<match **>\n  @type stdout\n</match>\n  ¦", "<match **>\n  @type stdout\n</match>\n"),
        (">", "<match **>\n  @type stdout\n  </match>¦", "<match **>\n  @type stdout\n</match>"),
        (">", "<match **>\n  <store>\n    </store>¦\n", "<match **>\n  <store>\n  </store>\n"),
        (">", "<match **>\n  @type stdout\n      # a>¦\n</match>\n", None),
        ("\n", '<match **>\n  a "b\n¦c"\n</match>\n', None),
    ],
)
async def test_a_typed_line_of_fluentd_is_indented(editor: Editor, key: str, text: str, wanted: str | None) -> None:
    assert await typed(editor, "fluent.conf", text, key) == (text.replace("¦", "") if wanted is None else wanted)


@pytest.mark.parametrize(
    ("key", "text", "wanted"),
    [
        ("\n", "filter {\n¦", "filter {\n  "),
        ("\n", "filter {\n  grok {\n¦\n", "filter {\n  grok {\n    \n"),
        ("\n", "filter {\n  grok {\n    match => {\n¦\n  }\n}\n", "filter {\n  grok {\n    match => {\n      \n  }\n}\n"),
        ("}", "filter {\n  grok {\n    }¦\n", "filter {\n  grok {\n  }\n"),
        ("}", "filter {\n  grok { }\n  }¦", "filter {\n  grok { }\n}"),
    ],
)
async def test_a_typed_line_of_logstash_is_indented(editor: Editor, key: str, text: str, wanted: str) -> None:
    assert await typed(editor, "pipeline.conf", text, key) == wanted


async def test_a_line_typed_in_a_manifest_is_indented_in_it(editor: Editor) -> None:
    config = manifest(FLUENTD, "fluent.conf")
    assert await typed(editor, "map.yaml", config.replace("@type tail", "@type tail\n¦"), "\n") == config.replace(
        "@type tail", "@type tail\n      "
    )
    assert await typed(editor, "map.yaml", config.replace("</parse>", "    </parse>¦"), ">") == config
