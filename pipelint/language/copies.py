"""Copies of sections, with all that is in them, at other places."""

from __future__ import annotations

from pipelint.base.block import Block, Param
from pipelint.base.condition import CallOperand, Condition, FieldOperand, Joined, LiteralOperand, Not, Operand, Test, Truth
from pipelint.base.text.document import Document, Place
from pipelint.base.value import Entry, Value


class Copies:
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
