"""The two readers of ``time_format``: the C extension strptime 0.2.5, and Ruby's own ``Time.strptime``, for what that refuses.

Both take as much as each directive may have, give nothing back, and let the text go on after the format.
"""

from __future__ import annotations

from calendar import monthrange
from collections.abc import Callable
from datetime import tzinfo
from functools import lru_cache

from pipelint.base.lean.late import late
from pipelint.engines.fluentd.facts.time.format import TimePath, read_time_format
from pipelint.engines.fluentd.trace.time.clock import Time, local, seconds_of
from pipelint.engines.fluentd.trace.time.quick import quick_moment, quick_regex
from pipelint.engines.fluentd.trace.time.text import Fields, TimeText, UnreadError
from pipelint.engines.fluentd.trace.values import LostError
from pipelint.trace.model import UNKNOWN, Unknown

_MONTHS: tuple[str, ...] = ("january", "february", "march", "april", "may", "june", "july", "august", "september", "october")
_MONTHS += ("november", "december")
_DAYS = ("sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday")
# By directive what it sets, how many digits it has at most, and its least and most value.
_NUMBERS = {
    "m": ("month", 2, 1, 12),
    "d": ("day", 2, 1, 31),
    "e": ("day", 2, 1, 31),
    "H": ("hour", 2, 0, 23),
    "M": ("minute", 2, 0, 59),
    "S": ("second", 2, 0, 60),
}
_PADDED = {"d": ("day", 1, 31), "H": ("hour", 0, 24), "I": ("twelve", 1, 12)}
_PADDED |= {"e": _PADDED["d"], "k": _PADDED["H"], "l": _PADDED["I"]}
_WHOLES = {"F": "%Y-%m-%d", "T": "%H:%M:%S", "X": "%H:%M:%S", "R": "%H:%M", "D": "%m/%d/%y", "x": "%m/%d/%y"}
_WHOLES |= {"c": "%a %b %e %H:%M:%S %Y", "r": "%I:%M:%S %p"}
_BEFORE_NUMBERS = frozenset("CDdeFGgHIjkLlMmNQRrSsTUuVvWwXxYy0123456789")
_OFFSET = late(r"([+-])(\d\d):?(\d\d)(?![\d,.:])")
_ZONE_NAME = late(r"[A-Za-z]+")
_HALF = late(r"([apAP])(?:[mM]|\.[mM]\.)")
# ``Time::ZoneOffset`` of Ruby, in hours; of the letters only Z.
ZONES = {"UTC": 0, "Z": 0, "UT": 0, "GMT": 0, "EST": -5, "EDT": -4, "CST": -6, "CDT": -5}
ZONES |= {"MST": -7, "MDT": -6, "PST": -8, "PDT": -7}

Reader = Callable[[str], Time]
_Step = Callable[[TimeText], None]


def reader_of(format_: str, zone: tzinfo | None) -> Reader:
    """What reads texts of a format. Times without a zone in the text are of a clock in ``zone``; None: it is not known.

    The reader raises UnreadError. Raises LostError for a format that is not read here.
    """
    in_ruby = read_time_format(format_).path is TimePath.RUBY
    steps = _ruby_steps(format_) if in_ruby else _c_steps(format_)
    quick = None if in_ruby else quick_regex(format_)

    @lru_cache(maxsize=2)
    def read(text: str) -> Time:
        found = quick.match(text) if quick is not None else None
        if found is not None:
            return quick_moment(found, zone)
        if not text.isascii() or len(text) > 1_000:
            raise LostError("a time with other characters than ASCII is not read here")
        reading = TimeText(text)
        for step in steps:
            step(reading)
        if in_ruby:
            _check_day(reading.fields)
        return _moment(reading.fields, zone)

    return read


def _c_steps(format_: str) -> list[_Step]:
    steps: list[_Step] = []
    at = 0
    while at < len(format_):
        char = format_[at]
        if char != "%":
            steps.append(_literal(char))
            at += 1
            continue
        steps.append(_C[format_[at + 1]])
        at += 2
    return steps


def _ruby_steps(format_: str) -> list[_Step]:
    steps: list[_Step] = []
    at = 0
    while at < len(format_):
        char, letter = format_[at], format_[at + 1 : at + 2]
        if char != "%":
            steps.append(_literal(char))
            at += 1
            continue
        at += 2
        if letter == ":":
            # As many colons as there may be mean nothing here.
            end = at + len(format_[at:]) - len(format_[at:].lstrip(":"))
            letter, at = format_[end : end + 1], end + 1
            if letter != "z":
                raise LostError(f"the time format {format_} is not read here")
        follower = format_[at + 1 : at + 2] if format_[at : at + 1] == "%" else format_[at : at + 1]
        fixed = follower in _BEFORE_NUMBERS and bool(follower)
        if letter in _WHOLES:
            steps += _ruby_steps(_WHOLES[letter])
        elif letter == "Y":
            steps.append(_year_of_four if fixed else _year)
        elif letter in "NL" and letter:
            steps.append(_fraction(9 if letter == "N" else 3) if fixed else _fraction(1_000))
        elif letter in _RUBY:
            steps.append(_RUBY[letter])
        else:
            raise LostError(f"the time format {format_} is not read here")
    return steps


def _literal(char: str) -> _Step:
    if char in " \t\n\v\f\r":
        return TimeText.spaces

    def step(text: TimeText) -> None:
        if text.next() != char:
            raise UnreadError("string doesn't match")
        text.at += 1

    return step


def _number(name: str, most: int, low: int, high: int) -> _Step:
    return lambda text: text.number(name, most, low, high)


