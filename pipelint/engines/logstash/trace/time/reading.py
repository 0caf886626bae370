"""Texts read as times by the formats of the date filter: ISO 8601 as Joda-Time has it, and Joda-Time's patterns in English."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta, timezone, tzinfo
from functools import lru_cache
from zoneinfo import ZoneInfo

from pipelint.base.lean.late import late
from pipelint.base.lean.record import dataclass
from pipelint.engines.logstash.trace.time.writing import DAYS, MONTHS, tokens
from pipelint.engines.logstash.trace.time.zones import NoTimeError, offset_of, placed, zone
from pipelint.engines.logstash.trace.values.event import Timestamp
from pipelint.engines.logstash.trace.values.nested import LostError

# With a pivot of thirty years ago, between 2024 and 2034, these two digits are of one century only.
_NEW, _OLD = 44, 54
_TEXT_SIZE = 3
_YEAR_DIGITS, _LAST_WRITTEN = 9, 9999
# Clocks are put forward in the first hours of a day.
_EARLY = 4
_NEARLY = late(r"[+-]?\d")
_JODA_ISO = late(
    r"(\d{4})(?:-(\d\d?)(?:-(\d\d?)(?:T(\d\d?)(?::(\d\d?)(?::(\d\d?)(?:[.,](\d+))?)?)?(Z|[+-]\d\d(?::?\d\d)?)?)?)?)?"
)
_NO_ISO = late(r"[^0-9TWZ:.,+-]")
_OFFSET = late(r"([+-])(\d\d)(?::?(\d\d))?(?![\d:])")
_ABBREVIATIONS = {
    **dict.fromkeys(("UT", "UTC", "GMT"), "UTC"),
    **dict.fromkeys(("EST", "EDT"), "America/New_York"),
    **dict.fromkeys(("CST", "CDT"), "America/Chicago"),
    **dict.fromkeys(("MST", "MDT"), "America/Denver"),
    **dict.fromkeys(("PST", "PDT"), "America/Los_Angeles"),
}


Reading = Callable[[str, tzinfo], Timestamp | None]
"""A text in a zone as a time, None for one that is known but for its year. Raises NoTimeError, LostError."""


def read_iso8601(text: str, where: tzinfo) -> Timestamp | None:
    """``ISO8601`` of the date filter: that of Joda-Time, and some with a blank in the middle."""
    found = _JODA_ISO.fullmatch(text)
    if found is not None and text.isascii():
        numbers = [int(part or default) for part, default in zip(found.groups()[:6], (0, 1, 1, 0, 0, 0), strict=True)]
        fraction = int((found[7] or "")[:3].ljust(3, "0")) * 10**6
        try:
            local = datetime(*numbers)  # type: ignore[arg-type]
            given = where if found[8] is None else timezone(offset_of(found[8]))
        except ValueError as error:
            raise NoTimeError("there is no such day or time") from error
        return placed(local, given, fraction)
    for reading in (joda_reading(pattern) for pattern in _WITH_A_BLANK):
        try:
            return reading(text, where)
        except NoTimeError:
            continue
    if _NO_ISO.search(text) is None and text and not (text.isdecimal() and len(text) > _YEAR_DIGITS):
        raise LostError(f"whether {text[:50]!r} is a time of ISO 8601")
    raise NoTimeError("it is no time of ISO 8601")


_WITH_A_BLANK = tuple(f"yyyy-MM-dd HH:mm:ss{mark}SSS{end}" for mark in ".," for end in ("Z", ""))


@dataclass(slots=True)
class _Parts:
    """What a text says of a time; None of what it does not say."""

    year: int | None = None
    month: int = 1
    day: int = 1
    day_of_year: int | None = None
    weekday: int | None = None
    hour: int = 0
    half: int | None = None
    minute: int = 0
    second: int = 0
    milliseconds: int = 0
    zone: tzinfo | None = None
    sure: bool = True


_Element = Callable[[str, int, _Parts], int]
"""Reads a part of a text from a position on, gives where it ends, raises NoTimeError."""


@lru_cache(maxsize=256)
def joda_reading(pattern: str) -> Reading:
    """A format of Joda-Time in English. Raises LostError for one of which not all is known here."""
    found = list(tokens(pattern))
    elements: list[_Element] = []
    for at, (letter, text) in enumerate(found):
        following = found[at + 1] if at + 1 < len(found) else ("", "")
        elements.append(_element(letter, text, following, pattern))
    if not elements:
        raise LostError("an empty format")

    def read(text: str, where: tzinfo) -> Timestamp | None:
        parts, at = _Parts(), 0
        for element in elements:
            at = element(text, at, parts)
        if at != len(text):
            raise NoTimeError("there is more after it")
        return _time_of(parts, where)

    return read


def _time_of(parts: _Parts, where: tzinfo) -> Timestamp | None:
    hour = parts.hour if parts.half is None else parts.hour % 12 + parts.half
    year = parts.year
    if year is not None and not 1 <= year <= _LAST_WRITTEN:
        raise LostError("a year of more than four digits, or none")
    try:
        # Without a year that of the day on which it is read counts, which has a 29th of February or not.
        local = datetime(2024 if year is None else year, parts.month, parts.day, hour, parts.minute, parts.second)
        if parts.day_of_year is not None:
            local = local.replace(month=1, day=1) + timedelta(days=parts.day_of_year - 1)
            if parts.day_of_year < 1 or (year is not None and local.year != year):
                raise NoTimeError("there is no such day")
    except (ValueError, OverflowError) as error:
        raise NoTimeError("there is no such day or time") from error
    if year is None or not parts.sure:
        if (local.month, local.day) == (2, 29) or parts.day_of_year is not None:
            raise LostError("a day that not every year has, without a year")
        if isinstance(where, ZoneInfo) and hour < _EARLY:
            raise LostError("a time without a year that the clocks may leave out")
        return None
    if parts.weekday is not None:
        local += timedelta(days=parts.weekday - local.weekday())
    return placed(local, parts.zone or where, parts.milliseconds * 10**6)


def _digits(text: str, at: int, most: int) -> tuple[int, int]:
    """A number of at most so many digits, and where it ends."""
    end = at
    while end < len(text) and end - at < most and text[end].isdecimal():
        end += 1
    if end == at:
        if text[at : at + 1] in ("+", "-"):
            raise LostError("a number with a sign in a time")
        raise NoTimeError(f"no number at character {at + 1}")
    if not text[at:end].isascii():
        raise LostError("digits of other scripts in a time")
    return int(text[at:end]), end


def _element(letter: str, text: str, following: tuple[str, str], pattern: str) -> _Element:
    if not letter:
        return _literal(text)
    size = len(text)
    number_next = following[0] in tuple("yYdhHmsSkKDx") or (following[0] == "M" and len(following[1]) < _TEXT_SIZE)
    match letter:
        case "y" | "Y":
            return _two_digit_year if size == 2 and number_next else _year(size if number_next else 9, short=size == 2)
        case "M" if size >= _TEXT_SIZE:
            return _word("month", MONTHS, 1)
        case "E":
            return _word("weekday", DAYS, 0)
        case "a":
            return _half
        case "S":
            return _fraction(size)
        case "D":
            return _number("day_of_year", 3)
        case "Z":
            return _read_offset if size < _TEXT_SIZE else _read_zone
        case "z" if size <= _TEXT_SIZE:
            return _read_abbreviation
        case "M" | "d" | "H" | "k" | "h" | "K" | "m" | "s":
            return _number(letter, 2)
    raise LostError(f"the format {pattern!r}")


def _literal(wanted: str) -> _Element:
    def read(text: str, at: int, _: _Parts) -> int:
        found = text[at : at + len(wanted)]
        if found != wanted and found.lower() != wanted.lower():
            raise NoTimeError(f"not {wanted!r} at character {at + 1}")
        return at + len(wanted)

    return read


_BOUNDS = {"M": (1, 12), "d": (1, 31), "H": (0, 23), "k": (1, 24), "h": (1, 12), "K": (0, 11), "m": (0, 59), "s": (0, 59)}
_NAMES = {"M": "month", "d": "day", "H": "hour", "k": "hour", "h": "hour", "K": "hour", "m": "minute", "s": "second"}


def _number(letter: str, most: int) -> _Element:
    name = _NAMES.get(letter, letter)
    low, high = _BOUNDS.get(letter, (1, 366))

    def read(text: str, at: int, parts: _Parts) -> int:
        number, end = _digits(text, at, most)
        if not low <= number <= high:
            # What comes after it may not fit either; the engine looks at both, and takes neither.
            raise NoTimeError(f"{number} at character {at + 1}")
        if letter in "hK" and parts.half is None:
            parts.half = 0
        setattr(parts, name, number % 24 if letter == "k" else number)
        return end

    return read


def _year(most: int, *, short: bool) -> _Element:
    def read(text: str, at: int, parts: _Parts) -> int:
        number, end = _digits(text, at, most)
        if short and end - at == 2:
            return _two_digit_year(text, at, parts)
        parts.year = number
        return end

    return read


def _two_digit_year(text: str, at: int, parts: _Parts) -> int:
    number, end = _digits(text, at, 2)
    if end - at < 2:
        raise NoTimeError(f"no year of two digits at character {at + 1}")
    parts.year = number + (2000 if number < _NEW else 1900)
    parts.sure = parts.sure and not _NEW <= number < _OLD
    return end


def _fraction(size: int) -> _Element:
    def read(text: str, at: int, parts: _Parts) -> int:
        _, end = _digits(text, at, size)
        parts.milliseconds = int(text[at : min(end, at + 3)].ljust(3, "0"))
        return end

    return read


def _word(name: str, words: tuple[str, ...], first: int) -> _Element:
    def read(text: str, at: int, parts: _Parts) -> int:
        for size in (None, _TEXT_SIZE):
            for number, word in enumerate(words):
                shown = word[:size]
                if text[at : at + len(shown)] in (shown, shown.lower(), shown.upper()):
                    setattr(parts, name, number + first)
                    return at + len(shown)
        raise NoTimeError(f"no name of a {name} at character {at + 1}")

    return read


def _half(text: str, at: int, parts: _Parts) -> int:
    if text[at : at + 2] not in ("AM", "PM", "am", "pm"):
        if text[at : at + 2].upper() in ("AM", "PM"):
            raise LostError("letters of AM or PM of both cases")
        raise NoTimeError(f"neither AM nor PM at character {at + 1}")
    parts.half = 0 if text[at] in "aA" else 12
    return at + 2


def _read_offset(text: str, at: int, parts: _Parts) -> int:
    if text[at : at + 1] in ("Z", "z"):
        parts.zone = timezone.utc
        return at + 1
    found = _OFFSET.match(text, at)
    if found is None:
        if _NEARLY.match(text, at):
            raise LostError("an offset from UTC with other parts than hours and minutes")
        raise NoTimeError(f"no offset from UTC at character {at + 1}")
    try:
        parts.zone = timezone(offset_of(found[0]))
    except ValueError as error:
        raise LostError("an offset from UTC of very many hours") from error
    return found.end()


_ZONE_WORD = late(r"[A-Za-z0-9_+/:-]+")


def _read_zone(text: str, at: int, parts: _Parts) -> int:
    found = _ZONE_WORD.match(text, at)
    if found is None:
        raise NoTimeError(f"no time zone at character {at + 1}")
    parts.zone = zone(found[0])
    return found.end()


def _read_abbreviation(text: str, at: int, parts: _Parts) -> int:
    for name, meant in sorted(_ABBREVIATIONS.items(), key=lambda item: -len(item[0])):
        if text.startswith(name, at):
            parts.zone = zone(meant)
            return at + len(name)
    if text[at : at + 3].upper() in _ABBREVIATIONS:
        raise LostError("a time zone in small letters")
    raise NoTimeError(f"no time zone at character {at + 1}")
