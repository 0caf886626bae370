"""Diagnostics: what is found is shown where it is, while somebody types."""

from __future__ import annotations

import asyncio

import pytest
from lsprotocol import types as lsp

from pipelint.rules.link import link_of
from tests.checker.test_targets import MANIFEST
from tests.lsp.configs import FLUENTD, LOGSTASH, manifest
from tests.lsp.editor import Editor, codes

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def test_a_finding_is_shown_where_it_is(editor: Editor) -> None:
    (found,) = [d for d in await editor.open("fluent.conf", FLUENTD) if d.code == "FD101"]
    assert found.range == lsp.Range(lsp.Position(8, 16), lsp.Position(8, 37))
    assert found.severity is lsp.DiagnosticSeverity.Warning and found.source == "pipelint"
    # Editors make a link of the code.
    assert found.code_description == lsp.CodeDescription(link_of("FD101"))


async def test_what_is_an_old_name_is_struck_out_and_nothing_else(editor: Editor) -> None:
    found = await editor.open("fluent.conf", FLUENTD.replace("@type forward", "type forward"))
    assert [(d.code, *d.tags) for d in found if d.tags] == [("FD503", lsp.DiagnosticTag.Deprecated)]


async def test_a_finding_in_a_config_map_is_shown_in_the_manifest(editor: Editor) -> None:
    (found,) = [d for d in await editor.open("map.yaml", manifest(FLUENTD)) if d.code == "FD101"]
    assert found.range == lsp.Range(lsp.Position(14, 20), lsp.Position(14, 41))


async def test_a_change_brings_new_diagnostics(editor: Editor) -> None:
    assert "FD101" in codes(await editor.open("fluent.conf", FLUENTD))
    editor.send(
        "fluent.conf",
        lsp.TextDocumentContentChangePartial(lsp.Range(lsp.Position(8, 36), lsp.Position(8, 37)), "%z"),
    )
    assert "FD101" not in codes(await editor.diagnostics("fluent.conf"))


async def test_a_syntax_error_is_an_error(editor: Editor) -> None:
    found = await editor.open("fluent.conf", FLUENTD.replace("</parse>", ""))
    assert [d.severity for d in found] == [lsp.DiagnosticSeverity.Error] * len(found) != []
    assert codes(await editor.replace("fluent.conf", FLUENTD)).count("FD101") == 1


async def test_logstash_too(editor: Editor) -> None:
    clean = codes(await editor.open("pipeline.conf", LOGSTASH))
    found = await editor.replace("pipeline.conf", LOGSTASH.replace("port => 5044", "port 5044"))
    (error,) = found
    assert error.severity is lsp.DiagnosticSeverity.Error and error.range.start.line == 1
    assert codes(await editor.replace("pipeline.conf", LOGSTASH)) == clean


async def test_other_places_are_named(editor: Editor) -> None:
    config = FLUENTD.replace("  <match **>", "  <match **>\n    @type stdout\n  </match>\n  <match app>")
    (found,) = [d for d in await editor.open("fluent.conf", config) if d.code == "FD313"]
    assert found.range.start.line == 15 and found.related_information
    places = [(other.location.uri, other.location.range.start.line) for other in found.related_information]
    assert places == [(editor.uri("fluent.conf"), 0), (editor.uri("fluent.conf"), 12)]


async def test_a_comment_hides_a_finding(editor: Editor) -> None:
    config = FLUENTD.replace("    time_format", "    # pipelint: ignore[FD101] as our logger writes it\n    time_format")
    assert "FD101" not in codes(await editor.open("fluent.conf", config))


async def test_settings_beside_the_file_count(editor: Editor) -> None:
    editor.write("pipelint.toml", 'ignore = ["FD101"]\n')
    assert "FD101" not in codes(await editor.open("fluent.conf", FLUENTD))


async def test_saved_settings_are_read_again(editor: Editor) -> None:
    assert "FD101" in codes(await editor.open("fluent.conf", FLUENTD))
    await editor.open("pipelint.toml", 'ignore = ["FD101"]\n')
    assert "FD101" not in codes(await editor.save("fluent.conf"))


async def test_settings_that_change_on_disk_are_read_again(editor: Editor) -> None:
    assert "FD101" in codes(await editor.open("fluent.conf", FLUENTD))
    editor.write("pipelint.toml", 'ignore = ["FD101"]\n')
    count = len(editor.client.published[editor.uri("fluent.conf")])
    changed = lsp.FileEvent(editor.uri("pipelint.toml"), lsp.FileChangeType.Created)
    editor.client.workspace_did_change_watched_files(lsp.DidChangeWatchedFilesParams([changed]))
    assert "FD101" not in codes(await editor.diagnostics("fluent.conf", after=count))


async def test_the_server_asks_to_be_told_of_settings_files(editor: Editor) -> None:
    await editor.open("fluent.conf", FLUENTD)
    (asked,) = editor.client.watched
    assert asked.method == lsp.WORKSPACE_DID_CHANGE_WATCHED_FILES and "pipelint.toml" in str(asked.register_options)


async def test_settings_that_cannot_be_read_are_said_in_the_config(editor: Editor) -> None:
    editor.write("pipelint.toml", "# ours\nselct = []\nignore = 3\n")
    first, second = await editor.open("fluent.conf", FLUENTD)
    assert first.severity is second.severity is lsp.DiagnosticSeverity.Error
    assert "pipelint.toml:2: " in first.message and "pipelint.toml:3: " in second.message
    (related,) = second.related_information or ()
    assert related.location == lsp.Location(editor.uri("pipelint.toml"), lsp.Range(lsp.Position(2, 9), lsp.Position(2, 10)))


