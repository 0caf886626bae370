"""Fixes configs in memory: rounds of findings and edits, until nothing is left to fix."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from pipelint.base.finding import Edit, Finding, Safety
from pipelint.base.lean.record import dataclass, field
from pipelint.base.text.document import Document
from pipelint.base.text.span import Span
from pipelint.checker.config.findings import judge
from pipelint.checker.trial.choose import choose
from pipelint.checker.trial.trial import Made, edited, made, tried
from pipelint.fixes.files import start_in_file
from pipelint.settings.model import Settings

if TYPE_CHECKING:
    from pipelint.language.config import Config
    from pipelint.rules.rule import Rule
    from pipelint.suppress.baseline import Baseline

MAX_ROUNDS = 20
"""A fix may make another one possible; two that undo each other end here."""


@dataclass(slots=True)
class Fixed:
    """What became of documents: each as first read with its newest text, and how many fixes that were.

    Several configs may have read one file, each into a document of its own: they are known by file and part.
    ``levels``: how safe these fixes were.
    """

    texts: dict[tuple[str, str, str, int], tuple[Document, bytes]] = field(default_factory=dict)
    made: set[tuple[object, ...]] = field(default_factory=set)
    levels: set[Safety] = field(default_factory=set)

    @property
    def count(self) -> int:
        """How many fixes were made; of a scalar that several configs are aliases of each once."""
        return len(self.made)

    def of(self, document: Document) -> bytes | None:
        """The newest text of a document, None where it has not changed."""
        found = self.texts.get(_key(document))
        return None if found is None else found[1]

    def put(self, document: Document, text: bytes) -> None:
        """Notes the newest text of a document."""
        first = self.texts.get(_key(document), (document, b""))[0]
        self.texts[_key(document)] = first, text


def _any(_: Finding) -> bool:
    return True


def fix_config(
    config: Config,
    settings: Settings,
    rules: Sequence[Rule],
    level: Safety,
    so_far: Fixed,
    baseline: Baseline | None = None,
    *,
    wanted: Callable[[Finding], bool] = _any,
) -> None:
    """Makes all fixes of ``wanted`` findings of a config that ``level`` allows, and adds what changes to ``so_far``.

    A fix that brings an error, or whose result is not what it says, is not made.
    """
    here, now = as_it_is(config, so_far)
    refused: set[tuple[str, str, int]] = set()
    for _ in range(MAX_ROUNDS):
        if here.errors:
            return
        found: Sequence[Finding] = judge(here, settings, rules).findings
        if baseline is not None:
            found, _ = baseline.split(found)
        found = [finding for finding in found if _name(finding) not in refused and wanted(finding)]
        chosen = choose(sorted(found, key=lambda finding: -finding.severity), level)
        after = _made(here, chosen, now)
        if after is None and chosen:
            # One of them is to blame, or several that do not agree.
            works = [finding.fix is not None and bool(finding.fix.edits) for finding in tried(chosen, here, now)]
            refused.update(_name(finding) for finding, good in zip(chosen, works, strict=True) if not good)
            chosen = [finding for finding, good in zip(chosen, works, strict=True) if good]
            after = _made(here, chosen, now)
            if after is None:
                chosen = chosen[:1]
                after = _made(here, chosen, now)
        if after is None:
            return
        here, now = after.config, after.documents
        for document, changed in now.items():
            so_far.put(document, changed.text)
        so_far.made.update(_identity(finding) for finding in chosen)
        so_far.levels.update(finding.fix.safety for finding in chosen if finding.fix is not None)


def as_it_is(config: Config, so_far: Fixed) -> tuple[Config, dict[Document, Document]]:
    """A config as it is after what was done ``so_far``, and its documents that have changed, by those as first read."""
    now = {doc: _document(doc, text) for doc in config.documents if (text := so_far.of(doc)) is not None}
    return (config.engine.load(config.entry, now) if now else config), now


def _made(here: Config, findings: Sequence[Finding], now: Mapping[Document, Document]) -> Made | None:
    """The config with the fixes of findings; None where there are none, or they do not do what they say."""
    fixes = [finding.fix for finding in findings if finding.fix is not None]
    return made(here, fixes, now) if fixes else None


def _key(document: Document) -> tuple[str, str, str, int]:
    # Two resources of one file may have one name.
    return document.file.path, document.part, document.name, start_in_file(document)


def _document(document: Document, text: bytes) -> Document:
    (changed,) = edited([document], [Edit(document, Span(0, len(document.text)), text.decode())]).values()
    return changed


def _identity(finding: Finding) -> tuple[object, ...]:
    """What tells one fix from another, also of another round: the rule, the text in the file, and where in it."""
    document = finding.place.document
    return finding.code, document.file.path, start_in_file(document), document.text, finding.place.span


def _name(finding: Finding) -> tuple[str, str, int]:
    return finding.code, finding.place.document.name, finding.place.span.start
