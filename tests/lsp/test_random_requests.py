"""Random edits and requests in random order: each answer is the one that a fresh server gives on the same text."""

from __future__ import annotations

import asyncio
import random
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from lsprotocol import types as lsp

from pipelint.engines.registry import ENGINES
from pipelint.lsp.answers.navigate.found import Page
from pipelint.lsp.litter import Litter
from pipelint.lsp.server import PipelintServer, create
from tests.lsp import test_elsewhere, test_flow, test_rename
from tests.lsp.configs import FLUENTD, LOGSTASH, STYLES, styled
from tests.lsp.test_random_edits import Text
from tests.properties import ALL

pytestmark = pytest.mark.slow

STEPS = 280 if ALL else 6  # of each of 36 texts: 10,000 in all
STARTS = {
    "fluent.conf": (FLUENTD, test_flow.FLUENTD, test_rename.FLUENTD),
    "pipeline.conf": (LOGSTASH, test_flow.LOGSTASH, test_elsewhere.GROK),
}
Ask = Callable[[lsp.TextDocumentIdentifier, lsp.Position], Any]
TABS = lsp.FormattingOptions(2, insert_spaces=True)


def _refactoring(file: lsp.TextDocumentIdentifier, at: lsp.Position) -> lsp.CodeActionParams:
    return lsp.CodeActionParams(file, lsp.Range(at, at), lsp.CodeActionContext([], only=[lsp.CodeActionKind.Refactor]))


REQUESTS: dict[str, Ask] = {
    lsp.TEXT_DOCUMENT_DEFINITION: lsp.DefinitionParams,
    lsp.TEXT_DOCUMENT_REFERENCES: lambda file, at: lsp.ReferenceParams(lsp.ReferenceContext(True), file, at),
    lsp.TEXT_DOCUMENT_DOCUMENT_HIGHLIGHT: lsp.DocumentHighlightParams,
    lsp.TEXT_DOCUMENT_PREPARE_CALL_HIERARCHY: lsp.CallHierarchyPrepareParams,
    lsp.TEXT_DOCUMENT_PREPARE_RENAME: lsp.PrepareRenameParams,
    lsp.TEXT_DOCUMENT_RENAME: lambda file, at: lsp.RenameParams(file, at, "new_name"),
    lsp.TEXT_DOCUMENT_COMPLETION: lsp.CompletionParams,
    lsp.TEXT_DOCUMENT_HOVER: lsp.HoverParams,
    lsp.TEXT_DOCUMENT_DOCUMENT_LINK: lambda file, _: lsp.DocumentLinkParams(file),
    lsp.TEXT_DOCUMENT_DOCUMENT_SYMBOL: lambda file, _: lsp.DocumentSymbolParams(file),
    lsp.TEXT_DOCUMENT_FOLDING_RANGE: lambda file, _: lsp.FoldingRangeParams(file),
    lsp.TEXT_DOCUMENT_SELECTION_RANGE: lambda file, at: lsp.SelectionRangeParams(file, [at]),
    lsp.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL: lambda file, _: lsp.SemanticTokensParams(file),
    lsp.TEXT_DOCUMENT_CODE_LENS: lambda file, _: lsp.CodeLensParams(file),
    lsp.TEXT_DOCUMENT_CODE_ACTION: lambda file, at: lsp.CodeActionParams(file, lsp.Range(at, at), lsp.CodeActionContext([])),
    "refactor": lambda file, at: _refactoring(file, at),
    lsp.TEXT_DOCUMENT_SIGNATURE_HELP: lsp.SignatureHelpParams,
    lsp.TEXT_DOCUMENT_INLAY_HINT: lambda file, at: lsp.InlayHintParams(file, lsp.Range(lsp.Position(0, 0), at)),
    lsp.TEXT_DOCUMENT_FORMATTING: lambda file, _: lsp.DocumentFormattingParams(file, TABS),
    lsp.TEXT_DOCUMENT_RANGE_FORMATTING: lambda file, at: lsp.DocumentRangeFormattingParams(file, lsp.Range(at, at), TABS),
    lsp.TEXT_DOCUMENT_ON_TYPE_FORMATTING: lambda file, at: lsp.DocumentOnTypeFormattingParams(file, at, "\n", TABS),
    lsp.WORKSPACE_SYMBOL: lambda file, at: lsp.WorkspaceSymbolParams(""),
    lsp.TEXT_DOCUMENT_DIAGNOSTIC: lambda file, _: lsp.DocumentDiagnosticParams(file),
}


