"""A team's own plugins in the editor: their parameters are known, and a plugin file that changes counts at once."""

from __future__ import annotations

import pytest
from lsprotocol import types as lsp

from tests.lsp.editor import Editor, codes
from tests.plugins.test_team import CONFIG, OWNER

pytestmark = pytest.mark.asyncio(loop_scope="session")

FILE = "lint-plugins/fluentd/filter-owner.yaml"


async def test_a_plugin_file_that_changes_counts_without_a_change_of_the_config(editor: Editor) -> None:
    editor.write("pipelint.toml", 'plugins = ["lint-plugins"]\n')
    (editor.folder / FILE).parent.mkdir(parents=True)
    editor.write(FILE, OWNER + "  tll: {type: time}\n")
    # Nothing to find: what its section decides is noted at the section.
    assert "FD351" not in codes(await editor.open("fluent.conf", CONFIG))
    editor.write(FILE, OWNER)
    count = len(editor.client.published[editor.uri("fluent.conf")])
    changed = lsp.FileEvent(editor.uri(FILE), lsp.FileChangeType.Changed)
    editor.client.workspace_did_change_watched_files(lsp.DidChangeWatchedFilesParams([changed]))
    assert "FD351" in codes(await editor.diagnostics("fluent.conf", after=count))


async def test_its_parameters_are_completed(editor: Editor) -> None:
    editor.write("pipelint.toml", 'plugins = ["lint-plugins"]\n')
    (editor.folder / FILE).parent.mkdir(parents=True)
    editor.write(FILE, OWNER)
    text = CONFIG.replace("  tll 5m\n", "  tt\n")
    await editor.open("fluent.conf", text)
    where = lsp.Position(text.splitlines().index("  tt"), 4)
    document = lsp.TextDocumentIdentifier(editor.uri("fluent.conf"))
    found = await editor.client.text_document_completion_async(lsp.CompletionParams(document, where))
    items = found.items if isinstance(found, lsp.CompletionList) else found or []
    assert "ttl" in {item.label for item in items}
