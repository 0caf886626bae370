"""Code actions: each fix, those of a rule or of the file together, ignore here, show the rule."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import TYPE_CHECKING

from lsprotocol import types as lsp

from pipelint.base.finding import Finding, Safety
from pipelint.base.text.changes import Change, edited_text
from pipelint.base.text.document import Place
from pipelint.base.text.span import Span
from pipelint.checker.trial.choose import applicable
from pipelint.checker.trial.trial import edited
from pipelint.lsp.answers.fixing import EXPLAIN, fix_all
from pipelint.lsp.answers.fixing.edits import edit, touches, written
from pipelint.lsp.diagnostics import diagnostic
from pipelint.rules.index import load_index
from pipelint.suppress.comments import texts
from pipelint.suppress.write import comment_above

if TYPE_CHECKING:
    from pipelint.lsp.snapshot import Snapshot


def actions(snapshot: Snapshot, uri: str, asked: Span, encoding: str) -> Iterator[lsp.CodeAction]:
    """The actions for the findings that touch the range ``asked`` of the file."""
    here = [f for f in snapshot.with_fixes() if touches(f.place.file_span, asked)]
    for finding in here:
        about = [diagnostic(finding, snapshot, uri, encoding)]
        if applicable(finding, Safety.UNSAFE):
            yield from _fix(finding, snapshot, uri, about)
    yield from fix_all.of_rules(snapshot, uri, here)
    yield from _ignoring(here, snapshot, uri, encoding)
    for code, same in groupby(sorted(here, key=_code), _code):
        findings = list(same)
        yield lsp.CodeAction(
            f"Explain {code} ({findings[0].name})",
            lsp.CodeActionKind.Empty,
            diagnostics=[diagnostic(finding, snapshot, uri, encoding) for finding in findings],
            command=lsp.Command(f"Explain {code}", EXPLAIN, arguments=[code]),
        )
    yield from fix_all.of_file(snapshot, uri)


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
        yield _action(f"Ignore {code} here", edit(snapshot, uri, list(made)), about)


def _fix(finding: Finding, snapshot: Snapshot, uri: str, about: list[lsp.Diagnostic]) -> Iterator[lsp.CodeAction]:
    assert finding.fix is not None
    changes = _changes(finding, snapshot)
    if changes:
        safe = finding.fix.safety is Safety.SAFE
        title = finding.fix.title[:1].upper() + finding.fix.title[1:] + ("" if safe else " (unsafe)")
        yield _action(title, edit(snapshot, uri, changes), about, preferred=safe)


def _changes(finding: Finding, snapshot: Snapshot) -> list[Change]:
    """What the fix changes in the file, by lines; nothing where it changes another file, or cannot be written."""
    edits = finding.fix.edits if finding.fix is not None else ()
    documents = list(dict.fromkeys(each.document for each in edits))
    if not documents or not all(map(snapshot.holds, documents)):
        return []
    texts = {document: changed.text for document, changed in edited(documents, edits).items()}
    return written(texts, snapshot)


def _ignore(finding: Finding, snapshot: Snapshot) -> list[Change] | None:
    """A suppression comment on a line of its own above the finding, indented like its line; None where none can stand there."""
    place: Place = finding.place
    root = next((c.config.root for c in snapshot.checked if place.document in c.config.documents), None)
    if root is None:
        # It is about what stands around the config, in the same manifest.
        return None
    comment = comment_above(place, [finding.code], texts(root))
    text = None if comment is None else edited_text(place.document.text, [comment])
    return None if text is None else written({place.document: text}, snapshot) or None


def _action(title: str, made: lsp.WorkspaceEdit, about: list[lsp.Diagnostic], *, preferred: bool = False) -> lsp.CodeAction:
    return lsp.CodeAction(title, lsp.CodeActionKind.QuickFix, diagnostics=about, is_preferred=preferred or None, edit=made)
