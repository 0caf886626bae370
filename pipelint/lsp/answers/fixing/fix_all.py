"""Fixes made together: all safe ones of a file, of a rule in it, or of one config, as ``check --fix`` makes them.

They are only counted when they are offered; what they change is known when somebody wants it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING

from lsprotocol import types as lsp

from pipelint.base.finding import Finding, Safety
from pipelint.base.text.span import Span
from pipelint.checker.trial.choose import choose
from pipelint.fixes.apply import Fixed, fix_config
from pipelint.lsp.answers.fixing import FIX
from pipelint.lsp.answers.fixing.edits import edit, is_here, written

if TYPE_CHECKING:
    from pipelint.base.text.changes import Change
    from pipelint.checker import Checked
    from pipelint.lsp.snapshot import Snapshot


def of_file(snapshot: Snapshot, uri: str) -> Iterator[lsp.CodeAction]:
    """All safe fixes of the file, as one action."""
    count = len(_safe(snapshot))
    if count:
        title = f"Apply all safe pipelint fixes ({count})"
        yield lsp.CodeAction(title, lsp.CodeActionKind.SourceFixAll, data={"uri": uri})


def of_rules(snapshot: Snapshot, uri: str, here: list[Finding]) -> Iterator[lsp.CodeAction]:
    """For each rule of the findings ``here`` all its safe fixes in the file, where there are several."""
    counts = Counter(finding.code for finding in _safe(snapshot))
    for code in dict.fromkeys(finding.code for finding in here):
        if counts[code] > 1:
            title = f"Fix all {code} in this file ({counts[code]})"
            yield lsp.CodeAction(title, lsp.CodeActionKind.QuickFix, data={"uri": uri, "code": code})


def resolved(action: lsp.CodeAction, snapshot: Snapshot) -> lsp.CodeAction:
    """An action of these with its edit; without one where nothing can be made."""
    if isinstance(action.data, dict) and "uri" in action.data:
        made = changes(snapshot, action.data.get("code"))
        action.edit = edit(snapshot, action.data["uri"], made) if made else None
    return action


def lenses(snapshot: Snapshot, uri: str) -> Iterator[lsp.CodeLens]:
    """One above each config in which a rule found something that it may have a safe fix for."""
    for number, checked in enumerate(snapshot.checked):
        document = next((document for document in checked.config.documents if snapshot.holds(document)), None)
        if document is None or checked.config.entry.sealed or not _may_be_fixed(snapshot, checked):
            continue
        start = snapshot.positions.range(document.map.to_file(Span(0, 0)))
        yield lsp.CodeLens(start, data={"uri": uri, "config": number})


def resolved_lens(lens: lsp.CodeLens, snapshot: Snapshot) -> lsp.CodeLens:
    """A lens of these with its command."""
    assert isinstance(lens.data, dict)
    uri, number = lens.data["uri"], lens.data["config"]
    count = len(_safe(snapshot, number))
    title = f"apply {count} safe fix{'es' if count > 1 else ''}" if count else "no safe fix"
    lens.command = lsp.Command(title, FIX if count else "", arguments=[uri, number] if count else None)
    return lens


def changes(snapshot: Snapshot, code: str | None = None, number: int | None = None) -> list[Change]:
    """What safe fixes change in the file, by lines: all of them, those of a rule, or those of the config of a number."""
    # An editor asks for the actions whenever the cursor moves, and one that wants all edits at once has them made once.
    if (code, number) not in snapshot.made:
        snapshot.made[code, number] = _changes(snapshot, code, number)
    return snapshot.made[code, number]


def _changes(snapshot: Snapshot, code: str | None, number: int | None) -> list[Change]:
    fixed = Fixed()

    def wanted(finding: Finding) -> bool:
        return code in (None, finding.code) and is_here(finding, snapshot)

    for checked in _configs(snapshot, number):
        settings, files = checked.settings, snapshot.beside.named
        fix_config(checked.config, settings, files.rules(settings), Safety.SAFE, fixed, files.baseline(settings), wanted=wanted)
    return written(dict(fixed.texts.values()), snapshot)


def _configs(snapshot: Snapshot, number: int | None) -> tuple[Checked, ...]:
    return snapshot.checked if number is None else snapshot.checked[number : number + 1]


def _safe(snapshot: Snapshot, number: int | None = None) -> list[Finding]:
    """The findings whose safe fixes can be made together."""
    documents = {id(document) for checked in _configs(snapshot, number) for document in checked.config.documents}
    found = (each for each in snapshot.with_fixes() if id(each.place.document) in documents and is_here(each, snapshot))
    return choose(found, Safety.SAFE)


def _may_be_fixed(snapshot: Snapshot, checked: Checked) -> bool:
    codes = {finding.code for finding in checked.findings if snapshot.holds(finding.place.document)}
    rules = snapshot.beside.named.rules(checked.settings) if codes else ()
    return not checked.config.errors and any(rule.code in codes and Safety.SAFE in rule.safeties for rule in rules)
