"""A real client that talks to the server over its standard input and output.

There is one server for all tests of a process: to start one takes longer than most of them.
"""

from __future__ import annotations

import sys
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

pytest_asyncio = pytest.importorskip("pytest_asyncio")
pytest_lsp = pytest.importorskip("pytest_lsp", reason="the language server's tests need pytest-lsp")

from lsprotocol import types as lsp  # noqa: E402

from tests.lsp.editor import Client, Editor, make_client  # noqa: E402

SERVER = [sys.executable, "-m", "pipelint", "lsp"]


@pytest_lsp.fixture(config=pytest_lsp.ClientServerConfig(server_command=SERVER, client_factory=make_client), scope="session")
async def client(lsp_client: Client) -> AsyncIterator[None]:
    """A client whose server is up."""
    capabilities = pytest_lsp.client_capabilities("visual-studio-code")
    await lsp_client.initialize_session(lsp.InitializeParams(capabilities=capabilities))
    yield
    await lsp_client.shutdown_session()


@pytest_asyncio.fixture(loop_scope="session")
async def editor(client: Client, tmp_path: Path) -> AsyncIterator[Editor]:
    """An editor with a folder of its own, which closes what it has opened."""
    editor = Editor(client, tmp_path)
    yield editor
    editor.leave()