METHODS = {"refactor": lsp.TEXT_DOCUMENT_CODE_ACTION}
"""What is asked for by requests that have a name of their own here."""


@pytest.fixture(autouse=True)
def alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Servers that no client listens to."""

    def page(_: PipelintServer, shown: Page) -> str:
        return f"page:{shown.name}:{shown.text}"

    def failed(_: PipelintServer, what: str, error: Exception) -> None:
        raise AssertionError(what) from error

    for name, value in {
        "encoding": "utf-16",
        "snippets": True,
        "edits_later": False,
        "folders": [],
        "page": page,
        "failed": failed,
    }.items():
        monkeypatch.setattr(PipelintServer, name, value)
    # It waits in the loop of a server that listens.
    monkeypatch.setattr(Litter, "grew", lambda _: None)


def _answer(server: PipelintServer, method: str, uri: str, at: lsp.Position) -> str:
    """What a server answers; of a call hierarchy also what is next to the stage."""

    def ask(name: str, params: object) -> Any:
        feature: Callable[[object], Any] = server.protocol.fm.features[name]
        return asyncio.run(feature(params))

    try:
        found = ask(METHODS.get(method, method), REQUESTS[method](lsp.TextDocumentIdentifier(uri), at))
    except Exception as error:
        if isinstance(error, AssertionError):
            raise
        return f"refused: {error}"
    if method == lsp.TEXT_DOCUMENT_PREPARE_CALL_HIERARCHY and found:
        calls = (lsp.CALL_HIERARCHY_INCOMING_CALLS, lsp.CallHierarchyIncomingCallsParams)
        called = (lsp.CALL_HIERARCHY_OUTGOING_CALLS, lsp.CallHierarchyOutgoingCallsParams)
        found = found, [ask(name, params(found[0])) for name, params in (calls, called)]
    return repr(found)


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("name", list(STARTS))
def test_answers_are_those_of_a_fresh_server(tmp_path: Path, name: str, style: str) -> None:
    answers: list[tuple[str, int, str, lsp.Position, str]] = []
    for seed, config in enumerate(STARTS[name]):
        file, start = styled(config, style, name)
        uri = (tmp_path / file).as_uri()
        (tmp_path / file).write_text(start)
        draw = random.Random(f"{name} {style} {seed}")
        text, server = Text(start, seed), create()
        server.texts.open(uri, start, 0)
        for version in range(1, STEPS):
            # Half of the time the text stays whole enough to have answers.
            if draw.random() < 0.4:
                change = text.edit() if draw.random() < 0.7 else _whole(text, start)
                server.texts.change(uri, version, [change], "utf-16")
            at = text.position(draw.randrange(len(text.text) + 1))
            method = draw.choice(list(REQUESTS))
            answers.append((text.text, version, method, at, _answer(server, method, uri, at)))
    said = 0
    for text_then, version, method, at, answer in answers:
        ENGINES.forget()
        fresh = create()
        fresh.texts.open(uri, text_then, version)
        fresh_answer = _answer(fresh, method, uri, at)
        # An edit names the version that it is for: of one that is not changed it may be an earlier one.
        assert _unversioned(fresh_answer) == _unversioned(answer), (method, at, text_then)
        said += answer not in ("None", "[]")
    assert said > (len(answers) / 10 if ALL else 0)  # of few answers chance may make nearly all empty


def _whole(text: Text, start: str) -> lsp.TextDocumentContentChangeWholeDocument:
    text.text = start
    return lsp.TextDocumentContentChangeWholeDocument(start)


def _unversioned(answer: str) -> str:
    return re.sub(r"version=\d+", "", answer)
