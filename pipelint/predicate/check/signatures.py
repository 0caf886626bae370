"""The functions of the predicate language and their types: CEL's own, and those of its strings and math extensions.

Sources: cel-spec, langdef.md "List of Standard Definitions"; cel-go, ext/README.md "Strings" and "Math"; of `sum` Kubernetes,
"CEL in Kubernetes", list library.
"""

from __future__ import annotations

from dataclasses import dataclass

from pipelint.predicate.evaluate.functions import MATCHES
from pipelint.predicate.types import BOOL, DOUBLE, INT, STRING, ListOf, MapOf, Scalar, Type

ANY = Scalar("any")  # in a signature only
STRINGS = ListOf(STRING)


@dataclass(frozen=True, slots=True)
class Signature:
    """One overload. ``receiver`` is None for ``name(args)``; ``run`` is its name in compiled code."""

    name: str
    receiver: Type | None
    args: tuple[Type, ...]
    result: Type
    run: str

    def __str__(self) -> str:
        shown = f"{self.name}({', '.join(map(str, self.args))})"
        return shown if self.receiver is None else f"{self.receiver}.{shown}"


def _methods(receiver: Type, name: str, result: Type, *overloads: tuple[Type, ...]) -> list[Signature]:
    """``x.name(...)`` with each of these lists of arguments."""
    return [Signature(name, receiver, args, result, name) for args in overloads]


def _convert(result: Type, *given: tuple[Type, str]) -> list[Signature]:
    """The conversions to a type, which are called like it."""
    return [Signature(str(result), None, (kind,), result, run) for kind, run in given]


def _pick(name: str) -> list[Signature]:
    """``math.name`` of two numbers, or of a list of them."""
    return [
        Signature(f"math.{name}", None, args, kind, run)
        for kind in (INT, DOUBLE)
        for args, run in (((kind, kind), name), ((ListOf(kind),), f"{name} of list"))
    ]


def _sum(kind: Type) -> Signature:
    """Of a list, as Kubernetes' own CEL library has it."""
    return Signature("sum", ListOf(kind), (), kind, f"sum of {kind}")


def _round(name: str) -> Signature:
    return Signature(f"math.{name}", None, (DOUBLE,), DOUBLE, name)


SIGNATURES: tuple[Signature, ...] = (
    *_methods(STRING, "startsWith", BOOL, (STRING,)),
    *_methods(STRING, "endsWith", BOOL, (STRING,)),
    *_methods(STRING, "contains", BOOL, (STRING,)),
    *_methods(STRING, MATCHES, BOOL, (STRING,)),
    *_methods(STRING, "charAt", STRING, (INT,)),
    *_methods(STRING, "indexOf", INT, (STRING,), (STRING, INT)),
    *_methods(STRING, "lastIndexOf", INT, (STRING,), (STRING, INT)),
    *_methods(STRING, "lowerAscii", STRING, ()),
    *_methods(STRING, "upperAscii", STRING, ()),
    *_methods(STRING, "replace", STRING, (STRING, STRING), (STRING, STRING, INT)),
    *_methods(STRING, "split", STRINGS, (STRING,), (STRING, INT)),
    *_methods(STRING, "substring", STRING, (INT,), (INT, INT)),
    *_methods(STRING, "trim", STRING, ()),
    *_methods(STRINGS, "join", STRING, (), (STRING,)),
    *(Signature("size", kind, (), INT, "size") for kind in (STRING, ListOf(ANY), MapOf(ANY))),
    *(Signature("size", None, (kind,), INT, "size") for kind in (STRING, ListOf(ANY), MapOf(ANY))),
    _sum(INT),
    _sum(DOUBLE),
    *_convert(INT, (INT, "same"), (DOUBLE, "int of double"), (STRING, "int of string")),
    *_convert(DOUBLE, (DOUBLE, "same"), (INT, "double of int"), (STRING, "double of string")),
    *_convert(STRING, (STRING, "same"), (BOOL, "string of bool"), (INT, "string of int"), (DOUBLE, "string of double")),
    *_pick("greatest"),
    *_pick("least"),
    Signature("math.abs", None, (INT,), INT, "abs of int"),
    Signature("math.abs", None, (DOUBLE,), DOUBLE, "abs of double"),
    _round("ceil"),
    _round("floor"),
    _round("round"),
)
