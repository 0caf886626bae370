"""Sections of a document's last version whose text is as it was: copied to where they stand now, quicker than they are read."""

from __future__ import annotations

from collections.abc import Iterator

from pipelint.base.block import Block, Param
from pipelint.base.condition import CallOperand, Condition, FieldOperand, Joined, LiteralOperand, Not, Operand, Test, Truth
from pipelint.base.document import Document, Place
from pipelint.base.span import Span
from pipelint.base.value import Entry, Value
from pipelint.engines.parsed import Parsed

# Sections around one that is looked for: of those that are deeper the text would be held once for each level.
_DEEPEST = 8


class Sections:
    """The sections of the last version, by their text and how many are around each; none where it had an error.

    Sections with one text at one depth are alike in a text without errors: what they mean does not depend on what is around.
    """

    def __init__(self, before: Parsed | None) -> None:
        self._known: dict[tuple[int, bytes], Block] = {}
        if before is not None and not before.errors:
            for depth, block in _walk(before.root):
                text = block.place.span.cut(before.text)
                # Logstash's codec stands for a part of its plugin, and has a text that a plugin could have.
                if text.lstrip(b"<").startswith(block.name.encode()):
                    self._known.setdefault((depth, text), block)

    def at(self, document: Document, span: Span, depth: int) -> Block | None:
        """The section that these bytes of the new version are, with its places there; None where the last one had none such."""
        found = self._known.get((depth, span.cut(document.text))) if self._known and depth <= _DEEPEST else None
        return None if found is None else _Move(document, span.start - found.place.span.start).block(found)


def _walk(root: Block) -> Iterator[tuple[int, Block]]:
    """The sections in ``root`` that are no codec and not too deep, with how many sections are around each."""
    todo = [(0, block) for block in root.blocks]
    while todo:
        depth, block = todo.pop()
        if block.name != "codec" and depth <= _DEEPEST:
            yield depth, block
            todo += [(depth + 1, inner) for inner in block.blocks]


class _Move:
    """Copies of what is known of a text, ``by`` bytes further on in another document."""

    def __init__(self, document: Document, by: int) -> None:
        self._document = document
        self._by = by

    def place(self, place: Place) -> Place:
        """A place."""
        return Place(self._document, place.span.shift(self._by) if self._by else place.span)

    def block(self, block: Block) -> Block:
        """A section with all that is in it. The parser has bounded the depth."""
        place = self.place
        return Block(
            block.name,
            block.arg,
            tuple([self.param(item) if isinstance(item, Param) else self.block(item) for item in block.items]),
            place(block.place),
            place(block.head_place),
            place(block.arg_place),
            None if block.condition is None else self.condition(block.condition),
        )

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
