"""``dataclass`` as the standard library has it, at a tenth of what it costs when a module is loaded.

The standard decorator compiles some six methods a class from text, and imports ``inspect`` for it; with hundreds of classes that
was the dearest part of a short run. Here ``__init__`` is compiled when a class has been called a few times, and what compares,
hashes and shows an object is shared by all. Type checkers see the standard library's own names; ``dataclasses.fields`` works.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from operator import attrgetter
from reprlib import recursive_repr
from typing import TYPE_CHECKING, NoReturn, TypeVar, cast, overload

from pipelint.base.lean.record_init import FIELDS, MISSING, REQUIRED, Missing, Spec, late_init

if TYPE_CHECKING:
    from dataclasses import Field, dataclass, field, replace
else:

    def dataclass(cls=None, /, **options):
        """The standard library's decorator, for the options ``frozen``, ``slots``, ``eq`` and ``order``."""
        return _record(cls, **options)

    def field(**options):
        """The standard library's, for ``default``, ``default_factory``, ``init``, ``repr`` and ``compare``."""
        return Spec(**options)

    def replace(old, /, **changes):
        """The standard library's: a copy with some fields changed. Raises ValueError for a field with ``init=False``."""
        return _replace(old, changes)


__all__ = ["dataclass", "field", "record_body", "replace"]

_T = TypeVar("_T")


@overload
def _record(cls: None, *, frozen: bool = ..., slots: bool = ..., eq: bool = ..., order: bool = ...) -> Callable[[type], type]: ...
@overload
def _record(cls: type, *, frozen: bool = ..., slots: bool = ..., eq: bool = ..., order: bool = ...) -> type: ...
def _record(
    cls: type | None, *, frozen: bool = False, slots: bool = False, eq: bool = True, order: bool = False
) -> type | Callable[[type], type]:
    def wrap(cls: type) -> type:
        own, added = _told(cls.__dict__, cls.__mro__[1:], frozen, eq, order)
        _check_order(cast("Mapping[str, Spec]", added[FIELDS]))
        return _with_slots(cls, own, added) if slots else _in_place(cls, own, added)

    return wrap if cls is None else wrap(cls)


def record_body(
    names: dict[str, object], *base: type, frozen: bool = False, slots: bool = False, eq: bool = True, order: bool = False
) -> None:
    """The decorator as the last line of a class's body, for a class with at most one base: what it adds to ``names``, the class
    is made with. Joined code has it so, as to make a class and change it afterwards takes more than twice as long.
    """
    mro = base[0].__mro__ if base else _NO_BASES
    own, added = _told(names, mro, frozen, eq, order)
    for name, spec in own.items():
        if spec.default is not MISSING and not slots:
            names[name] = spec.default
        else:
            names.pop(name, None)
    if slots:
        _add_slots(names, own, mro)
    names |= added


def _told(
    names: Mapping[str, object], mro: Sequence[type], frozen: bool, eq: bool, order: bool
) -> tuple[dict[str, Spec], dict[str, object]]:
    """The fields that a class with these names and bases states itself, and what is added to its names."""
    own = _own_fields(names)
    fields = own
    if len(mro) > 1:
        fields = {name: spec for base in mro[::-1] for name, spec in base.__dict__.get(FIELDS, {}).items()} | own
    taken = tuple([name for name, spec in fields.items() if spec.init])
    added: dict[str, object] = {FIELDS: fields, **_SHARED, "__match_args__": taken, "__init__": late_init(fields, taken)}
    if eq:
        added |= _comparing(names, frozen)
    if order:
        added |= _ordering(fields)
    if frozen:
        added |= _FROZEN
    if "__repr__" in names:
        del added["__repr__"]
    return own, added


def _in_place(cls: type, own: Mapping[str, Spec], added: dict[str, object]) -> type:
    for name, spec in own.items():
        if spec.default is not MISSING:
            setattr(cls, name, spec.default)
        elif name in cls.__dict__:
            delattr(cls, name)
    for name, value in added.items():
        setattr(cls, name, value)
    return cls


