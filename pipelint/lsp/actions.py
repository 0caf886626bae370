"""Code actions: each fix, all safe fixes of the file, ignore here, show the rule."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from lsprotocol import types as lsp

from pipelint.base.changes import Change, changed_lines
from pipelint.base.document import Document, Place
from pipelint.base.finding import Finding, Safety
from pipelint.base.lines import lines_of
from pipelint.base.span import Span
from pipelint.checker.gains import edited
from pipelint.fixes.choose import applicable, choose
from pipelint.fixes.files import rewrite
from pipelint.lsp.diagnostics import diagnostic

if TYPE_CHECKING:
    from pipelint.lsp.snapshot import Snapshot

EXPLAIN = "pipelint.explain"
"""The command that shows a rule's page; its argument is the code."""


def actions(snapshot: Snapshot, uri: str, asked: Span, encoding: str) -> Iterator[lsp.CodeAction]:
    """The actions for the findings that touch the range ``asked`` of the file."""
    here = [f for f in snapshot.findings if _touches(f.place.file_span, asked)]
    for finding in here:
        about = [diagnostic(finding, snapshot, uri, encoding)]
        if applicable(finding, Safety.UNSAFE):
            yield from _fix(finding, snapshot, uri, about)
        change = _ignore(finding, snapshot)
        if change is not None:
            yield _action(f"Ignore {finding.code} here", _edit(snapshot, uri, change), about)
        yield lsp.CodeAction(
            f"Explain {finding.code} ({finding.name})",
            lsp.CodeActionKind.Empty,
            diagnostics=about,
            command=lsp.Command(f"Explain {finding.code}", EXPLAIN, arguments=[finding.code]),
        )
    yield from fix_all(snapshot, uri)


def fix_all(snapshot: Snapshot, uri: str) -> Iterator[lsp.CodeAction]:
    """All safe fixes of the file that can be made together, as one action."""
    chosen = choose(snapshot.findings, Safety.SAFE)
    changes = _changes(chosen, snapshot)
    if changes:
        title = f"Make all safe fixes of pipelint ({len(chosen)})"
        kind = lsp.CodeActionKind.SourceFixAll
        yield lsp.CodeAction(title, kind, edit=_edit(snapshot, uri, changes))


def _fix(finding: Finding, snapshot: Snapshot, uri: str, about: list[lsp.Diagnostic]) -> Iterator[lsp.CodeAction]:
    assert finding.fix is not None
    changes = _changes([finding], snapshot)
    if changes:
        safe = finding.fix.safety is Safety.SAFE
        title = finding.fix.title[:1].upper() + finding.fix.title[1:] + ("" if safe else " (unsafe)")
        yield _action(title, _edit(snapshot, uri, changes), about, preferred=safe)


def _changes(findings: list[Finding], snapshot: Snapshot) -> list[Change]:
    """What the fixes change in the file, by lines; nothing where they change another file, or cannot be written."""
    edits = [edit for finding in findings if finding.fix is not None for edit in finding.fix.edits]
    documents = list(dict.fromkeys(edit.document for edit in edits))
    if not documents or not all(map(snapshot.holds, documents)):
        return []
    texts = {document: changed.text for document, changed in edited(documents, edits).items()}
    return _written(texts, snapshot)


def _written(texts: dict[Document, bytes], snapshot: Snapshot) -> list[Change]:
    new = next(iter(rewrite(texts).files.values()), None)
    return [] if new is None else changed_lines(snapshot.text, new)


def _ignore(finding: Finding, snapshot: Snapshot) -> list[Change] | None:
    """A suppression comment on a line of its own above the finding, indented like its line."""
    place: Place = finding.place
    text = place.document.text
    lines = lines_of(text)
    number = lines.line(place.span.start)
    start, content = lines.start(number), lines.content(number)
    indent = content[: len(content) - len(content.lstrip())]
    comment = indent + f"# pipelint: ignore[{finding.code}]\n".encode()
    return _written({place.document: text[:start] + comment + text[start:]}, snapshot) or None


def _edit(snapshot: Snapshot, uri: str, changes: list[Change]) -> lsp.WorkspaceEdit:
    edits: list[lsp.TextEdit | lsp.AnnotatedTextEdit | lsp.SnippetTextEdit] = [
        lsp.TextEdit(snapshot.positions.range(change.span), change.text.decode("utf-8", "replace")) for change in changes
    ]
    versioned = lsp.OptionalVersionedTextDocumentIdentifier(uri, snapshot.version)
    return lsp.WorkspaceEdit(document_changes=[lsp.TextDocumentEdit(versioned, edits)])


def _action(
    title: str, edit: lsp.WorkspaceEdit, about: list[lsp.Diagnostic], *, preferred: bool = False
) -> lsp.CodeAction:
    return lsp.CodeAction(
        title, lsp.CodeActionKind.QuickFix, diagnostics=about, is_preferred=preferred or None, edit=edit
    )


def _touches(span: Span, asked: Span) -> bool:
    return span.start <= asked.end and asked.start <= span.end
