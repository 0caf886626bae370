"""Fluent Bit in an editor: what is offered, where names lead, what is renamed, in both formats and in ConfigMaps."""

from __future__ import annotations

import pytest
from lsprotocol import types as lsp

from pipelint.base.text.document import Document, SourceFile
from pipelint.engines.registry import engine, parts
from pipelint.sources import Entry
from pipelint.sources.bundle import NoBundle
from tests.lsp.configs import FLUENT_BIT, FLUENT_BIT_YAML, manifest
from tests.lsp.editor import Editor, applied

pytestmark = pytest.mark.asyncio(loop_scope="session")

CLASSIC, YAML = "fluent-bit.conf", "fluent-bit.yaml"
TEXTS = {CLASSIC: FLUENT_BIT, YAML: FLUENT_BIT_YAML}

# Where the cursor is (¦), some of what is offered, and something that is not.
COMPLETIONS = {
    "heads": ("[FILTER]", "[FI¦\n[FILTER]", {"SERVICE", "INPUT", "FILTER", "OUTPUT", "PARSER"}, "Name"),
    "commands": ("[FILTER]", "@¦\n[FILTER]", {"@INCLUDE", "@SET"}, "Name"),
    "plugins": ("Name tail", "Name ta¦", {"tail", "systemd", "forward"}, "grep"),
    "filters": ("Name  grep", "Name  g¦", {"grep", "kubernetes", "lua"}, "tail"),
    "outputs": ("Name  stdout", "Name  ¦", {"stdout", "es", "forward"}, "tail"),
    "keys": ("    Tag  app", "    Tag  app\n    Me¦", {"Mem_Buf_Limit", "DB", "Skip_Long_Lines", "storage.type"}, "Path"),
    "keys of the service": ("    Flush 1", "    Flush 1\n    ¦", {"Grace", "Log_Level", "storage.path"}, "Flush"),
    "keys of a parser": ("    Format json", "    Format json\n    Ti¦", {"Time_Key", "Time_Format"}, "Mem_Buf_Limit"),
    "truth values": ("    Tag  app", "    Tag  app\n    Read_from_Head ¦", {"true", "false"}, "tail"),
    "allowed values": ("    Tag  app", "    Tag  app\n    storage.type ¦", {"filesystem", "memory"}, "true"),
    "parsers": ("Parser own", "Parser ¦", {"own"}, "cri"),
    "multiline parsers": ("Parser own", "Multiline.Parser ¦", {"cri", "docker"}, "own"),
    "multiline parsers after others": ("Parser own", "multiline.parser cri, ¦", {"docker"}, "own"),
    "formats": ("Format json", "Format ¦", {"json", "regex", "logfmt", "ltsv"}, "tail"),
    "tags": ("Match app", "Match ¦", {"app"}, "*"),
    "parts of a time format": ("    Format json", "    Format json\n    Time_Format %¦", {"%Y", "%L"}, "json"),
}
YAML_COMPLETIONS = {
    "outermost keys": ("service:", "par¦\nservice:", {"multiline_parsers", "includes"}, "service"),
    "lists of a pipeline": ("  outputs:", "  ¦\n  outputs:", set(), "filters"),
    "plugins": ("name: tail", "name: ta¦", {"tail", "systemd"}, "grep"),
    "keys": ("      tag: app", "      tag: app\n      me¦", {"mem_buf_limit", "storage.type", "processors"}, "path"),
    "keys of the service": ("  flush: 1", "  flush: 1\n  gr¦", {"grace", "log_level"}, "flush"),
    "keys of an output": ("      match: '*'", "      match: '*'\n      re¦", {"retry_limit"}, "mem_buf_limit"),
    "parsers": ("parser: own", "parser: ¦", {"own"}, "cri"),
    "tags": ("match: app", "match: ¦", {"app"}, "*"),
    "formats": ("format: json", "format: ¦", {"json", "regex"}, "tail"),
    "signals": ("      tag: app", "      tag: app\n      processors:\n        lo¦", {"logs", "metrics", "traces"}, "tag"),
    "processors": (
        "      tag: app",
        "      tag: app\n      processors:\n        logs:\n          - name: con¦",
        {"content_modifier", "grep"},
        "tail",
    ),
}


