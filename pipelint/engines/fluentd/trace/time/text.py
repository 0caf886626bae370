"""A text of which a time is read, part by part."""

from __future__ import annotations

from pipelint.base.lean.record import dataclass
from pipelint.trace.model import Unknown


class UnreadError(Exception):
    """A text that is no time of the format."""


@dataclass(slots=True)
class Fields:
    """What is read so far; ``offset`` in seconds, None without a zone."""

    year: int | None = None
    month: int | None = None
    day: int | None = None
    hour: int | None = None
    minute: int | None = None
    second: int | None = None
    twelve: int | None = None
    afternoon: bool | None = None
    nanoseconds: int = 0
    stamp: int | None = None
    offset: int | Unknown | None = None


class TimeText:
    """The text that is read, and how far."""

    __slots__ = ("at", "fields", "text")

    def __init__(self, text: str) -> None:
        self.text, self.at, self.fields = text, 0, Fields()

    def digits(self, most: int) -> str:
        start = end = self.at
        while end < len(self.text) and end - start < most and "0" <= self.text[end] <= "9":
            end += 1
        if end == start:
            raise UnreadError("string doesn't match")
        self.at = end
        return self.text[start:end]

    def number(self, name: str, most: int, low: int, high: int) -> None:
        value = int(self.digits(most))
        if not low <= value <= high:
            raise UnreadError("string doesn't match")
        setattr(self.fields, name, value)

    def next(self) -> str:
        return self.text[self.at : self.at + 1]

    def spaces(self) -> None:
        while self.next() and self.next() in " \t\n\v\f\r":
            self.at += 1

    def name(self, names: tuple[str, ...]) -> int:
        """The number of the name that stands here, whole or by its first three letters."""
        rest = self.text[self.at : self.at + 9].lower()
        for short in (False, True):
            for number, name in enumerate(names):
                if rest.startswith(name[:3] if short else name):
                    self.at += 3 if short else len(name)
                    return number
        raise UnreadError("string doesn't match")

    def signed(self, most: int) -> int:
        sign = self.next()
        if sign and sign in "+-":
            self.at += 1
        value = int(self.digits(most))
        return -value if sign == "-" else value