def _with_slots(cls: type, own: Mapping[str, Spec], added: dict[str, object]) -> type:
    """The class made anew: slots cannot be added to one that is there."""
    names = {name: value for name, value in cls.__dict__.items() if name not in own and name not in _UNSLOTTED}
    _add_slots(names, own, cls.__mro__[1:])
    made = type(cls)(cls.__name__, cls.__bases__, names | added)
    made.__qualname__ = cls.__qualname__
    return made


def _add_slots(names: dict[str, object], own: Mapping[str, Spec], mro: Sequence[type]) -> None:
    """Adds slots for fields to the names of a class, and how an object with them is copied."""
    slots = tuple(own)
    if len(mro) > 1:
        inherited = {name for base in mro for name in base.__dict__.get("__slots__", ())}
        slots = tuple(name for name in own if name not in inherited)
    if "__getstate__" not in names:
        names |= _COPIED
    names["__slots__"] = slots


def _own_fields(names: Mapping[str, object]) -> dict[str, Spec]:
    """The fields that the class with these names itself states, in their order."""
    found: dict[str, Spec] = {}
    hints = cast("Mapping[str, object]", names.get("__annotations__", {}))
    for name, hint in hints.items():
        if str(hint).startswith("ClassVar"):
            continue
        value = names.get(name, MISSING)
        found[name] = REQUIRED if value is MISSING else value if isinstance(value, Spec) else Spec(default=value)
    return found


def _check_order(fields: Mapping[str, Spec]) -> None:
    """Raises TypeError for a field without a default after one with."""
    seen = False
    for name, spec in fields.items():
        if spec is REQUIRED or spec.required:
            if seen:
                raise TypeError(f"non-default argument {name!r} follows default argument")
        elif spec.init:
            seen = True


def _comparing(names: Mapping[str, object], frozen: bool) -> dict[str, object]:
    """``__eq__`` and ``__hash__`` over the fields that compare, where the class has none of its own."""
    out: dict[str, object] = {KEY: _LATE_KEY}
    if "__eq__" not in names:
        out["__eq__"] = _eq
    # A class with an __eq__ of its own and no __hash__ has None there, which Python puts in its place.
    if names.get("__hash__") is None:
        out["__hash__"] = _hash if frozen else None
    return out


KEY = "__record_key__"
"""Where a class has what makes the tuple that is compared of an object."""


class _LateKey:
    """What makes the tuple that is compared, made when objects are compared for the first time: of most classes none are."""

    def __get__(self, instance: object, owner: type) -> Callable[[object], object]:
        stated = next(base for base in owner.__mro__ if KEY in base.__dict__)
        key = _key(stated.__dict__[FIELDS])
        type.__setattr__(stated, KEY, key)
        return key


_LATE_KEY = _LateKey()


def _eq(self: object, other: object) -> object:
    cls = self.__class__
    if other.__class__ is not cls:
        return NotImplemented
    key: Callable[[object], tuple[object, ...]] = getattr(cls, KEY)
    return key(self) == key(other)


def _hash(self: object) -> int:
    key: Callable[[object], object] = getattr(self.__class__, KEY)
    return hash(key(self))


def _ordering(fields: Mapping[str, Spec]) -> dict[str, object]:
    key = _key(fields)

    def __lt__(self: object, other: object) -> bool:
        return key(self) < key(other) if other.__class__ is self.__class__ else NotImplemented

    def __le__(self: object, other: object) -> bool:
        return key(self) <= key(other) if other.__class__ is self.__class__ else NotImplemented

    def __gt__(self: object, other: object) -> bool:
        return key(self) > key(other) if other.__class__ is self.__class__ else NotImplemented

    def __ge__(self: object, other: object) -> bool:
        return key(self) >= key(other) if other.__class__ is self.__class__ else NotImplemented

    return {"__lt__": __lt__, "__le__": __le__, "__gt__": __gt__, "__ge__": __ge__}