@pytest.mark.parametrize("kubernetes", [False, True], ids=["plain", "ConfigMap"])
@pytest.mark.parametrize(
    ("name", "old", "new", "offered", "other"),
    [(CLASSIC, *case) for case in COMPLETIONS.values()] + [(YAML, *case) for case in YAML_COMPLETIONS.values()],
    ids=[*COMPLETIONS, *(f"yaml {name}" for name in YAML_COMPLETIONS)],
)
async def test_completion(editor: Editor, name: str, old: str, new: str, offered: set[str], other: str, kubernetes: bool) -> None:
    if kubernetes and "par¦" in new:
        pytest.skip("a ConfigMap whose key cannot be read is nobody's")
    text = TEXTS[name].replace(old, new, 1)
    file = "map.yaml" if kubernetes else name
    await editor.open(file, manifest(TEXTS[name], name) if kubernetes else TEXTS[name])
    labels = {item.label for item in await editor.complete(file, manifest(text, name) if kubernetes else text)}
    assert offered <= labels and other not in labels


async def test_a_head_gets_its_brackets(editor: Editor) -> None:
    await editor.open(CLASSIC, FLUENT_BIT)
    found = {}
    for typed in ("¦", "[IN¦", "[IN¦]"):
        items = await editor.complete(CLASSIC, FLUENT_BIT.replace("[FILTER]", f"{typed}\n[FILTER]"))
        found[typed] = next(item.text_edit.new_text for item in items if item.label == "INPUT" and item.text_edit)
    assert found == {"¦": "[INPUT]", "[IN¦": "INPUT]", "[IN¦]": "INPUT"}


async def test_keys_are_written_as_those_beside_them(editor: Editor) -> None:
    await editor.open(CLASSIC, FLUENT_BIT)
    large = "    Name tail\n    Path /var/log/app.log\n    Tag  app\n    Parser own\n"
    small = FLUENT_BIT.replace(large, "    name tail\n    m¦\n")
    assert "mem_buf_limit" in {item.label for item in await editor.complete(CLASSIC, small)}


async def test_an_empty_file_gets_its_first_section(editor: Editor) -> None:
    await editor.open("x.conf", "\n")
    assert "SERVICE" in {item.label for item in await editor.complete("x.conf", "[¦\n")}


def _lines(found: object) -> list[tuple[str, int]]:
    assert isinstance(found, list | tuple)
    return [(location.uri, location.range.start.line) for location in found if isinstance(location, lsp.Location)]


async def _definition(editor: Editor, name: str, marked: str, inside: int = 0) -> list[tuple[str, int]]:
    asked = lsp.DefinitionParams(editor.document(name), editor.position(name, marked, inside))
    return _lines(await editor.ask(editor.client.text_document_definition_async(asked)) or [])


async def _references(editor: Editor, name: str, marked: str, inside: int) -> list[tuple[str, int]]:
    asked = lsp.ReferenceParams(lsp.ReferenceContext(False), editor.document(name), editor.position(name, marked, inside))
    return _lines(await editor.ask(editor.client.text_document_references_async(asked)) or [])


@pytest.mark.parametrize("kubernetes", [False, True], ids=["plain", "ConfigMap"])
async def test_names_lead_to_where_they_are_defined(editor: Editor, kubernetes: bool) -> None:
    name, text, first = ("map.yaml", manifest(FLUENT_BIT, CLASSIC), 6) if kubernetes else (CLASSIC, FLUENT_BIT, 0)
    await editor.open(name, text)
    uri = editor.uri(name)
    assert await _definition(editor, name, "Parser own", 8) == [(uri, first + 4)]
    assert await _references(editor, name, "Name  own", 7) == [(uri, first + 10)]
    # The filter takes the tag by name, the output by a pattern.
    assert await _definition(editor, name, "Match app", 7) == [(uri, first + 9)]
    assert await _references(editor, name, "Tag  app", 6) == [(uri, first + 13), (uri, first + 15)]
    assert await _references(editor, name, "[INPUT]", 2) == [(uri, first + 11), (uri, first + 15)]
    assert await _definition(editor, name, "Match *", 6) == [(uri, first + 11), (uri, first + 6)]


