"""Moments, and the time zones that they are written in."""

from __future__ import annotations

import calendar
from datetime import datetime, timedelta, timezone, tzinfo
from functools import lru_cache

from pipelint.base.lean.late import late
from pipelint.trace.model import UNKNOWN, Unknown


class Now:
    """The time of reading."""

    def __repr__(self) -> str:
        return "NOW"


NOW = Now()

Time = tuple[int, int] | int | Now | Unknown | None
"""The time of an event: seconds since 1970 and nanoseconds, a plain integer, the time of reading, not known, or nil."""

_NUMERIC = late(r"[+-]\d\d(?::?\d\d)?")
_NAMED = late(r"[^/]+/[^/]+(?:/[^/]+)?")


def written(time: Time) -> str:
    """A time as an event has it: seconds, "" for the time of reading, "?" for one that is not known."""
    match time:
        case (seconds, 0):
            return str(seconds)
        case (seconds, nanoseconds):
            return f"{seconds}.{nanoseconds:09d}"
        case int():
            return str(time)
        case Now():
            return ""
    return "?"


@lru_cache(maxsize=64)
def zone_of(text: str) -> tzinfo | None:
    """The zone that a parameter ``timezone`` names (``lib/fluent/timezone.rb``); None for one that Fluentd refuses."""
    if _NUMERIC.fullmatch(text):
        digits = text[1:].replace(":", "")
        minutes = int(digits[:2]) * 60 + int(digits[2:] or 0)
        return timezone(timedelta(minutes=minutes if text[0] == "+" else -minutes)) if minutes < 1440 else None
    return named_zone(text) if _NAMED.fullmatch(text) else None


@lru_cache(maxsize=64)
def named_zone(name: str) -> tzinfo | None:
    """A zone of the database, None where it has none of this name."""
    from zoneinfo import ZoneInfo

    try:
        return ZoneInfo(name)
    except (ValueError, OSError, KeyError):
        return None


def seconds_of(year: int, month: int, day: int, hour: int, minute: int, second: int) -> int:
    """Seconds since 1970 of a moment in UTC; a day or a second too many runs over."""
    return calendar.timegm((year, month, 1, 0, 0, 0)) + ((day - 1) * 24 + hour) * 3600 + minute * 60 + second


def local(seconds: int, zone: tzinfo | None) -> int | Unknown:
    """Seconds since 1970 where ``seconds`` is what a clock of ``zone`` shows; None is a zone that is not known."""
    if zone is None:
        return UNKNOWN
    if zone is timezone.utc:
        return seconds
    try:
        shown = datetime(1970, 1, 1) + timedelta(seconds=seconds)
        offsets = [shown.replace(tzinfo=zone, fold=fold).utcoffset() for fold in (0, 1)]
    except (OverflowError, ValueError):
        return UNKNOWN
    # Where a clock shows an hour twice or not at all, what C's library makes of it is not known here.
    if offsets[0] is None or offsets[0] != offsets[1]:
        return UNKNOWN
    return seconds - int(offsets[0].total_seconds())
