"""Requests that take long: they can be cancelled, say how far they are, and others are answered meanwhile."""

from __future__ import annotations

import asyncio

import pytest
from lsprotocol import types as lsp
from pygls.exceptions import JsonRpcException

from tests.lsp.configs import FLUENTD
from tests.lsp.editor import Editor, codes

pytestmark = pytest.mark.asyncio(loop_scope="session")
CANCELLED = -32800
CONFIGS = 200


def _ask(editor: Editor, method: str, params: object, number: int) -> asyncio.Future[object]:
    """Sends a request under a number of its own."""
    asked = editor.client.protocol.send_request_async(method, params, msg_id=str(number))
    return asyncio.ensure_future(asked)


def _configs(editor: Editor, folder: str) -> None:
    (editor.folder / folder).mkdir()
    for number in range(CONFIGS):
        editor.write(f"{folder}/{number}.conf", FLUENTD.replace("@OUT", f"@OUT{number}"))


async def test_a_question_that_was_cancelled_is_not_answered(editor: Editor) -> None:
    await editor.open("fluent.conf", FLUENTD)
    # The last of many: it is not answered before the server reads that nobody waits for it.
    params = lsp.CodeLensParams(editor.document("fluent.conf"))
    *others, asked = [_ask(editor, lsp.TEXT_DOCUMENT_CODE_LENS, params, number) for number in range(91_001, 91_101)]
    await asyncio.sleep(0)
    editor.client.cancel_request(lsp.CancelParams("91100"))
    with pytest.raises(JsonRpcException) as error:
        await editor.ask(asked)
    assert error.value.code == CANCELLED
    await editor.ask(asyncio.gather(*others))


async def test_the_search_of_a_folder_says_how_far_it_is(editor: Editor) -> None:
    _configs(editor, "many")
    editor.open_folder()
    asked = lsp.WorkspaceSymbolParams("label @OUT17", work_done_token="token-1")
    editor.client.progress_reports["token-1"] = []
    found = await editor.ask(editor.client.workspace_symbol_async(asked))
    assert {symbol.name for symbol in found or ()} == {"label @OUT17", *(f"label @OUT17{n}" for n in range(10))}
    said = editor.client.progress_reports["token-1"]
    assert isinstance(said[0], lsp.WorkDoneProgressBegin) and isinstance(said[-1], lsp.WorkDoneProgressEnd)
    shares = [report.percentage for report in said[1:-1] if isinstance(report, lsp.WorkDoneProgressReport)]
    assert len(shares) > 10 and shares == sorted(set(shares))


@pytest.mark.parametrize("by_token", [False, True])
async def test_the_search_of_a_folder_ends_when_it_is_cancelled(editor: Editor, by_token: bool) -> None:
    _configs(editor, "others")
    editor.open_folder()
    token = f"token-{by_token}"
    number = 92_000 + by_token
    editor.client.progress_reports[token] = []
    asked = _ask(editor, lsp.WORKSPACE_SYMBOL, lsp.WorkspaceSymbolParams("label", work_done_token=token), number)
    while len(editor.client.progress_reports[token]) < 2:
        await asyncio.sleep(0.001)
    if by_token:
        editor.client.window_work_done_progress_cancel(lsp.WorkDoneProgressCancelParams(token))
    else:
        editor.client.cancel_request(lsp.CancelParams(str(number)))
    with pytest.raises(JsonRpcException) as error:
        await editor.ask(asked)
    assert error.value.code == CANCELLED
    shares = [
        each.percentage or 0 for each in editor.client.progress_reports[token] if isinstance(each, lsp.WorkDoneProgressReport)
    ]
    assert max(shares) < 99


async def test_others_are_answered_meanwhile(editor: Editor) -> None:
    _configs(editor, "more")
    editor.open_folder()
    await editor.open("fluent.conf", FLUENTD)
    long = asyncio.ensure_future(editor.client.workspace_symbol_async(lsp.WorkspaceSymbolParams("label @OUT1")))
    await asyncio.sleep(0)
    hover = lsp.HoverParams(editor.document("fluent.conf"), lsp.Position(1, 9))
    assert await editor.ask(editor.client.text_document_hover_async(hover)) and not long.done()
    assert await editor.ask(long)


LONG = "".join(FLUENTD.replace("@OUT", f"@OUT{number}").replace("app", f"app{number}") for number in range(250))
MODIFIED = -32801


def _open_long(editor: Editor) -> None:
    """Opens a file of some 5,000 lines, and waits for nothing."""
    editor.versions["long.conf"] = 1
    editor.opened.add("long.conf")
    item = lsp.TextDocumentItem(editor.uri("long.conf"), "fluentd", 1, LONG)
    editor.client.text_document_did_open(lsp.DidOpenTextDocumentParams(item))


async def test_no_file_waits_for_a_long_one(editor: Editor) -> None:
    _open_long(editor)
    assert "FD101" in codes(await editor.open("short.conf", FLUENTD))
    hover = lsp.HoverParams(editor.document("short.conf"), lsp.Position(1, 9))
    assert await editor.ask(editor.client.text_document_hover_async(hover))
    assert editor.uri("long.conf") not in editor.client.published
    assert codes(await editor.diagnostics("long.conf")).count("FD101") == 250


async def test_what_is_asked_of_a_text_that_changes_is_not_answered_of_another(editor: Editor) -> None:
    _open_long(editor)
    hover = lsp.HoverParams(editor.document("long.conf"), lsp.Position(1, 9))
    asked = asyncio.ensure_future(editor.client.text_document_hover_async(hover))
    await asyncio.sleep(0)
    editor.send("long.conf", lsp.TextDocumentContentChangeWholeDocument(FLUENTD))
    with pytest.raises(JsonRpcException) as error:
        await editor.ask(asked)
    assert error.value.code == MODIFIED
    assert codes(await editor.diagnostics("long.conf")).count("FD101") == 1
    # Of the first version nothing was said, and it was not looked at to the end.
    assert [each.version for each in editor.client.published[editor.uri("long.conf")]] == [2]


async def test_a_file_that_is_closed_is_looked_at_no_longer(editor: Editor) -> None:
    _open_long(editor)
    editor.opened.discard("long.conf")
    editor.client.text_document_did_close(lsp.DidCloseTextDocumentParams(editor.document("long.conf")))
    await editor.open("short.conf", FLUENTD)
    await editor.save("short.conf")
    (said,) = editor.client.published[editor.uri("long.conf")]
    assert not said.diagnostics and said.version is None
