"""Expressions: compiles the expressions and templates of one rule page, their errors at their place in the page."""

from __future__ import annotations

from collections.abc import Callable

from pipelint.base.text.span import Span
from pipelint.predicate.check.checker import Checker, displayable
from pipelint.predicate.errors import PredicateError
from pipelint.predicate.evaluate.code import Code, Json
from pipelint.predicate.schema import FactClass, Schema
from pipelint.predicate.syntax.ast import Binary, Expr, Name
from pipelint.predicate.syntax.parse import parse
from pipelint.predicate.syntax.template import Hole, split_template
from pipelint.predicate.types import STRING, FactType, ListOf, MapOf, Typed, Variable, article
from pipelint.rules.errors import RulePageError
from pipelint.rules.pages.front import Text

MAX_STEPS = 2_000  # nodes of all expressions of one page


class Expressions:
    """The names that a page's expressions see, and what they cost together."""

    def __init__(self, schema: Schema, scope: dict[str, Variable]) -> None:
        self.schema = schema
        self.scope = scope
        self.steps = 0
        self.selected: dict[tuple[str, str], str] = {}
        """By class and field of facts a selection as the page has it: the shortest."""

    def typed(self, text: Text) -> Typed:
        """Any expression; an optional stays one. Raises RulePageError."""
        return self._compile(text, 0, text.value, lambda checker, node: checker.typed(node))

    def condition(self, text: Text, what: str) -> Code:
        """An expression that is a bool. Raises RulePageError."""
        return self._compile(text, 0, text.value, lambda checker, node: Typed(STRING, checker.bool(node, what))).code

    def fact(self, text: Text, what: str, suits: Callable[[FactClass], bool]) -> Code:
        """An expression that is a fact for which ``suits`` holds. Raises RulePageError."""
        found = self._compile(text, 0, text.value, lambda checker, node: checker.value(node))
        if not isinstance(found.type, FactType) or not suits(self.schema.fact(found.type.name)):
            raise RulePageError(text.file, text.part(0, len(text.value)), f"{what}, found {article(found.type)}")
        return found.code

    def each(self, text: Text) -> tuple[str, Code]:
        """``x in LIST``: the name, now in scope, and the list. Raises RulePageError."""

        def check(checker: Checker, node: Expr) -> Typed:
            match node:
                case Binary("in", Name(), right):
                    return checker.value(right)
                case _:
                    raise PredicateError("each must be written x in LIST", 0, len(text.value))

        found = self._compile(text, 0, text.value, check)
        name = text.value.split()[0]
        match found.type:
            case ListOf(item):
                self.name(name, Variable(item), text, text.part(0, len(name)))
            case MapOf():
                self.name(name, Variable(STRING), text, text.part(0, len(name)))
            case other:
                message = f"each expects a list or a map, found {article(other)}"
                raise RulePageError(text.file, text.part(0, len(text.value)), message)
        return name, found.code

    def name(self, name: str, meaning: Variable, text: Text, span: Span) -> None:
        """Puts a name into scope. Raises RulePageError for one that is no name, or taken."""
        if name in self.scope:
            raise RulePageError(text.file, span, f'"{name}" is already defined here')
        try:
            plain = isinstance(parse(name), Name)
        except PredicateError:
            plain = False
        if not plain:
            raise RulePageError(text.file, span, f'"{name}" is not a valid name')
        self.scope[name] = meaning

    def template(self, text: Text) -> Code:
        """Text with expressions in braces. Raises RulePageError."""
        try:
            pieces = split_template(text.value)
        except PredicateError as error:
            raise self._error(text, 0, error) from None
        return [self._piece(text, piece) for piece in pieces]

    def _piece(self, text: Text, piece: str | Hole) -> Json:
        if isinstance(piece, str):
            return piece
        found = self._compile(text, piece.at, piece.text, lambda checker, node: checker.typed(node))
        if not displayable(found.type):
            span = text.part(piece.at, piece.at + len(piece.text))
            raise RulePageError(text.file, span, f"a template can show scalars and lists of scalars, not {article(found.type)}")
        return found.code

    def _compile(self, text: Text, at: int, source: str, check: Callable[[Checker, Expr], Typed]) -> Typed:
        checker = Checker(self.schema, self.scope)
        try:
            found = check(checker, parse(source))
        except PredicateError as error:
            raise self._error(text, at, error) from None
        self.steps += checker.size
        for of, field, start, end in checker.selected:
            shorter = min(source[start:end], self.selected.get((of, field), source[start:end]), key=len)
            self.selected[of, field] = shorter
        if self.steps > MAX_STEPS:
            message = f"the expressions of a page may have at most {MAX_STEPS} names, values and operators"
            raise RulePageError(text.file, text.part(at, at + len(source)), message)
        return found

    def _error(self, text: Text, at: int, error: PredicateError) -> RulePageError:
        return RulePageError(text.file, text.part(at + error.start, at + error.end), error.message)
