"""1,000 random edits, sent as an editor does: at the end of each run the server says what ``pipelint check`` says of the text."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from lsprotocol import types as lsp

from pipelint.base.text.locate import locate
from pipelint.checker import Settings, check
from pipelint.lsp.positions import Positions
from pipelint.sources.entry import Unknown
from tests.lsp.configs import FLUENTD, LOGSTASH, manifest
from tests.lsp.editor import Editor

EDITS = 1_000
BATCH = 25  # edits between two comparisons
# What people and accidents put into a config: text, halves of sections, quotes, other scripts, line ends of any kind.
PIECES = (
    *"a:#\"'{}[]<>/|@ %$\\",
    "\n", "\r\n", "\t", "  ", "é", "漢", "😀", "\n    ", "<match **>", "</match>", "<source>\n", "@type ", "=> ", "#{", "%NZ",
    "# pipelint: ignore[FD101]\n", "\n  tag ü\n", "if [x] == 1 {", "grok { }", "time_format %Y%NZ\n", "\ufeff", "\u2028", "\x0c",
)  # fmt: skip
STARTS = {
    "fluent.conf": FLUENTD,
    "pipeline.conf": LOGSTASH,
    "map.yaml": manifest(FLUENTD),
    "logstash.yaml": manifest(LOGSTASH, "pipeline.conf"),
}


class Text:
    """A text and an editor's edits of it, in UTF-16 positions as most editors send them."""

    def __init__(self, text: str, seed: int) -> None:
        self.text = text
        self._random = random.Random(seed)

    def edit(self) -> lsp.TextDocumentContentChangePartial:
        """One random edit, made here and returned."""
        draw = self._random
        start = draw.randrange(len(self.text) + 1)
        end = start
        match draw.randrange(6):
            case 0:
                end = min(len(self.text), start + draw.randrange(1, 4))
            case 1:
                # Two lines become one.
                start = max(self.text.rfind("\n", 0, start), 0)
                end = start + 1
            case 2:
                end = min(len(self.text), start + draw.randrange(60))
        # Between the two halves of a line end is no position of LSP.
        start, end = (at - (self.text[at - 1 : at + 1] == "\r\n") for at in (start, min(end, len(self.text))))
        new = "" if end > start and draw.random() < 0.7 else draw.choice(PIECES)
        made = lsp.Range(self.position(start), self.position(end))
        self.text = self.text[:start] + new + self.text[end:]
        return lsp.TextDocumentContentChangePartial(made, new)

    def position(self, index: int) -> lsp.Position:
        """A position by the protocol's rules: lines end with ``\\n``, ``\\r\\n`` or ``\\r``."""
        before = self.text[:index].replace("\r\n", "\n\n")
        line_start = max(before.rfind("\n"), before.rfind("\r")) + 1
        number = self.text[:index].replace("\r\n", "\n").replace("\r", "\n").count("\n")
        return lsp.Position(number, len(self.text[line_start:index].encode("utf-16-le")) // 2)


def _checked(path: Path, text: str) -> list[tuple[str, lsp.Range, str]]:
    """What ``pipelint check`` finds in a text as the server would show it."""
    data = text.encode()
    report = check(["-"], Settings(), stdin=data, stdin_filename=str(path), unknown=Unknown.SKIPPED)
    positions = Positions(data, "utf-16")
    found = {
        (f.code, f.place.file_span, f.message + (f"\n{f.reason}" if f.reason else ""))
        for f in report.findings
        if locate(f.place).path == str(path)
    }
    shown = [(code, positions.range(span), message) for code, span, message in found]
    for problem in report.problems:
        span = problem.span
        where = lsp.Range(lsp.Position(0, 0), lsp.Position(0, 0)) if span is None else positions.range(span)
        shown.append(("None", where, problem.message))
    return sorted(shown, key=str)


@pytest.mark.asyncio(loop_scope="session")
@pytest.mark.parametrize("name", list(STARTS))
async def test_after_random_edits_the_server_says_what_check_says(editor: Editor, name: str) -> None:
    there = 0
    for run in range(EDITS // len(STARTS) // BATCH):
        text = Text(STARTS[name], run)
        if run == 0:
            await editor.open(name, text.text)
        else:
            await editor.replace(name, text.text)
        for _ in range(BATCH):
            editor.send(name, text.edit())
        found = await editor.diagnostics(name)
        shown = sorted(((str(d.code), d.range, d.message) for d in found), key=str)
        assert shown == _checked(editor.folder / name, text.text), (run, text.text)
        there += len(shown)
    assert there > 0
