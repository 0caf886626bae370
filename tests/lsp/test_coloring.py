"""Semantic tokens: what is what, in files and in each style of a scalar."""

from __future__ import annotations

import pytest
from lsprotocol import types as lsp

from pipelint.lsp.answers.structure.pieces import LEGEND
from tests.lsp.configs import FLUENTD, FLUENTD_YAML, LOGSTASH, STYLES, styled
from tests.lsp.editor import Editor

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def _tokens(editor: Editor, name: str, text: str) -> list[tuple[str, str]]:
    """The tokens as texts and kinds, in their order."""
    await editor.open(name, text)
    found = await editor.ask(
        editor.client.text_document_semantic_tokens_full_async(lsp.SemanticTokensParams(editor.document(name)))
    )
    assert found is not None
    out: list[tuple[str, str]] = []
    lines, line, character = text.split("\n"), 0, 0
    for down, right, length, kind, _ in zip(*[iter(found.data)] * 5, strict=True):
        line, character = line + down, right if down else character + right
        units = lines[line].encode("utf-16-le")[2 * character : 2 * (character + length)]
        out.append((units.decode("utf-16-le"), LEGEND.token_types[kind]))
    return out


async def test_fluentd(editor: Editor) -> None:
    config = FLUENTD.replace("path /var/log/app.log", 'path "/var/#{ENV[%q{A}]}/a" # ours').replace(
        "      host", "      port 24224\n      host"
    )
    found = await _tokens(editor, "fluent.conf", config)
    assert found[:8] == [
        ("source", "keyword"),
        ("@type", "property"),
        ("tail", "class"),
        ("path", "property"),
        ('"/var/', "string"),
        ("#{ENV[%q{A}]}", "macro"),
        ('/a"', "string"),
        ("# ours", "comment"),
    ]
    for token in [
        ("app", "event"),
        ("@OUT", "variable"),
        ("parse", "keyword"),
        ("label", "keyword"),
        ("**", "event"),
        ("forward", "class"),
        ("24224", "number"),
        ("collector.example", "string"),
    ]:
        assert token in found, token
    # The names of sections stand in their end tags, too.
    assert [text for text, kind in found if kind == "keyword"].count("source") == 2
    assert found[-1] == ("label", "keyword")


async def test_logstash(editor: Editor) -> None:
    config = LOGSTASH.replace("output {", "# ours\noutput {").replace(
        "input {", "input { stdin { codec => json { target => 'a' } }"
    )
    found = await _tokens(editor, "pipeline.conf", config)
    for token in [
        ("input", "keyword"),
        ("codec", "property"),
        ("json", "class"),
        ("beats", "class"),
        ("port", "property"),
        ("5044", "number"),
        ("if", "keyword"),
        ("[service]", "variable"),
        ("==", "operator"),
        ('"app"', "string"),
        ('"message"', "property"),
        ("%{WORD:word}", "macro"),
        ("# ours", "comment"),
        ('"https://es.example:9200"', "string"),
    ]:
        assert token in found, (token, found)


async def test_yaml_of_fluentd(editor: Editor) -> None:
    found = await _tokens(editor, "fluent.yaml", FLUENTD_YAML)
    assert {("source", "keyword"), ("tail", "class"), ("path", "property"), ("app", "event"), ("'@OUT'", "variable")} <= set(
        found
    )


async def test_an_include_is_a_keyword(editor: Editor) -> None:
    found = await _tokens(editor, "fluent.conf", "@include conf.d/*.conf\n" + FLUENTD)
    assert found[:2] == [("@include", "keyword"), ("conf.d/*.conf", "string")]


@pytest.mark.parametrize("style", STYLES)
async def test_in_a_manifest_tokens_are_those_of_a_file(editor: Editor, style: str) -> None:
    wanted = await _tokens(editor, "fluent.conf", FLUENTD)
    name, text = styled(FLUENTD, style, "fluent.conf")
    assert await _tokens(editor, name, text) == wanted


async def test_what_stands_after_other_characters(editor: Editor) -> None:
    found = await _tokens(
        editor, "fluent.conf", FLUENTD.replace("path /var", 'path "/ä😀#{1}😀/var').replace(".log\n", '.log" # 😀\n')
    )
    assert [text for text, _ in found][4:8] == ['"/ä😀', "#{1}", '😀/var/log/app.log"', "# 😀"]


async def test_a_value_of_several_lines_is_a_token_on_each(editor: Editor) -> None:
    found = await _tokens(editor, "pipeline.conf", LOGSTASH.replace('"^%{WORD:word}$"', '"a b\n    c\n"'))
    assert [text for text, kind in found if kind == "string"][1:4] == ['"a b', "c", '"']


async def test_where_no_config_is(editor: Editor) -> None:
    assert await _tokens(editor, "other.yaml", "kind: List\n") == []
