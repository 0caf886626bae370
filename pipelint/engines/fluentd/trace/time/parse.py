"""What a parser makes of the value of its time key (``lib/fluent/time.rb``)."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timezone, tzinfo

from pipelint.base.lean.late import late
from pipelint.engines.fluentd.facts.time.format import read_time_format
from pipelint.engines.fluentd.trace.params import Params
from pipelint.engines.fluentd.trace.time.clock import Time, local, seconds_of, zone_of
from pipelint.engines.fluentd.trace.time.strptime import Reader, reader_of
from pipelint.engines.fluentd.trace.time.text import UnreadError
from pipelint.engines.fluentd.trace.values import LostError, RefusedError, RubyError, to_i, to_s
from pipelint.trace.model import UNKNOWN, Unknown

TYPES = ("string", "unixtime", "float", "mixed")
TimeParser = Callable[[object], Time]
"""What makes a time of a value; it raises RubyError for what is none."""

# What Ruby's Time.parse and Time.iso8601 surely read alike: dates of four digits.
_ISO = late(r"(\d{4})-(\d\d)-(\d\d)(?:([T ])(\d\d):(\d\d):(\d\d)(?:[.](\d+))?(Z|[+-]\d\d:\d\d|\s?[+-]\d{4})?)?")
_HINTS = late(r"\d|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|sun|mon|tue|wed|thu|fri|sat|bc", 2)
_FLOAT = late(r"\s*[+-]?(?:\d+(?:_\d+)*)(?:\.\d+(?:_\d+)*)?(?:[eE][+-]?\d+)?\s*")


def time_parser(params: Params, clock: tzinfo | None, format_: str | None = None) -> TimeParser:
    """The parser that a section's ``time_type``, ``time_format`` and zone parameters describe.

    ``clock`` is the zone of the machine, None where it is not known; ``format_`` overrides the format. Raises RefusedError.
    """
    kind = params.text("time_type") if params.optional("time_type") is not None else "string"
    zone = params.optional("timezone")
    local_time = _local(params)
    format_ = format_ if format_ is not None else params.optional("time_format")
    if kind not in TYPES:
        raise RefusedError(f"Fluentd knows no time_type {kind}", params.place("time_type"))
    if zone is not None and zone_of(zone) is None:
        raise RefusedError(f"Fluentd knows no time zone {zone}", params.place("timezone"))
    if kind == "mixed":
        formats = [one for one in (format_, *(params.items("time_format_fallbacks") or ())) if one is not None]
        if not formats:
            raise RefusedError("time_type mixed needs a time_format", params.place("time_type"))
        return _mixed([(one in ("unixtime", "float"), _one(one, clock, zone, local_time)) for one in formats])
    if kind != "string":
        return unixtime if kind == "unixtime" else float_time
    if format_ is None and (zone is not None or not local_time):
        raise RefusedError("specifying timezone requires time format", params.block.head_place)
    return text_time(format_, clock, zone, local_time)


def _one(format_: str, clock: tzinfo | None, zone: str | None, local_time: bool) -> TimeParser:
    # Numbers are read as floats in either case: Fluentd compares with a symbol here, and has a text.
    return float_time if format_ in ("unixtime", "float") else text_time(format_, clock, zone, local_time)


def _local(params: Params) -> bool:
    """Whether times are of the machine's zone: ``localtime`` counts before ``utc``."""
    if "localtime" in params and "utc" in params and params.flag("localtime") == params.flag("utc"):
        raise RefusedError("both of utc and localtime are specified, use only one of them", params.place("utc"))
    return params.flag("localtime") if "localtime" in params else not params.flag("utc")


def text_time(format_: str | None, clock: tzinfo | None, zone: str | None, local_time: bool) -> TimeParser:
    """What reads a time written as text."""
    read = _reader(format_, clock, zone, local_time and zone is None)

    def parse(value: object) -> Time:
        if not isinstance(value, str):
            raise RubyError(f"value must be string: {to_s(value)}")
        try:
            return read(value)
        except UnreadError as error:
            raise RubyError(f"{value} is no time{f' of the format {format_}' if format_ else ''}: {error}") from error

    return parse


def _reader(format_: str | None, clock: tzinfo | None, zone: str | None, local_time: bool) -> Reader:
    if format_ is None:
        return lambda text: _free(text, clock)
    if format_ == "%iso8601":
        return lambda text: _iso8601(text, clock)
    if "%z" in format_ or "%Z" in format_:
        return reader_of(format_, clock)
    if local_time:
        return reader_of(format_, clock)
    if read_time_format(format_).has_zone or ":z" in format_ or "%Q" in format_:
        # Fluentd takes the text's own zone for the machine's then, and moves the time.
        raise LostError(f"a zone beside the time format {format_} is not followed here")
    if zone is None:
        return reader_of(format_, timezone.utc)
    found = zone_of(zone)
    if isinstance(found, timezone):
        return reader_of(format_, found)
    shown = reader_of(format_, timezone.utc)

    def read(text: str) -> Time:
        time = shown(text)
        # Fluentd takes the zone's offset at another moment, which the machine's own zone decides: up to 14 hours away.
        if not isinstance(time, tuple) or found is None:
            return time
        moments = [datetime.fromtimestamp(time[0] + 3600 * hours, timezone.utc) for hours in range(-15, 16)]
        offsets = {moment.astimezone(found).utcoffset() for moment in moments}
        offset = offsets.pop()
        return UNKNOWN if offsets or offset is None else (time[0] - int(offset.total_seconds()), time[1])

    return read


