"""Which worker processes a `<worker>` section is for."""

from __future__ import annotations

from pipelint.base.lean.late import late
from pipelint.base.lean.record import dataclass
from pipelint.base.quantity import whole

_RANGE = late(r"(\d{1,4})(?:-(\d{1,4}))?\Z")


@dataclass(frozen=True, slots=True)
class Workers:
    """The worker ids ``first`` to ``last``, both included."""

    first: int
    last: int

    @classmethod
    def read(cls, arg: str, count: int) -> Workers:
        """What the argument of `<worker>` says (``2``, ``0-3``); all of ``count`` workers for "" and what is no range."""
        found = _RANGE.match(arg.strip()) if arg else None
        if not found:
            return cls(0, count - 1)
        return cls(whole(found[1]), whole(found[2] or found[1]))

    def meets(self, other: Workers) -> bool:
        """Whether some worker is in both."""
        return self.first <= other.last and other.first <= self.last

    def covers(self, other: Workers) -> bool:
        """Whether every worker of ``other`` is in it."""
        return self.first <= other.first and other.last <= self.last
