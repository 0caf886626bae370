"""The lines of a config, each with what the stages cost that begin on it, and the findings in it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from pipelint.base.finding import Finding
from pipelint.base.text.document import Document
from pipelint.base.text.lines import lines_of
from pipelint.base.text.locate import position
from pipelint.base.text.span import Span
from pipelint.report.drawing.figures import box_of
from pipelint.report.drawing.svg import text
from pipelint.report.look import Look

if TYPE_CHECKING:
    from pipelint.graph.stage import Stage
    from pipelint.language.config import Config

MOST_LINES = 5_000
"""Of one config so many lines are shown."""
_MOST_BYTES = 1_000


def listing(config: Config, findings: Sequence[Finding], texts: Mapping[str, str], name: str, look: Look) -> Iterator[str]:
    """The config as a table, document after document. ``name`` begins the ids on this part of the page.

    ``findings`` are those that have an entry on the page, in its order; ``texts`` the numbers of stages.
    """
    left = MOST_LINES
    for document in config.documents:
        title = f"{document.file.path}: {document.part}" if document.part else document.file.path
        yield f'<table class="code"><caption>{text(look.shown(title))}</caption>'
        yield '<thead><tr><th scope="col">\u00b5s</th><th scope="col">line</th><th scope="col">config</th></tr></thead><tbody>'
        rows = _Rows(config, document, findings, name, look)
        for number in range(1, len(lines_of(document.text)) + 1):
            if left == 0:
                break
            left -= 1
            yield rows.row(number, texts)
        yield "</tbody></table>"
        if left == 0:
            yield f'<p class="note">No more than {MOST_LINES:,} lines are shown.</p>'
            return


class _Rows:
    """The rows of one document."""

    def __init__(self, config: Config, document: Document, findings: Sequence[Finding], name: str, look: Look) -> None:
        self._graph, self._document, self._name, self._look = config.graph, document, name, look
        self._lines = lines_of(document.text)
        self._begin: dict[int, list[Stage]] = {}
        self._owner: dict[int, int] = {}
        # Inner sections come later in the list, so theirs are the lines that they are on.
        for stage in config.graph.stages:
            if stage.place.document is document:
                first = self._lines.line(stage.place.span.start)
                self._begin.setdefault(first, []).append(stage)
                last = self._lines.line(max(stage.block.place.span.end - 1, stage.block.place.span.start))
                self._owner.update(dict.fromkeys(range(first, last + 1), box_of(config.graph, stage.index)))
        self._marks: dict[int, list[tuple[int, Finding]]] = {}
        for entry, finding in enumerate(findings):
            for each in (finding, *finding.more):
                if each.place.document is document:
                    self._marks.setdefault(self._lines.line(each.place.span.start), []).append((entry, finding))

    def row(self, number: int, texts: Mapping[str, str]) -> str:
        """One line: what begins on it, its number in the file, its text, and what is found in it."""
        begun = self._begin.get(number, [])
        costs = " ".join(
            f'<span{self._id(stage)} data-c="{stage.index}.us" title="{stage.kind.value}">{texts[f"{stage.index}.us"]}</span>'
            for stage in begun
        )
        owner = self._owner.get(number)
        of = "" if owner is None else f' data-s="{owner}"'
        box = next((stage.index for stage in begun if self._id(stage)), None)
        shown = str(self._number(number))
        if box is not None:
            shown = f'<a href="#{self._name}b{box}" aria-label="line {shown}, to the drawing">{shown}</a>'
        marks = "".join(
            f' <a class="mark {finding.severity.word}" href="#{self._name}f{entry}">{text(finding.code)}</a>'
            for entry, finding in self._marks.get(number, [])
        )
        code = f"<td><code>{self._text(number)}</code>{marks}</td>"
        return f'<tr{of}><td class="us">{costs}</td><td class="n">{shown}</td>{code}</tr>'

    def _id(self, stage: Stage) -> str:
        """What a box of the drawing leads to; a part has none."""
        return f' id="{self._name}l{stage.index}"' if box_of(self._graph, stage.index) == stage.index else ""

    def _number(self, number: int) -> int:
        start = self._lines.start(number)
        return position(self._document.file.data, self._document.map.to_file(Span(start, start)).start).line

    def _text(self, number: int) -> str:
        start, end = self._lines.start(number), self._lines.end(number)
        cut = end > start + _MOST_BYTES
        raw = self._look.secrets.document(self._document, start, min(end, start + _MOST_BYTES))
        return text(self._look.shown(raw.decode("utf-8", "replace"))) + "\u2026" * cut
