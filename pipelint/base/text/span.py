"""Span: a half-open range of byte offsets."""

from __future__ import annotations

from pipelint.base.lean.record import dataclass


@dataclass(frozen=True, slots=True, order=True)
class Span:
    """Bytes ``start`` (included) to ``end`` (excluded) of one text.

    Raises ValueError when the range is negative or reversed.
    """

    start: int
    end: int

    def __post_init__(self) -> None:
        if not 0 <= self.start <= self.end:
            raise ValueError(f"not a span: {self.start}..{self.end}")

    def __len__(self) -> int:
        return self.end - self.start

    def shift(self, by: int) -> Span:
        """The same range, ``by`` bytes further on."""
        return Span(self.start + by, self.end + by)

    def cut(self, text: bytes) -> bytes:
        """The bytes of ``text`` in this range."""
        return text[self.start : self.end]
