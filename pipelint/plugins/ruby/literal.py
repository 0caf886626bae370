"""Values that stand in Ruby source: literals, constants set to them, and what a few methods without effects make of them."""

from __future__ import annotations

import operator
import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any  # What a value is, its reader asks.

from pipelint.base.lean.record import dataclass
from pipelint.plugins.ruby.names import Code, Names, Scope, text_of
from pipelint.plugins.ruby.tokens import MAX_TEXT, NotStaticError, bounded, escaped, number

if TYPE_CHECKING:
    from tree_sitter import Node

MAX_STEPS, MAX_DEPTH = 5_000, 40
"""Nodes of a value with those of the constants in it; nodes inside each other."""


@dataclass(frozen=True, slots=True)
class Unread:
    """A value that is code; ``text`` is the code on one line, shortened."""

    text: str


@dataclass(frozen=True, slots=True)
class Named:
    """A module or class; ``text`` is the name as it stands there, ``names`` the full names that it may mean."""

    text: str
    names: tuple[str, ...]


class Itself:
    """The class that is being read, where code has a name for it: the ``base`` of ``def self.included(base)``."""


ITSELF = Itself()

_WORDS: dict[str, object] = {"nil": None, "true": True, "false": False}
_KINDS: dict[str, type] = {"Hash": dict, "Array": list, "String": str, "Symbol": str, "Module": Named, "Class": Named}
_SAME = ("freeze", "dup", "itself")
_OPERATORS: dict[str, Callable[[Any, Any], Any]] = {"+": operator.add, "-": operator.sub, "*": operator.mul}


def value_of(names: Names, code: Code) -> object:
    """None, bool, int, float, str (symbols, too), list, dict, ``Named``, what a local name holds, or else ``Unread``."""
    reader = _Reader(names)
    try:
        return reader.read(code.node, code.scope, 0)
    except NotStaticError:
        return unread(code.node)
    finally:
        names.left -= reader.steps


def unread(node: Node) -> Unread:
    """A node as code that is not run."""
    text = " ".join(text_of(node)[:400].split())
    return Unread(text if len(text) <= 60 else f"{text[:57]}...")


def children(node: Node) -> list[Node]:
    """Its parts without comments and the texts of heredocs."""
    return [child for child in node.named_children if child.type not in ("comment", "heredoc_body")]


