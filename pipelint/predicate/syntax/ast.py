"""The syntax tree of the predicate language. ``at`` and ``end`` are character offsets in the expression."""

from __future__ import annotations

from dataclasses import dataclass, field

LiteralValue = bool | int | float | str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Node:
    """What every node has: where it starts and ends. Two trees are equal where they read the same."""

    at: int = field(default=0, compare=False)
    end: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class Literal(Node):
    """A number, a string, ``true``, ``false`` or ``null``."""

    value: LiteralValue


@dataclass(frozen=True, slots=True)
class ListLiteral(Node):
    """``[a, b]``"""

    items: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Name(Node):
    """A variable."""

    name: str


@dataclass(frozen=True, slots=True)
class Select(Node):
    """``operand.member``; ``name_at`` is where the member's name stands."""

    operand: Expr
    member: str
    name_at: int = field(default=0, compare=False, kw_only=True)


@dataclass(frozen=True, slots=True)
class Index(Node):
    """``operand[index]``"""

    operand: Expr
    index: Expr


@dataclass(frozen=True, slots=True)
class Unary(Node):
    """``!x`` or ``-x``"""

    op: str
    operand: Expr


@dataclass(frozen=True, slots=True)
class Binary(Node):
    """``left op right``."""

    op: str
    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True)
class Ternary(Node):
    """``test ? yes : no``"""

    test: Expr
    yes: Expr
    no: Expr


@dataclass(frozen=True, slots=True)
class Call(Node):
    """``name(args)``, or ``receiver.name(args)``: functions and macros. ``name_at`` is where the name stands."""

    name: str
    args: tuple[Expr, ...]
    receiver: Expr | None = None
    name_at: int = field(default=0, compare=False, kw_only=True)


Expr = Literal | ListLiteral | Name | Select | Index | Unary | Binary | Ternary | Call


def children(node: Expr) -> tuple[Expr, ...]:
    """The nodes directly inside ``node``, in source order."""
    match node:
        case ListLiteral(items):
            return items
        case Select(operand) | Unary(operand=operand):
            return (operand,)
        case Index(operand, index):
            return operand, index
        case Binary(left=left, right=right):
            return left, right
        case Ternary(test, yes, no):
            return test, yes, no
        case Call(args=args, receiver=receiver):
            return args if receiver is None else (receiver, *args)
        case _:
            return ()
