"""Code actions: fixes, fix all, ignore here, explain; applied, they do what they say."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import unquote, urlparse

import pytest
from lsprotocol import types as lsp

from pipelint.lsp.answers.fixing import EXPLAIN
from pipelint.rules.index import load_index
from tests.lsp.configs import FLUENTD, LOGSTASH, manifest
from tests.lsp.editor import Editor, applied, codes

pytestmark = pytest.mark.asyncio(loop_scope="session")

FIXED = FLUENTD.replace("%NZ", "%N%z")


async def _offered(editor: Editor, name: str, text: str, code: str, *only: lsp.CodeActionKind | str) -> list[lsp.CodeAction]:
    """The actions at the finding ``code``."""
    (found,) = [d for d in await editor.open(name, text) if d.code == code]
    return await editor.actions(name, found.range, *only)


def _named(actions: list[lsp.CodeAction], beginning: str) -> lsp.CodeAction:
    (action,) = [action for action in actions if action.title.startswith(beginning)]
    return action


async def test_a_fix_is_made(editor: Editor) -> None:
    action = _named(await _offered(editor, "fluent.conf", FLUENTD, "FD101"), "Set time_format")
    assert action.kind == lsp.CodeActionKind.QuickFix and action.is_preferred
    assert action.diagnostics is not None and codes(action.diagnostics) == ["FD101"]
    text = applied(FLUENTD, action.edit)
    assert text == FIXED
    assert "FD101" not in codes(await editor.replace("fluent.conf", text))


@pytest.mark.parametrize("style", ["|", '"', "'"])
async def test_a_fix_in_a_manifest_keeps_its_yaml(editor: Editor, style: str) -> None:
    text = manifest(FLUENTD)
    if style != "|":
        flow = FLUENTD.replace("\n", "\\n") if style == '"' else FLUENTD.replace("\n", "\n\n    ").rstrip(" ")
        text = manifest("x\n").replace("|\n    x\n", f"{style}{flow}{style}\n")
    action = _named(await _offered(editor, "map.yaml", text, "FD101"), "Set time_format")
    assert applied(text, action.edit) == text.replace("%NZ", "%N%z")


# Kinds are words with dots between them, each below what its first words are (LSP 3.17, CodeActionKind).
@pytest.mark.parametrize(("kind", "some"), [("source", True), ("source.fixAll", True), ("source.fix", False), ("quick", False)])
async def test_a_kind_holds_those_below_it_and_none_that_only_begins_like_it(editor: Editor, kind: str, some: bool) -> None:
    assert bool(await _offered(editor, "fluent.conf", FLUENTD, "FD101", kind)) is some


async def test_an_unsafe_fix_says_so_and_is_not_preferred(editor: Editor) -> None:
    config = FLUENTD.replace("</source>", "</source>\n<match raw.**>\n  @type detect_exceptions\n  languages all\n</match>")
    await editor.open("fluent.conf", config)
    whole = lsp.Range(lsp.Position(0, 0), lsp.Position(config.count("\n"), 0))
    for action in await editor.actions("fluent.conf", whole, lsp.CodeActionKind.QuickFix):
        safe = action.edit is not None and "(unsafe)" not in action.title and "Ignore" not in action.title
        assert bool(action.is_preferred) == safe


# Of a buffer whose last parameter goes, for which another one comes.
LIMIT = "      path /var/lib/buffer\n      chunk_limit_size 2M\n      queue_limit_length 32\n"
LIMITED = FLUENTD.replace("      path /var/lib/buffer\n", LIMIT)


@pytest.mark.parametrize("kubernetes", [False, True], ids=["plain", "ConfigMap"])
async def test_a_fix_that_takes_the_place_of_the_last_parameter_is_made_whole(editor: Editor, kubernetes: bool) -> None:
    name, text = ("map.yaml", manifest(LIMITED)) if kubernetes else ("fluent.conf", LIMITED)
    action = _named(await _offered(editor, name, text, "FD306"), "Remove queue_limit_length")
    wanted = text.replace("queue_limit_length 32", "total_limit_size 64M")
    assert applied(text, action.edit) == wanted
    action = _named(await _offered(editor, name, text, "FD306", lsp.CodeActionKind.SourceFixAll), "Apply all safe pipelint fixes")
    assert applied(text, action.edit) == wanted.replace("%NZ", "%N%z")


async def test_a_fix_that_would_do_half_is_not_offered(editor: Editor) -> None:
    twice = LIMITED.replace("      chunk", "      queue_limit_length 16\n      chunk")
    actions = await _offered(editor, "fluent.conf", twice, "FD306")
    assert not [action.title for action in actions if action.title.startswith("Remove")]
    assert applied(twice, _named(actions, "Apply all safe pipelint fixes").edit) == twice.replace("%NZ", "%N%z")


@pytest.mark.parametrize("kubernetes", [False, True])
async def test_ignored_here_it_is_found_no_more(editor: Editor, kubernetes: bool) -> None:
    name, text = ("map.yaml", manifest(FLUENTD)) if kubernetes else ("fluent.conf", FLUENTD)
    action = _named(await _offered(editor, name, text, "FD101"), "Ignore FD101")
    ignoring = applied(text, action.edit)
    indent = "        " if kubernetes else "    "
    assert ignoring == text.replace(f"{indent}time_format", f"{indent}# pipelint: ignore[FD101]\n{indent}time_format")
    assert "FD101" not in codes(await editor.replace(name, ignoring))


# Where a finding is (its code), and what the comment stands above, indented like it.
PLACES = {
    "a setting": ("%{WORD:word}", "%{WROD:word}", "LS330", "match =>"),
    "an item of a list": ('"^%{WORD:word}$"', '[\n        "%{WROD:word}"\n      ]', "LS330", '"%{WROD'),
    "an entry of a hash": ('{ "message" => "^%{WORD', '{\n        "message" => "^%{WROD', "LS330", '"message"'),
    "a condition": ('[service] == "app"', "[service] =~ /ap)/", "RX301", "if "),
}


def _above(text: str, marked: str, comment: str) -> str:
    """A text with a comment above the line of ``marked``, indented like it."""
    start = text.rindex("\n", 0, text.index(marked)) + 1
    line = text[start:]
    return text[:start] + line[: len(line) - len(line.lstrip())] + comment + "\n" + line


@pytest.mark.parametrize("ends", ["\n", "\r\n"], ids=["LF", "CRLF"])
@pytest.mark.parametrize("kubernetes", [False, True], ids=["plain", "ConfigMap"])
@pytest.mark.parametrize(("old", "new", "code", "marked"), list(PLACES.values()), ids=list(PLACES))
async def test_the_comment_stands_where_logstash_takes_it_for_one(
    editor: Editor, old: str, new: str, code: str, marked: str, kubernetes: bool, ends: str
) -> None:
    config = LOGSTASH.replace(old, new)
    name, text = ("map.yaml", manifest(config, "p.conf")) if kubernetes else ("pipeline.conf", config)
    text = text.replace("\n", ends)
    found = await editor.open(name, text)
    (diagnostic,) = [d for d in found if d.code == code]
    action = _named(await editor.actions(name, diagnostic.range), f"Ignore {code}")
    ignoring = applied(text, action.edit)
    wanted = _above(text.replace(ends, "\n"), marked, f"# pipelint: ignore[{code}]").replace("\n", ends)
    assert ignoring == wanted
    after = await editor.replace(name, ignoring)
    assert sorted([*codes(after), code]) == sorted(codes(found))


async def test_what_is_wrong_with_a_comment_is_not_hidden_by_another(editor: Editor) -> None:
    config = FLUENTD.replace("    time_format", "    # pipelint: ignore[FD9999]\n    time_format")
    actions = await _offered(editor, "fluent.conf", config, "PL301")
    assert not any(action.title.startswith("Ignore PL301") for action in actions)


async def test_in_the_middle_of_a_text_no_comment_is_offered(editor: Editor) -> None:
    config = LOGSTASH.replace('"^%{WORD:word}$"', '"^a\nb%{WROD:word}$"')
    actions = await _offered(editor, "pipeline.conf", config, "LS330")
    assert not any(action.title.startswith("Ignore") for action in actions)


async def test_a_comment_on_the_first_line_stands_behind_a_byte_order_mark(editor: Editor) -> None:
    config = "\ufeff<match>\n  @type stdout\n</match>\n"
    found = await editor.open("fluent.conf", config)
    first = next(d for d in found if d.range.start.line == 0)
    action = _named(await editor.actions("fluent.conf", first.range), f"Ignore {first.code}")
    ignoring = applied(config, action.edit)
    assert ignoring == config.replace("\ufeff", f"\ufeff# pipelint: ignore[{first.code}]\n")


async def test_what_is_found_twice_on_a_line_is_ignored_by_one_comment(editor: Editor) -> None:
    found = await editor.open("pipeline.conf", LOGSTASH.replace("%{WORD:word}", "%{WROD:word} %{ITN:number}"))
    both = [d for d in found if d.code == "LS330"]
    whole = lsp.Range(both[0].range.start, both[-1].range.end)
    action = _named(await editor.actions("pipeline.conf", whole), "Ignore LS330")
    assert action.diagnostics is not None and codes(action.diagnostics) == ["LS330", "LS330"]


async def test_explain_shows_the_page_of_the_rule(editor: Editor) -> None:
    page = load_index().page("FD101")
    asked = lsp.ExecuteCommandParams(EXPLAIN, ["FD101"])
    assert await editor.ask(editor.client.workspace_execute_command_async(asked)) == page
    await editor.until(lambda: editor.client.shown_documents)
    (shown,) = editor.client.shown_documents
    assert shown.uri.endswith("FD101.md") and Path(unquote(urlparse(shown.uri).path)).read_text() == page


async def test_explain_is_offered_for_each_finding(editor: Editor) -> None:
    (found,) = [d for d in await editor.open("fluent.conf", FLUENTD) if d.code == "FD101"]
    asked = lsp.CodeActionParams(editor.document("fluent.conf"), found.range, lsp.CodeActionContext([]))
    # The client's library takes an action that has a command and no edit for a bare command.
    titles = [action.title for action in await editor.ask(editor.client.text_document_code_action_async(asked)) or ()]
    assert "Explain FD101 (literal-z-time-format)" in titles


async def test_all_safe_fixes_are_one_action(editor: Editor) -> None:
    double = FLUENTD + FLUENTD.replace("app", "web").replace("@OUT", "@WEB").replace("buffer\n", "buffer2\n")
    await editor.open("fluent.conf", double)
    nowhere = lsp.Range(lsp.Position(0, 0), lsp.Position(0, 0))
    (action,) = await editor.actions("fluent.conf", nowhere, lsp.CodeActionKind.SourceFixAll)
    assert action.kind == lsp.CodeActionKind.SourceFixAll
    text = applied(double, action.edit)
    assert text.count("%N%z") == 2 and "%NZ" not in text


async def test_only_what_was_asked_for_is_offered(editor: Editor) -> None:
    assert await _offered(editor, "fluent.conf", FLUENTD, "FD101", lsp.CodeActionKind.RefactorMove) == []
    below = await editor.actions("fluent.conf", lsp.Range(lsp.Position(0, 0), lsp.Position(0, 0)), lsp.CodeActionKind.Source)
    assert [action.kind for action in below] == [lsp.CodeActionKind.SourceFixAll]


async def test_where_the_cursor_only_moves_fixes_of_other_places_are_not_offered(editor: Editor) -> None:
    (found,) = [d for d in await editor.open("fluent.conf", FLUENTD) if d.code == "FD101"]
    nowhere = lsp.Range(lsp.Position(0, 0), lsp.Position(0, 0))
    for place, there in ((nowhere, False), (found.range, True)):
        context = lsp.CodeActionContext([], trigger_kind=lsp.CodeActionTriggerKind.Automatic)
        asked = lsp.CodeActionParams(editor.document("fluent.conf"), place, context)
        kinds = [
            getattr(action, "kind", None)
            for action in await editor.ask(editor.client.text_document_code_action_async(asked)) or ()
        ]
        assert (lsp.CodeActionKind.SourceFixAll in kinds) is there
        # A menu has all of them.
        assert lsp.CodeActionKind.SourceFixAll in [action.kind for action in await editor.actions("fluent.conf", place)]


async def test_far_from_a_finding_nothing_of_it_is_offered(editor: Editor) -> None:
    await editor.open("fluent.conf", FLUENTD)
    place = lsp.Position(14, 0)
    assert not [a for a in await editor.actions("fluent.conf", lsp.Range(place, place)) if "FD101" in a.title]


async def test_an_edit_is_of_the_version_that_it_was_made_for(editor: Editor) -> None:
    await editor.open("fluent.conf", FLUENTD)
    await editor.replace("fluent.conf", "\n" + FLUENTD)
    place = lsp.Range(lsp.Position(9, 20), lsp.Position(9, 20))
    action = _named(await editor.actions("fluent.conf", place), "Set time_format")
    assert action.edit is not None and action.edit.document_changes is not None
    (change,) = action.edit.document_changes
    assert isinstance(change, lsp.TextDocumentEdit) and change.text_document.version == 2


async def test_logstash_is_fixed_too(editor: Editor) -> None:
    config = LOGSTASH.replace('"^%{WORD:word}$"', '".*%{WORD:word}.*"')
    found = await editor.open("pipeline.conf", config)
    whole = lsp.Range(lsp.Position(0, 0), lsp.Position(config.count("\n"), 0))
    offered = await editor.actions("pipeline.conf", whole, lsp.CodeActionKind.QuickFix)
    assert {"Ignore " + code + " here" for code in codes(found)} <= {action.title for action in offered}
    for action in (a for a in offered if a.edit is not None):
        after = codes(await editor.replace("pipeline.conf", applied(config, action.edit)))
        assert action.diagnostics is not None
        assert after.count(str(action.diagnostics[0].code)) < codes(found).count(str(action.diagnostics[0].code))