async def test_names_lead_to_where_they_are_defined_in_yaml(editor: Editor) -> None:
    await editor.open(YAML, FLUENT_BIT_YAML)
    uri = editor.uri(YAML)
    assert await _definition(editor, YAML, "parser: own", 9) == [(uri, 3)]
    assert (uri, 9) in await _definition(editor, YAML, "match: app", 8)


PARSERS = "[PARSER]\n    Name other\n    Format json\n"


async def test_a_parser_of_another_file_is_found_and_renamed_there(editor: Editor) -> None:
    editor.write("parsers.conf", PARSERS)
    text = FLUENT_BIT.replace("Parser own", "Parser other")
    await editor.open(CLASSIC, text)
    assert await _definition(editor, CLASSIC, "Parser other", 8) == [(editor.uri("parsers.conf"), 1)]
    assert await _definition(editor, CLASSIC, "parsers.conf", 3) == [(editor.uri("parsers.conf"), 0)]
    await editor.open("parsers.conf", PARSERS)
    assert await _references(editor, "parsers.conf", "Name other", 6) == [(editor.uri(CLASSIC), 10)]
    changed = await _rename(editor, "parsers.conf", "Name other", 6, "third")
    assert isinstance(changed, lsp.WorkspaceEdit) and changed.document_changes is not None
    uris = {each.text_document.uri for each in changed.document_changes if isinstance(each, lsp.TextDocumentEdit)}
    assert uris == {editor.uri(CLASSIC), editor.uri("parsers.conf")}


async def _rename(editor: Editor, name: str, marked: str, inside: int, new: str) -> lsp.WorkspaceEdit | str | None:
    asked = lsp.RenameParams(editor.document(name), editor.position(name, marked, inside), new)
    try:
        return await editor.ask(editor.client.text_document_rename_async(asked))
    except Exception as error:
        return str(error)


@pytest.mark.parametrize("name", TEXTS)
@pytest.mark.parametrize("kubernetes", [False, True], ids=["plain", "ConfigMap"])
async def test_tags_and_parsers_are_renamed(editor: Editor, name: str, kubernetes: bool) -> None:
    file, text = ("map.yaml", manifest(TEXTS[name], name)) if kubernetes else (name, TEXTS[name])
    await editor.open(file, text)
    tag = "Tag  app" if name == CLASSIC else "tag: app"
    renamed = await _rename(editor, file, tag, 6, "web")
    assert not isinstance(renamed, str)
    match = "Match " if name == CLASSIC else "match: "
    assert applied(text, renamed) == text.replace(tag, tag.replace("app", "web")).replace(f"{match}app", f"{match}web")
    parser = "Parser own" if name == CLASSIC else "parser: own"
    renamed = await _rename(editor, file, parser, 9, "p")
    assert not isinstance(renamed, str)
    assert applied(text, renamed) == text.replace(" own\n", " p\n")


async def test_a_tag_that_a_pattern_takes_keeps_its_way(editor: Editor) -> None:
    text = FLUENT_BIT.replace("Match *", "Match a*")
    await editor.open(CLASSIC, text)
    refused = await _rename(editor, CLASSIC, "Tag  app", 6, "web")
    assert isinstance(refused, str) and "events would go other ways" in refused
    renamed = await _rename(editor, CLASSIC, "Tag  app", 6, "api")
    assert not isinstance(renamed, str)


