"""Edits of a file in the words of the protocol."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from lsprotocol import types as lsp

from pipelint.base.text.changes import Change, changed_lines
from pipelint.base.text.document import Document
from pipelint.fixes.files import rewrite

if TYPE_CHECKING:
    from pipelint.base.finding import Finding
    from pipelint.base.text.span import Span
    from pipelint.lsp.snapshot import Snapshot


def written(texts: Mapping[Document, bytes], snapshot: Snapshot) -> list[Change]:
    """What new texts of documents of the file change in it, by lines; nothing where they cannot be written."""
    new = next(iter(rewrite(texts).files.values()), None)
    return [] if new is None else changed_lines(snapshot.text, new)


def edit(snapshot: Snapshot, uri: str, changes: Sequence[Change]) -> lsp.WorkspaceEdit:
    """Changes of the file, for this version of it."""
    edits: list[lsp.TextEdit | lsp.AnnotatedTextEdit | lsp.SnippetTextEdit] = [
        lsp.TextEdit(snapshot.positions.range(change.span), change.text.decode("utf-8", "replace")) for change in changes
    ]
    versioned = lsp.OptionalVersionedTextDocumentIdentifier(uri, snapshot.version)
    return lsp.WorkspaceEdit(document_changes=[lsp.TextDocumentEdit(versioned, edits)])


def is_here(finding: Finding, snapshot: Snapshot) -> bool:
    """Whether a finding is in the file, and its fix changes no other one."""
    documents = [finding.place.document, *(edit.document for edit in (finding.fix.edits if finding.fix else ()))]
    return all(map(snapshot.holds, documents))


def touches(span: Span, asked: Span) -> bool:
    """Whether a span is in the range that is asked about, or at its edge."""
    return span.start <= asked.end and asked.start <= span.end
