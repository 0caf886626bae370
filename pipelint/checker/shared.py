"""Suppression comments in files that several configs read: each may serve any of them."""

from __future__ import annotations

from collections.abc import Sequence

from pipelint.base.finding import Finding
from pipelint.base.lean.record import replace
from pipelint.base.text.span import Span
from pipelint.checker.result import Checked

# The rule on suppression comments that hide nothing.
_UNUSED = "PL601"


def without_used_elsewhere(checked: Sequence[Checked]) -> tuple[Checked, ...]:
    """The configs without the complaint that a comment hides nothing where it hides something in another config."""
    complaints = [frozenset(map(_place, _complaints(config))) for config in checked]
    if not any(complaints):
        return tuple(checked)
    readers: dict[tuple[str, str], list[int]] = {}
    for number, config in enumerate(checked):
        manifests = (workload.place.document for workload in config.config.workloads)
        for document in dict.fromkeys((*config.config.documents, *manifests)):
            readers.setdefault((document.file.path, document.part), []).append(number)

    def stays(finding: Finding) -> bool:
        if finding.code != _UNUSED:
            return True
        document = finding.place.document
        return all(_place(finding) in complaints[number] for number in readers[document.file.path, document.part])

    return tuple(
        replace(config, findings=tuple(filter(stays, config.findings))) if mine else config
        for config, mine in zip(checked, complaints, strict=True)
    )


def _complaints(checked: Checked) -> list[Finding]:
    """Also those that the baseline knows, or that comments hide: only where there is none the comment has done its work."""
    return [finding for finding in (*checked.findings, *checked.hidden, *checked.known) if finding.code == _UNUSED]


def _place(finding: Finding) -> tuple[str, Span]:
    return finding.place.document.file.path, finding.place.file_span
