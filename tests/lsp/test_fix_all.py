"""Fixes made together: what is offered, and what a lens makes."""

from __future__ import annotations

import pytest
from lsprotocol import types as lsp

from tests.lsp.configs import FLUENTD, STYLES, manifest, styled
from tests.lsp.editor import Editor, applied, codes

pytestmark = pytest.mark.asyncio(loop_scope="session")

# The same rule finds something in two places.
TWICE = FLUENTD + FLUENTD.replace("app", "web").replace("@OUT", "@WEB").replace("buffer\n", "buffer2\n")


def _whole(text: str) -> lsp.Range:
    return lsp.Range(lsp.Position(0, 0), lsp.Position(text.count("\n"), 0))


@pytest.mark.parametrize("style", STYLES)
async def test_all_of_a_rule_are_one_action(editor: Editor, style: str) -> None:
    name, text = styled(TWICE, style, "fluent.conf")
    found = [d for d in await editor.open(name, text) if d.code == "FD101"]
    titles = {action.title: action for action in await editor.actions(name, found[0].range, lsp.CodeActionKind.QuickFix)}
    fixed = applied(text, titles["Fix all FD101 in this file (2)"].edit)
    assert fixed == text.replace("%NZ", "%N%z")
    assert "FD101" not in codes(await editor.replace(name, fixed))


async def test_of_one_finding_there_is_only_its_own_fix(editor: Editor) -> None:
    await editor.open("fluent.conf", FLUENTD)
    assert not [a for a in await editor.actions("fluent.conf", _whole(FLUENTD)) if a.title.startswith("Fix all")]


async def test_other_rules_are_left_alone(editor: Editor) -> None:
    # Another rule has a safe fix here, too.
    text = TWICE.replace("<match **>", "<match **>\n    type forward", 1).replace("    @type forward\n", "", 1)
    found = [d for d in await editor.open("fluent.conf", text) if d.code == "FD101"]
    actions = {action.title: action for action in await editor.actions("fluent.conf", found[0].range)}
    assert "Apply all safe pipelint fixes (3)" in actions
    assert applied(text, actions["Fix all FD101 in this file (2)"].edit) == text.replace("%NZ", "%N%z")


async def test_a_lens_makes_the_fixes_of_its_config(editor: Editor) -> None:
    text = manifest(FLUENTD) + "---\n" + manifest(FLUENTD).replace("name: pipeline", "name: other")
    await editor.open("map.yaml", text)
    lenses = await editor.ask(editor.client.text_document_code_lens_async(lsp.CodeLensParams(editor.document("map.yaml")))) or ()
    first, second = [lens for lens in lenses if lens.command is None]
    assert first.range.start.line < second.range.start.line
    whole = await editor.ask(editor.client.code_lens_resolve_async(second))
    assert whole.command is not None and whole.command.title == "apply 1 safe fix"
    asked = lsp.ExecuteCommandParams(whole.command.command, whole.command.arguments)
    editor.client.applied.clear()
    await editor.ask(editor.client.workspace_execute_command_async(asked))
    await editor.until(lambda: editor.client.applied)
    (made,) = editor.client.applied
    at = text.rindex("%NZ")
    assert applied(text, made.edit) == text[:at] + text[at:].replace("%NZ", "%N%z")


async def test_where_no_rule_has_a_fix_there_is_no_lens(editor: Editor) -> None:
    config = FLUENTD.replace("%NZ", "%N%z")
    await editor.open("fluent.conf", config)
    asked = lsp.CodeLensParams(editor.document("fluent.conf"))
    lenses = await editor.ask(editor.client.text_document_code_lens_async(asked)) or ()
    assert all(lens.command is not None for lens in lenses)
