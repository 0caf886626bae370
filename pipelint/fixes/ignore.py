"""Hides findings: a suppression comment for each line that has some, after which the configs read as before."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from pipelint.base.finding import Edit, Finding, Fix, Safety
from pipelint.base.lean.record import replace
from pipelint.base.text.changes import edited_text
from pipelint.base.text.document import Document, Place
from pipelint.base.text.lines import lines_of
from pipelint.base.text.span import Span
from pipelint.checker.config.findings import judge
from pipelint.checker.named_files import NamedFiles
from pipelint.checker.result import Checked, Loaded
from pipelint.checker.run import each_config
from pipelint.checker.trial.trial import Made, made
from pipelint.fixes.apply import Fixed, as_it_is
from pipelint.fixes.files import rewrite
from pipelint.fixes.run import Run
from pipelint.settings.model import Settings
from pipelint.suppress.comments import texts
from pipelint.suppress.write import comment_above, comment_on_top
from pipelint.yaml.tree import read_yaml, scalars_of

if TYPE_CHECKING:
    from pipelint.language.config import Config
    from pipelint.rules.rule import Rule
    from pipelint.settings.project import Project
    from pipelint.suppress.baseline import Baseline


def ignore(loaded: Loaded, project: Project) -> Run:
    """Makes comments for all findings of loaded configs in memory; nothing is written. ``count``: how many comments.

    In a file in which configs got comments the manifest around them gets none: that is for the next run.
    """
    so_far, around = Fixed(), _Around()

    def ignore_one(config: Config, settings: Settings, files: NamedFiles) -> Checked:
        _ignore(config, settings, files.rules(settings), files.baseline(settings), so_far, around)
        return Checked(config, (), None, settings)

    report = each_config(replace(loaded, problems=(), notes=()), project, ignore_one)
    inside = dict(so_far.texts.values())
    changed = {document.file.path for document, text in inside.items() if text != document.text}
    outside = {
        document: _on_manifest(document, found) for document, found in around.values() if document.file.path not in changed
    }
    written = rewrite({**inside, **outside})
    count = sum(text.count(b"# pipelint:") - doc.text.count(b"# pipelint:") for doc, text in {**inside, **outside}.items())
    return Run(written.files, count, (*report.problems, *written.problems))


def _ignore(
    config: Config, settings: Settings, rules: Sequence[Rule], baseline: Baseline | None, so_far: Fixed, around: _Around
) -> None:
    here, now = as_it_is(config, so_far)
    if here.errors:
        return
    found: Sequence[Finding] = judge(here, settings, rules).findings
    if baseline is not None:
        found, _ = baseline.split(found)
    # What is found in comments no comment hides.
    about_comments = {rule.code for rule in rules if rule.on == "suppression"}
    found = [finding for finding in found if finding.code not in about_comments]
    held = list(texts(here.root))
    edits = list(_edits([each for each in found if each.place.document in here.documents], held))
    after = _made(here, edits, now)
    if after is not None:
        for document, changed in after.documents.items():
            so_far.put(document, changed.text)
    for manifest in dict.fromkeys(workload.place.document for workload in config.workloads):
        if mine := [each for each in found if each.place.document is manifest]:
            around.add(manifest, mine)


class _Around(dict[tuple[str, str], tuple[Document, list[Finding]]]):
    """Manifests by file and part, each as first read, and what all configs find in it: workloads of several may stand there."""

    def add(self, manifest: Document, found: Sequence[Finding]) -> None:
        """Notes what one config finds in a manifest."""
        first, known = self.setdefault((manifest.file.path, manifest.part), (manifest, []))
        known += [replace(each, place=Place(first, each.place.span)) for each in found]


def _on_manifest(manifest: Document, found: Sequence[Finding]) -> bytes:
    """The text of a manifest with comments for what is found in it."""
    values = [Place(manifest, Span(scalar.start, scalar.end)) for scalar in scalars_of(read_yaml(manifest.text).roots)]
    return edited_text(manifest.text, list(_edits(found, values)))


def _edits(found: Sequence[Finding], held: Sequence[Place]) -> Iterator[Edit]:
    """A comment for each line with findings; one on top for all of a document that are inside of values."""
    by_line: dict[tuple[Document, int], list[Finding]] = {}
    for finding in found:
        document = finding.place.document
        by_line.setdefault((document, lines_of(document.text).line(finding.place.span.start)), []).append(finding)
    left: dict[Document, set[str]] = {}
    for (document, _), mine in by_line.items():
        codes = {finding.code for finding in mine}
        edit = comment_above(mine[0].place, sorted(codes), held)
        if edit is None:
            left.setdefault(document, set()).update(codes)
        else:
            yield edit
    yield from (comment_on_top(document, sorted(codes)) for document, codes in left.items())


def _made(here: Config, edits: Sequence[Edit], now: dict[Document, Document]) -> Made | None:
    """The config with those comments that leave it as it is; None where there are none."""
    whole = _with(here, edits, now)
    if whole is not None or len(edits) < 2:
        return whole
    good: list[Edit] = []
    for edit in edits:
        good += [edit] if _with(here, [edit], now) is not None else []
    return _with(here, good, now)


def _with(here: Config, edits: Sequence[Edit], now: dict[Document, Document]) -> Made | None:
    return made(here, [Fix("", tuple(edits), Safety.SAFE)], now) if edits else None
