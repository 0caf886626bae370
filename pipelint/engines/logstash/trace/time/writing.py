"""Times written by the patterns of Joda-Time (``%{+YYYY.MM.dd}``) and java.time (``%{{yyyy}}``), in UTC and English."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from datetime import datetime, timedelta, timezone
from functools import lru_cache

from pipelint.engines.logstash.trace.values.nested import LostError

_EPOCH = datetime(1970, 1, 1, tzinfo=timezone.utc)
_SECOND = 10**9
MONTHS = (
    *("January", "February", "March", "April", "May", "June"),
    *("July", "August", "September", "October", "November", "December"),
)
DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
_SHORT = 3
_MOST_LETTERS = 30


def moment(nanoseconds: int) -> datetime:
    """The time in UTC, to the microsecond. Raises LostError before the year 1 and after 9999."""
    try:
        return _EPOCH + timedelta(microseconds=nanoseconds // 1000)
    except OverflowError as error:
        raise LostError("a time of a year with more than four digits, or before Christ") from error


def iso_text(nanoseconds: int) -> str:
    """A time as Logstash writes it: to the millisecond, microsecond or nanosecond, as it needs."""
    time, fraction = moment(nanoseconds), nanoseconds % _SECOND
    size = 3 if fraction % 10**6 == 0 else 6 if fraction % 1000 == 0 else 9
    return f"{time.year:04d}-{time:%m-%dT%H:%M:%S}.{fraction:09d}"[: size + 20] + "Z"


def tokens(pattern: str) -> Iterator[tuple[str, str]]:
    """The parts of a pattern: a run of one letter as (letter, run), other text as ("", text). Two quotes are one."""
    at = 0
    while at < len(pattern):
        letter = pattern[at]
        start = at
        if letter.isascii() and letter.isalpha():
            while at < len(pattern) and pattern[at] == letter:
                at += 1
            yield letter, pattern[start:at]
        elif letter == "'":
            end = pattern.find("'", at + 1)
            text = pattern[at + 1 : end] if end > 0 else pattern[at + 1 :]
            at = end + 1 if end > 0 else len(pattern)
            yield "", text or "'"
        else:
            while at < len(pattern) and pattern[at] != "'" and not (pattern[at].isascii() and pattern[at].isalpha()):
                at += 1
            yield "", pattern[start:at]


_Form = Callable[[datetime, int, int], str]


def _number(part: Callable[[datetime], int]) -> _Form:
    return lambda time, size, _: f"{part(time):0{size}d}"


def _year(time: datetime, size: int, _: int) -> str:
    return f"{time.year % 100:02d}" if size == 2 else f"{time.year:0{size}d}"


def _weekyear(time: datetime, size: int, _: int) -> str:
    year = time.isocalendar()[0]
    return f"{year % 100:02d}" if size == 2 else f"{year:0{size}d}"


def _month(time: datetime, size: int, _: int) -> str:
    name = MONTHS[time.month - 1]
    return f"{time.month:0{size}d}" if size < _SHORT else name[:_SHORT] if size == _SHORT else name


def _day(time: datetime, size: int, _: int) -> str:
    name = DAYS[time.weekday()]
    return name[:_SHORT] if size <= _SHORT else name


def _fraction(_: datetime, size: int, nanoseconds: int) -> str:
    return f"{nanoseconds % _SECOND:09d}"[:size].ljust(size, "0")


def _milliseconds(_: datetime, size: int, nanoseconds: int) -> str:
    return f"{nanoseconds % _SECOND // 10**6:03d}"[:size].ljust(size, "0")


_COMMON: Mapping[str, _Form] = {
    "y": _year,
    "M": _month,
    "d": _number(lambda time: time.day),
    "D": _number(lambda time: time.timetuple().tm_yday),
    "E": _day,
    "H": _number(lambda time: time.hour),
    "h": _number(lambda time: time.hour % 12 or 12),
    "m": _number(lambda time: time.minute),
    "s": _number(lambda time: time.second),
    "a": lambda time, _, __: "AM" if time.hour < 12 else "PM",
}
_JODA: Mapping[str, _Form] = {
    **_COMMON,
    "Y": _year,
    "x": _weekyear,
    "w": _number(lambda time: time.isocalendar()[1]),
    "e": _number(lambda time: time.isoweekday()),
    "k": _number(lambda time: time.hour or 24),
    "K": _number(lambda time: time.hour % 12),
    "S": _milliseconds,
    "Z": lambda _, size, __: ("+0000", "+00:00", "UTC")[min(size, _SHORT) - 1],
}
_JAVA: Mapping[str, _Form] = {**_COMMON, "u": _year, "S": _fraction}
# Of these java.time has texts that depend on more than their letters, or no more than two letters.
_JAVA_MOST = {"y": 4, "u": 4, "M": 4, "E": 4, "S": 9, "D": 3, "a": 1}


@lru_cache(maxsize=256)
def _forms(pattern: str, *, java: bool) -> tuple[str | tuple[_Form, int], ...]:
    forms = _JAVA if java else _JODA
    made: list[str | tuple[_Form, int]] = []
    for letter, text in tokens(pattern):
        if not letter:
            if java and any(mark in text for mark in "[]{}#"):
                raise LostError(f"the format {pattern!r}")
            made.append(text)
        elif letter in forms and len(text) <= (_JAVA_MOST.get(letter, 2) if java else _MOST_LETTERS):
            made.append((forms[letter], len(text)))
        else:
            raise LostError(f"the format {pattern!r}")
    return tuple(made)


def _formatted(pattern: str, nanoseconds: int, *, java: bool) -> str:
    time = moment(nanoseconds)
    forms = _forms(pattern, java=java)
    return "".join([form if isinstance(form, str) else form[0](time, form[1], nanoseconds) for form in forms])


def joda_format(pattern: str, nanoseconds: int) -> str:
    """A time by a pattern of Joda-Time. Raises LostError for what is not known of a pattern."""
    if not pattern or (pattern == "s" * len(pattern) and len(pattern) > 2):
        raise LostError(f"the format {pattern!r}")
    return _formatted(pattern, nanoseconds, java=False)


def java_format(pattern: str, nanoseconds: int) -> str:
    """A time by a pattern of java.time. Raises LostError for what is not known of a pattern."""
    return _formatted(pattern, nanoseconds, java=True)
