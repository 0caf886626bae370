"""What an event is made of: bytes of each field, and of all as JSON."""

from __future__ import annotations

from pipelint.base.lean.record import dataclass
from pipelint.trace.model import UNKNOWN

# What a value counts as that only the running engine knows.
_UNKNOWN_BYTES = 24
_DEEPEST = 100


@dataclass(frozen=True, slots=True)
class Shape:
    """``bytes`` of a record as JSON; ``sizes``: those of each field (of a text its own), by its path joined by dots."""

    bytes: int
    sizes: dict[str, int]


def shape_of(record: object) -> Shape:
    """The shape of a record."""
    sizes: dict[str, int] = {}
    return Shape(_size(record, "", sizes, 0), sizes)


def _size(value: object, path: str, sizes: dict[str, int], depth: int) -> int:
    """The bytes of a value as JSON; those of its fields go to ``sizes``."""
    match value:
        case str():
            size = len(value) if value.isascii() else len(value.encode("utf-8", "surrogatepass"))
            sizes[path] = size
            return size + 2
        case None | bool():
            size = 5 if value is False else 4
        case dict() if depth < _DEEPEST:
            inner = f"{path}." if path else ""
            size = 2 + max(0, len(value) - 1)
            for key, item in value.items():
                name = str(key)
                size += len(name) + 3 + _size(item, inner + name, sizes, depth + 1)
        case list() if depth < _DEEPEST:
            # The fields of the objects in a list have no names of their own.
            size = 2 + max(0, len(value) - 1) + sum(_size(item, "", {}, depth + 1) for item in value)
        case _:
            size = _UNKNOWN_BYTES if value is UNKNOWN else len(str(value))
    sizes[path] = size
    return size
