"""What facts ask about the time of searches, and what they do without an answer."""

from __future__ import annotations

from typing import Protocol

from pipelint.base.lean.record import dataclass


@dataclass(frozen=True, slots=True)
class Saving:
    """Predicted µs of a search before and after a change, on the same lines: pairs for those that match and those that do not."""

    pairs: tuple[tuple[float, float], ...]

    @property
    def us(self) -> float:
        """The most that a search saves."""
        return max((before - after for before, after in self.pairs), default=0.0)

    @property
    def share(self) -> float:
        """The largest share of a search's time that is saved."""
        return max((1 - after / before for before, after in self.pairs if before > 0), default=0.0)

    @property
    def loss(self) -> float:
        """The most that a search takes longer, 0 where none does."""
        return max((after - before for before, after in self.pairs if after > before), default=0.0)


class Prices(Protocol):
    """Predicted times on lines as long as the traffic's."""

    @property
    def line_bytes(self) -> int:
        """Bytes of a line."""

    def saving(self, before: str, after: str, engine: str) -> Saving | None:
        """What a search saves when ``after`` stands for ``before``; None where there is no line to compare them on."""

    def search(self, regex: str, engine: str, line: str) -> tuple[float, bool] | None:
        """µs of a search in ``line``, and whether it came to its end. None for a regex that is refused."""


class NoPrices:
    """Where nothing predicts a time: nothing that rests on one is claimed."""

    line_bytes = 0

    def saving(self, before: str, after: str, engine: str) -> Saving | None:
        """Not known."""
        return None

    def search(self, regex: str, engine: str, line: str) -> tuple[float, bool] | None:
        """Not known."""
        return None


def in_words(us: float) -> str:
    """A time of ``us`` µs with two digits that count, as ``3.9 ms`` or ``310 µs``: no prediction is better than that."""
    for unit, size in (("s", 1_000_000), ("ms", 1_000)):
        if us >= 0.995 * size:
            return f"{_two_digits(us / size)} {unit}"
    return f"{_two_digits(us)} µs"


def _two_digits(amount: float) -> str:
    return f"{float(f'{amount:.2g}'):.10g}"
