"""Compiles what a plugin costs: its expressions, with the types of its own parameters, errors at their place in its file."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Any  # What a checked file holds.

from pipelint.base.text.document import SourceFile
from pipelint.cost.events.flow import State
from pipelint.cost.events.traffic import TrafficProfile
from pipelint.plugins.cost import default_of, kind_of
from pipelint.plugins.form.errors import PluginFileError
from pipelint.plugins.form.keys import AFTER, TABLES, Expression, MapOf
from pipelint.plugins.form.read import Written
from pipelint.predicate import types
from pipelint.predicate.check.checker import Checker, displayable
from pipelint.predicate.errors import PredicateError
from pipelint.predicate.evaluate.code import Code
from pipelint.predicate.schema import Adapt, FactClass, Member, Schema
from pipelint.predicate.syntax.parse import parse
from pipelint.predicate.syntax.template import split_template
from pipelint.predicate.types import BOOL, DOUBLE, INT, NULL, STRING, FactType, ListOf, Optional, Type, Variable, article, unwrap

Json = dict[str, Any]

_PARAMS = "params"
_NUMBERS = (INT, DOUBLE)


class _Schema(Schema):
    """Classes of the language: the events, the traffic, and one for each section of the plugin."""

    def __init__(self, body: Json) -> None:
        super().__init__({"cost": {"state": State, "traffic": TrafficProfile}})
        self.sections: dict[str, FactClass] = {}
        self._section(_PARAMS, body)

    def fact(self, name: str) -> FactClass:
        return self.sections[name] if name in self.sections else super().fact(name)

    def _section(self, name: str, body: Json) -> None:
        members = {key: Member(_type(param), Adapt.PLAIN, "") for key, param in body.get("parameters", {}).items()}
        for key, section in body.get("sections", {}).items():
            item: Type = types.MapOf(STRING)
            if section.get("parameters") or section.get("sections"):
                self._section(f"{name}.{key}", section)
                item = FactType(f"{name}.{key}")
            members.setdefault(key, Member(ListOf(item), Adapt.PLAIN, ""))
        self.sections[name] = FactClass(name, "", members, frozenset(), False, False)


def _type(param: Mapping[str, Any]) -> Type:
    """The type of a parameter's value: one without a default is optional, but for switches and lists."""
    match kind_of(param["type"]):
        case "flag":
            return BOOL
        case "list":
            return ListOf(STRING)
        case "map":
            return types.MapOf(STRING)
        case kind:
            plain = DOUBLE if kind == "number" else STRING
            return plain if default_of(kind, param.get("default")) is not None else Optional(plain)


def compile_cost(cost: Json, body: Json, file: SourceFile, known: Collection[str] | None = None) -> Json:
    """The table ``cost`` of a plugin that takes ``body``, its expressions as code. Raises PluginFileError.

    ``known`` are the terms of the cost model; without it any may be written: the next fit will have it.
    """
    for key in ("terms", "failed", "writes"):
        for term, text in cost.get(key, {}).items():
            if known is not None and term not in known:
                message = f'the cost model has no term "{term}": say us, in microseconds'
                raise PluginFileError(file, text.span, message)
    schema = _Schema(body)
    scope = {name: Variable(kind) for name, kind in schema.variables("cost").items()}
    scope |= {_PARAMS: Variable(FactType(_PARAMS)), "bytes": Variable(DOUBLE), "stores": Variable(DOUBLE)}
    scope |= {"sizes": Variable(types.MapOf(DOUBLE))}
    compiler = _Compiler(file, schema, scope)
    found: Json = {}
    for line in TABLES["cost"]:
        if line.name in cost:
            found[line.name] = compiler.key(line.name, line.type, cost[line.name])
    return found


class _Compiler:
    def __init__(self, file: SourceFile, schema: Schema, scope: dict[str, Variable]) -> None:
        self.file, self.schema, self.scope = file, schema, scope

    def key(self, name: str, kind: object, value: Any) -> object:
        match kind:
            case MapOf(Expression(gives)) if name == "let":
                return {word: self.let(word, text, gives) for word, text in value.items()}
            case MapOf(Expression(gives)):
                return {word: self.expression(text, gives) for word, text in value.items()}
            case Expression(gives):
                return self.expression(value, gives)
        if name == "after":
            return {word: self.expression(value[word], gives) for word, gives, _ in AFTER if word in value}
        return value

    def let(self, name: str, text: Written, gives: str) -> Code:
        if name in self.scope:
            raise PluginFileError(self.file, text.span, f'"{name}" has a meaning here already')
        typed = self.typed(text, str(text), 0)
        self.scope[name] = Variable(typed.type, "let")
        return typed.code

    def expression(self, text: Written, gives: str) -> Code:
        if gives == "text":
            return self.template(text)
        typed = self.typed(text, str(text), 0)
        if not _FITS[gives](typed.type):
            raise PluginFileError(self.file, text.span, f"this must be {_WORDS[gives]}, it is {article(typed.type)}")
        return typed.code

    def template(self, text: Written) -> Code:
        try:
            pieces = split_template(str(text))
        except PredicateError as error:
            raise PluginFileError(self.file, text.part(error.start, error.end), error.message) from None
        made: Code = []
        for piece in pieces:
            if isinstance(piece, str):
                made.append(piece)
                continue
            typed = self.typed(text, piece.text, piece.at)
            if not displayable(typed.type):
                raise PluginFileError(self.file, text.span, f"a sentence shows scalars, not {article(typed.type)}")
            made.append(typed.code)
        return made

    def typed(self, text: Written, source: str, at: int) -> types.Typed:
        try:
            return Checker(self.schema, self.scope).typed(parse(source))
        except PredicateError as error:
            raise PluginFileError(self.file, text.part(at + error.start, at + error.end), error.message) from None


def _is_number(kind: Type) -> bool:
    return unwrap(kind) in _NUMBERS


_FITS: dict[str, Callable[[Type], bool]] = {
    "number": _is_number,
    "bool": lambda kind: unwrap(kind) == BOOL,
    "names": lambda kind: kind == NULL or isinstance(unwrap(kind), ListOf),
}
_WORDS = {"number": "a number", "bool": "a bool", "names": "a list of names"}
