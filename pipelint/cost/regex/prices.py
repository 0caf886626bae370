"""The times that facts about regexes ask for, on lines of the traffic's length."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from pipelint.base.lean.record import dataclass
from pipelint.cost.regex.saving import Saving

# What runs regexes is imported where a time is asked for: few rules come to that.
if TYPE_CHECKING:
    from pipelint.cost.regex.forecast import Timed
    from pipelint.cost.regex.work import Engine

# Steps of one search in a line made to be slow: some 6 ms in this machine.
_STEPS = 1_000_000


@dataclass(frozen=True, slots=True)
class ModelPrices:
    """See ``Prices``: answered by the fitted models of the engines."""

    line_bytes: int

    def saving(self, before: str, after: str, engine: str) -> Saving | None:
        """On the lines made for ``before``; None where none of them was found, or a regex is refused."""
        from pipelint.cost.regex.forecast import timed
        from pipelint.cost.regex.lines import lines_for

        model = cast("Engine", engine)
        try:
            made = lines_for(before, model, self.line_bytes)
            lines = [line for line in (made.hit, made.miss, made.late) if line is not None]
            if not lines:
                return None
            old, new = timed(before, lines, model), timed(after, lines, model)
        except ValueError:
            return None
        # What takes too many steps before the change takes as long as they do, and no less than after it.
        return Saving(tuple((_at_least(a, b) / 1000, b.ns / 1000) for a, b in zip(old, new, strict=True)))

    def search(self, regex: str, engine: str, line: str) -> tuple[float, bool] | None:
        """In a given line, broken off after a million steps."""
        from pipelint.cost.regex.forecast import timed

        try:
            (found,) = timed(regex, [line], cast("Engine", engine), _STEPS)
        except ValueError:
            return None
        return found.ns / 1000, found.matched is not None


def _at_least(before: Timed, after: Timed) -> float:
    return before.ns if before.matched is not None else max(before.ns, after.ns)