def _iso8601(text: str, clock: tzinfo | None) -> Time:
    """Ruby's ``Time.iso8601``: a date and a time with ``T``."""
    found = _ISO.fullmatch(text)
    if found is None:
        if text.strip().lstrip("-")[:1].isdigit() and "T" in text.upper():
            raise LostError("this form of ISO 8601 is not read here")
        raise UnreadError("invalid xmlschema date")
    if found[4] != "T" or (found[9] or "Z")[0] in " \t" or (found[9] or "").count(":") != (found[9] not in (None, "Z")):
        if found[9] and found[4] == "T":
            raise LostError("this form of ISO 8601 is not read here")
        raise UnreadError("invalid xmlschema date")
    return _iso(found, clock)


def _free(text: str, clock: tzinfo | None) -> Time:
    """Ruby's ``Time.parse``, which tries many forms; those of logs are read here, and texts that surely are no times."""
    found = _ISO.fullmatch(text)
    if found is not None:
        return _iso(found, clock)
    if not _HINTS.search(text) and text.isascii():
        raise UnreadError(f'no time information in "{text}"')
    raise LostError("a time without a time_format is read by trial, and this one is not read here")


def _iso(found: object, clock: tzinfo | None) -> Time:
    year, month, day, _, hour, minute, second, fraction, zone = found.groups()  # type: ignore[attr-defined]
    nanoseconds = int((fraction or "0")[:9].ljust(9, "0"))
    return _moment((year, month, day, hour or "0", minute or "0", second or "0"), nanoseconds, _offset(zone), clock)


def _offset(zone: str | None) -> int | None:
    if zone is None:
        return None
    if zone == "Z":
        return 0
    digits = zone.strip()[1:].replace(":", "")
    offset = int(digits[:2]) * 3600 + int(digits[2:]) * 60
    if offset >= 86_400:
        raise LostError("a time zone so far from UTC is not read here")
    return -offset if zone.strip()[0] == "-" else offset


def _moment(parts: tuple[str, ...], nanoseconds: int, offset: int | None, clock: tzinfo | None) -> Time:
    year, month, day, hour, minute, second = map(int, parts)
    try:
        datetime(year, month, day)
    except ValueError as error:
        raise LostError("a day that there is not") from error
    if hour > 23 or minute > 59 or second > 59 or not 1900 <= year <= 2200:
        raise LostError("a time that there is not")
    shown = seconds_of(year, month, day, hour, minute, second)
    seconds = local(shown, clock) if offset is None else shown - offset
    return UNKNOWN if isinstance(seconds, Unknown) else (seconds, nanoseconds)


def _number(value: object) -> object:
    if value is UNKNOWN:
        return to_s(value)
    if not isinstance(value, (str, int, float)) or isinstance(value, bool):
        raise RubyError(f"value must be a string or a number: {to_s(value)}")
    return value


def unixtime(value: object) -> Time:
    """A number of seconds."""
    number = _number(value)
    if isinstance(number, str):
        return to_i(number), 0
    try:
        return int(number), 0  # type: ignore[call-overload]
    except (ValueError, OverflowError) as error:
        raise RubyError(f"{to_s(value)} is no time") from error


def float_time(value: object) -> Time:
    """A number of seconds with a fraction, taken from how it is written: Fluentd pads no fraction of more than nine digits."""
    pieces = to_s(_number(value)).split(".")
    while pieces and not pieces[-1]:
        pieces.pop()
    if not pieces:
        return 0, 0
    digits = pieces[1][:10] if len(pieces) > 1 else "0"
    return to_i(pieces[0]), to_i(digits.ljust(9, "0"))


def _mixed(parsers: list[tuple[bool, TimeParser]]) -> TimeParser:
    def parse(value: object) -> Time:
        for numeric, parser in parsers:
            if numeric and not _floats(value):
                continue
            try:
                return parser(value)
            except RubyError:
                continue
        raise RubyError(f"{to_s(value)} is no time of any of the formats")

    return parse


def _floats(value: object) -> bool:
    """Whether Ruby's ``Float()`` takes it."""
    if isinstance(value, str):
        if value[:2].lower() == "0x":
            raise LostError("a number in hexadecimal is not read here")
        return bool(_FLOAT.fullmatch(value))
    return isinstance(value, (int, float)) and not isinstance(value, bool)
