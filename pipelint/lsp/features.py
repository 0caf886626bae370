"""What the server offers: each request and notification with what answers it.

An error in one of them is told to the editor's log, and there is no answer; the next request is served as ever.
"""

from __future__ import annotations

import asyncio
import functools
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Protocol, cast

from lsprotocol import types as lsp
from pygls.exceptions import JsonRpcException

from pipelint.lsp import fixing, navigation
from pipelint.lsp.answers import Later
from pipelint.lsp.answers.structure.pieces import LEGEND
from pipelint.lsp.waiting import READ

if TYPE_CHECKING:
    from pipelint.lsp.answers import completion, costs, formatting, hover, outline, signature
    from pipelint.lsp.answers.fixing import fix_all
    from pipelint.lsp.answers.structure import coloring, selection
    from pipelint.lsp.server import PipelintServer
else:
    completion, costs, formatting, hover, outline, signature = map(
        Later, ("completion", "costs", "formatting", "hover", "outline", "signature")
    )
    fix_all, coloring, selection = map(Later, ("fixing.fix_all", "structure.coloring", "structure.selection"))

Offer = Callable[..., Callable[[Callable[..., object]], object]]


def add(server: PipelintServer) -> None:
    """Registers all features."""
    offer = _offer(server)
    ask, ask_later = _ask(server, offer), _ask(server, offer, READ)
    _documents(server, offer)
    fixing.add(server, ask_later, offer)
    _reading(server, ask)
    _costs(server, ask_later)
    _outline(server, ask)
    _formatting(server, ask)
    navigation.add(server, ask, ask_later, offer)


def _offer(server: PipelintServer) -> Offer:
    """The server's own decorator, for functions that may fail."""
    feature: Callable[..., Callable[..., object]] = server.feature

    def offer(method: str, options: object = None) -> Callable[[Callable[..., object]], object]:
        def register(answer: Callable[..., object]) -> object:
            @contextmanager
            def guard() -> Iterator[None]:
                try:
                    yield
                except JsonRpcException:
                    # What is refused, with the reason for somebody to read.
                    raise
                except Exception as error:
                    server.failed(method, error)

            @functools.wraps(answer)
            def guarded(params: object) -> object:
                with guard():
                    return answer(params)
                return None

            @functools.wraps(answer)
            async def guarded_later(params: object) -> object:
                with guard():
                    return await cast("Awaitable[object]", answer(params))
                return None

            if options is not None:
                # pygls would make functions that read them, to prove their type.
                server.protocol.fm.feature_options[method] = options
            return feature(method)(guarded_later if asyncio.iscoroutinefunction(answer) else guarded)

        return register

    return offer


def _ask(server: PipelintServer, offer: Offer, wait: float = 0.0) -> Offer:
    """The same for questions about a file: of one that is not open there is nothing to say. They ``wait`` so many seconds."""

    def ask(method: str, options: object = None) -> Callable[[Callable[..., object]], object]:
        def register(answer: Callable[..., object]) -> object:
            @functools.wraps(answer)
            async def of_open(params: _AboutAFile | _AboutAnItem) -> object:
                uri = _uri(params)
                return await server.about(uri, lambda: answer(params), wait)

            return offer(method, options)(of_open)

        return register

    return ask


class _AboutAFile(Protocol):
    """The parameters of a question about a file."""

    @property
    def text_document(self) -> lsp.TextDocumentIdentifier:
        """The file."""


class _AboutAnItem(Protocol):
    """The parameters of a question about a stage that was shown before."""

    @property
    def item(self) -> lsp.CallHierarchyItem:
        """The stage."""


def _uri(params: _AboutAFile | _AboutAnItem) -> str:
    item: lsp.CallHierarchyItem | None = getattr(params, "item", None)
    return params.text_document.uri if item is None else navigation.asked_in(item)  # type: ignore[union-attr]


