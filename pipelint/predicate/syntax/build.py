"""TreeBuilder: lark's callbacks, which make the nodes of the syntax tree while the text is parsed (no recursion)."""

from __future__ import annotations

from dataclasses import replace

from lark import Token, Transformer, v_args

from pipelint.predicate.errors import PredicateError
from pipelint.predicate.syntax.ast import (
    Binary,
    Call,
    Expr,
    Index,
    ListLiteral,
    Literal,
    Name,
    Select,
    Ternary,
    Unary,
)
from pipelint.predicate.syntax.literals import read_string

# CEL keeps these words for later use as names of variables and functions; fields may have them.
_WORDS = "as break const continue else for function if import let loop package namespace return var void while"
RESERVED = frozenset(_WORDS.split(" "))


@v_args(inline=True)
class TreeBuilder(Transformer[Token, Expr]):
    """One method a rule of the grammar."""

    def ternary(self, test: Expr, yes: Expr, no: Expr) -> Expr:
        return Ternary(test, yes, no, at=test.at, end=no.end)

    def binary(self, left: Expr, op: Token, right: Expr) -> Expr:
        return Binary(str(op), left, right, at=left.at, end=right.end)

    def unary(self, op: Token, operand: Expr) -> Expr:
        match op, operand:
            case "-", Literal(value) if isinstance(value, int | float) and not isinstance(value, bool) and value >= 0:
                return Literal(-value, at=_start(op), end=operand.end)  # so that the lowest int can be written
        return Unary(str(op), operand, at=_start(op), end=operand.end)

    def select(self, operand: Expr, name: Token) -> Expr:
        return Select(operand, str(name), at=operand.at, end=_end(name), name_at=_start(name))

    def method(self, receiver: Expr, name: Token, args: tuple[Expr, ...] | None, close: Token) -> Expr:
        where = {"at": receiver.at, "end": _end(close), "name_at": _start(name)}
        return Call(str(name), args or (), receiver, **where)

    def index(self, operand: Expr, index: Expr, close: Token) -> Expr:
        return Index(operand, index, at=operand.at, end=_end(close))

    def name(self, name: Token) -> Expr:
        return Name(_free(name), at=_start(name), end=_end(name))

    def call(self, name: Token, args: tuple[Expr, ...] | None, close: Token) -> Expr:
        return Call(_free(name), args or (), at=_start(name), end=_end(close), name_at=_start(name))

    def group(self, start: Token, inner: Expr, close: Token) -> Expr:
        return replace(inner, at=_start(start), end=_end(close))

    def list(self, start: Token, items: tuple[Expr, ...] | None, close: Token) -> Expr:
        return ListLiteral(items or (), at=_start(start), end=_end(close))

    def arguments(self, *items: Expr) -> tuple[Expr, ...]:
        return items

    def double(self, text: Token) -> Expr:
        value = float(text)
        if value == float("inf"):
            raise PredicateError("this number is too large for a double", _start(text), _end(text))
        return Literal(value, at=_start(text), end=_end(text))

    def int(self, text: Token) -> Expr:
        digits = str(text)
        # 32 digits are more than an int may have; the checker says so. Python refuses to read very long ones.
        value = int(digits, 16) if digits[:2] in ("0x", "0X") else int(digits.lstrip("0")[:32] or "0")
        return Literal(value, at=_start(text), end=_end(text))

    def string(self, text: Token) -> Expr:
        return Literal(read_string(str(text), _start(text)), at=_start(text), end=_end(text))

    def raw_string(self, text: Token) -> Expr:
        return Literal(str(text)[2:-1], at=_start(text), end=_end(text))

    def true(self, text: Token) -> Expr:
        return Literal(True, at=_start(text), end=_end(text))

    def false(self, text: Token) -> Expr:
        return Literal(False, at=_start(text), end=_end(text))

    def null(self, text: Token) -> Expr:
        return Literal(None, at=_start(text), end=_end(text))


def _start(token: Token) -> int:
    return token.start_pos or 0


def _end(token: Token) -> int:
    return token.end_pos or 0


def _free(token: Token) -> str:
    """The token's text. Raises PredicateError for a reserved word."""
    if token in RESERVED:
        raise PredicateError(f'"{token}" is a reserved word of CEL', _start(token), _end(token))
    return str(token)
