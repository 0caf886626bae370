"""Texts and numbers that stand alone in a condition, joined to comparisons as if they were compared, too."""

from __future__ import annotations

from collections.abc import Iterator

from pipelint.base.block import Block
from pipelint.base.condition import Joined, LiteralOperand, Truth, terms
from pipelint.base.lean.record import dataclass
from pipelint.base.text.document import Place


@dataclass(frozen=True, slots=True)
class LiteralFact:
    """A literal that an ``and`` or ``or`` joins to another condition; ``field`` is the one compared before it ("" for none)."""

    text: str
    field: str
    place: Place


def lone_literals(root: Block) -> Iterator[LiteralFact]:
    """Those of all conditions under a block, the first of each condition."""
    for block in root.walk():
        if isinstance(block.question, Joined) and block.noted(_has_one) and isinstance(block.condition, Joined):
            yield from _first(block.condition)


def _has_one(block: Block) -> bool:
    return isinstance(block.condition, Joined) and any(_first(block.condition))


def _first(condition: Joined) -> Iterator[LiteralFact]:
    field = ""
    for term in terms(condition):
        match term:
            case Truth(operand=LiteralOperand(value=value), place=place):
                yield LiteralFact(value.text, field, place)
                return
            case Truth():
                continue
        field = field if isinstance(term.left, LiteralOperand) else term.left.place.text