@pytest.mark.parametrize("name", TEXTS)
async def test_the_outline_names_plugins(editor: Editor, name: str) -> None:
    await editor.open(name, TEXTS[name])
    asked = lsp.DocumentSymbolParams(editor.document(name))
    found = await editor.ask(editor.client.text_document_document_symbol_async(asked))
    assert [(each.name, each.detail) for each in found or () if isinstance(each, lsp.DocumentSymbol)] == [
        ("service", None),
        ("parser", "own"),
        ("input", "tail"),
        ("filter", "grep"),
        ("output", "stdout"),
    ]


async def test_sections_fold(editor: Editor) -> None:
    await editor.open(CLASSIC, FLUENT_BIT)
    asked = lsp.FoldingRangeParams(editor.document(CLASSIC))
    found = await editor.ask(editor.client.text_document_folding_range_async(asked))
    assert [(each.start_line, each.end_line) for each in found or ()] == [(0, 2), (3, 5), (6, 10), (11, 14), (15, 17)]


@pytest.mark.parametrize(("name", "head", "key"), [(CLASSIC, "[INPUT]", "Path"), (YAML, "tail", "path")])
async def test_hover_says_what_a_plugin_and_a_key_are(editor: Editor, name: str, head: str, key: str) -> None:
    await editor.open(name, TEXTS[name])

    async def hover(marked: str) -> str:
        asked = lsp.HoverParams(editor.document(name), editor.position(name, marked, 1))
        found = await editor.ask(editor.client.text_document_hover_async(asked))
        return found.contents.value if found and isinstance(found.contents, lsp.MarkupContent) else ""

    assert "[**tail**](https://docs.fluentbit.io/manual/data-pipeline/inputs/tail) · source" in await hover(head)
    assert "**path**: comma list" in await hover(f"{key}{' ' if name == CLASSIC else ':'}")


async def test_words_are_coloured(editor: Editor) -> None:
    await editor.open(CLASSIC, "# note\n" + FLUENT_BIT)
    asked = lsp.SemanticTokensParams(editor.document(CLASSIC))
    found = await editor.ask(editor.client.text_document_semantic_tokens_full_async(asked))
    assert found is not None
    kinds = ("keyword", "class", "property", "string", "number", "comment", "macro", "event", "variable", "operator")
    line = column = 0
    said = {}
    for at in range(0, len(found.data), 5):
        down, right, length, kind, _ = found.data[at : at + 5]
        line, column = line + down, right if down else column + right
        said.setdefault(editor.texts[CLASSIC].split("\n")[line][column : column + length], kinds[kind])
    expected = {"# note": "comment", "SERVICE": "keyword", "Flush": "property", "1": "number", "own": "variable"}
    expected |= {"tail": "class", "app": "variable", "*": "event", "/var/log/app.log": "string", "parsers.conf": "string"}
    assert {word: said.get(word) for word in expected} == expected


async def test_a_syntax_error_is_shown_where_it_is(editor: Editor) -> None:
    found = await editor.open(CLASSIC, FLUENT_BIT.replace("    Tag  app", "  Tag  app"))
    assert [(each.code, each.range.start.line) for each in found if each.code == "FB302"] == [("FB302", 9)]


async def test_words_of_rewrite_tag_and_lists_are_names() -> None:
    text = "[FILTER]\n  Name rewrite_tag\n  Match a\n  Rule $log ^x b.c false\n  Rule $log ^x $TAG.c false\n"
    text += "[INPUT]\n  Name tail\n  Tag a\n  multiline.parser cri, own one,é\n"
    document = Document.whole(SourceFile("a.conf", text.encode()))
    config = engine("fluentbit").load(Entry("fluentbit", (document,), NoBundle(), "a"))
    found = [(each.kind, each.place.text, each.defines, each.fixed) for each in parts("fluentbit").editing.symbols(config)]
    assert found == [
        ("tag", "a", False, False),
        ("tag", "b.c", True, False),
        ("tag", "a", True, False),
        ("multiline_parser", "cri", False, True),
        ("multiline_parser", "own one", False, False),
        ("multiline_parser", "é", False, False),
    ]
