"""Sections of a document's last version whose text is as it was: copied to where they stand now, quicker than they are read."""

from __future__ import annotations

from collections.abc import Iterable

from pipelint.base.block import Block, Param
from pipelint.base.condition import CallOperand, Condition, FieldOperand, Joined, LiteralOperand, Not, Operand, Test, Truth
from pipelint.base.text.document import Document, Place, SourceFile
from pipelint.base.text.span import Span
from pipelint.base.value import Entry, Value
from pipelint.language.parsed import Parsed
from pipelint.language.reparse import Edited


class Sections:
    """The sections of the last version that an edit has left as they were; none where that version had an error.

    Sections with one text at one depth are alike in a text without errors: what they mean does not depend on what is around.
    """

    def __init__(self, before: Parsed | None, text: bytes) -> None:
        self._edited = Edited(b"", text)
        # At each depth, by where they start, the sections beside those that were edited and these themselves.
        self._levels: list[dict[int, Block]] = []
        if before is not None and not before.errors:
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
        alone = known.alone
        if alone is None:
            text = span.cut(document.text)
            alone = _Move(Document.whole(SourceFile(document.file.path, text)), -known.place.span.start).block(known)
        return alone.moved(_Move(document, span.start - alone.place.span.start))

    def _level(self, depth: int) -> dict[int, Block]:
        while len(self._levels) <= depth:
            edited = [block for block in self._levels[-1].values() if self._edited.touches(block.place.span)]
            # Logstash's codec stands for a part of its plugin, and has a text that a plugin could have.
            self._levels.append(_by_start([inner for block in edited for inner in block.blocks if inner.name != "codec"]))
        return self._levels[depth]


def _by_start(blocks: Iterable[Block]) -> dict[int, Block]:
    return {block.place.span.start: block for block in blocks}


class _Move:
    """Copies of what is known of a text, ``by`` bytes further on in another document."""

    def __init__(self, document: Document, by: int) -> None:
        self._document = document
        self._by = by

    def place(self, place: Place) -> Place:
        """A place."""
        return Place(self._document, place.span.shift(self._by))

    def block(self, block: Block) -> Block:
        """A section with all that is in it. The parser has bounded the depth."""
        place = self.place
        made = Block(
            block.name,
            block.arg,
            tuple([self.param(item) if isinstance(item, Param) else self.block(item) for item in block.items]),
            place(block.place),
            place(block.head_place),
            place(block.arg_place),
            None if block.condition is None else self.condition(block.condition),
        )
        return made.with_notes_of(block)

    def param(self, param: Param) -> Param:
        """A parameter."""
        data = None if param.data is None else self.value(param.data)
        # Of a structured value the place is one and the same.
        place = self.place(param.place) if data is None or param.data is None else data.place
        return Param(param.name, param.value, place, self.place(param.name_place), param.embedded, data)

    def value(self, value: Value) -> Value:
        """A value with those in it."""
        return Value(
            value.kind,
            value.text,
            self.place(value.place),
            self.place(value.content_place),
            tuple([self.value(item) for item in value.items]),
            tuple([Entry(self.value(entry.key), self.value(entry.value)) for entry in value.entries]),
        )

    def condition(self, condition: Condition) -> Condition:
        """A condition."""
        place = self.place(condition.place)
        match condition:
            case Test(operator, left, right):
                return Test(operator, self.operand(left), self.operand(right), place)
            case Truth(operand):
                return Truth(self.operand(operand), place)
            case Not(operand=inner):
                return Not(self.condition(inner), place)
            case Joined(logic, operands):
                return Joined(logic, tuple([self.condition(one) for one in operands]), place)

    def operand(self, operand: Operand) -> Operand:
        """One side of a comparison."""
        place = self.place(operand.place)
        match operand:
            case FieldOperand(path):
                return FieldOperand(path, place)
            case LiteralOperand(value):
                return LiteralOperand(self.value(value), place)
            case CallOperand(name):
                return CallOperand(name, place)
