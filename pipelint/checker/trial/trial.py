"""Trial: fixes made on a copy of a config, which is read again and asked whether each did what it says, and nothing else."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING

from pipelint.base.finding import Edit, Finding, Fix, Safety
from pipelint.base.lean.record import dataclass, replace
from pipelint.base.text.changes import edited_text
from pipelint.base.text.document import Document, SourceFile
from pipelint.base.text.sourcemap import SourceMap

if TYPE_CHECKING:
    from pipelint.language.config import Config

# Fixes are tried together. Where one of them fails halves of them are, until over so many stages in all have been read again.
TRIAL_STAGES = 20_000
_AS_GIVEN: Mapping[Document, Document] = MappingProxyType({})


def edited(documents: Sequence[Document], edits: Sequence[Edit]) -> dict[Document, Document]:
    """Documents with edits made in memory, by the documents that they stand for. Edits of one document do not overlap."""
    out: dict[Document, Document] = {}
    for document in documents:
        mine = [edit for edit in edits if edit.document is document]
        if mine:
            text = edited_text(document.text, mine)
            file = SourceFile(document.file.path, text)
            out[document] = replace(document, file=file, map=SourceMap.identity(text))
    return out


@dataclass(frozen=True, slots=True)
class Made:
    """A config with fixes made, and the documents that it is read from, by those of its entry that they stand for."""

    config: Config
    documents: dict[Document, Document]


def made(config: Config, fixes: Sequence[Fix], now: Mapping[Document, Document] = _AS_GIVEN) -> Made | None:
    """The config with fixes made that can be made together, read again like any other.

    None where it has an error then, or where one of them did not do what it says. ``now`` are the documents that the config was
    read from in the place of its entry's.
    """
    # Imported here, as below: most configs are checked without a fix.
    from pipelint.checker.trial.effects import come_true

    first = {newest: document for document, newest in now.items()}
    changed = edited(config.documents, [edit for fix in fixes for edit in fix.edits])
    documents = {**now, **{first.get(document, document): new for document, new in changed.items()}}
    after = config.engine.load(config.entry, documents)
    effects = [effect for fix in fixes for effect in fix.effects]
    return None if after.errors or not come_true(config.root, after.root, effects) else Made(after, documents)


def tried(findings: Sequence[Finding], config: Config, now: Mapping[Document, Document] = _AS_GIVEN) -> list[Finding]:
    """The findings, whose fixes are then either tried or withdrawn. ``now`` as in ``made``.

    Nearly no fix mends a broken syntax: where those that can be made together do not, none of them is tried by itself.
    """
    out = list(findings)
    left = TRIAL_STAGES
    todo = _groups(findings)
    while todo:
        group = todo.pop()
        fixes = [fix for number in group if (fix := findings[number].fix) is not None]
        works = left >= 0 and made(config, fixes, now) is not None
        left -= max(1, len(config.graph.stages))
        if not works and len(group) > 1 and left >= 0 and not config.errors:
            middle = len(group) // 2
            todo += [group[middle:], group[:middle]]
            continue
        for number, fix in zip(group, fixes, strict=True):
            out[number] = replace(out[number], fix=known(fix) if works else withdrawn(fix))
    return out


def known(fix: Fix) -> Fix:
    """A fix of which is known that it does what it says."""
    return replace(fix, effects=())


def withdrawn(fix: Fix) -> Fix:
    """What is left of a fix that does not: what it would do, in words."""
    return Fix(fix.title, (), Safety.DISPLAY)


def _groups(findings: Sequence[Finding]) -> list[list[int]]:
    """The numbers of findings whose fixes have not been tried, those together whose fixes can be made together."""
    todo = [number for number, finding in enumerate(findings) if finding.fix is not None and finding.fix.effects]
    groups: list[list[int]] = []
    if todo:
        from pipelint.checker.trial.together import Together
    while todo:
        together = Together()
        left: list[int] = []
        group: list[int] = []
        for number in todo:
            fix = findings[number].fix
            (group if fix is not None and together.take(fix) else left).append(number)
        groups.append(group)
        todo = left
    return groups[::-1]