def _padded(name: str, low: int, high: int) -> _Step:
    def step(text: TimeText) -> None:
        padded = text.next() == " "
        text.at += padded
        text.number(name, 1 if padded else 2, low, high)

    return step


def _year_of_four(text: TimeText) -> None:
    text.fields.year = text.signed(4)


def _year(text: TimeText) -> None:
    text.fields.year = text.signed(1_000)


def _short_year(text: TimeText) -> None:
    year = int(text.digits(2))
    text.fields.year = year + (2000 if year < 69 else 1900)


def _month(text: TimeText) -> None:
    text.fields.month = text.name(_MONTHS) + 1


def _week_day(text: TimeText) -> None:
    text.name(_DAYS)


def _fraction(most: int) -> _Step:
    def step(text: TimeText) -> None:
        if text.next() in ("+", "-"):
            raise LostError("a fraction of a second with a sign is not read here")
        text.fields.nanoseconds = int(text.digits(most)[:9].ljust(9, "0"))

    return step


def _half(text: TimeText) -> None:
    found = _HALF.match(text.text, text.at)
    if found is None:
        raise UnreadError("string doesn't match")
    text.at = found.end()
    text.fields.afternoon = found[1] in "pP"


def _stamp(text: TimeText) -> None:
    if text.next() == "+":
        raise UnreadError("invalid date or strptime format")
    text.fields.stamp = text.signed(15)
    if "0" <= text.next() <= "9":
        raise LostError("a time so far away is not read here")


def _c_zone(text: TimeText) -> None:
    sign = text.next()
    if sign and sign in "zZ":
        text.fields.offset = 0  # the letter itself stays
        return
    if sign and sign in "+-":
        text.at += 1
    offset = int(text.digits(2)) * 60
    if text.next() == ":":
        text.at += 1
    if "0" <= text.next() <= "9":
        offset += int(text.digits(2))
    if offset >= 1_440:
        raise UnreadError("utc_offset out of range")
    text.fields.offset = -offset * 60 if sign == "-" else offset * 60


def _ruby_zone(text: TimeText) -> None:
    found = _OFFSET.match(text.text, text.at)
    if found is not None:
        offset = (int(found[2]) * 60 + int(found[3])) * 60
        if offset >= 86_400:
            raise LostError("a time zone so far from UTC is not read here")
        text.fields.offset = -offset if found[1] == "-" else offset
        text.at = found.end()
        return
    named = _ZONE_NAME.match(text.text, text.at)
    rest = text.text[text.at :].lower()
    if named is None:
        if (text.next() and text.next() in "+-.") or rest[:1].isspace():
            raise LostError("a time zone in this form is not read here")
        raise UnreadError("invalid date or strptime format")
    after = text.text[named.end() : named.end() + 1]
    if "time" in rest or "dst" in rest or after in ("_", "+", "-", ".") or after.isdigit():
        raise LostError("a time zone in this form is not read here")
    text.at = named.end()
    hours = ZONES.get(named[0].upper())
    text.fields.offset = UNKNOWN if hours is None else hours * 3600


_C: dict[str, _Step] = {
    **{letter: _number(*said) for letter, said in _NUMBERS.items()},
    "Y": _year_of_four,
    "y": _short_year,
    "N": lambda text: setattr(text.fields, "nanoseconds", int(text.digits(9).ljust(9, "0"))),
    "z": _c_zone,
    "n": TimeText.spaces,
    **dict.fromkeys("Bbh", _month),
}
_RUBY: dict[str, _Step] = {
    **{letter: _number(*said) for letter, said in _NUMBERS.items() if letter in "mMS"},
    **{letter: _padded(*said) for letter, said in _PADDED.items()},
    "y": _short_year,
    "p": _half,
    "P": _half,
    "s": _stamp,
    "z": _ruby_zone,
    "Z": _ruby_zone,
    "n": TimeText.spaces,
    "t": TimeText.spaces,
    "%": _literal("%"),
    **dict.fromkeys("Bbh", _month),
    **dict.fromkeys("Aa", _week_day),
}


def _check_day(fields: Fields) -> None:
    """Raises LostError for a day too many of which Ruby makes one thing or the other, as the zone is given."""
    year, day = fields.year, fields.day
    if year is not None and day is not None and 0 < year < 9999 and day > monthrange(year, fields.month or 1)[1]:
        raise LostError("a day that there is not is not read here")


def _moment(fields: Fields, zone: tzinfo | None) -> Time:
    """The moment; what is missing after the year is the first, what is missing before depends on the time of reading."""
    if fields.stamp is not None:
        if fields.stamp < 0 and fields.nanoseconds:
            raise LostError("a fraction of a second before 1970 is not read here")
        return fields.stamp, fields.nanoseconds
    hour = fields.hour
    if fields.twelve is not None:
        hour = fields.twelve % 12 if fields.afternoon is not None else fields.twelve
    if fields.afternoon and hour is not None:
        hour = hour % 12 + 12
    if hour == 24:
        raise LostError("an hour 24 is not read here")
    if fields.year is None:
        return UNKNOWN
    if not 1900 <= fields.year <= 2200:
        raise LostError("a time so far away is not read here")
    shown = seconds_of(fields.year, fields.month or 1, fields.day or 1, hour or 0, fields.minute or 0, fields.second or 0)
    if isinstance(fields.offset, Unknown):
        return UNKNOWN
    seconds = local(shown, zone) if fields.offset is None else shown - fields.offset
    return UNKNOWN if isinstance(seconds, Unknown) else (seconds, fields.nanoseconds)
