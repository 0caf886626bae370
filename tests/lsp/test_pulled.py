"""Diagnostics for a client that asks for them: the same as others are sent, and nothing is sent to it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_lsp
from lsprotocol import types as lsp

from tests.lsp.configs import FLUENTD, LOGSTASH, manifest
from tests.lsp.conftest import SERVER
from tests.lsp.editor import LONGEST, Client, Editor, codes, make_client

pytestmark = pytest.mark.asyncio(loop_scope="session")


class Asking(Editor):
    """An editor that asks for diagnostics, after each change."""

    async def diagnostics(self, name: str, after: int = 0) -> list[lsp.Diagnostic]:
        """What is answered."""
        asked = lsp.DocumentDiagnosticParams(self.document(name))
        found = await self.ask(self.client.text_document_diagnostic_async(asked))
        assert isinstance(found, lsp.RelatedFullDocumentDiagnosticReport) and found.kind == "full"
        assert not self.client.published
        return list(found.items)


@pytest_lsp.fixture(config=pytest_lsp.ClientServerConfig(server_command=SERVER, client_factory=make_client), scope="session")
async def asking_client(lsp_client: Client) -> AsyncIterator[None]:
    """A client that asks for diagnostics, and is told when to ask again."""
    capabilities = pytest_lsp.client_capabilities("visual-studio-code")
    assert capabilities.text_document is not None and capabilities.workspace is not None
    capabilities.text_document.diagnostic = lsp.DiagnosticClientCapabilities()
    capabilities.workspace.diagnostics = lsp.DiagnosticWorkspaceClientCapabilities(refresh_support=True)
    found = await lsp_client.initialize_session(lsp.InitializeParams(capabilities=capabilities))
    assert found.capabilities.diagnostic_provider is not None
    yield
    await lsp_client.shutdown_session()


@pytest.fixture
def asking(asking_client: Client, tmp_path: Path) -> Asking:
    """An editor with a folder of its own."""
    return Asking(asking_client, tmp_path)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("fluent.conf", FLUENTD),
        ("fluent.conf", FLUENTD.replace("</parse>", "")),
        ("map.yaml", manifest(FLUENTD)),
        ("pipeline.conf", LOGSTASH.replace("WORD:", "WROD:")),
        ("pipelint.toml", "nothing = 1\n"),
    ],
)
async def test_it_is_answered_what_others_are_sent(asking: Asking, editor: Editor, name: str, text: str) -> None:
    sent = await editor.open(name, text)
    assert sent
    assert await asking.open(name, text) == sent


async def test_an_answer_is_of_the_newest_text(asking: Asking) -> None:
    assert "FD101" in codes(await asking.open("fluent.conf", FLUENTD))
    assert "FD101" not in codes(await asking.replace("fluent.conf", FLUENTD.replace("%NZ", "%N%z")))


async def test_of_a_file_that_is_not_open_nothing_is_said(asking: Asking) -> None:
    asking.write("fluent.conf", FLUENTD)
    assert await asking.diagnostics("fluent.conf") == []


async def test_after_other_settings_the_client_is_told_to_ask_again(asking: Asking) -> None:
    assert "FD101" in codes(await asking.open("fluent.conf", FLUENTD))
    asking.client.told_to_ask.clear()
    asking.write("pipelint.toml", 'ignore = ["FD101"]\n')
    changed = lsp.FileEvent(asking.uri("pipelint.toml"), lsp.FileChangeType.Created)
    asking.client.workspace_did_change_watched_files(lsp.DidChangeWatchedFilesParams([changed]))
    await asyncio.wait_for(asking.client.told_to_ask.wait(), LONGEST)
    assert "FD101" not in codes(await asking.diagnostics("fluent.conf"))
