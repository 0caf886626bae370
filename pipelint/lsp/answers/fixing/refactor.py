"""Refactorings as code actions: what an engine can write otherwise, ids for plugins without one, old forms as new ones.

They are offered by what a section says; the config is read again when somebody wants the edit, and must then be the same.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from lsprotocol import types as lsp

from pipelint.base.finding import Edit, Safety
from pipelint.base.lean.record import replace
from pipelint.base.text.document import Place
from pipelint.base.text.span import Span
from pipelint.base.writer import WriterError
from pipelint.checker.config.findings import judge
from pipelint.checker.trial.trial import edited
from pipelint.engines.parts import parts_of
from pipelint.fixes.apply import Fixed, fix_config
from pipelint.graph.stage import Kind
from pipelint.language.cursor import within
from pipelint.language.refactoring import Refactoring, keeps
from pipelint.lsp.answers.fixing import REFACTORINGS
from pipelint.lsp.answers.fixing.edits import edit, is_here, touches, written
from pipelint.rules.select import Selection

if TYPE_CHECKING:
    from pipelint.base.finding import Finding
    from pipelint.base.text.changes import Change
    from pipelint.checker import Checked
    from pipelint.graph.stage import Stage
    from pipelint.language.config import Config
    from pipelint.lsp.snapshot import Snapshot
    from pipelint.rules.rule import Rule
    from pipelint.settings.model import Settings

_WITH_IDS = (Kind.SOURCE, Kind.FILTER, Kind.OUTPUT)
_PLUGIN = re.compile(r"[\w.-]+")


def actions(snapshot: Snapshot, uri: str, asked: Span) -> Iterator[lsp.CodeAction]:
    """What there is at a range of the file; the edits are made when somebody wants them."""
    for made in _found(snapshot, asked):
        kind = REFACTORINGS[1] if made.extracts else REFACTORINGS[0]
        yield lsp.CodeAction(made.title, kind, data={"uri": uri, "refactor": made.title, "at": [asked.start, asked.end]})
    old = len(_old_forms(snapshot, asked))
    if old:
        title = f"Write all old forms in this file as new ones ({old} here)"
        yield lsp.CodeAction(title, REFACTORINGS[0], data={"uri": uri, "refactor": ""})


def resolved(action: lsp.CodeAction, snapshot: Snapshot) -> lsp.CodeAction:
    """One of these with its edit; without one where the config would not be the same."""
    assert isinstance(action.data, dict)
    title = action.data["refactor"]
    made = _changes(snapshot, title, Span(*action.data["at"])) if title else _modern(snapshot)
    action.edit = edit(snapshot, action.data["uri"], made) if made else None
    return action


def _found(snapshot: Snapshot, asked: Span) -> Iterator[Refactoring]:
    at = snapshot.at(asked.start)
    if at is None or at[0].config.errors or at[0].config.entry.sealed or at[0].config.entry.readings:
        return
    config, start = at[0].config, at[1]
    end = snapshot.at(asked.end)
    stop = end[1].span.end if end is not None and end[1].document is start.document else start.span.end
    place = Place(start.document, Span(start.span.start, max(start.span.start, stop)))
    refactorings = parts_of(config).refactorings
    yield from refactorings.at(config, place) if refactorings is not None else ()
    yield from _ids(config, snapshot, start)


def _changes(snapshot: Snapshot, title: str, asked: Span) -> list[Change]:
    at = snapshot.at(asked.start)
    found = next((each for each in _found(snapshot, asked) if each.title == title), None)
    if at is None or found is None or not all(snapshot.holds(each.document) for each in found.edits):
        return []
    config = at[0].config
    changed = edited(config.documents, found.edits)
    name = parts_of(config).editing.id_param
    if not keeps(config, config.engine.load(config.entry, changed), (name,) if name is not None else ()):
        return []
    return written({document: made.text for document, made in changed.items()}, snapshot)


def _ids(config: Config, snapshot: Snapshot, place: Place) -> Iterator[Refactoring]:
    """An id for the plugin whose opening is at a place, and ids for all that have none."""
    without = list(_without_id(config, snapshot))
    here = next((stage for stage in without if within(stage.place, place)), None)
    if here is None or not config.graph.complete:
        return
    taken = {symbol.name for symbol in parts_of(config).editing.symbols(config) if symbol.kind == "id"}
    edits = [_id(config, stage, taken) for stage in without]
    own = edits[next(number for number, stage in enumerate(without) if stage is here)]
    if own is not None:
        yield Refactoring("Give this plugin an id", (own,))
    if len(edits) > 1 and all(each is not None for each in edits):
        yield Refactoring(f"Give the {len(edits)} plugins without an id one", tuple(each for each in edits if each is not None))


def _without_id(config: Config, snapshot: Snapshot) -> Iterator[Stage]:
    name = parts_of(config).editing.id_param
    for stage in config.graph.stages if name is not None else ():
        names = {name, str(name).removeprefix("@")}
        plain = _PLUGIN.fullmatch(stage.plugin) is not None and not names & set(stage.block.names)
        if stage.kind in _WITH_IDS and plain and snapshot.holds(stage.block.place.document):
            yield stage


def _id(config: Config, stage: Stage, taken: set[str]) -> Edit | None:
    base, number = f"{stage.kind.value}_{stage.plugin}", 1
    while (name := base if number == 1 else f"{base}_{number}") in taken:
        number += 1
    taken.add(name)
    param = parts_of(config).editing.id_param
    try:
        return None if param is None else config.engine.writer.set_param(stage.block, param, name)
    except WriterError:
        return None


def _old_forms(snapshot: Snapshot, asked: Span) -> list[Finding]:
    """The findings at a range that a safe fix of an old form is for, also of rules that nobody has asked for."""
    at = snapshot.at(asked.start)
    if at is None or at[0].config.errors:
        return []
    settings, rules = _about_old_forms(snapshot, at[0])
    found = judge(at[0].config, settings, rules).findings
    fixable = (each for each in found if each.fix is not None and each.fix.safety is Safety.SAFE and each.fix.edits)
    return [each for each in fixable if is_here(each, snapshot) and touches(each.place.file_span, asked)]


def _modern(snapshot: Snapshot) -> list[Change]:
    fixed = Fixed()
    for checked in snapshot.shown:
        settings, rules = _about_old_forms(snapshot, checked)
        fix_config(checked.config, settings, rules, Safety.SAFE, fixed, wanted=lambda finding: is_here(finding, snapshot))
    return written(dict(fixed.texts.values()), snapshot)


def _about_old_forms(snapshot: Snapshot, checked: Checked) -> tuple[Settings, Sequence[Rule]]:
    """The rules about deprecated forms that a fix can write anew, and settings that select them all but what is ignored."""
    known = snapshot.beside.named.rules(checked.settings)
    rules = [rule for rule in known if rule.category == "deprecation" and Safety.SAFE in rule.safeties]
    selection = Selection(tuple(rule.code for rule in rules), checked.settings.selection.ignore)
    return replace(checked.settings, selection=selection), rules
