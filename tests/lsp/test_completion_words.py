"""Completion of what stands in values: parts of time formats, names of grok patterns with what they mean, defaults, ids."""

from __future__ import annotations

import pytest
from lsprotocol import types as lsp

from pipelint.engines.logstash import grok
from pipelint.facts.grok.meanings import MEANINGS
from pipelint.regex.library import Edition, shipped
from tests.lsp.configs import FLUENTD, LOGSTASH
from tests.lsp.editor import Editor, applied_to

pytestmark = pytest.mark.asyncio(loop_scope="session")


def _labels(items: list[lsp.CompletionItem]) -> list[str]:
    return [item.label for item in items]


# Where the cursor is (¦), some of what is offered, and something that is not.
async def test_parts_of_time_formats(editor: Editor) -> None:
    await editor.open("fluent.conf", FLUENTD)
    text = FLUENTD.replace("%Y-%m-%dT%H:%M:%S.%NZ", "%Y-%¦")
    items = {item.label: item for item in await editor.complete("fluent.conf", text)}
    assert items["%m"].detail == "month: 01 to 12"
    edit = items["%m"].text_edit
    assert isinstance(edit, lsp.TextEdit)
    assert applied_to(text.replace("¦", ""), [edit]) == text.replace("%¦", "%m")


async def test_what_a_grok_pattern_means(editor: Editor) -> None:
    await editor.open("pipeline.conf", LOGSTASH)
    items = await editor.complete("pipeline.conf", LOGSTASH.replace("%{WORD:word}", "%{¦"))
    (word,) = [item for item in items if item.label == "WORD"]
    assert word.label_details is not None and word.label_details.description == "letters, digits and underscores"


async def test_every_meaning_is_that_of_a_pattern() -> None:
    names = shipped(Edition.LEGACY, grok.GROK).names | shipped(Edition.ECS, grok.GROK).names
    assert set(MEANINGS) <= names


@pytest.mark.parametrize(
    ("text", "label", "detail"),
    [
        ("<source>\n  @type http\n  ¦\n</source>\n", "body_size_limit", "size = 32m"),
        ("<source>\n  @type http\n  ¦\n</source>\n", "keepalive_timeout", "time = 10s"),
        ("<source>\n  @type tail\n  ¦\n</source>\n", "enable_watch_timer", "bool = true"),
        ("input { beats { ¦ } }\noutput { stdout { } }\n", "add_hostname", "boolean = false"),
        ("input { beats { ¦ } }\noutput { stdout { } }\n", "host", 'string = "0.0.0.0"'),
    ],
)
async def test_defaults_are_spelled_as_configs_spell_them(editor: Editor, text: str, label: str, detail: str) -> None:
    name = "fluent.conf" if text.startswith("<") else "pipeline.conf"
    await editor.open(name, text.replace("¦", ""))
    assert [item.detail for item in await editor.complete(name, text) if item.label == label] == [detail]


async def test_ids_of_other_stages(editor: Editor) -> None:
    text = "<source>\n  @type sample\n  @id mine\n  tag a\n</source>\n<match a>\n  @type relay\n  plugin_id ¦\n</match>\n"
    await editor.open("fluent.conf", "")
    assert _labels(await editor.complete("fluent.conf", text)) == ["mine"]
