"""Texts with ``%{field}``, ``%{+format}`` and ``%{{format}}`` in them, read once and filled in for each event.

Source: StringInterpolation of logstash-core 8.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from pipelint.engines.logstash.trace.time.writing import java_format, joda_format
from pipelint.engines.logstash.trace.values.event import Timestamp, TracedEvent, path_of
from pipelint.engines.logstash.trace.values.nested import EngineError, LostError, Path
from pipelint.engines.logstash.trace.values.text import java_text
from pipelint.trace.model import UNKNOWN, Unknown

Filled = str | Unknown
Template = Callable[[TracedEvent], Filled]
_Part = Callable[[TracedEvent], Filled]


def fixed(text: str) -> bool:
    """Whether nothing is filled in."""
    return "%{" not in text


@lru_cache(maxsize=4096)
def template(text: str) -> Template:
    """A text as a function of the event; UNKNOWN where a part of it is not known. It raises as the engine does."""
    parts = tuple(_parts(text))
    if not parts:
        return lambda _: ""
    if len(parts) == 1:
        return parts[0] if callable(parts[0]) else _constant(parts[0])

    def fill(event: TracedEvent) -> Filled:
        made: list[str] = []
        for part in parts:
            found = part if isinstance(part, str) else part(event)
            if isinstance(found, Unknown):
                return UNKNOWN
            made.append(found)
        return "".join(made)

    return fill


def filled(text: str, event: TracedEvent) -> str:
    """The text with the event's fields. Raises LostError where a part of it is not known."""
    if fixed(text):
        return text
    made = template(text)(event)
    if isinstance(made, Unknown):
        raise LostError(f"what {text!r} stands for is only known to the running engine")
    return made


@lru_cache(maxsize=4096)
def reference(text: str) -> Callable[[TracedEvent], Path]:
    """A text that names a field, as a function of the event."""
    if fixed(text):
        try:
            path = path_of(text)
        except (EngineError, LostError):
            return lambda _: path_of(text)
        return lambda _: path
    return lambda event: path_of(filled(text, event))


def _constant(text: str) -> Template:
    return lambda _: text


def _parts(text: str) -> list[str | _Part]:
    found: list[str | _Part] = []
    at, start = 0, text.find("%{")
    end = text.find("}", max(start, 0))
    while start > -1 and end > -1:
        if start > at:
            found.append(text[at:start])
        inside = text[start + 2 : end]
        if inside in ("", "+", "+%", "+%s"):
            found.append(_epoch)
        elif inside.startswith("{") and text[end + 1 : end + 2] == "}":
            end += 1
            found.append(_time(inside[1:], java_format))
        elif inside.startswith("+"):
            found.append(_time(inside[1:], joda_format))
        else:
            found.append(_field(inside))
        at = end + 1
        start = text.find("%{", at)
        end = text.find("}", max(start, 0))
    if at < len(text):
        found.append(text[at:])
    return found


def _timestamp(event: TracedEvent) -> Timestamp | Unknown | None:
    found = event.data.get("@timestamp")
    if found is None or isinstance(found, (Timestamp, Unknown)):
        return found
    raise LostError("@timestamp is no time")


def _epoch(event: TracedEvent) -> Filled:
    time = _timestamp(event)
    return time if isinstance(time, Unknown) else "" if time is None else str(time.nanoseconds // 10**9)


def _time(pattern: str, form: Callable[[str, int], str]) -> _Part:
    def fill(event: TracedEvent) -> Filled:
        time = _timestamp(event)
        return time if isinstance(time, Unknown) else "" if time is None else form(pattern, time.nanoseconds)

    return fill


def _field(name: str) -> _Part:
    missing = f"%{{{name}}}"
    named = reference(name) if fixed(name) else lambda _: path_of(name)

    def fill(event: TracedEvent) -> Filled:
        try:
            value = event.find(named(event))
        except EngineError as error:
            raise EngineError(f"in {missing}: {error}") from error
        if type(value) is str:
            return value
        if value is UNKNOWN:
            return UNKNOWN
        value = event.get(named(event))
        return missing if value is None else java_text(value)

    return fill
