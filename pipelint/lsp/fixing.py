"""What the server offers to change configs: each request and command with what answers it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from lsprotocol import types as lsp

from pipelint.lsp.answers.fixing import actions, edits, fix_all, refactor
from pipelint.plugins.team import knowing
from pipelint.rules.index import load_index

if TYPE_CHECKING:
    from pipelint.lsp.server import PipelintServer
    from pipelint.lsp.snapshot import Snapshot

Offer = Callable[..., Callable[[Callable[..., object]], object]]


def add(server: PipelintServer, ask: Offer, offer: Offer) -> None:
    """Registers all of them."""
    _actions(server, ask)
    _together(server, offer)


def _actions(server: PipelintServer, ask: Offer) -> None:
    kinds = [lsp.CodeActionKind.QuickFix, lsp.CodeActionKind.SourceFixAll, *refactor.KINDS]

    @ask(lsp.TEXT_DOCUMENT_CODE_ACTION, lsp.CodeActionOptions(kinds, resolve_provider=True))
    def code_actions(params: lsp.CodeActionParams) -> list[lsp.CodeAction]:
        uri = params.text_document.uri
        snapshot = server.snapshot(uri)
        asked, only = snapshot.positions.span(params.range), params.context.only
        # Editors also ask at each move of the cursor: all fixes of the file are made where there is one, or somebody wants them.
        automatic = params.context.trigger_kind is lsp.CodeActionTriggerKind.Automatic and not only
        nothing = automatic and not any(edits.touches(each.place.file_span, asked) for each in snapshot.findings)
        found = [] if nothing else list(actions.actions(snapshot, uri, asked, server.encoding))
        if not only or any(_is_kind(mine, kind) or _is_kind(kind, mine) for mine in refactor.KINDS for kind in only):
            found += refactor.actions(snapshot, uri, asked)
        wanted = [action for action in found if not only or any(_is_kind(action.kind, kind) for kind in only)]
        if server.edits_later:
            return wanted
        whole = (_resolved(action, snapshot) for action in wanted)
        return [action for action in whole if action.edit is not None or action.command is not None]

    @server.command(actions.PAGE)
    def page_of(code: str) -> str | None:
        return load_index().page(code)

    @server.command(actions.EXPLAIN)
    def explain(code: str) -> str | None:
        page = load_index().page(code)
        if page is not None:
            server.show(f"{code}.md", page)
        return page


def _together(server: PipelintServer, offer: Offer) -> None:
    @offer(lsp.CODE_ACTION_RESOLVE)
    def resolved(action: lsp.CodeAction) -> lsp.CodeAction:
        with _opened(server, _asked_in(action.data)) as snapshot:
            return action if snapshot is None else _resolved(action, snapshot)

    @offer(lsp.CODE_LENS_RESOLVE)
    def resolved_lens(lens: lsp.CodeLens) -> lsp.CodeLens:
        with _opened(server, _asked_in(lens.data)) as snapshot:
            return lens if snapshot is None else fix_all.resolved_lens(lens, snapshot)

    @server.command(fix_all.FIX)
    def fix(uri: str, number: int) -> None:
        with _opened(server, uri) as snapshot:
            made = None if snapshot is None else fix_all.changes(snapshot, number=number)
        if snapshot is not None and made:
            asked = lsp.ApplyWorkspaceEditParams(edits.edit(snapshot, uri, made), "pipelint: safe fixes")
            server.workspace_apply_edit(asked)


def _resolved(action: lsp.CodeAction, snapshot: Snapshot) -> lsp.CodeAction:
    refactoring = isinstance(action.data, dict) and "refactor" in action.data
    return refactor.resolved(action, snapshot) if refactoring else fix_all.resolved(action, snapshot)


@contextmanager
def _opened(server: PipelintServer, uri: str | None) -> Iterator[Snapshot | None]:
    """What is known of a file, with its team's plugins; None where it is not open."""
    if uri is None or server.texts.get(uri) is None:
        yield None
        return
    with knowing(server.plugins(uri)):
        yield server.snapshot(uri)


def _asked_in(data: Any) -> str | None:
    """The file that an action or lens is about."""
    return data.get("uri") if isinstance(data, dict) else None


def _is_kind(kind: lsp.CodeActionKind | str | None, wanted: lsp.CodeActionKind | str) -> bool:
    """Whether a kind of action is the wanted one or below it: ``source.fixAll`` is below ``source``."""
    mine, its = str(getattr(kind, "value", kind) or ""), str(getattr(wanted, "value", wanted))
    return mine == its or mine.startswith(f"{its}.")
