"""Value: what a setting holds, where an engine's values have a structure of their own (Logstash's arrays and hashes)."""

from __future__ import annotations

import enum

from pipelint.base.lean.record import dataclass
from pipelint.base.text.document import Place


class ValueKind(enum.Enum):
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
    """

    kind: ValueKind
    text: str
    place: Place
    content_place: Place
    items: tuple[Value, ...] = ()
    entries: tuple[Entry, ...] = ()


@dataclass(frozen=True, slots=True)
class Entry:
    """One ``key => value`` of a hash."""

    key: Value
    value: Value