class _Reader:
    """Reads one value. Steps are counted over all of it: constants may name each other over and over."""

    def __init__(self, names: Names) -> None:
        self.names = names
        self.steps = 0

    def read(self, node: Node | None, scope: Scope, depth: int) -> Any:
        self.steps += 1
        if node is None or self.steps > min(MAX_STEPS, self.names.left) or depth > MAX_DEPTH or node.has_error:
            raise NotStaticError
        depth += 1
        match node.type:
            case "nil" | "true" | "false":
                return _WORDS[node.type]
            case "integer" | "float":
                return number(text_of(node))
            case "string" | "chained_string" | "delimited_symbol" | "bare_string" | "bare_symbol":
                return self.text(node, scope, depth)
            case "simple_symbol":
                return text_of(node)[1:]
            case "hash_key_symbol":
                return text_of(node)
            case "regex" if len(text_of(node)) <= MAX_TEXT and all(part.type != "interpolation" for part in node.children):
                return text_of(node)
            case "array" | "string_array" | "symbol_array":
                return [self.part(child, scope, depth) for child in children(node)]
            case "hash":
                return self.pairs(node, scope, depth)
            case "parenthesized_statements" if len(children(node)) == 1:
                return self.read(children(node)[0], scope, depth)
            case "unary" if text_of(node.child_by_field_name("operator")) == "-":
                return bounded(0, operator.sub, self.read(node.child_by_field_name("operand"), scope, depth))
            case "binary":
                return self.binary(node, scope, depth)
            case "identifier" if text_of(node) in scope.local:
                return scope.local[text_of(node)]
            case "self":
                return ITSELF
            case "constant" | "scope_resolution":
                return self.constant(text_of(node), scope, depth)
            case "range":
                return self.range(node, scope, depth)
            case "call":
                return self.call(node, scope, depth)
            case "element_reference" if node.named_children and node.named_children[0].type in ("constant", "scope_resolution"):
                # A module that depends on what stands in the brackets: include HttpClient[:with_obsolete => true].
                return self.constant(text_of(node.named_children[0]), scope, depth)
        raise NotStaticError

    def text(self, node: Node, scope: Scope, depth: int) -> str:
        raw = node.type in ("bare_string", "bare_symbol") or text_of(node).startswith(("'", "%q", ":'", "%s"))
        found = ""
        for child in children(node):
            match child.type:
                case "string_content":
                    found += re.sub(r"\\([\\'])", r"\1", text_of(child)) if raw else text_of(child)
                case "escape_sequence":
                    found += text_of(child) if raw else escaped(text_of(child))
                case "string":
                    found += self.text(child, scope, depth)
                case "interpolation" if len(children(child)) == 1:
                    inner = self.read(children(child)[0], scope, depth)
                    if not isinstance(inner, str | int) or isinstance(inner, bool):
                        raise NotStaticError
                    found += str(inner)
                case _:
                    raise NotStaticError
            # Texts count, too: what is written of them may be written often.
            self.steps += len(found) // 10
            if len(found) > MAX_TEXT:
                raise NotStaticError
        return found

    def pairs(self, node: Node, scope: Scope, depth: int) -> dict[object, object]:
        found: dict[object, object] = {}
        for child in children(node):
            key, value = child.child_by_field_name("key"), child.child_by_field_name("value")
            # {a:} stands for {a: a}, which is code; of **others the keys are.
            read = self.read(key, scope, depth)
            if not isinstance(read, str | int | float | None):
                raise NotStaticError
            found[read] = Unread("") if value is None else self.part(value, scope, depth)
        return found

    def part(self, node: Node, scope: Scope, depth: int) -> object:
        """An item of a list or hash: one that is code leaves the others what they are."""
        try:
            return self.read(node, scope, depth)
        except NotStaticError:
            return unread(node)

    def binary(self, node: Node, scope: Scope, depth: int) -> object:
        sign = text_of(node.child_by_field_name("operator"))
        left: object = self.read(node.child_by_field_name("left"), scope, depth)
        right: object = self.read(node.child_by_field_name("right"), scope, depth)
        match left, right:
            case (int() | float(), int() | float()) if sign in _OPERATORS:
                return bounded(left, _OPERATORS[sign], right)
            case (int(), int()) if sign == "**" and 0 <= right < 64 and abs(left) < 64:
                return bounded(left, operator.pow, right)
            case (str(), str()) if sign == "+" and len(left) + len(right) <= MAX_TEXT:
                return left + right
            case (list(), list()) if sign in ("+", "|", "-"):
                self.steps += len(left) * len(right)
                if self.steps <= MAX_STEPS:
                    kept = [each for each in left if sign != "-" or each not in right]
                    return kept + [each for each in right if sign == "+" or (sign == "|" and each not in left)]
        raise NotStaticError

    def range(self, node: Node, scope: Scope, depth: int) -> list[int]:
        first, last = (self.read(node.child_by_field_name(end), scope, depth) for end in ("begin", "end"))
        if type(first) is not int or type(last) is not int or last - first > MAX_STEPS:
            raise NotStaticError
        return list(range(first, last + (text_of(node.child_by_field_name("operator")) == "..")))

    def constant(self, name: str, scope: Scope, depth: int) -> object:
        found = self.names.constant(name, scope.nesting)
        if found is not None:
            return self.read(found.node, found.scope, depth)
        if self.names.is_set(name, scope.nesting):
            raise NotStaticError
        return Named(name, tuple(self.names.candidates(name, scope.nesting)))

    def call(self, node: Node, scope: Scope, depth: int) -> object:
        method = node.child_by_field_name("method")
        receiver, arguments = node.child_by_field_name("receiver"), node.child_by_field_name("arguments")
        if method is not None and method.type == "constant":
            # A module that a method of this name makes: include ECSCompatibilitySupport(:disabled, :v1).
            name = "::".join(text_of(part) for part in (receiver, method) if part is not None)
            return Named(name, tuple(self.names.candidates(name, scope.nesting)))
        if receiver is None or node.child_by_field_name("block") is not None:
            raise NotStaticError
        found: object = self.read(receiver, scope, depth)
        given: list[object] = [self.read(child, scope, depth) for child in children(arguments)] if arguments is not None else []
        match text_of(method), found, given:
            case "kind_of?" | "is_a?", _, [Named(kind)] if kind in _KINDS:
                return isinstance(found, _KINDS[kind])
            case _, Named() | Itself(), _:
                raise NotStaticError
            case word, _, [] if word in _SAME:
                return found
            case "to_a", list(), []:
                return found
            case "to_s" | "to_sym", str(), []:
                return found
            case "keys", dict(), []:
                return list(found)
            case "values", dict(), []:
                return list(found.values())
            case "strip", str(), []:
                return found.strip()
            case "merge", dict(), [dict() as more]:
                return {**found, **more}
        raise NotStaticError
