"""The language server itself: what it offers, and when it looks at a text again."""

from __future__ import annotations

import asyncio
import traceback
from collections.abc import AsyncIterator, Callable, Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar
from urllib.parse import unquote, urlparse

from lsprotocol import types as lsp
from pygls.exceptions import JsonRpcContentModified
from pygls.lsp.server import LanguageServer
from pygls.protocol import LanguageServerProtocol
from pygls.protocol.language_server import lsp_method
from pygls.uris import to_fs_path

from pipelint import __version__
from pipelint.engines.registry import ENGINES
from pipelint.lsp import diagnostics, features
from pipelint.lsp.litter import Litter
from pipelint.lsp.protocol import reading  # noqa: F401 (of which pygls takes the reader)
from pipelint.lsp.protocol.convert import make_converter
from pipelint.lsp.snapshot import ProjectFiles, Snapshot, take_snapshot
from pipelint.lsp.texts import Text, Texts
from pipelint.lsp.turns import Turns
from pipelint.plugins.team import knowing
from pipelint.report.look import secrets_of
from pipelint.rules.index import load_index

if TYPE_CHECKING:
    from tempfile import TemporaryDirectory

    from pipelint.lsp.answers.navigate.found import Page

_T = TypeVar("_T")

# Seconds. A change that comes so soon after another one, or after a look, is looked at together with those that follow so soon;
# one that comes later, as keystrokes do, is looked at at once.
DEBOUNCE = 0.005
# Files beside the open ones that change what is found in them.
WATCHED = "**/{pipelint.toml,.pipelint.toml,pyproject.toml,*.conf,*.yaml,*.yml,*.json,*.md}"


class _Protocol(LanguageServerProtocol):
    """pygls' protocol, but that it leaves the texts of open files alone: see ``texts``."""

    @lsp_method(lsp.TEXT_DOCUMENT_DID_CHANGE)
    def lsp_text_document__did_change(
        self, params: lsp.DidChangeTextDocumentParams
    ) -> Iterator[tuple[object, tuple[lsp.DidChangeTextDocumentParams], None]]:
        """Hands a change on to the server's own feature."""
        yield self.fm.features[lsp.TEXT_DOCUMENT_DID_CHANGE], (params,), None


