"""Times in their zones, and an event's ``@timestamp`` read from a text.

A time without a zone counts as UTC where no setting says otherwise: the zone of the machine is not known, and most have that.
"""

from __future__ import annotations

from datetime import datetime, timedelta, timezone, tzinfo
from functools import lru_cache
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError, available_timezones

from pipelint.base.lean.late import late
from pipelint.engines.logstash.trace.values.event import Timestamp
from pipelint.engines.logstash.trace.values.nested import LostError

_EPOCH = datetime(1970, 1, 1, tzinfo=timezone.utc)
# Of these years the data of time zones agree.
_FIRST_YEAR, _LAST_YEAR = 1970, 2037
_ISO = late(r"(\d{4})-(\d\d)-(\d\d)(?:[Tt](\d\d):(\d\d)(?::(\d\d)(?:\.(\d{0,9}))?)?)?([Zz]|[+-]\d\d:\d\d)?")
_NEARLY = late(r"[+-]?\d")
_FIXED = late(r"[+-]\d\d:\d\d")
_NO_NAME = late(r"[^A-Za-z0-9_+/:-]")
# All zones of a complete database are some 600.
_MOST_ZONES = 500
_NAMED = late(r"UTC|GMT|[A-Z][A-Za-z_]+(?:/[A-Za-z0-9_+-]+)+")


class NoTimeError(Exception):
    """A text is no time of a format."""


def iso_time(text: str) -> Timestamp | None:
    """What ``Timestamp.new`` of Logstash makes of a text, None where that is an error."""
    found = _ISO.fullmatch(text)
    if found is None or not text.isascii():
        if _NEARLY.match(text):
            raise LostError(f"whether {text[:50]!r} is a time")
        return None
    year, month, day, hour, minute, second = (int(part or 0) for part in found.groups()[:6])
    if year == 0:
        raise LostError("the year 0")
    try:
        time = datetime(year, month, day, hour, minute, second, tzinfo=timezone.utc)
        return _stamp(time - offset_of(found[8] or "Z"), int((found[7] or "").ljust(9, "0")))
    except (ValueError, OverflowError):
        return None


def offset_of(text: str) -> timedelta:
    """The offset of ``Z``, ``+01:00`` or ``+0100``. Raises ValueError for one of more than 18 hours."""
    if text in ("Z", "z"):
        return timedelta(0)
    digits = text[1:].replace(":", "").ljust(4, "0")
    hours, minutes = int(digits[:2]), int(digits[2:])
    if hours > 17 or minutes > 59:
        raise ValueError(text)
    found = timedelta(hours=hours, minutes=minutes)
    return -found if text[0] == "-" else found


def _stamp(time: datetime, nanoseconds: int = 0) -> Timestamp:
    whole = (time - _EPOCH) // timedelta(seconds=1)
    return Timestamp.of(whole * 10**9 + time.microsecond * 1000 + nanoseconds)


@lru_cache(maxsize=256)
def zone(name: str) -> tzinfo:
    """A time zone by its name. Raises NoTimeError where there is none, LostError where that is not known here."""
    if _FIXED.fullmatch(name):
        return timezone(offset_of(name))
    if name in ("UTC", "GMT", "Etc/UTC", "Z"):
        return timezone.utc
    if _NO_NAME.search(name) is not None:
        raise NoTimeError(f"there is no time zone {name!r}")
    if _NAMED.fullmatch(name) is None:
        raise LostError(f"the time zone {name!r}")
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError) as error:
        if len(available_timezones()) < _MOST_ZONES:
            raise LostError(f"the time zone {name!r}") from error
        raise NoTimeError(f"there is no time zone {name!r}") from error


def placed(local: datetime, where: tzinfo, nanoseconds: int) -> Timestamp:
    """A local time in a zone. Raises NoTimeError for one that the clocks leave out."""
    if where is timezone.utc:
        return _stamp(local.replace(tzinfo=timezone.utc), nanoseconds)
    if not _FIRST_YEAR < local.year < _LAST_YEAR:
        raise LostError("a time zone in a year long ago or far away")
    # Of a time that the clocks show twice, Joda takes the earlier one.
    time = local.replace(tzinfo=where).astimezone(timezone.utc)
    if time.astimezone(where).replace(tzinfo=None) != local:
        raise NoTimeError("the clocks leave this time out")
    return _stamp(time, nanoseconds)
