"""Schema: which variables a rule sees, and what their facts have, read from the annotations of frozen dataclasses."""

from __future__ import annotations

import enum
import inspect
import types
import typing
from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import fields, is_dataclass

from pipelint.base.block import Block
from pipelint.base.lean.enum import Enum
from pipelint.base.lean.once import cached_property
from pipelint.base.lean.record import dataclass
from pipelint.base.text.document import Document, Place, SourceFile
from pipelint.predicate.types import BOOL, DOUBLE, INT, STRING, FactType, ListOf, MapOf, Optional, Type

# What facts hold for the engine's sake: where they stand, not what they are. Rules cannot select it.
_PLACES = (Block, Place, Document, SourceFile)
_SCALARS: dict[object, Type] = {bool: BOOL, int: INT, float: DOUBLE, str: STRING}


class Adapt(Enum):
    """How the value of an attribute becomes a value of the language."""

    PLAIN = "plain"
    ENUM = "enum"  # an enum member stands for its value
    ENUMS = "enums"  # a list of such members
    SORTED = "sorted"  # a set has no order, findings need one


@dataclass(frozen=True, slots=True)
class Member:
    """A field or property of a fact class that rules may select."""

    type: Type
    adapt: Adapt
    doc: str


@dataclass(frozen=True, slots=True)
class FactClass:
    """What rules know of a class of facts: ``hidden`` are names that it has and rules cannot select.

    ``placed``: it has a ``place``, so that a finding can point at it. ``editable``: it has a ``block``, so that a fix
    can edit it. ``named``: it is a parameter of that block, with a ``name``.
    """

    name: str
    doc: str
    members: Mapping[str, Member]
    hidden: frozenset[str]
    placed: bool
    editable: bool

    @property
    def named(self) -> bool:
        """Whether it has a string ``name``."""
        return "name" in self.members and self.members["name"].type == STRING


class SchemaError(TypeError):
    """A class of facts whose annotations cannot be read: a mistake in the program, not in a page."""


