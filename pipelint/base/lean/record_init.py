"""The fields of a record, and the ``__init__`` that is made of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from types import CodeType, FunctionType, MemberDescriptorType

try:
    from pipelint.base.lean.shapes import SHAPES
except ImportError:  # a checkout
    SHAPES = dict[tuple[str, bool], FunctionType]()

_put = object.__setattr__

FIELDS = "__record_fields__"
"""Where a class has its fields by their names."""

# To compile an ``__init__`` takes as long as to go through the fields of so many objects. In a short run few classes have more.
# In a wheel nearly all are compiled.
_FEW = 0 if SHAPES else 60


class Missing:
    """Where nothing was given; None may be a default."""


MISSING = Missing()


class Spec:
    """What is known of one field."""

    __slots__ = ("compare", "default", "factory", "init", "repr")

    def __init__(
        self,
        *,
        default: object = MISSING,
        default_factory: Callable[[], object] | Missing = MISSING,
        init: bool = True,
        repr: bool = True,
        compare: bool = True,
    ) -> None:
        self.default = default
        self.factory = default_factory
        self.init = init
        self.repr = repr
        self.compare = compare

    @property
    def required(self) -> bool:
        """Whether an object cannot be made without it."""
        return self.init and self.default is MISSING and self.factory is MISSING


REQUIRED = Spec()
"""A field of which nothing is said but its type."""


def late_init(fields: Mapping[str, Spec], names: tuple[str, ...]) -> Callable[..., None]:
    """An ``__init__`` that goes through the fields; when it has been called often enough a compiled one takes its place.

    ``names`` are those of the fields that it takes.
    """
    whole = len(fields) if len(names) == len(fields) else -1  # arguments that are one for each field
    calls = 0

    def __init__(self: object, /, *args: object, **named: object) -> None:
        nonlocal calls
        calls += 1
        if len(args) == whole and not named and calls <= _FEW:
            for name, value in zip(names, args, strict=True):
                _put(self, name, value)
        else:
            given = {**dict(zip(names, args, strict=False)), **named}
            values = _values(fields, given) if len(given) == len(args) + len(named) and calls <= _FEW else None
            if values is None:
                owner = next(base for base in type(self).__mro__ if base.__dict__.get(FIELDS) is fields)
                real = _real_init(owner, fields)
                type.__setattr__(owner, "__init__", real)
                real(self, *args, **named)
                return
            for name, value in values.items():
                _put(self, name, value)
        finish = getattr(self, "__post_init__", None)
        if finish is not None:
            finish()

    return __init__


def _values(fields: Mapping[str, Spec], given: dict[str, object]) -> dict[str, object] | None:
    """What each field becomes; None where something is missing or too much, of which the compiled ``__init__`` speaks."""
    values: dict[str, object] = {}
    for name, spec in fields.items():
        if spec.init and name in given:
            values[name] = given.pop(name)
        elif not isinstance(spec.factory, Missing):
            values[name] = spec.factory()
        elif spec.default is not MISSING:
            values[name] = spec.default
        elif spec.init:
            return None
    return None if given else values


def _real_init(cls: type, fields: Mapping[str, Spec]) -> Callable[..., None]:
    """The ``__init__`` of a class: compiled code that all classes of its shape share, with the names of its own fields."""
    shape, finished = shape_of(cls, fields)
    known: dict[str, object] = {"_new": MISSING, "_put": _put}
    defaults: list[object] = []
    for number, (name, spec) in enumerate(fields.items()):
        if spec.init and not spec.required:
            # Of one that is to be made, the default says that nothing was given.
            defaults.append(spec.default)
        kind = shape[number]
        if kind.isupper():
            known[f"_name{number}"] = name
        else:
            # The slot's own setter knows nothing of being frozen, and needs no look-up.
            known[f"_set{number}"] = getattr(cls, name).__set__
        if kind in "omOM":
            known[f"_make{number}"] = spec.factory
        elif kind in "hH":
            known[f"_default{number}"] = spec.default
    code = _code(shape, finished)
    code = code.replace(co_varnames=("self", *(name for name, spec in fields.items() if spec.init)))
    made: Callable[..., None] = FunctionType(code, known, "__init__", tuple(defaults))
    made.__qualname__ = f"{cls.__qualname__}.__init__"
    made.__module__ = cls.__module__
    return made


def shape_of(cls: type, fields: Mapping[str, Spec]) -> tuple[str, bool]:
    """The kinds of a class's fields, in capitals where there is no slot, and whether it has something to do after them."""
    kinds = [(_kind(spec), isinstance(getattr(cls, name, None), MemberDescriptorType)) for name, spec in fields.items()]
    return "".join([kind if slot else kind.upper() for kind, slot in kinds]), hasattr(cls, "__post_init__")


def _kind(spec: Spec) -> str:
    """What ``__init__`` does with a field: it takes an argument, one that may be made, makes one, has one, or leaves it."""
    if isinstance(spec.factory, Missing):
        return "a" if spec.init else "l" if spec.default is MISSING else "h"
    return "o" if spec.init else "m"


@cache
def _code(shape: str, finished: bool) -> CodeType:
    """The code of an ``__init__`` for fields of these kinds."""
    made = SHAPES.get((shape, finished))
    if made is None:
        names: dict[str, FunctionType] = {}
        exec(source(shape, finished), names)
        made = names["__init__"]
    return made.__code__


def source(shape: str, finished: bool) -> str:
    """The text of an ``__init__`` for what ``shape_of`` gives."""
    values = {"a": "a{0}", "o": "_make{0}() if a{0} is _new else a{0}", "m": "_make{0}()", "h": "_default{0}"}
    lines = [
        (" _set{0}(self, {1})" if kind.islower() else " _put(self, _name{0}, {1})").format(
            number, values[kind.lower()].format(number)
        )
        for number, kind in enumerate(shape)
        if kind.lower() != "l"  # __post_init__ gives it its value
    ]
    if finished:
        lines.append(" self.__post_init__()")
    takes = [f"a{number}" for number, kind in enumerate(shape) if kind.lower() in "ao"]
    return f"def __init__({', '.join(['self', *takes])}):\n" + ("\n".join(lines) or " pass") + "\n"
