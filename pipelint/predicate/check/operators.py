"""Types and code of the operators."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pipelint.predicate.errors import PredicateError
from pipelint.predicate.evaluate.code import Code
from pipelint.predicate.syntax.ast import Binary, Unary
from pipelint.predicate.types import (
    BOOL,
    DOUBLE,
    INT,
    NULL,
    NUMBERS,
    STRING,
    FactType,
    ListOf,
    MapOf,
    Optional,
    Type,
    Typed,
    article,
    unify,
    unwrap,
)

if TYPE_CHECKING:
    from pipelint.predicate.check.checker import Checker

_ORDER = {"<": "lt", "<=": "le", ">": "gt", ">=": "ge"}
_INT = {"+": "addi", "-": "subi", "*": "muli", "/": "divi", "%": "modi"}
_DOUBLE = {"+": "addd", "-": "subd", "*": "muld", "/": "divd"}


def check_unary(checker: Checker, node: Unary) -> Typed:
    """``!x`` and ``-x``."""
    if node.op == "!":
        return Typed(BOOL, ["not", checker.bool(node.operand, "the operand of !")])
    operand = checker.value(node.operand)
    if operand.type not in NUMBERS:
        raise PredicateError(f"- expects a number, found {article(operand.type)}", node.operand.at, node.operand.end)
    return Typed(operand.type, ["negi" if operand.type == INT else "negd", operand.code])


def check_binary(checker: Checker, node: Binary) -> Typed:
    """``left op right``."""
    match node.op:
        case "&&" | "||":
            left = checker.bool(node.left, f"the left side of {node.op}")
            right = checker.bool(node.right, f"the right side of {node.op}")
            return Typed(BOOL, ["and" if node.op == "&&" else "or", left, right])
        case "==" | "!=":
            return _equality(checker, node)
        case "in":
            return _membership(checker, node)
        case op if op in _ORDER:
            return _ordering(checker, node)
        case _:
            return _arithmetic(checker, node)


def _equality(checker: Checker, node: Binary) -> Typed:
    left, right = checker.typed(node.left), checker.typed(node.right)
    kinds = (unwrap(left.type), unwrap(right.type))
    for side, other in ((left, right), (right, left)):
        if side.type == NULL and not isinstance(other.type, Optional) and other.type != NULL:
            raise PredicateError(f"{article(other.type)} is never null", node.at, node.end)
    if unify(left.type, right.type) is None and not all(kind in NUMBERS for kind in kinds):
        raise _mismatch(node, left.type, right.type, "are never equal")
    if NULL in kinds or isinstance(kinds[0], FactType):
        op = "is" if node.op == "==" else "isnot"  # facts are things: equal where they are the same one
    elif any(_holds_facts(kind) for kind in kinds):
        raise _mismatch(node, left.type, right.type, "cannot be compared")
    else:
        op = "eq" if node.op == "==" else "ne"
    return Typed(BOOL, [op, left.code, right.code])


def _membership(checker: Checker, node: Binary) -> Typed:
    left, right = checker.typed(node.left), checker.value(node.right)
    match right.type:
        case MapOf() if unwrap(left.type) == STRING:
            return Typed(BOOL, ["inmap", left.code, right.code])
        case ListOf(item):
            numbers = all(unwrap(kind) in NUMBERS for kind in (left.type, item))
            if unify(left.type, item) is None and not numbers:
                raise _mismatch(node, left.type, right.type, "have no values in common")
            if _holds_facts(item) and not isinstance(unwrap(item), FactType):
                raise _mismatch(node, left.type, right.type, "cannot be compared")
            return Typed(BOOL, ["infacts" if isinstance(unwrap(item), FactType) else "in", left.code, right.code])
        case MapOf():
            raise PredicateError(f"keys are strings, found {article(left.type)}", node.left.at, node.left.end)
        case other:
            message = f'"in" expects a list or a map on its right, found {article(other)}'
            raise PredicateError(message, node.right.at, node.right.end)


def _ordering(checker: Checker, node: Binary) -> Typed:
    left, right = checker.value(node.left), checker.value(node.right)
    numbers = left.type in NUMBERS and right.type in NUMBERS
    if not numbers and (left.type != right.type or left.type not in (STRING, BOOL)):
        raise _mismatch(node, left.type, right.type, f"cannot be ordered with {node.op}")
    return Typed(BOOL, [_ORDER[node.op], left.code, right.code])


def _arithmetic(checker: Checker, node: Binary) -> Typed:
    left, right = checker.value(node.left), checker.value(node.right)
    kind = unify(left.type, right.type)
    if node.op == "+" and kind == STRING:
        return Typed(STRING, ["cat", left.code, right.code])
    if node.op == "+" and isinstance(kind, ListOf):
        return Typed(kind, ["catl", left.code, right.code])
    if kind == INT:
        return Typed(INT, [_INT[node.op], left.code, right.code])
    if left.type in NUMBERS and right.type in NUMBERS and node.op in _DOUBLE:
        return Typed(DOUBLE, [_DOUBLE[node.op], as_double(left), as_double(right)])
    hint = ": write string(x)" if node.op == "+" and STRING in (left.type, right.type) else ""
    raise _mismatch(node, left.type, right.type, f"cannot be combined with {node.op}{hint}")


def as_double(number: Typed) -> Code:
    """The code of a number as a double: beside one, an int is one, too."""
    if number.type == DOUBLE:
        return number.code
    match number.code:
        case ["lit", int(value)]:
            return ["lit", float(value)]
    return ["call", "double of int", number.code]


def _holds_facts(kind: Type) -> bool:
    """Whether values of this type cannot be compared by what is in them: facts, and maps, which may be large."""
    match kind:
        case ListOf(inner) | Optional(inner):
            return _holds_facts(inner)
        case FactType() | MapOf():
            return True
        case _:
            return False


def _mismatch(node: Binary, left: Type, right: Type, why: str) -> PredicateError:
    return PredicateError(f"{article(left)} and {article(right)} {why}", node.left.at, node.right.end)
