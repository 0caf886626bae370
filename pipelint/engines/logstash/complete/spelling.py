"""How Logstash's configs write values: defaults of settings, and the letters of date patterns."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pipelint.plugins import ParamSpec

DATE_PARTS: Mapping[str, str] = MappingProxyType(
    {
        "yyyy": "year: 2026",
        "MM": "month: 01 to 12",
        "dd": "day of the month: 01 to 31",
        "HH": "hour: 00 to 23",
        "mm": "minute: 00 to 59",
        "ss": "second: 00 to 59",
        "SSS": "milliseconds",
        "Z": "offset from UTC: +0200",
        "ZZ": "offset from UTC with a colon: +02:00",
        "ZZZ": "time zone by its id: Europe/Berlin",
        "MMM": "month's name, three letters: Jan",
        "MMMM": "month's name in full: January",
        "d": "day of the month, one or two digits",
        "M": "month, one or two digits",
        "H": "hour, one or two digits",
        "yy": "year, two digits: 26",
        "EEE": "day of the week, three letters: Mon",
        "EEEE": "day of the week in full: Monday",
        "a": "AM or PM",
        "hh": "hour of a half day: 01 to 12",
        "ISO8601": "a whole time of ISO 8601, alone in the pattern",
        "UNIX": "seconds since 1970, alone in the pattern",
        "UNIX_MS": "milliseconds since 1970, alone in the pattern",
        "TAI64N": "a TAI64N label, alone in the pattern",
    }
)
"""What a pattern of the date filter may have, the usual first, with what it stands for (Joda-Time's DateTimeFormat)."""


def spelled(spec: ParamSpec) -> str:
    """The default of a setting as a config would say it."""
    return _value(spec.default)


def _value(value: object) -> str:
    match value:
        case bool():
            return "true" if value else "false"
        case str():
            return f'"{value}"'
        case list():
            return "[" + ", ".join(map(_value, value)) + "]"
        case dict():
            return "{ " + " ".join(f"{_value(key)} => {_value(inner)}" for key, inner in value.items()) + " }" if value else "{}"
        case _:
            return str(value)