@pytest.mark.parametrize(
    ("name", "head", "line"), [("pipelint.toml", "", 1), (".pipelint.toml", "", 1), ("pyproject.toml", "[tool.pipelint]\n", 2)]
)
async def test_a_settings_file_that_is_open_shows_what_is_wrong_in_it(editor: Editor, name: str, head: str, line: int) -> None:
    (found,) = await editor.open(name, f'{head}# 😀\nselct = ["FD"]\n')
    assert found.range == lsp.Range(lsp.Position(line, 0), lsp.Position(line, 5)) and "select" in found.message
    assert await editor.replace(name, f'{head}# 😀\nselect = ["FD"]\n') == []
    assert await editor.replace(name, f"{head}select = [\n")


async def test_settings_of_other_tools_are_not_looked_at(editor: Editor) -> None:
    assert await editor.open("pyproject.toml", "[tool.other]\nselct = 1\n") == []
    assert await editor.open("other.toml", "selct = 1\n") == []


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("compose.yaml", "services:\n  web:\n    image: nginx\n"),
        ("broken.yaml", "a: [1,\n  b: }\n"),
        ("notes.txt", "nothing of interest\n"),
        ("nginx.conf", "server {\n  listen 80;\n}\n"),
        ("empty.conf", ""),
        ("comment.conf", "# later\n"),
        ("other-map.yaml", "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: x\ndata:\n  a: b\n"),
        ("chart.yaml", "apiVersion: v1\nkind: Service\nmetadata:\n  name: {{ .Values.name }}\n"),
        ("deployment.yaml", "apiVersion: apps/v1\nkind: Deployment\nmetadata:\n  name: x\n"),
    ],
)
async def test_of_what_is_no_config_nothing_is_said(editor: Editor, name: str, text: str) -> None:
    assert await editor.open(name, text) == []


async def test_a_closed_file_has_no_diagnostics(editor: Editor) -> None:
    assert await editor.open("fluent.conf", FLUENTD)
    editor.send("fluent.conf", lsp.TextDocumentContentChangeWholeDocument(FLUENTD + "\n"))
    assert await editor.close("fluent.conf") == []
    await asyncio.sleep(0.1)
    assert list(editor.client.published[editor.uri("fluent.conf")][-1].diagnostics) == []


async def test_changes_that_come_together_are_looked_at_together(editor: Editor) -> None:
    await editor.open("fluent.conf", FLUENTD)
    for _ in range(50):
        editor.send("fluent.conf", lsp.TextDocumentContentChangePartial(lsp.Range(lsp.Position(0, 0), lsp.Position(0, 0)), "\n"))
    (found,) = [d for d in await editor.diagnostics("fluent.conf") if d.code == "FD101"]
    published = editor.client.published[editor.uri("fluent.conf")]
    assert found.range.start.line == 58 and len(published) < 20
    versions = [each.version or 0 for each in published]
    assert versions == sorted(set(versions)) and versions[-1] == 51


async def test_a_file_that_is_too_large_is_not_read(editor: Editor) -> None:
    assert await editor.open("fluent.conf", FLUENTD)
    assert await editor.replace("fluent.conf", FLUENTD + "# filler\n" * 500_000) == []
    assert "FD101" in codes(await editor.replace("fluent.conf", FLUENTD))


async def test_a_folder_may_have_any_name(editor: Editor) -> None:
    editor.folder = editor.folder / "a b %20 é#"
    editor.folder.mkdir()
    editor.write("outputs.conf", "<match **>\n  @type stdout\n</match>\n")
    editor.write("pipelint.toml", 'ignore = ["FD102"]\n')
    assert "FD101" in codes(await editor.open("fluent.conf", "@include outputs.conf\n" + FLUENTD))
    assert await editor.save("fluent.conf")


async def test_a_file_that_is_not_saved_yet_is_looked_at(editor: Editor) -> None:
    item = lsp.TextDocumentItem("untitled:Untitled-1", "fluentd", 1, FLUENTD)
    editor.client.text_document_did_open(lsp.DidOpenTextDocumentParams(item))
    await editor.until(lambda: "untitled:Untitled-1" in editor.client.published)
    assert "FD101" in codes(editor.client.published["untitled:Untitled-1"][-1].diagnostics)


async def test_the_version_that_runs_a_config_counts_as_soon_as_the_settings_say_it(editor: Editor) -> None:
    text = 'input { beats { id => "b" port => 5044 ssl => false } }\noutput { file { id => "f" path => "/a" } }\n'
    editor.write("pipelint.toml", '[target-version]\nlogstash = "7.17"\n')
    # Nothing to find: what its section decides is noted at the section.
    assert "LS501" not in codes(await editor.open("a.conf", text))
    editor.write("pipelint.toml", '[target-version]\nlogstash = "9.1"\n')
    count = len(editor.client.published[editor.uri("a.conf")])
    changed = lsp.FileEvent(editor.uri("pipelint.toml"), lsp.FileChangeType.Changed)
    editor.client.workspace_did_change_watched_files(lsp.DidChangeWatchedFilesParams([changed]))
    assert "LS501" in codes(await editor.diagnostics("a.conf", after=count))


async def test_an_image_that_moves_to_another_version_counts_at_once(editor: Editor) -> None:
    text = MANIFEST.replace("7.17.1", "7.17.2")
    assert "LS501" not in codes(await editor.open("a.yaml", text))
    assert "LS501" in codes(await editor.replace("a.yaml", text.replace("7.17.2", "9.1.0")))