def _key(fields: Mapping[str, Spec]) -> Callable[[object], tuple[object, ...]]:
    """What is compared of an object: the tuple of these fields."""
    names = [name for name, spec in fields.items() if spec.compare]
    if len(names) > 1:
        return attrgetter(*names)
    if not names:
        return lambda _: ()
    value = attrgetter(*names)
    return lambda record: (value(record),)


@recursive_repr()
def _repr(self: object) -> str:
    fields: Mapping[str, Spec] = getattr(self, FIELDS)
    shown = ", ".join(f"{name}={getattr(self, name)!r}" for name, spec in fields.items() if spec.repr)
    return f"{type(self).__qualname__}({shown})"


def _refuse(self: object, name: str, *_: object) -> NoReturn:
    from dataclasses import FrozenInstanceError

    raise FrozenInstanceError(f"cannot assign to or delete field {name!r}")


def _state(self: object) -> list[object]:
    """What is kept of a frozen object with slots: a copy could not set them one by one."""
    return [getattr(self, name) for name in getattr(self, FIELDS)]


def _set_state(self: object, state: list[object]) -> None:
    for name, value in zip(getattr(self, FIELDS), state, strict=True):
        object.__setattr__(self, name, value)


class _StandardFields:
    """``__dataclass_fields__``, made by the standard library when something asks for it, and kept in the class."""

    def __get__(self, instance: object, owner: type) -> dict[str, Field[object]]:
        import dataclasses
        import inspect

        hints = {name: hint for base in owner.__mro__[::-1] for name, hint in inspect.get_annotations(base).items()}
        made = [(name, hints[name], _standard(spec)) for name, spec in getattr(owner, FIELDS).items()]
        found: dict[str, Field[object]] = dataclasses.make_dataclass(owner.__name__, made).__dataclass_fields__  # type: ignore[attr-defined]
        type.__setattr__(owner, "__dataclass_fields__", found)
        return found


# What all classes share; with ``frozen``; with ``slots``; and what a class with slots must not have.
_SHARED = {"__dataclass_fields__": _StandardFields(), "__repr__": _repr}
_FROZEN = {"__setattr__": _refuse, "__delattr__": _refuse}
_COPIED = {"__getstate__": _state, "__setstate__": _set_state}
_UNSLOTTED = frozenset({"__dict__", "__weakref__"})
_NO_BASES = (object,)
# Of each class what its constructor takes, and what fetches that of an object.
_INITS: dict[type, tuple[tuple[str, ...], Callable[[object], tuple[object, ...]] | None]] = {}


def _standard(spec: Spec) -> Field[object]:
    import dataclasses

    options: dict[str, object] = {"init": spec.init, "repr": spec.repr, "compare": spec.compare}
    if not isinstance(spec.factory, Missing):
        options["default_factory"] = spec.factory
    elif spec.default is not MISSING:
        options["default"] = spec.default
    made: Field[object] = dataclasses.field(**options)  # type: ignore[call-overload]
    return made


def _replace(old: _T, changes: dict[str, object]) -> _T:
    cls = type(old)
    known = _INITS.get(cls)
    if known is None:
        fields: Mapping[str, Spec] = getattr(old, FIELDS)
        names = tuple(name for name, spec in fields.items() if spec.init)
        known = _INITS[cls] = names, attrgetter(*names) if len(names) > 1 else None
    names, values = known
    if values is not None and changes.keys() <= set(names):
        return cls(*map(changes.get, names, values(old)))
    if unset := next((name for name in changes if name not in names and name in getattr(old, FIELDS)), None):
        raise ValueError(f"field {unset} is declared with init=False, it cannot be specified with replace()")
    # Of one field, or with a name that is none.
    return cls(**{name: getattr(old, name) for name in names if name not in changes}, **changes)
