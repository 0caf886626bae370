"""Editor: what a person does in one, as requests to a real server. Every wait ends after some seconds."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import TypeVar

from lsprotocol import types as lsp
from pytest_lsp import LanguageClient
from pytest_lsp.client import DEFAULT_CLIENT_FEATURES, register_lsp_features

T = TypeVar("T")
LONGEST = 30.0  # seconds that an answer may take on a busy machine


class Client(LanguageClient):
    """A client that remembers all diagnostics that were published, with their versions."""

    def __init__(self) -> None:
        super().__init__()
        self.published: dict[str, list[lsp.PublishDiagnosticsParams]] = {}
        self.changed = asyncio.Event()
        self.applied: list[lsp.ApplyWorkspaceEditParams] = []
        self.told_to_ask = asyncio.Event()  # for diagnostics, once more
        self.watched: list[lsp.Registration] = []
        self.encoding = "utf-16"


def make_client() -> Client:
    """A client that keeps what the server sends."""
    client = Client()
    own = {lsp.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS: _published, lsp.WORKSPACE_DIAGNOSTIC_REFRESH: _told}
    register_lsp_features(client, {**DEFAULT_CLIENT_FEATURES, **own})
    client.feature(lsp.WORKSPACE_APPLY_EDIT)(_applied)
    client.feature(lsp.CLIENT_REGISTER_CAPABILITY)(_registered)
    return client


def _published(client: Client, params: lsp.PublishDiagnosticsParams) -> None:
    client.published.setdefault(params.uri, []).append(params)
    client.changed.set()


def _applied(client: Client, params: lsp.ApplyWorkspaceEditParams) -> lsp.ApplyWorkspaceEditResult:
    client.applied.append(params)
    client.changed.set()
    return lsp.ApplyWorkspaceEditResult(applied=True)


def _told(client: Client, params: None) -> None:
    client.told_to_ask.set()


def _registered(client: Client, params: lsp.RegistrationParams) -> None:
    client.watched += params.registrations


class Editor:
    """Opens and changes files in a folder."""

    def __init__(self, client: Client, folder: Path) -> None:
        self.client = client
        self.folder = folder
        self.versions: dict[str, int] = {}
        self.texts: dict[str, str] = {}
        self.opened: set[str] = set()
        self.folders: list[lsp.WorkspaceFolder] = []

    def uri(self, name: str) -> str:
        """The URI of a file."""
        return (self.folder / name).as_uri()

    def write(self, name: str, text: str) -> None:
        """Puts a file on disk that no editor has open."""
        (self.folder / name).write_text(text)

    async def open(self, name: str, text: str) -> list[lsp.Diagnostic]:
        """Opens a file; its diagnostics."""
        self.write(name, text)
        self.texts[name], self.versions[name] = text, 1
        self.opened.add(name)
        self.client.text_document_did_open(
            lsp.DidOpenTextDocumentParams(lsp.TextDocumentItem(self.uri(name), "plaintext", 1, text))
        )
        return await self.diagnostics(name)

    def send(self, name: str, *changes: lsp.TextDocumentContentChangeEvent) -> None:
        """Changes a file, and waits for nothing."""
        self.versions[name] += 1
        document = lsp.VersionedTextDocumentIdentifier(uri=self.uri(name), version=self.versions[name])
        self.client.text_document_did_change(lsp.DidChangeTextDocumentParams(document, list(changes)))

    async def replace(self, name: str, text: str) -> list[lsp.Diagnostic]:
        """Replaces all of a file; its diagnostics."""
        self.texts[name] = text
        self.send(name, lsp.TextDocumentContentChangeWholeDocument(text))
        return await self.diagnostics(name)

    async def save(self, name: str) -> list[lsp.Diagnostic]:
        """Saves a file; its diagnostics as they are published afterwards."""
        count = len(self.client.published[self.uri(name)])
        self.client.text_document_did_save(lsp.DidSaveTextDocumentParams(self.document(name)))
        return await self.diagnostics(name, after=count)

    async def close(self, name: str) -> list[lsp.Diagnostic]:
        """Closes a file; what is then published, without a version."""
        published = self.client.published[self.uri(name)]
        self.opened.discard(name)
        self.client.text_document_did_close(lsp.DidCloseTextDocumentParams(self.document(name)))
        await self.until(lambda: published[-1].version is None)
        return list(published[-1].diagnostics)

    def open_folder(self) -> None:
        """Opens the folder as one of the workspace."""
        self.folders = [lsp.WorkspaceFolder(self.folder.as_uri(), "here")]
        self._change_folders(lsp.WorkspaceFoldersChangeEvent(self.folders, []))

    def leave(self) -> None:
        """Closes all that is open, and waits for nothing: the server is there for others, too."""
        for name in self.opened:
            self.client.text_document_did_close(lsp.DidCloseTextDocumentParams(self.document(name)))
        if self.folders:
            self._change_folders(lsp.WorkspaceFoldersChangeEvent([], self.folders))

    def _change_folders(self, change: lsp.WorkspaceFoldersChangeEvent) -> None:
        self.client.workspace_did_change_workspace_folders(lsp.DidChangeWorkspaceFoldersParams(change))

    async def diagnostics(self, name: str, after: int = 0) -> list[lsp.Diagnostic]:
        """The diagnostics of the newest version, of those published behind the first ``after``."""
        uri, version = self.uri(name), self.versions[name]

        def found() -> lsp.PublishDiagnosticsParams | None:
            there = self.client.published.get(uri, [])[after:]
            return there[-1] if there and there[-1].version == version else None

        await self.until(lambda: found() is not None)
        newest = found()
        assert newest is not None
        return list(newest.diagnostics)

    async def until(self, holds: Callable[[], object]) -> None:
        """Waits until ``holds`` is true; fails where that takes too long."""

        async def wait() -> None:
            while not holds():
                self.client.changed.clear()
                await self.client.changed.wait()

        await asyncio.wait_for(wait(), LONGEST)

    async def ask(self, answer: Awaitable[T]) -> T:
        """The answer to a request."""
        return await asyncio.wait_for(answer, LONGEST)

    def document(self, name: str) -> lsp.TextDocumentIdentifier:
        """What a request calls a file."""
        return lsp.TextDocumentIdentifier(self.uri(name))

    def position(self, name: str, marked: str, inside: int = 0) -> lsp.Position:
        """Where the text ``marked`` first stands in a file, and ``inside`` characters further, counted as in ASCII."""
        at = self.texts[name].index(marked) + inside
        before = self.texts[name][:at]
        return lsp.Position(before.count("\n"), at - before.rfind("\n") - 1)

    def said(self, name: str, where: lsp.Range) -> str:
        """What stands in a range of a file, counted as in ASCII."""
        lines = self.texts[name].split("\n")
        if where.start.line == where.end.line:
            return lines[where.start.line][where.start.character : where.end.character]
        inner = lines[where.start.line + 1 : where.end.line]
        return "\n".join([lines[where.start.line][where.start.character :], *inner, lines[where.end.line][: where.end.character]])

    async def actions(self, name: str, place: lsp.Range, *only: lsp.CodeActionKind | str) -> list[lsp.CodeAction]:
        """The code actions of a range."""
        context = lsp.CodeActionContext([], only=list(only) or None)
        asked = lsp.CodeActionParams(self.document(name), place, context)
        found = await self.ask(self.client.text_document_code_action_async(asked))
        return [await self.whole(action) for action in found or () if isinstance(action, lsp.CodeAction)]

    async def whole(self, action: lsp.CodeAction) -> lsp.CodeAction:
        """An action with its edit, which may come when somebody wants it."""
        return action if action.edit or action.data is None else await self.ask(self.client.code_action_resolve_async(action))

    async def complete(self, name: str, text: str) -> list[lsp.CompletionItem]:
        """What may stand at the ``¦`` in a text, which becomes the file's."""
        at = text.index("¦")
        before = text[:at]
        await self.replace(name, before + text[at + 1 :])
        position = lsp.Position(before.count("\n"), at - before.rfind("\n") - 1)
        asked = lsp.CompletionParams(self.document(name), position)
        found = await self.ask(self.client.text_document_completion_async(asked))
        return list(found.items if isinstance(found, lsp.CompletionList) else found or ())


def codes(found: Sequence[lsp.Diagnostic]) -> list[str]:
    """The codes of diagnostics."""
    return [str(diagnostic.code) for diagnostic in found]


def applied(text: str, edit: lsp.WorkspaceEdit | None) -> str:
    """A text with the edits of an action made. Their characters count as they do in ASCII."""
    assert edit is not None and edit.document_changes is not None
    (change,) = edit.document_changes
    assert isinstance(change, lsp.TextDocumentEdit)
    return applied_to(text, [made for made in change.edits if isinstance(made, lsp.TextEdit)])


def applied_to(text: str, edits: Sequence[lsp.TextEdit]) -> str:
    """A text with edits made. The characters of their lines count as they do in ASCII."""
    lines = text.splitlines(keepends=True)
    starts = [sum(map(len, lines[:number])) for number in range(len(lines) + 1)]

    def offset(position: lsp.Position) -> int:
        return starts[position.line] + position.character

    for made in sorted(edits, key=lambda e: (e.range.start.line, e.range.start.character), reverse=True):
        text = text[: offset(made.range.start)] + made.new_text + text[offset(made.range.end) :]
    return text
