"""Value: what a setting holds, where an engine's values have a structure of their own (Logstash's arrays and hashes)."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol

from pipelint.base.lean.enum import Enum
from pipelint.base.lean.record import dataclass, field
from pipelint.base.text.document import Place


class Placer(Protocol):
    """Gives copies at other places."""

    def place(self, place: Place) -> Place:
        """Of a place."""
        ...


class ValueKind(Enum):
    """What a value is written as."""

    STRING = "string"
    NUMBER = "number"
    BAREWORD = "bareword"
    ARRAY = "array"
    HASH = "hash"
    PLUGIN = "plugin"


@dataclass(frozen=True, slots=True)
class Value:
    """A value: ``text`` as the engine reads it (a string's without its quotes; an array, hash or plugin as written).

    ``place`` is all of it, with quotes and brackets; ``content_place`` what is between them. ``items`` are an array's values,
    ``entries`` a hash's. Settings of a plugin are in the block that stands for it.

    One that ``moved`` has made has its places, and what is in it, when it is first asked for them.
    """

    kind: ValueKind
    text: str
    place: Place
    content_place: Place
    items: tuple[Value, ...] = ()
    entries: tuple[Entry, ...] = ()

    _alone: Value | None = field(init=False, repr=False, compare=False, default=None)
    _placer: Placer | None = field(init=False, repr=False, compare=False, default=None)

    if not TYPE_CHECKING:

        def __getattr__(self, name):
            """What a moved value has not been asked for before."""
            make = _LATE.get(name)
            if make is None or self._alone is None:
                raise AttributeError(f"a value has no {name!r}", name=name, obj=self)
            value = make(self._alone, self._placer)
            object.__setattr__(self, name, value)
            return value

    def moved(self, placer: Placer) -> Value:
        """A copy of this value at the places that ``placer`` gives."""
        made = Value.__new__(Value)
        object.__setattr__(made, "kind", self.kind)
        object.__setattr__(made, "text", self.text)
        object.__setattr__(made, "_alone", self)
        object.__setattr__(made, "_placer", placer)
        return made


@dataclass(frozen=True, slots=True)
class Entry:
    """One ``key => value`` of a hash."""

    key: Value
    value: Value


# How a part of a moved value is made.
_LATE: dict[str, Callable[[Value, Placer], object]] = {
    "place": lambda alone, placer: placer.place(alone.place),
    "content_place": lambda alone, placer: placer.place(alone.content_place),
    "items": lambda alone, placer: tuple([item.moved(placer) for item in alone.items]),
    "entries": lambda alone, placer: tuple([Entry(one.key.moved(placer), one.value.moved(placer)) for one in alone.entries]),
}
