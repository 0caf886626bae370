"""Types and code of function calls and macros."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pipelint.predicate import regex
from pipelint.predicate.check.signatures import ANY, SIGNATURES, Signature
from pipelint.predicate.errors import PredicateError, did_you_mean
from pipelint.predicate.evaluate.code import Code
from pipelint.predicate.evaluate.functions import MATCHES
from pipelint.predicate.syntax.ast import Call, Expr, Literal, Name, Select
from pipelint.predicate.types import BOOL, NOTHING, STRING, FactType, ListOf, MapOf, Optional, Type, Typed, article, fits

if TYPE_CHECKING:
    from pipelint.predicate.check.checker import Checker

_TESTS = {"exists": "exists", "all": "all", "exists_one": "one", "filter": "filter"}
MACROS = ("has", *_TESTS, "map")


def check_call(checker: Checker, node: Call) -> Typed:
    """``f(x)``, ``x.f(y)``, ``math.f(x)`` and the macros."""
    match node:
        case Call("has", args, None):
            return _has(checker, node, args)
        case Call(name, receiver=Name(space, at=at)) if f"{space}.{name}" in _NAMES and space not in checker.scope:
            return _function(checker, node, f"{space}.{name}", None, at)
        case Call(name, receiver=receiver) if receiver is not None and (name in _TESTS or name == "map"):
            return _macro(checker, node, receiver)
        case _:
            return _function(checker, node, node.name, node.receiver, node.name_at)


def _has(checker: Checker, node: Call, args: tuple[Expr, ...]) -> Typed:
    match args:
        case (Select() as selection,):
            owner, _ = checker.select(selection)
            return Typed(BOOL, ["haskey" if isinstance(owner.type, MapOf) else "has", owner.code, selection.member])
        case _:
            raise PredicateError("has() expects one field selection, as in has(stage.time)", node.at, node.end)


def _macro(checker: Checker, node: Call, receiver: Expr) -> Typed:
    over = checker.value(receiver)
    match over.type:
        case ListOf(item) if item == NOTHING:
            raise PredicateError("an empty list has no items", receiver.at, receiver.end)
        case ListOf(item):
            source, kind = over.code, item
        case MapOf():
            source, kind = ["keys", over.code], STRING
        case other:
            message = f"{node.name} expects a list or a map, found {article(other)}"
            raise PredicateError(message, receiver.at, receiver.end)
    test: Expr | None
    result: Expr | None
    match node.name, node.args:
        case "map", (Name() as name, body):
            test, result = None, body
        case "map", (Name() as name, body, last):
            test, result = body, last
        case _, (Name() as name, body) if node.name != "map":
            test, result = body, None
        case _:
            wanted = "map(x, value) or map(x, test, value)" if node.name == "map" else f"{node.name}(x, test)"
            raise PredicateError(f"this macro must be written {wanted}, with a name for x", node.name_at, node.end)

    before = checker.size

    def inner() -> Typed:
        tested: Code | None = None if test is None else checker.bool(test, f"the test of {node.name}")
        if result is None:
            assert tested is not None
            return Typed(over.type if node.name == "filter" else BOOL, tested)
        made = checker.value(result)
        return Typed(ListOf(made.type), [tested, made.code])

    found = checker.inside(name, kind, inner)
    steps = checker.size - before + 1
    if node.name == "map":
        return Typed(found.type, ["map", source, name.name, *found.code, steps])
    result_type = ListOf(kind) if node.name == "filter" else BOOL
    return Typed(result_type, [_TESTS[node.name], source, name.name, found.code, steps])


def _function(checker: Checker, node: Call, name: str, receiver: Expr | None, at: int) -> Typed:
    candidates = [f for f in SIGNATURES if f.name == name and (f.receiver is None) == (receiver is None)]
    end = node.name_at + len(node.name)
    if not candidates:
        raise PredicateError(_unknown(name, receiver), at, end)
    operands = ([] if receiver is None else [receiver]) + list(node.args)
    given = [checker.value(operand) for operand in operands]
    for overload in candidates:
        if _accepts(overload, [value.type for value in given]):
            if overload.run == MATCHES:
                _check_pattern(node.args[0])
            return Typed(overload.result, ["call", overload.run, *(value.code for value in given)])
    shown = ", ".join(article(value.type) for value in given) or "nothing"
    known = " or ".join(str(overload) for overload in candidates)
    raise PredicateError(f"{name} cannot be called with {shown}; expected {known}", at, node.end)


def _accepts(overload: Signature, given: list[Type]) -> bool:
    wanted = overload.args if overload.receiver is None else (overload.receiver, *overload.args)
    return len(wanted) == len(given) and all(map(_suits, given, wanted))


def _suits(given: Type, wanted: Type) -> bool:
    match wanted, given:
        case (ListOf(item), ListOf()) | (MapOf(item), MapOf()) if item == ANY:
            return True
        case _:
            return fits(given, wanted) and not isinstance(wanted, Optional | FactType)


def _check_pattern(pattern: Expr) -> None:
    """A pattern is a literal, so that what is wrong with it is seen when the page is loaded."""
    if not isinstance(pattern, Literal) or not isinstance(pattern.value, str):
        raise PredicateError("the pattern of matches must be a string literal", pattern.at, pattern.end)
    wrong = regex.check(pattern.value)
    if wrong is not None:
        reason = wrong.splitlines()[-1].removeprefix("error: ")  # above it the pattern is shown with a caret
        raise PredicateError(f"invalid regular expression: {reason}", pattern.at, pattern.end)


def _unknown(name: str, receiver: Expr | None) -> str:
    near = {f.name for f in SIGNATURES if (f.receiver is None) == (receiver is None)} | set(MACROS)
    other = any(f.name == name for f in SIGNATURES)
    if other:
        return f"{name} is written {'x.' + name + '()' if receiver is None else name + '(x)'}"
    return f'unknown function "{name}"{did_you_mean(name, near)}'


_NAMES = frozenset(f.name for f in SIGNATURES)
