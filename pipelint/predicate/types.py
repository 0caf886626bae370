"""The types of the predicate language, checked expressions and names in scope."""

from __future__ import annotations

from dataclasses import dataclass

from pipelint.predicate.evaluate.code import Code


@dataclass(frozen=True, slots=True)
class Scalar:
    """``bool``, ``int``, ``double``, ``string``; ``null`` for the literal, ``nothing`` for the item of ``[]``."""

    name: str

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True, slots=True)
class ListOf:
    """A list of ``item``."""

    item: Type

    def __str__(self) -> str:
        return f"list<{self.item}>"


@dataclass(frozen=True, slots=True)
class MapOf:
    """A map from strings to ``value``."""

    value: Type

    def __str__(self) -> str:
        return f"map<string, {self.value}>"


@dataclass(frozen=True, slots=True)
class Optional:
    """``inner`` or null; null where a value is needed is an error value."""

    inner: Type

    def __str__(self) -> str:
        return f"optional {self.inner}"


@dataclass(frozen=True, slots=True)
class FactType:
    """An object of the fact class called ``name``."""

    name: str

    def __str__(self) -> str:
        return self.name


Type = Scalar | ListOf | MapOf | Optional | FactType

BOOL = Scalar("bool")
INT = Scalar("int")
DOUBLE = Scalar("double")
STRING = Scalar("string")
NULL = Scalar("null")
NOTHING = Scalar("nothing")
NUMBERS = (INT, DOUBLE)


def unwrap(kind: Type) -> Type:
    """The type without its optional."""
    return kind.inner if isinstance(kind, Optional) else kind


def unify(left: Type, right: Type) -> Type | None:
    """The type of a value that is of either type, or None where there is no such type."""
    match left, right:
        case _ if left == right:
            return left
        case (Scalar("nothing"), other) | (other, Scalar("nothing")):
            return other
        case (Scalar("null"), other) | (other, Scalar("null")):
            return other if isinstance(other, Optional) else Optional(other)
        case (Optional(), _) | (_, Optional()):
            inner = unify(unwrap(left), unwrap(right))
            return None if inner is None else Optional(inner)
        case (ListOf(a), ListOf(b)):
            item = unify(a, b)
            return None if item is None else ListOf(item)
        case (MapOf(a), MapOf(b)):
            value = unify(a, b)
            return None if value is None else MapOf(value)
        case _:
            return None


def fits(given: Type, wanted: Type) -> bool:
    """Whether a value of type ``given`` may stand where ``wanted`` is asked for."""
    return unify(given, wanted) == wanted


@dataclass(frozen=True, slots=True)
class Typed:
    """A checked expression."""

    type: Type
    code: Code


@dataclass(frozen=True, slots=True)
class Variable:
    """A name in scope: a fact that the rule is given, an element of a list, or (``let``) an expression with a name."""

    type: Type
    op: str = "var"


def article(kind: Type) -> str:
    """The type in words: ``an int``, ``a string``."""
    shown = str(kind)
    return shown if shown == "null" else f"{'an' if shown[0] in 'aeioAEIO' else 'a'} {shown}"
