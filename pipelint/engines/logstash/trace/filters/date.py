"""date: a field read as a time. Source: logstash-filter-date 3.1.15."""

from __future__ import annotations

from collections.abc import Callable
from datetime import tzinfo

from pipelint.base.lean.late import late
from pipelint.engines.logstash.trace.common import Outcome, Work, absent, chosen, failed, matched, none_of
from pipelint.engines.logstash.trace.settings import RefusedError, Settings
from pipelint.engines.logstash.trace.sprintf import filled, fixed
from pipelint.engines.logstash.trace.time.reading import Reading, joda_reading, read_iso8601
from pipelint.engines.logstash.trace.time.zones import NoTimeError, zone
from pipelint.engines.logstash.trace.values.event import TIMESTAMP, Timestamp, TracedEvent, path_of
from pipelint.engines.logstash.trace.values.nested import EngineError, LostError
from pipelint.trace.model import UNKNOWN

_LONG = late(r"[+-]?[0-9]+")
_MOST_LONG = 2**63
_MOST_SECONDS = 2**31 - 1
_HEX = 16
_TEXTS = late(r"MMM|[Ea]")
_ENGLISH = ("en", "en-US", "en_US")

Zone = Callable[[TracedEvent], tzinfo]
Form = Callable[[object, TracedEvent], Timestamp | None]
"""A value as a time, None for one of which only the year is not known. Raises NoTimeError, LostError, EngineError."""


def _long(text: str) -> int:
    """``Long.parseLong``."""
    if not text.isascii():
        raise LostError("digits of other scripts in a time")
    number = int(text) if _LONG.fullmatch(text) and len(text) < 30 else _MOST_LONG
    if not -_MOST_LONG <= number < _MOST_LONG:
        raise NoTimeError("it is no whole number")
    return number


def _stamp(milliseconds: int) -> Timestamp:
    return Timestamp.of(milliseconds * 10**6)


def _seconds(number: int) -> int:
    """Seconds as milliseconds."""
    if number > _MOST_SECONDS:
        raise NoTimeError("it is more than UNIX has seconds")
    return number * 1000


def _unix(value: object, _: TracedEvent) -> Timestamp | None:
    if type(value) is str:
        whole, point, fraction = value.partition(".")
        if not point:
            return _stamp(_seconds(_long(value)))
        if fraction[:1] in ("+", "-"):
            raise LostError("a sign after the point of a time")
        start = _seconds(_long(whole))
        return _stamp(start + _long(fraction[:3]) * 10 ** (3 - len(fraction[:3])))
    if type(value) is float:
        _seconds(int(value))
        return _stamp(int(value * 1000))
    return _stamp(_seconds(_java_long(value)))


def _unix_ms(value: object, _: TracedEvent) -> Timestamp | None:
    return _stamp(_long(value) if type(value) is str else int(value) if type(value) is float else _java_long(value))


def _java_long(value: object) -> int:
    if type(value) is int and -_MOST_LONG <= value < _MOST_LONG:
        return value
    raise NoTimeError("it is no number")


def _tai64n(value: object, _: TracedEvent) -> Timestamp | None:
    if type(value) is not str:
        raise NoTimeError("it is no text")
    digits = value.removeprefix("@")
    if len(digits) < _HEX:
        raise EngineError("the text is too short for TAI64N")
    try:
        seconds = int(digits[:_HEX], 16) & ((1 << 62) - 1)
        if len(digits) < _HEX + 8:
            raise EngineError("the text is too short for TAI64N")
        nanoseconds = int(digits[_HEX : _HEX + 8], 16)
    except ValueError as error:
        raise NoTimeError("it is no TAI64N") from error
    if not digits.isalnum() or not digits.isascii() or int(digits[:_HEX], 16) >= _MOST_LONG or nanoseconds > _MOST_SECONDS:
        raise LostError("such a time of TAI64N")
    return _stamp((seconds - 10) * 1000 + nanoseconds // 10**6)


_NUMERIC: dict[str, Form] = {"UNIX": _unix, "UNIX_MS": _unix_ms, "TAI64N": _tai64n}


def _text_form(reading: Reading, where: Zone) -> Form:
    def read(value: object, event: TracedEvent) -> Timestamp | None:
        if type(value) is not str:
            raise NoTimeError("it is no text")
        return reading(value, where(event))

    return read


def _form(written: str, where: Zone, locale: str | None) -> Form:
    if written in _NUMERIC:
        return _NUMERIC[written]
    if written == "ISO8601":
        return _text_form(read_iso8601, where)
    if locale is not None and locale not in _ENGLISH and _TEXTS.search(written):
        raise LostError(f"the names of months and days in the language {locale}")
    return _text_form(joda_reading(written), where)


def _zone(settings: Settings) -> Zone:
    name = settings.optional("timezone") or "UTC"
    if not fixed(name):
        return lambda event: zone(filled(name, event))
    try:
        known = zone(name)
    except NoTimeError as error:
        raise RefusedError(str(error)) from error
    return lambda _: known


def date(settings: Settings) -> Work:
    """The filter."""
    match = settings.texts("match")
    if len(match) < 2:
        raise RefusedError("match takes a field and at least one format")
    source, where, locale = path_of(match[0]), _zone(settings), settings.optional("locale")
    forms = [_form(written, where, locale) for written in match[1:]]
    target = path_of(settings.optional("target") or TIMESTAMP)
    tags, success = settings.texts("tag_on_failure"), matched(settings)
    place = settings.place("match")

    def work(event: TracedEvent) -> Outcome | None:
        value = event.get(source)
        if value is None:
            return absent(match[0])
        reasons: list[str] = []
        for number, form in enumerate(forms):
            try:
                time = form(value, event)
            except NoTimeError as error:
                reasons.append(str(error))
                continue
            if target == (TIMESTAMP,):
                event.data = {**event.data, TIMESTAMP: UNKNOWN if time is None else time}
            else:
                event.put(target, UNKNOWN if time is None else time)
            success(event)
            return chosen(number, len(forms), number)
        for tag in tags:
            event.tag(tag)
        said = f": {reasons[0]}" if len(reasons) == 1 else ""
        return failed(f"no format fits {match[0]}{said}", place, none_of(len(forms)))

    return work
