"""What the server offers to find one's way in configs: each request with what answers it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from lsprotocol import types as lsp

from pipelint.lsp.answers import Later
from pipelint.lsp.waiting import progress

if TYPE_CHECKING:
    from pipelint.lsp.answers.navigate import calls, links, names, rename, workspace
    from pipelint.lsp.server import PipelintServer
else:
    calls, links, names, rename, workspace = (
        Later(f"navigate.{name}") for name in ("calls", "links", "names", "rename", "workspace")
    )

Offer = Callable[..., Callable[[Callable[..., object]], object]]


def add(server: PipelintServer, ask: Offer, ask_later: Offer, offer: Offer) -> None:
    """Registers all of them."""
    _names(server, ask, ask_later)
    _calls(server, ask)
    _rename(server, ask)
    _everywhere(server, ask, offer)


def _names(server: PipelintServer, ask: Offer, ask_later: Offer) -> None:
    @ask(lsp.TEXT_DOCUMENT_DEFINITION)
    def define(params: lsp.DefinitionParams) -> list[lsp.Location]:
        uri = params.text_document.uri
        return names.definitions(server.snapshot(uri), params.position, uri, server.encoding, server.page)

    @ask_later(lsp.TEXT_DOCUMENT_REFERENCES)
    def refer(params: lsp.ReferenceParams) -> list[lsp.Location]:
        uri = params.text_document.uri
        declaration = params.context.include_declaration
        return names.references(server.snapshot(uri), params.position, uri, server.encoding, declaration=declaration)

    @ask(lsp.TEXT_DOCUMENT_DOCUMENT_HIGHLIGHT)
    def highlight(params: lsp.DocumentHighlightParams) -> list[lsp.DocumentHighlight]:
        return names.highlights(server.snapshot(params.text_document.uri), params.position)


def _calls(server: PipelintServer, ask: Offer) -> None:
    @ask(lsp.TEXT_DOCUMENT_PREPARE_CALL_HIERARCHY)
    def prepare(params: lsp.CallHierarchyPrepareParams) -> list[lsp.CallHierarchyItem]:
        uri = params.text_document.uri
        return calls.prepare(server.snapshot(uri), params.position, uri, server.encoding)

    @ask(lsp.CALL_HIERARCHY_INCOMING_CALLS)
    def incoming(params: lsp.CallHierarchyIncomingCallsParams) -> list[lsp.CallHierarchyIncomingCall]:
        uri = asked_in(params.item)
        return calls.incoming(server.snapshot(uri), params.item, uri, server.encoding)

    @ask(lsp.CALL_HIERARCHY_OUTGOING_CALLS)
    def outgoing(params: lsp.CallHierarchyOutgoingCallsParams) -> list[lsp.CallHierarchyOutgoingCall]:
        uri = asked_in(params.item)
        return calls.outgoing(server.snapshot(uri), params.item, uri, server.encoding)


def _rename(server: PipelintServer, ask: Offer) -> None:
    @ask(lsp.TEXT_DOCUMENT_PREPARE_RENAME)
    def prepare(params: lsp.PrepareRenameParams) -> lsp.PrepareRenamePlaceholder | None:
        return rename.renamable(server.snapshot(params.text_document.uri), params.position)

    @ask(lsp.TEXT_DOCUMENT_RENAME, lsp.RenameOptions(prepare_provider=True))
    def renamed(params: lsp.RenameParams) -> lsp.WorkspaceEdit | None:
        uri = params.text_document.uri
        return rename.rename(server.snapshot(uri), params.position, params.new_name, uri, server.encoding, server.opened)


def _everywhere(server: PipelintServer, ask: Offer, offer: Offer) -> None:
    @ask(lsp.TEXT_DOCUMENT_DOCUMENT_LINK, lsp.DocumentLinkOptions())
    def link(params: lsp.DocumentLinkParams) -> list[lsp.DocumentLink]:
        uri = params.text_document.uri
        return links.links(server.snapshot(uri), uri)

    @offer(lsp.WORKSPACE_SYMBOL, lsp.WorkspaceSymbolOptions(work_done_progress=True))
    async def symbols(params: lsp.WorkspaceSymbolParams) -> list[lsp.WorkspaceSymbol]:
        with progress(server, params.work_done_token, "reading configs") as step:
            return await workspace.symbols(params.query, server.snapshots(), server.apart, server.folders, server.encoding, step)


def asked_in(item: lsp.CallHierarchyItem) -> str:
    """The file in which somebody has asked for an item: the item itself may stand in another one."""
    return str(item.data["uri"]) if isinstance(item.data, dict) and "uri" in item.data else item.uri
