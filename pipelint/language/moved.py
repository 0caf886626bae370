"""Sections whose text is as in a document's last sound version: copied to where they stand now, quicker than they are read."""

from __future__ import annotations

from collections.abc import Iterable

from pipelint.base.block import Block
from pipelint.base.text.document import Document, SourceFile
from pipelint.base.text.span import Span
from pipelint.language.parsed import Parsed
from pipelint.language.reparse import Edited


class Sections:
    """The sections of the last version without errors that an edit has left as they were.

    Sections without errors that have one text at one depth are alike: what they mean does not depend on what is around, nor on
    errors there.
    """

    def __init__(self, before: Parsed | None, text: bytes) -> None:
        self._edited = Edited(b"", text)
        # At each depth, by where they start, the sections beside those that were edited and these themselves.
        self._levels: list[dict[int, Block]] = []
        if before is not None:
            self._edited = Edited(before.text, text)
            self._levels.append(_by_start(before.root.blocks))

    def at(self, document: Document, span: Span, depth: int) -> Block | None:
        """The section that these bytes of the new version are, with its places there; None where the last one had none such."""
        if not self._levels:
            return None
        start = self._edited.before(span)
        known = None if start is None else self._level(depth).get(start)
        if known is None or len(known.place.span) != len(span):
            return None
        # Imported here: only an editor has a last version.
        from pipelint.language.copies import Copies

        alone = known.alone
        if alone is None:
            text = span.cut(document.text)
            alone = Copies(Document.whole(SourceFile(document.file.path, text)), -known.place.span.start).block(known)
        return alone.moved(Copies(document, span.start - alone.place.span.start))

    def _level(self, depth: int) -> dict[int, Block]:
        while len(self._levels) <= depth:
            edited = [block for block in self._levels[-1].values() if self._edited.touches(block.place.span)]
            # Logstash's codec stands for a part of its plugin, and has a text that a plugin could have.
            self._levels.append(_by_start([inner for block in edited for inner in block.blocks if inner.name != "codec"]))
        return self._levels[depth]


def _by_start(blocks: Iterable[Block]) -> dict[int, Block]:
    return {block.place.span.start: block for block in blocks}