class PipelintServer(LanguageServer):
    """One client's open files, each with its newest snapshot."""

    def __init__(self) -> None:
        sync = lsp.TextDocumentSyncKind.Incremental
        super().__init__("pipelint", __version__, sync, protocol_cls=_Protocol, converter_factory=make_converter)
        self.beside = ProjectFiles()
        self.texts = Texts()
        self._snapshots: dict[str, Snapshot] = {}
        self._failed: dict[str, tuple[Text, Exception]] = {}  # what came of a text of which no snapshot could be taken
        self._diagnosed = diagnostics.Diagnosed()
        self._turns = Turns()
        self._waiting: dict[str, asyncio.Handle] = {}
        self._looking: set[asyncio.Task[None]] = set()
        self._busy: dict[str, float] = {}  # when a file was last changed or looked at
        self._shown: TemporaryDirectory[str] | None = None
        self._litter = Litter(self._turns.busy)

    @property
    def encoding(self) -> str:
        """The units in which the client counts characters."""
        return str(getattr(self.workspace.position_encoding, "value", self.workspace.position_encoding))

    @property
    def snippets(self) -> bool:
        """Whether the client has tab stops in what is completed."""
        text = self.client_capabilities.text_document
        item = text and text.completion and text.completion.completion_item
        return bool(item and item.snippet_support)

    @property
    def asked_for_diagnostics(self) -> bool:
        """Whether the client asks for diagnostics when it wants them: nothing is published for it then."""
        text = self.client_capabilities.text_document
        return bool(text and text.diagnostic)

    @property
    def edits_later(self) -> bool:
        """Whether the client asks for the edit of an action when somebody wants it."""
        text = self.client_capabilities.text_document
        asks = text and text.code_action and text.code_action.resolve_support
        return bool(asks and "edit" in asks.properties)

    def warm_up(self) -> None:
        """Makes ready what every file needs, and asks to be told of changes on disk."""
        load_index()
        self._litter.begin()
        files = self.client_capabilities.workspace and self.client_capabilities.workspace.did_change_watched_files
        if files and files.dynamic_registration:
            options = lsp.DidChangeWatchedFilesRegistrationOptions([lsp.FileSystemWatcher(WATCHED)])
            wanted = lsp.Registration("pipelint-files", lsp.WORKSPACE_DID_CHANGE_WATCHED_FILES, options)
            self.client_register_capability(lsp.RegistrationParams([wanted]))

    def snapshot(self, uri: str) -> Snapshot:
        """The snapshot of an open file's newest text; it is taken when there is none yet. Raises KeyError for one not open.

        A text on which pipelint fails is looked at once: the same error is raised each time.
        """
        text = self.texts.get(uri)
        if text is None:
            raise KeyError(uri)
        known = self._snapshots.get(uri)
        if known is None or known.text is not text.data or known.version != text.version:
            failed = self._failed.get(uri)
            if failed is not None and failed[0] is text:
                raise failed[1].with_traceback(None)
            try:
                known = take_snapshot(path_of(uri), text.data, text.version, self.beside, self.encoding)
            except Exception as error:
                self._failed[uri] = text, error
                raise
            self._failed.pop(uri, None)
            self._snapshots[uri] = known
        return known

    async def about(self, uri: str, do: Callable[[], _T], wait: float = 0.0) -> _T | None:
        """What ``do`` finds out about a file as it is now, with its team's plugins, in turns; None where it is not open.

        It begins after ``wait`` seconds. Raises what ``do`` raises, and JsonRpcContentModified where the text changes first.
        """
        text = self.texts.get(uri)
        if text is None:
            return None
        if wait:
            await asyncio.sleep(wait)
        beside = self.beside

        def found() -> _T:
            with knowing(beside.plugins(path_of(uri))):
                return do()

        try:
            return await self._turns.take(uri, found, lambda: self.texts.get(uri) is text and self.beside is beside)
        except JsonRpcContentModified:
            if self.texts.get(uri) is not text:
                raise
        return await self.about(uri, do)  # files beside it have changed

    async def apart(self, do: Callable[[], _T]) -> _T:
        """What ``do`` finds out about none of the open files."""
        return await self._turns.take(None, do, lambda: True)

    def look_later(self, uri: str) -> None:
        """Publishes the diagnostics of a file soon, once for changes that come together."""
        if self.asked_for_diagnostics:
            return
        self._stop_waiting(uri)
        loop = asyncio.get_running_loop()
        alone = loop.time() - self._busy.get(uri, 0.0) > DEBOUNCE
        self._busy[uri] = loop.time()
        self._waiting[uri] = loop.call_soon(self.look, uri) if alone else loop.call_later(DEBOUNCE, self.look, uri)

    def look(self, uri: str) -> None:
        """Publishes the diagnostics of the newest text of a file when they are known; where they cannot be made, that."""
        self._stop_waiting(uri)
        text = self.texts.get(uri)
        if text is not None and not self.asked_for_diagnostics:
            looking = asyncio.ensure_future(self._look(uri, text))
            self._looking.add(looking)
            looking.add_done_callback(self._looking.discard)

    async def _look(self, uri: str, text: Text) -> None:
        if self.texts.get(uri) is not text:  # it has changed before this began, and is looked at for that
            return
        try:
            found = await self.diagnose(uri)
        except JsonRpcContentModified:
            return  # it is looked at again
        if found is not None:
            self.text_document_publish_diagnostics(lsp.PublishDiagnosticsParams(uri, found, text.version))
            self._busy[uri] = asyncio.get_running_loop().time()

    async def diagnose(self, uri: str) -> list[lsp.Diagnostic] | None:
        """The diagnostics of a file as it is now; where they cannot be made, that. Raises as ``about``."""
        try:
            found = await self.about(uri, lambda: self._diagnosed.diagnostics(self.snapshot(uri), uri, self.encoding))
        except JsonRpcContentModified:
            raise
        except Exception as error:
            self.failed("checking a file", error)
            found = [diagnostics.failure(error)]
        self._litter.grew()
        return found

    def forget(self, uri: str) -> None:
        """A file is closed: it has no diagnostics any more."""
        self._stop_waiting(uri)
        self.texts.close(uri)
        self._snapshots.pop(uri, None)
        self._failed.pop(uri, None)
        self._diagnosed.forget(uri)
        self._busy.pop(uri, None)
        if not any(self.texts):
            # What is remembered of versions of texts is for texts that are open.
            ENGINES.forget()
            self.beside.unedited.forget()
        self._litter.grew()
        if not self.asked_for_diagnostics:
            self.text_document_publish_diagnostics(lsp.PublishDiagnosticsParams(uri, []))

    def look_at_all(self) -> None:
        """Settings or other files have changed: everything is looked at again."""
        self.beside = ProjectFiles()
        ENGINES.forget()
        self._snapshots.clear()
        self._failed.clear()
        for uri in self.texts:
            self.look_later(uri)
        asks_again = self.client_capabilities.workspace and self.client_capabilities.workspace.diagnostics
        if self.asked_for_diagnostics and asks_again and asks_again.refresh_support:
            self.workspace_diagnostic_refresh(None)

    async def snapshots(self) -> AsyncIterator[tuple[str, Snapshot]]:
        """The open files by URI, but for those that pipelint fails on, and that change meanwhile."""
        for uri in self.texts:
            try:
                if (found := await self.about(uri, partial(self.snapshot, uri))) is not None:
                    yield uri, found
            except JsonRpcContentModified:
                pass
            except Exception as error:
                self.failed("reading a file", error)

    @property
    def folders(self) -> list[str]:
        """The folders that the client has open."""
        return [path_of(uri) for uri in self.workspace.folders]

    def opened(self, path: str) -> tuple[str, bytes] | None:
        """The URI and the text of the file of a path, where it is open."""
        found = ((uri, self.texts.get(uri)) for uri in self.texts if path_of(uri) == path)
        return next(((uri, text.data) for uri, text in found if text is not None), None)

    def page(self, page: Page) -> str:
        """The URI of a text that is in no file of the user's: it is written where the editor can open it."""
        path = self._folder / page.name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(page.text, encoding="utf-8")
        return path.as_uri()

    @property
    def _folder(self) -> Path:
        """A folder that goes with the server."""
        if self._shown is None:
            from tempfile import TemporaryDirectory

            self._shown = TemporaryDirectory(prefix="pipelint-")
        return Path(self._shown.name)

    def show(self, name: str, text: str) -> None:
        """Shows a text beside the open files; where the client cannot do that, as a message."""
        window = self.client_capabilities.window
        if window is None or window.show_document is None or not window.show_document.support:
            self.window_show_message(lsp.ShowMessageParams(lsp.MessageType.Info, text))
            return
        path = self._folder / name
        path.write_text(text, encoding="utf-8")
        self.window_show_document(lsp.ShowDocumentParams(path.as_uri(), take_focus=True))

    def failed(self, what: str, error: Exception) -> None:
        """Tells the editor's log of an error of pipelint's own. The server goes on."""
        text = secrets_of(()).prose("".join(traceback.format_exception(error)))
        self.window_log_message(lsp.LogMessageParams(lsp.MessageType.Error, f"pipelint failed at {what}\n{text}"))

    def _stop_waiting(self, uri: str) -> None:
        waiting = self._waiting.pop(uri, None)
        if waiting is not None:
            waiting.cancel()


def path_of(uri: str) -> str:
    """The path of a ``file:`` URI; of another kind its last part, which is a file's name."""
    if uri.startswith("file:") and (path := to_fs_path(uri)):
        return path
    return Path(unquote(urlparse(uri).path)).name or "untitled"


def create() -> PipelintServer:
    """A server with all its features."""
    server = PipelintServer()
    features.add(server)
    return server