class Schema:
    """The variables of each target of a rule (``on:``); the first variable of a target is what the rule judges.

    ``roots`` gives, by target, the class (or any annotation, as ``list[Stage]``) of each variable. ``own`` are the classes of
    one engine: each stands, under the neutral name, wherever an annotation names the neutral class that it derives from.
    Fact classes are read when they are first asked for.
    """

    def __init__(self, roots: Mapping[str, Mapping[str, object]], own: Mapping[type, type] | None = None) -> None:
        self._roots = roots
        self._own = own or {}
        self._neutral = {cls: neutral for neutral, cls in self._own.items()}
        self._classes: dict[str, type] = {}
        self._read: dict[str, FactClass] = {}

    @property
    def targets(self) -> tuple[str, ...]:
        """What ``on:`` may say."""
        return tuple(self._roots)

    def variables(self, target: str) -> dict[str, Type]:
        """The variables of ``target`` with their types, the judged one first. Raises KeyError, SchemaError."""
        found = {name: self._type(hint) for name, hint in self._roots[target].items()}
        for name, kind in found.items():
            if kind is None:
                raise SchemaError(f"variable {name} of {target} has no type that the predicate language knows")
        return {name: kind for name, kind in found.items() if kind is not None}

    def fact(self, name: str) -> FactClass:
        """The fact class called ``name``, which some type of this schema mentions. Raises KeyError, SchemaError."""
        if name not in self._read:
            self._read[name] = self._introspect(self._classes[name])
        return self._read[name]

    def classes(self) -> list[FactClass]:
        """All fact classes that can be reached from the variables, by name."""
        todo: list[Type] = [kind for target in self.targets for kind in self.variables(target).values()]
        found: dict[str, FactClass] = {}
        while todo:
            match todo.pop():
                case ListOf(inner) | MapOf(inner) | Optional(inner):
                    todo.append(inner)
                case FactType(name) if name not in found:
                    found[name] = self.fact(name)
                    todo.extend(member.type for member in found[name].members.values())
        return [found[name] for name in sorted(found)]

    def _introspect(self, cls: type) -> FactClass:
        hints: dict[str, object] = {}
        docs: dict[str, str] = {}
        own = _hints(cls)
        for item in fields(cls):
            hints[item.name] = own[item.name]
        for name in dir(cls):
            getter = _getter(inspect.getattr_static(cls, name))
            if getter is not None:
                hints[name] = _hints(getter).get("return")
                docs[name] = inspect.getdoc(getter) or ""
        members: dict[str, Member] = {}
        for name, hint in hints.items():
            kind = None if name.startswith("_") else self._type(hint)
            if kind is not None:
                members[name] = Member(kind, _adapt(hint), docs.get(name, ""))
        hidden = frozenset(name for name in hints if name not in members and not name.startswith("_"))
        placed, editable = _holds(hints.get("place"), Place), _holds(hints.get("block"), Block)
        name = self._neutral.get(cls, cls).__name__
        return FactClass(name, inspect.getdoc(cls) or "", members, hidden, placed, editable)

    def _type(self, hint: object) -> Type | None:
        """The type of the language for an annotation, None where it has none."""
        if isinstance(hint, type) and hint in _SCALARS:
            return _SCALARS[hint]
        if _is_enum(hint):
            return STRING
        if isinstance(hint, type) and is_dataclass(hint) and hint not in _PLACES:
            name, cls = self._neutral.get(hint, hint).__name__, self._own.get(hint, hint)
            if self._classes.setdefault(name, cls) is not cls:
                raise SchemaError(f"two fact classes are called {name}")
            return FactType(name)
        origin, args = typing.get_origin(hint), typing.get_args(hint)
        if origin is typing.Literal:
            return STRING if all(isinstance(arg, str) for arg in args) else None
        if origin in (typing.Union, types.UnionType):
            rest = [arg for arg in args if arg is not type(None)]
            inner = self._type(rest[0]) if len(rest) == 1 else None
            return None if inner is None or len(rest) == len(args) else Optional(inner)
        return self._container(origin, args)

    def _container(self, origin: object, args: tuple[object, ...]) -> Type | None:
        if not isinstance(origin, type):
            return None
        if issubclass(origin, Mapping) and args[0] is str:
            value = None if _adapt(args[1]) is not Adapt.PLAIN else self._type(args[1])
            return None if value is None else MapOf(value)
        if issubclass(origin, tuple) and args[1:] != (...,):
            return None
        if issubclass(origin, Sequence) or (issubclass(origin, AbstractSet) and args[0] in (str, int)):
            # What stands inside a list or map is not adapted: but for enums in a list it must be a value as it is.
            item = self._type(args[0]) if _is_enum(args[0]) or _adapt(args[0]) is Adapt.PLAIN else None
            return None if item is None else ListOf(item)
        return None


def _getter(value: object) -> typing.Callable[..., object] | None:
    """The function behind a property, None for any other attribute."""
    if isinstance(value, property):
        return value.fget
    return value.func if isinstance(value, cached_property) else None


def _hints(of: object) -> dict[str, object]:
    # Joined code has not imported what only annotations use of typing.
    known: dict[str, object] = {}
    while True:
        try:
            return typing.get_type_hints(of, localns=known or None)
        except NameError as error:
            name = error.name or ""
            if name in known or not hasattr(typing, name):
                raise SchemaError(f"the annotations of {of!r} cannot be read: {error}") from error
            known[name] = getattr(typing, name)


def _is_enum(hint: object) -> bool:
    """Whether it is an enum whose members' values are strings."""
    return isinstance(hint, type) and issubclass(hint, Enum | enum.Enum) and all(isinstance(m.value, str) for m in hint)


def _holds(hint: object, cls: type) -> bool:
    return hint is cls or cls in typing.get_args(hint)


def _adapt(hint: object) -> Adapt:
    args = [arg for arg in typing.get_args(hint) if arg is not type(None)]
    origin = typing.get_origin(hint)
    if origin in (typing.Union, types.UnionType):
        return _adapt(args[0]) if len(args) == 1 else Adapt.PLAIN
    if _is_enum(hint):
        return Adapt.ENUM
    if isinstance(origin, type) and issubclass(origin, AbstractSet):
        return Adapt.SORTED
    if isinstance(origin, type) and not issubclass(origin, Mapping) and args and _is_enum(args[0]):
        return Adapt.ENUMS
    return Adapt.PLAIN
