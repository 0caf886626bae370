"""The protocol's types and their JSON are those of lsprotocol and pygls, though they are made later."""

from __future__ import annotations

import subprocess
import sys

import pytest_lsp
from lsprotocol import types as lsp
from pygls.protocol import default_converter

from pipelint.lsp.diagnostics import Diagnosed
from pipelint.lsp.protocol.convert import make_converter
from pipelint.lsp.snapshot import ProjectFiles, take_snapshot

# Of a process in which nothing but the server has loaded them.
MADE_LATER = """
from pipelint.lsp.server import create
from lsprotocol import types as lsp
from pipelint.lsp.protocol.types import _Attributes
import attrs
server = create()
classes = [each for each in vars(lsp).values() if isinstance(each, type) and "__attrs_attrs__" in vars(each)]
print(len(classes) > 500, sum(not isinstance(vars(each)["__attrs_attrs__"], _Attributes) for each in classes) < 50)
for first in (classes, classes[::-1]):  # those below others first, then the others
    for each in first:
        assert attrs.has(each) and all(not isinstance(field.type, str) for field in attrs.fields(each))
print(lsp.Range(lsp.Position(1, 2), lsp.Position(3, 4)) == lsp.Range(lsp.Position(1, 2), lsp.Position(3, 4)))
print(lsp.Position(1, 2) < lsp.Position(1, 3), attrs.evolve(lsp.Position(1, 2), line=4))
text = lsp.TextDocumentItem("file:///a", "x", 1, "b")
try:
    lsp.Position(-1, 0)
except ValueError as error:
    print(error)
convert = server.protocol._converter
print(convert.unstructure(lsp.DidOpenTextDocumentParams(text)))
print(convert.structure(convert.unstructure(text), lsp.TextDocumentItem) == text)
"""


def test_types_are_made_when_they_are_used_and_are_as_ever() -> None:
    done = subprocess.run([sys.executable, "-c", MADE_LATER], capture_output=True, text=True, check=False)
    assert done.stdout.splitlines() == [
        "True True",
        "True",
        "True 4:2",
        "Position.line should be in range [0:2147483647], but was -1.",
        "{'textDocument': {'uri': 'file:///a', 'languageId': 'x', 'version': 1, 'text': 'b'}}",
        "True",
    ], done.stderr


def test_json_is_read_and_written_as_pygls_does_it() -> None:
    ours, theirs = make_converter(), default_converter()
    asked = lsp.InitializeRequest(1, lsp.InitializeParams(pytest_lsp.client_capabilities("visual-studio-code"), 4711))
    edit = lsp.TextEdit(lsp.Range(lsp.Position(0, 0), lsp.Position(0, 1)), "")
    file = lsp.OptionalVersionedTextDocumentIdentifier("a:b")
    change = lsp.WorkspaceEdit(document_changes=[lsp.TextDocumentEdit(file, [edit])])
    options = lsp.ServerCapabilities(
        hover_provider=True, rename_provider=lsp.RenameOptions(prepare_provider=True), code_lens_provider=lsp.CodeLensOptions()
    )
    result = lsp.InitializeResult(options, lsp.ServerInfo("a"))
    for value in (asked, lsp.CodeActionResponse(2, [lsp.CodeAction("t", edit=change)]), lsp.InitializeResponse(3, result)):
        data = theirs.unstructure(value)
        assert ours.unstructure(value) == data
        assert ours.structure(data, type(value)) == theirs.structure(data, type(value))


def test_a_diagnostic_that_an_edit_leaves_is_sent_again_as_it_was_made() -> None:
    uri, ours, theirs = "file:///nowhere/fluent.conf", make_converter(), default_converter()
    source = "<source>\n  @type tail\n  path /a/{0}.log\n{1}  tag a\n  <parse>\n    @type none\n  </parse>\n</source>\n"
    sources = "".join(source.format(name, more) for name, more in (("a", ""), ("b", "  pos_file /p\n"), ("c", "  pos_file /p\n")))
    text, diagnosed, beside = f"{sources}<match **>\n  @type stdout\n</match>\n", Diagnosed(), ProjectFiles()
    between = text.index("<source>", 1)
    versions = text, text, f"{text[:between]}# é\n{text[between:]}", text.replace("stdout", "stdoutt")
    made: list[list[lsp.Diagnostic]] = []
    for number, version in enumerate(versions):
        snapshot = take_snapshot("/nowhere/fluent.conf", version.encode(), number, beside, "utf-16")
        made.append(diagnosed.diagnostics(snapshot, uri, "utf-16"))
        assert made[-1] == Diagnosed().diagnostics(snapshot, uri, "utf-16")
        params = lsp.PublishDiagnosticsParams(uri, made[-1])
        assert ours.unstructure(params) == ours.unstructure(params) == theirs.unstructure(params)
    first, again, shifted, changed = (set(map(id, each)) for each in made)
    assert first == again and any(each.related_information for each in made[0])
    assert first & shifted and first - shifted and first & changed and changed - first
    diagnosed.forget(uri)
    assert not first & set(map(id, diagnosed.diagnostics(snapshot, uri, "utf-16")))
