"""From the syntax node of a condition to its tree, ``and`` bound tighter than ``or`` as Logstash binds them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pipelint.base.condition import CallOperand, Condition, FieldOperand, Joined, LiteralOperand, Logic, Not, Operand, Test, Truth
from pipelint.base.text.document import Document, Place
from pipelint.base.text.span import Span
from pipelint.base.value import Value, ValueKind
from pipelint.engines.logstash.syntax.values import TooDeepError, place_of, read_value, text_of

if TYPE_CHECKING:
    from tree_sitter import Node

_VALUES = ("string", "number", "array")


class MixedOperatorsError(Exception):
    """``xor`` or ``nand`` beside another operator, which Logstash refuses; ``operator`` is the second of them."""

    def __init__(self, operator: Node) -> None:
        super().__init__("xor and nand cannot be combined with other operators")
        self.operator = operator


def read_condition(document: Document, node: Node, left: int) -> Condition | None:
    """The condition of a ``condition`` node; None where a syntax error leaves nothing of it.

    Raises TooDeepError where it is nested deeper than ``left``, and MixedOperatorsError.
    """
    if left <= 0:
        raise TooDeepError(node)
    operands: list[_Written] = []
    operators: list[tuple[Logic, Node]] = []
    for child in node.named_children:
        if child.start_byte == child.end_byte:
            # What the parser put in for something that is missing.
            continue
        if child.type == "boolean_operator":
            operators.append((Logic(text_of(document, child)), child))
        elif (read := _expression(document, child, left - 1)) is not None:
            operands.append((read, Span(child.start_byte, child.end_byte)))
    if not operands or len(operators) != len(operands) - 1:
        return operands[0][0] if len(operands) == 1 else None
    alone = (Logic.XOR, Logic.NAND)
    if len(operators) > 1 and any(logic in alone for logic, _ in operators):
        raise MixedOperatorsError(operators[1][1])
    logics = [logic for logic, _ in operators]
    if logics and logics[0] in alone:
        return _join(document, logics[0], operands)
    terms: list[list[_Written]] = [[operands[0]]]
    for logic, operand in zip(logics, operands[1:], strict=True):
        if logic is Logic.AND:
            terms[-1].append(operand)
        else:
            terms.append([operand])
    spans = [Span(term[0][1].start, term[-1][1].end) for term in terms]
    joined = [_join(document, Logic.AND, term) for term in terms]
    return _join(document, Logic.OR, list(zip(joined, spans, strict=True)))


_Written = tuple[Condition, Span]
"""A condition, and where it stands with the parentheses around it."""


def _join(document: Document, logic: Logic, operands: list[_Written]) -> Condition:
    if len(operands) == 1:
        return operands[0][0]
    place = Place(document, Span(operands[0][1].start, operands[-1][1].end))
    return Joined(logic, tuple(operand for operand, _ in operands), place)


def _expression(document: Document, node: Node, left: int) -> Condition | None:
    place = place_of(document, node)
    match node.type:
        case "parenthesized":
            inner = next((child for child in node.named_children if child.type == "condition"), None)
            return None if inner is None else read_condition(document, inner, left)
        case "negation":
            operand = node.child_by_field_name("operand")
            inside = None if operand is None else _expression(document, operand, left)
            return None if inside is None else Not(inside, place)
        case "comparison" | "membership" | "regexp_match":
            first = node.child_by_field_name("left")
            operator = node.child_by_field_name("operator")
            second = node.child_by_field_name("pattern" if node.type == "regexp_match" else "right")
            if first is None or second is None or operator is None:
                return None
            left_side, right_side = _operand(document, first, left), _operand(document, second, left)
            if left_side is None or right_side is None:
                return None
            name = "not in" if operator.type == "not_in" else text_of(document, operator)
            return Test(name, left_side, right_side, place)
        case _:
            value = _operand(document, node, left)
            return None if value is None else Truth(value, place)


def _operand(document: Document, node: Node, left: int) -> Operand | None:
    if node.is_missing:
        return None
    place = place_of(document, node)
    if node.type == "field_reference":
        return FieldOperand(tuple(text_of(document, part)[1:-1] for part in node.named_children), place)
    if node.type in _VALUES:
        return LiteralOperand(read_value(document, node, left), place)
    if node.type == "regexp":
        pattern = node.child_by_field_name("pattern")
        inside = Place(document, Span(node.start_byte + 1, max(node.start_byte + 1, node.end_byte - 1)))
        where = inside if pattern is None else place_of(document, pattern)
        return LiteralOperand(Value(ValueKind.STRING, where.text, place, where), place)
    if node.type == "method_call":
        name = node.child_by_field_name("name")
        return CallOperand("" if name is None else text_of(document, name), place)
    return None
