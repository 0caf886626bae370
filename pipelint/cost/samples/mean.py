"""The figures of one stage over the samples of all sources."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, TypeVar

from pipelint.base.lean.record import dataclass, field

if TYPE_CHECKING:
    from pipelint.trace.seen import StageSeen

_Key = TypeVar("_Key", int, str)
# A field belongs to the record where so many events have it.
USUAL = 0.5


@dataclass(slots=True)
class Mean:
    """Sums of what was seen, see ``StageSeen`` and ``Shapes``, each source's by its part of the input.

    ``tagged``: the tags are those of the traffic.
    """

    came: float = 0.0
    gave: float = 0.0
    failed: float = 0.0
    unknown: float = 0.0
    times: float = 0.0
    fresh: float = 0.0
    alternatives: int = 0
    chosen: float = 0.0
    tried: float = 0.0
    rejected: float = 0.0
    taken: dict[int, float] = field(default_factory=dict)
    tags: dict[str, float] = field(default_factory=dict)
    tagged: bool = True
    count: float = 0.0
    bytes: float = 0.0
    fields: float = 0.0
    there: dict[str, float] = field(default_factory=dict)
    new: dict[str, float] = field(default_factory=dict)
    sizes: dict[str, float] = field(default_factory=dict)

    def add(self, seen: StageSeen, weight: float, *, tagged: bool) -> None:
        """Adds what one sample shows, ``weight`` times."""
        for name in ("came", "gave", "failed", "unknown", "times", "fresh", "chosen", "tried", "rejected"):
            setattr(self, name, getattr(self, name) + weight * getattr(seen, name))
        self.alternatives = max(self.alternatives, seen.alternatives)
        self.tagged &= tagged
        _add(self.taken, seen.taken, weight)
        _add(self.tags, seen.tags, weight)
        shapes = seen.shapes
        if not shapes.count:
            return
        # Only some events were measured: what they are made of counts for all that the stage gave on.
        part = weight * seen.gave / shapes.count
        for name in ("count", "bytes", "fields"):
            setattr(self, name, getattr(self, name) + part * getattr(shapes, name))
        _add(self.there, shapes.there, part)
        _add(self.new, shapes.new, part)
        _add(self.sizes, shapes.sizes, part)

    @property
    def followed(self) -> float:
        """Events of which it is known what became of them."""
        return self.came - self.unknown

    def size(self, name: str) -> float:
        """The mean bytes of a field where it is there."""
        return self.sizes[name] / self.there[name]

    def nested(self, fields: Mapping[str, float]) -> float:
        """How many of these fields, by how often each is there, an event has inside others."""
        return sum(there for name, there in fields.items() if "." in name) / self.count

    def usual(self) -> dict[str, float]:
        """The fields that most events have, with their mean bytes."""
        return {name: self.size(name) for name, there in self.there.items() if there >= USUAL * self.count}


def _add(sums: dict[_Key, float], more: Mapping[_Key, float], weight: float) -> None:
    for key, count in more.items():
        sums[key] = sums.get(key, 0.0) + weight * count
