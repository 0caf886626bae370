"""Each feature says of a config in a scalar of any style what it says of the same config in a file of its own."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from lsprotocol import types as lsp

from tests.lsp.configs import FLUENTD, LOGSTASH, STYLES, styled
from tests.lsp.editor import Editor, codes
from tests.lsp.test_flow import open_styled

pytestmark = pytest.mark.asyncio(loop_scope="session")
CONFIGS = {
    "fluent.conf": (FLUENTD, "time_format", "@OUT>"),
    "pipeline.conf": (LOGSTASH.replace("WORD:", "WROD:"), "%{WROD", "grok {"),
}
WHOLE = lsp.Range(lsp.Position(0, 0), lsp.Position(500, 0))


def _words(editor: Editor, name: str, where: lsp.Range) -> str:
    """What stands in a range, without the white space and escapes that a style has of its own."""
    return re.sub(r"\\n|\\(?=[\"\\])|\s+", "", editor.said(name, where)).replace("''", "'")


def _symbols(editor: Editor, name: str, found: list[lsp.DocumentSymbol]) -> list[object]:
    return [
        (
            one.name,
            one.detail,
            one.kind,
            _words(editor, name, one.selection_range),
            _symbols(editor, name, list(one.children or ())),
        )
        for one in found
    ]


async def _everything(editor: Editor, name: str, marked: str, named: str) -> dict[str, object]:
    """What all features say of a file, with ranges as what stands in them."""
    client, file = editor.client, editor.document(name)
    at, there = editor.position(name, marked, 2), editor.position(name, named, 3)

    async def ask(answer: Callable[[Any], Awaitable[Any]], params: object) -> Any:
        return await editor.ask(answer(params)) or ()

    hover = await ask(client.text_document_hover_async, lsp.HoverParams(file, at))
    lights = await ask(client.text_document_document_highlight_async, lsp.DocumentHighlightParams(file, there))
    defined = await ask(client.text_document_definition_async, lsp.DefinitionParams(file, there))
    used = await ask(client.text_document_references_async, lsp.ReferenceParams(lsp.ReferenceContext(True), file, there))
    lenses = await ask(client.text_document_code_lens_async, lsp.CodeLensParams(file))
    hints = await ask(client.text_document_inlay_hint_async, lsp.InlayHintParams(file, WHOLE))
    symbols = await ask(client.text_document_document_symbol_async, lsp.DocumentSymbolParams(file))
    (selected,) = await ask(client.text_document_selection_range_async, lsp.SelectionRangeParams(file, [at]))
    signed = await ask(client.text_document_signature_help_async, lsp.SignatureHelpParams(file, at))
    items = await ask(client.text_document_completion_async, lsp.CompletionParams(file, at))
    tokens = await ask(client.text_document_semantic_tokens_full_async, lsp.SemanticTokensParams(file))
    pulled = await ask(client.text_document_diagnostic_async, lsp.DocumentDiagnosticParams(file))
    context = lsp.CodeActionContext([])
    actions = await ask(client.text_document_code_action_async, lsp.CodeActionParams(file, lsp.Range(at, at), context))
    return {
        "hover": hover.contents.value,
        "highlights": [(_words(editor, name, one.range), one.kind) for one in lights],
        "definitions": [_words(editor, name, one.range) for one in defined],
        "references": [_words(editor, name, one.range) for one in used],
        "lenses": [re.sub(r"line \d+", "", lens.command.title) for lens in lenses if lens.command is not None],
        "hints": [hint.label for hint in hints],
        "symbols": _symbols(editor, name, symbols),
        "selection": _words(editor, name, selected.range),
        "signature": signed and [one.label for one in signed.signatures],
        "completion": [item.label for item in items],
        "tokens": sorted({(kind, modifiers) for kind, modifiers in zip(tokens.data[3::5], tokens.data[4::5], strict=True)}),
        "pulled": sorted(codes(pulled.items)),
        "actions": [action.title for action in actions],
    }


@pytest.mark.parametrize("style", STYLES[1:])
@pytest.mark.parametrize("file", list(CONFIGS))
async def test_what_is_said_is_the_same(editor: Editor, style: str, file: str) -> None:
    config, marked, named = CONFIGS[file]
    await editor.open(file, config)
    alone = await _everything(editor, file, marked, named)
    assert {feature for feature in alone if not alone[feature]} <= {"signature"}
    await editor.close(file)
    name = await open_styled(editor, config, style, file)
    there = await _everything(editor, name, marked, named)
    for feature, said in alone.items():
        assert there[feature] == said, feature
    assert styled(config, style, file)[0] == name
