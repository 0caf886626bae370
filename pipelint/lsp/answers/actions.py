"""Code actions: each fix, all safe fixes of the file, ignore here, show the rule."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import TYPE_CHECKING

from lsprotocol import types as lsp

from pipelint.base.finding import Finding, Safety
from pipelint.base.text.changes import Change, changed_lines, edited_text
from pipelint.base.text.document import Document, Place
from pipelint.base.text.span import Span
from pipelint.checker.trial.choose import applicable, choose
from pipelint.checker.trial.trial import edited
from pipelint.fixes.files import rewrite
from pipelint.lsp.diagnostics import diagnostic
from pipelint.rules.index import load_index
from pipelint.suppress.comments import texts
from pipelint.suppress.write import comment_above

if TYPE_CHECKING:
    from pipelint.lsp.snapshot import Snapshot

EXPLAIN = "pipelint.explain"
"""The command that shows a rule's page; its argument is the code."""


def actions(snapshot: Snapshot, uri: str, asked: Span, encoding: str) -> Iterator[lsp.CodeAction]:
    """The actions for the findings that touch the range ``asked`` of the file."""
    here = [f for f in snapshot.with_fixes() if _touches(f.place.file_span, asked)]
    for finding in here:
        about = [diagnostic(finding, snapshot, uri, encoding)]
        if applicable(finding, Safety.UNSAFE):
            yield from _fix(finding, snapshot, uri, about)
    yield from _ignoring(here, snapshot, uri, encoding)
    for code, same in groupby(sorted(here, key=_code), _code):
        findings = list(same)
        yield lsp.CodeAction(
            f"Explain {code} ({findings[0].name})",
            lsp.CodeActionKind.Empty,
            diagnostics=[diagnostic(finding, snapshot, uri, encoding) for finding in findings],
            command=lsp.Command(f"Explain {code}", EXPLAIN, arguments=[code]),
        )
    yield from fix_all(snapshot, uri)


def _code(finding: Finding) -> str:
    return finding.code


def _ignoring(here: list[Finding], snapshot: Snapshot, uri: str, encoding: str) -> Iterator[lsp.CodeAction]:
    """A comment for each rule and line: it hides all findings of the rule there."""
    found: dict[tuple[str, tuple[Change, ...]], list[lsp.Diagnostic]] = {}
    # What is found in such comments none of them hides.
    about_comments = {rule.code for rule in load_index().rules if rule.on == "suppression"}
    for finding in here:
        changes = None if finding.code in about_comments else _ignore(finding, snapshot)
        if changes is not None:
            found.setdefault((finding.code, tuple(changes)), []).append(diagnostic(finding, snapshot, uri, encoding))
    for (code, made), about in found.items():
        yield _action(f"Ignore {code} here", _edit(snapshot, uri, list(made)), about)


def fix_all(snapshot: Snapshot, uri: str) -> Iterator[lsp.CodeAction]:
    """All safe fixes of the file that can be made together, as one action."""
    chosen = choose(snapshot.with_fixes(), Safety.SAFE)
    changes = _changes(chosen, snapshot)
    if changes:
        title = f"Apply all safe pipelint fixes ({len(chosen)})"
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
    """A suppression comment on a line of its own above the finding, indented like its line; None where none can stand there."""
    place: Place = finding.place
    root = next((c.config.root for c in snapshot.checked if place.document in c.config.documents), None)
    if root is None:
        # It is about what stands around the config, in the same manifest.
        return None
    edit = comment_above(place, [finding.code], texts(root))
    text = None if edit is None else edited_text(place.document.text, [edit])
    return None if text is None else _written({place.document: text}, snapshot) or None


def _edit(snapshot: Snapshot, uri: str, changes: list[Change]) -> lsp.WorkspaceEdit:
    edits: list[lsp.TextEdit | lsp.AnnotatedTextEdit | lsp.SnippetTextEdit] = [
        lsp.TextEdit(snapshot.positions.range(change.span), change.text.decode("utf-8", "replace")) for change in changes
    ]
    versioned = lsp.OptionalVersionedTextDocumentIdentifier(uri, snapshot.version)
    return lsp.WorkspaceEdit(document_changes=[lsp.TextDocumentEdit(versioned, edits)])


def _action(title: str, edit: lsp.WorkspaceEdit, about: list[lsp.Diagnostic], *, preferred: bool = False) -> lsp.CodeAction:
    return lsp.CodeAction(title, lsp.CodeActionKind.QuickFix, diagnostics=about, is_preferred=preferred or None, edit=edit)


def _touches(span: Span, asked: Span) -> bool:
    return span.start <= asked.end and asked.start <= span.end
