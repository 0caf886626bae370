"""Mappings of a compose file with what ``<<`` takes into them from others of the file."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from pipelint.base.lean.record import dataclass
from pipelint.yaml.tree import Mapping, Node, Scalar, Sequence

_MERGE = "<<"
# Mappings that one takes from, and how far these take from others: real ones have one or two.
_MOST, _DEEP = 10, 4


@dataclass(frozen=True, slots=True)
class Merged:
    """The values of a mapping, its own before those it takes. ``whole``: all that it takes is a mapping of the file."""

    values: dict[str, Node]
    whole: bool = True

    def text(self, key: str) -> str:
        """The scalar under ``key``; "" where there is none."""
        found = self.values.get(key)
        return found.value if isinstance(found, Scalar) else ""


def merged(node: Mapping, deep: int = _DEEP) -> Merged:
    """A mapping with what it takes."""
    taken = node.values.get(_MERGE)
    if taken is None:
        return Merged({**node.values})
    values: dict[str, Node] = {}
    whole = deep > 0
    for each in _each(taken) if deep else ():
        if isinstance(each, Mapping):
            other = merged(each, deep - 1)
            values = {**other.values, **values}
            whole &= other.whole
        else:
            whole = False
    return Merged({**values, **{key: value for key, value in node.values.items() if key != _MERGE}}, whole)


def _each(taken: Node) -> Iterator[Node]:
    """What it takes from, of which the first that has a key gives it."""
    return islice(taken.items, _MOST) if isinstance(taken, Sequence) else iter((taken,))
