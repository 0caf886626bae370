"""Settings files in an editor: what may be typed, what a key means, and what is wrong."""

from __future__ import annotations

import pytest
from lsprotocol import types as lsp

from tests.lsp.editor import Editor

pytestmark = pytest.mark.asyncio(loop_scope="session")

CASES = [
    ("¦", "select", 'select = ${1:["FD", "RX"]}'),
    ("[cost¦", "cost-model", "cost-model]"),
    ("[cost¦]", "cost-model", "cost-model"),
    ("[[tr¦", "traffic.stages", "traffic.stages]]"),
    ('select = ["FD¦', "FD101", "FD101"),
    ('ignore = [\n  "FD101",\n  ¦\n]\n', "RX101", '"RX101"'),
    ("extend-select = ¦", "pedantic", '"pedantic"'),
    ("fail-on = ¦", "warning", '"warning"'),
    ('fail-on = "w¦"', "warning", "warning"),
    ("[severity]\nFD1¦", "FD101", "FD101 = "),
    ("[severity]\nFD101 = ¦", "error", '"error"'),
    ("[budget]\n¦", "max-slowdown", "max-slowdown = ${1:10}"),
    ('[[traffic.stages]]\nkind = "¦', "filter", "filter"),
]


async def _items(editor: Editor, text: str, name: str = "pipelint.toml") -> dict[str, str]:
    await editor.open(name, "")
    found = await editor.complete(name, text)
    return {item.label: item.text_edit.new_text for item in found if isinstance(item.text_edit, lsp.TextEdit)}


@pytest.mark.parametrize(("text", "label", "written"), CASES)
async def test_what_may_be_typed(editor: Editor, text: str, label: str, written: str) -> None:
    assert (await _items(editor, text))[label] == written


async def test_a_key_that_is_there_is_not_offered_again(editor: Editor) -> None:
    found = await _items(editor, 'fail-on = "error"\n¦\nselect = "FD"\n[traffic]\nruntime = "cri"\n')
    assert "ignore" in found and not {"fail-on", "select", "runtime", "traffic"} & set(found)


async def test_in_a_pyproject_only_its_own_tables_are_completed(editor: Editor) -> None:
    assert set(await _items(editor, "[tool.pipelint.budget]\n¦", "pyproject.toml")) == {"min-events-per-cpu", "max-slowdown"}
    assert await _items(editor, "# pipelint\n[tool.other]\n¦", "pyproject.toml") == {}
    assert "tool.pipelint" in await _items(editor, "# pipelint\n[tool.¦", "pyproject.toml")
    assert await _items(editor, "[tool.¦", "pyproject.toml") == {}


async def test_in_a_comment_and_a_free_text_nothing_is_offered(editor: Editor) -> None:
    assert await _items(editor, "# ¦") == {}
    assert await _items(editor, 'baseline = "¦') == {}


async def test_a_key_says_what_it_means(editor: Editor) -> None:
    await editor.open("pipelint.toml", '[traffic]\nruntime = "cri"\n')
    asked = lsp.HoverParams(editor.document("pipelint.toml"), lsp.Position(1, 3))
    found = await editor.ask(editor.client.text_document_hover_async(asked))
    assert found is not None and isinstance(found.contents, lsp.MarkupContent)
    assert found.contents.value.startswith("**runtime**: one of docker, cri\n\ncontainer runtime")


async def test_what_is_wrong_is_said_while_it_is_typed(editor: Editor) -> None:
    assert await editor.open("pipelint.toml", 'fail-on = "error"\n') == []
    (found,) = await editor.replace("pipelint.toml", 'fail-on = "eror"\n')
    assert found.range.start == lsp.Position(0, 10) and "error" in found.message