def _documents(server: PipelintServer, offer: Offer) -> None:
    @offer(lsp.INITIALIZED)
    def initialized(params: lsp.InitializedParams) -> None:
        server.warm_up()

    @offer(lsp.TEXT_DOCUMENT_DID_OPEN)
    def opened(params: lsp.DidOpenTextDocumentParams) -> None:
        document = params.text_document
        server.texts.open(document.uri, document.text, document.version)
        server.look(document.uri)

    @offer(lsp.TEXT_DOCUMENT_DID_CHANGE)
    def changed(params: lsp.DidChangeTextDocumentParams) -> None:
        document = params.text_document
        server.texts.change(document.uri, document.version, params.content_changes, server.encoding)
        server.look_later(document.uri)

    @offer(lsp.TEXT_DOCUMENT_DID_SAVE)
    def saved(params: lsp.DidSaveTextDocumentParams) -> None:
        # What was saved may be included elsewhere, or be a settings file.
        server.look_at_all()

    @offer(lsp.TEXT_DOCUMENT_DID_CLOSE)
    def closed(params: lsp.DidCloseTextDocumentParams) -> None:
        server.forget(params.text_document.uri)

    @offer(lsp.WORKSPACE_DID_CHANGE_WATCHED_FILES)
    def files_changed(params: lsp.DidChangeWatchedFilesParams) -> None:
        server.look_at_all()

    # What is found in one file follows from that text and from files as they are on disk: no open file waits for another one.
    @offer(lsp.TEXT_DOCUMENT_DIAGNOSTIC, lsp.DiagnosticOptions(inter_file_dependencies=False, workspace_diagnostics=False))
    async def diagnosed(params: lsp.DocumentDiagnosticParams) -> lsp.RelatedFullDocumentDiagnosticReport:
        return lsp.RelatedFullDocumentDiagnosticReport(await server.diagnose(params.text_document.uri) or [])


def _reading(server: PipelintServer, ask: Offer) -> None:

    @ask(lsp.TEXT_DOCUMENT_HOVER)
    def hovered(params: lsp.HoverParams) -> lsp.Hover | None:
        return hover.hover(server.snapshot(params.text_document.uri), params.position)

    @ask(lsp.TEXT_DOCUMENT_SIGNATURE_HELP, lsp.SignatureHelpOptions(trigger_characters=[" ", ">"], retrigger_characters=["\n"]))
    def signed(params: lsp.SignatureHelpParams) -> lsp.SignatureHelp | None:
        return signature.signature(server.snapshot(params.text_document.uri), params.position)

    @ask(
        lsp.TEXT_DOCUMENT_COMPLETION, lsp.CompletionOptions(trigger_characters=["@", "$", " ", "<", "/", "{", "[", "%", '"', "'"])
    )
    def complete(params: lsp.CompletionParams) -> list[lsp.CompletionItem]:
        return completion.completions(server.snapshot(params.text_document.uri), params.position, snippets=server.snippets)


def _costs(server: PipelintServer, ask: Offer) -> None:
    @ask(lsp.TEXT_DOCUMENT_INLAY_HINT)
    def hints(params: lsp.InlayHintParams) -> list[lsp.InlayHint]:
        snapshot = server.snapshot(params.text_document.uri)
        return list(costs.hints(snapshot, snapshot.positions.span(params.range)))

    @ask(lsp.TEXT_DOCUMENT_CODE_LENS, lsp.CodeLensOptions())
    def lenses(params: lsp.CodeLensParams) -> list[lsp.CodeLens]:
        uri = params.text_document.uri
        snapshot = server.snapshot(uri)
        return [*costs.lenses(snapshot), *fix_all.lenses(snapshot, uri)]


def _outline(server: PipelintServer, ask: Offer) -> None:
    @ask(lsp.TEXT_DOCUMENT_DOCUMENT_SYMBOL)
    def symbols(params: lsp.DocumentSymbolParams) -> list[lsp.DocumentSymbol]:
        return outline.symbols(server.snapshot(params.text_document.uri))

    @ask(lsp.TEXT_DOCUMENT_FOLDING_RANGE)
    def folds(params: lsp.FoldingRangeParams) -> list[lsp.FoldingRange]:
        return list(outline.folds(server.snapshot(params.text_document.uri)))

    @ask(lsp.TEXT_DOCUMENT_SELECTION_RANGE)
    def selected(params: lsp.SelectionRangeParams) -> list[lsp.SelectionRange]:
        return selection.selections(server.snapshot(params.text_document.uri), params.positions)

    @ask(lsp.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL, LEGEND)
    def tokens(params: lsp.SemanticTokensParams) -> lsp.SemanticTokens:
        return coloring.tokens(server.snapshot(params.text_document.uri))


def _formatting(server: PipelintServer, ask: Offer) -> None:
    # How wide a level is does not depend on the editor.
    @ask(lsp.TEXT_DOCUMENT_FORMATTING)
    def whole(params: lsp.DocumentFormattingParams) -> list[lsp.TextEdit]:
        return formatting.format_lines(server.snapshot(params.text_document.uri))

    @ask(lsp.TEXT_DOCUMENT_RANGE_FORMATTING)
    def lines(params: lsp.DocumentRangeFormattingParams) -> list[lsp.TextEdit]:
        return formatting.format_lines(server.snapshot(params.text_document.uri), params.range)

    @ask(lsp.TEXT_DOCUMENT_ON_TYPE_FORMATTING, lsp.DocumentOnTypeFormattingOptions("\n", [">", "}"]))
    def typed(params: lsp.DocumentOnTypeFormattingParams) -> list[lsp.TextEdit]:
        return formatting.indent_line(server.snapshot(params.text_document.uri), params.position)
