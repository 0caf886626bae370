"""What the server offers to change configs: each request and command with what answers it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from lsprotocol import types as lsp

from pipelint.lsp.answers import Later
from pipelint.lsp.answers.fixing import EXPLAIN, FIX, PAGE, REFACTORINGS
from pipelint.rules.index import load_index

if TYPE_CHECKING:
    from pipelint.lsp.answers.fixing import actions, edits, fix_all, refactor
    from pipelint.lsp.server import PipelintServer
    from pipelint.lsp.snapshot import Snapshot
else:
    actions, edits, fix_all, refactor = (Later(f"fixing.{name}") for name in ("actions", "edits", "fix_all", "refactor"))

Offer = Callable[..., Callable[[Callable[..., object]], object]]


def add(server: PipelintServer, ask: Offer, offer: Offer) -> None:
    """Registers all of them."""
    _actions(server, ask)
    _together(server, offer)


def _actions(server: PipelintServer, ask: Offer) -> None:
    kinds = [lsp.CodeActionKind.QuickFix, lsp.CodeActionKind.SourceFixAll, *REFACTORINGS]

    @ask(lsp.TEXT_DOCUMENT_CODE_ACTION, lsp.CodeActionOptions(kinds, resolve_provider=True))
    def code_actions(params: lsp.CodeActionParams) -> list[lsp.CodeAction]:
        uri = params.text_document.uri
        snapshot = server.snapshot(uri)
        asked, only = snapshot.positions.span(params.range), params.context.only
        # Editors also ask at each move of the cursor: all fixes of the file are made where there is one, or somebody wants them.
        automatic = params.context.trigger_kind is lsp.CodeActionTriggerKind.Automatic and not only
        nothing = automatic and not any(edits.touches(each.place.file_span, asked) for each in snapshot.findings)
        found = [] if nothing else list(actions.actions(snapshot, uri, asked, server.encoding))
        if not only or any(_is_kind(mine, kind) or _is_kind(kind, mine) for mine in REFACTORINGS for kind in only):
            found += refactor.actions(snapshot, uri, asked)
        wanted = [action for action in found if not only or any(_is_kind(action.kind, kind) for kind in only)]
        if server.edits_later:
            return wanted
        whole = (_resolved(action, snapshot) for action in wanted)
        return [action for action in whole if action.edit is not None or action.command is not None]

    @server.command(PAGE)
    def page_of(code: str) -> str | None:
        return load_index().page(code)

    @server.command(EXPLAIN)
    def explain(code: str) -> str | None:
        page = load_index().page(code)
        if page is not None:
            server.show(f"{code}.md", page)
        return page


def _together(server: PipelintServer, offer: Offer) -> None:
    @offer(lsp.CODE_ACTION_RESOLVE)
    async def resolved(action: lsp.CodeAction) -> lsp.CodeAction:
        uri = _asked_in(action.data)
        return await server.about(uri, lambda: _resolved(action, server.snapshot(uri))) or action

    @offer(lsp.CODE_LENS_RESOLVE)
    async def resolved_lens(lens: lsp.CodeLens) -> lsp.CodeLens:
        uri = _asked_in(lens.data)
        return await server.about(uri, lambda: fix_all.resolved_lens(lens, server.snapshot(uri))) or lens

    @server.command(FIX)
    async def fix(uri: str, number: int) -> None:
        def edit() -> lsp.WorkspaceEdit | None:
            snapshot = server.snapshot(uri)
            made = fix_all.changes(snapshot, number=number)
            return edits.edit(snapshot, uri, made) if made else None

        if (found := await server.about(uri, edit)) is not None:
            server.workspace_apply_edit(lsp.ApplyWorkspaceEditParams(found, "pipelint: safe fixes"))


def _resolved(action: lsp.CodeAction, snapshot: Snapshot) -> lsp.CodeAction:
    refactoring = isinstance(action.data, dict) and "refactor" in action.data
    return refactor.resolved(action, snapshot) if refactoring else fix_all.resolved(action, snapshot)


def _asked_in(data: Any) -> str:
    """The file that an action or lens is about; of another server's nothing."""
    return str(data.get("uri")) if isinstance(data, dict) else ""


def _is_kind(kind: lsp.CodeActionKind | str | None, wanted: lsp.CodeActionKind | str) -> bool:
    """Whether a kind of action is the wanted one or below it: ``source.fixAll`` is below ``source``."""
    mine, its = str(getattr(kind, "value", kind) or ""), str(getattr(wanted, "value", wanted))
    return mine == its or mine.startswith(f"{its}.")
