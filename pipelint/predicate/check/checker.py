"""The type checker: from a syntax tree and the schema of facts to a type and compiled code."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from pipelint.predicate.check.calls import check_call
from pipelint.predicate.check.operators import check_binary, check_unary
from pipelint.predicate.errors import PredicateError, did_you_mean
from pipelint.predicate.evaluate.code import Code
from pipelint.predicate.evaluate.frame import HIGHEST, LOWEST
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
from pipelint.predicate.types import (
    BOOL,
    DOUBLE,
    INT,
    NOTHING,
    NULL,
    STRING,
    FactType,
    ListOf,
    MapOf,
    Optional,
    Type,
    Typed,
    Variable,
    article,
    unify,
    unwrap,
)

if TYPE_CHECKING:
    from pipelint.predicate.schema import Schema

MAX_DEPTH = 60  # levels of nesting; the closures of the compiled expression nest as deep


class Checker:
    """Checks one expression. ``size`` counts the nodes seen so far: what one evaluation costs but for its loops.

    ``selected`` are the fields of facts that it asks for: the class, the field, and where the selection is written.
    """

    def __init__(self, schema: Schema, scope: Mapping[str, Variable]) -> None:
        self.schema = schema
        self.scope = dict(scope)
        self.size = 0
        self.selected: list[tuple[str, str, int, int]] = []
        self._depth = 0

    def typed(self, node: Expr) -> Typed:
        """The type and code of ``node``; an optional stays one. Raises PredicateError."""
        self.size += 1
        self._depth += 1
        if self._depth > MAX_DEPTH:
            raise PredicateError(f"nested deeper than {MAX_DEPTH} levels", node.at, node.end)
        found = self._typed(node)
        self._depth -= 1
        return found

    def value(self, node: Expr) -> Typed:
        """As ``typed``, but never null: a null optional is an error value there."""
        found = self.typed(node)
        if found.type == NULL:
            raise PredicateError("null has no value", node.at, node.end)
        if isinstance(found.type, Optional):
            return Typed(found.type.inner, ["some", found.code])
        return found

    def bool(self, node: Expr, what: str) -> Code:
        """The code of a node that must be a bool; ``what`` names it in the message."""
        found = self.value(node)
        if found.type != BOOL:
            raise PredicateError(f"{what} must be a bool, found {article(found.type)}", node.at, node.end)
        return found.code

    def inside(self, name: Name, kind: Type, check: Callable[[], Typed]) -> Typed:
        """``check()`` with the variable of a macro in scope. Raises PredicateError for a name that is taken."""
        if name.name in self.scope:
            raise PredicateError(f'"{name.name}" is already defined here', name.at, name.end)
        self.scope[name.name] = Variable(kind)
        found = check()
        del self.scope[name.name]
        return found

    def select(self, node: Select) -> tuple[Typed, Typed]:
        """What a selection selects from, and what it gives. Raises PredicateError."""
        owner = self.value(node.operand)
        found = self.member(owner, node.member, node.name_at)
        if isinstance(owner.type, FactType):
            self.selected.append((owner.type.name, node.member, node.at, node.name_at + len(node.member)))
        return owner, found

    def member(self, operand: Typed, field: str, at: int) -> Typed:
        """``operand.field``: of a map the value of that key, of a fact its field."""
        match operand.type:
            case MapOf(value):
                return Typed(value, ["key", operand.code, field])
            case FactType(name):
                fact = self.schema.fact(name)
                if field in fact.members:
                    found = fact.members[field]
                    return Typed(found.type, ["get", operand.code, field, found.adapt.value])
                hint = did_you_mean(field, fact.members)
                reason = "is not visible to rules" if field in fact.hidden else f"is not a field of {name}"
                raise PredicateError(f'"{field}" {reason}{hint}', at, at + len(field))
            case other:
                raise PredicateError(f"{article(other)} has no fields", at, at + len(field))

    def _typed(self, node: Expr) -> Typed:
        match node:
            case Literal():
                return _literal(node)
            case Name():
                return self._name(node)
            case ListLiteral(items):
                return self._list([(item, self.value(item)) for item in items])
            case Select():
                return self.select(node)[1]
            case Index():
                return self._index(node)
            case Unary():
                return check_unary(self, node)
            case Binary():
                return check_binary(self, node)
            case Ternary():
                return self._ternary(node)
            case Call():
                return check_call(self, node)

    def _name(self, node: Name) -> Typed:
        found = self.scope.get(node.name)
        if found is None:
            hint = did_you_mean(node.name, self.scope)
            raise PredicateError(f'unknown variable "{node.name}"{hint}', node.at, node.end)
        return Typed(found.type, [found.op, node.name])

    def _list(self, items: list[tuple[Expr, Typed]]) -> Typed:
        kind: Type = NOTHING
        for node, item in items:
            both = unify(kind, item.type)
            if both is None:
                message = f"{article(item.type)} in a list of {kind}: the items of a list must have one type"
                raise PredicateError(message, node.at, node.end)
            kind = both
        return Typed(ListOf(kind), ["list", *(item.code for _, item in items)])

    def _index(self, node: Index) -> Typed:
        operand, index = self.value(node.operand), self.value(node.index)
        match operand.type, index.type:
            case ListOf(item), _ if item == NOTHING:
                raise PredicateError("an empty list has no items", node.operand.at, node.operand.end)
            case ListOf(item), kind if kind == INT:
                return Typed(item, ["item", operand.code, index.code])
            case MapOf(value), kind if kind == STRING:
                return Typed(value, ["lookup", operand.code, index.code])
            case (ListOf() | MapOf()) as holder, kind:
                wanted = "an int" if isinstance(holder, ListOf) else "a string"
                message = f"the index of {article(holder)} must be {wanted}, found {article(kind)}"
                raise PredicateError(message, node.index.at, node.index.end)
            case other, _:
                raise PredicateError(f"{article(other)} cannot be indexed", node.operand.at, node.operand.end)

    def _ternary(self, node: Ternary) -> Typed:
        test = self.bool(node.test, "the condition before ?")
        yes, no = self.typed(node.yes), self.typed(node.no)
        both = unify(yes.type, no.type)
        if both is None:
            message = f"both sides of : must have one type, found {article(yes.type)} and {article(no.type)}"
            raise PredicateError(message, node.yes.at, node.no.end)
        return Typed(both, ["if", test, yes.code, no.code])


def displayable(kind: Type) -> bool:
    """Whether a template can show a value of this type: scalars, and lists of them."""
    base = unwrap(kind)
    base = unwrap(base.item) if isinstance(base, ListOf) else base
    return base in (BOOL, INT, DOUBLE, STRING, NOTHING)


def _literal(node: Literal) -> Typed:
    match node.value:
        case bool():
            kind: Type = BOOL
        case int(value):
            kind = INT
            if not LOWEST <= value <= HIGHEST:
                raise PredicateError("this number is too large for an int", node.at, node.end)
        case float():
            kind = DOUBLE
        case str():
            kind = STRING
        case None:
            kind = NULL
    return Typed(kind, ["lit", node.value])
