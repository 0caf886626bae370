"""json and csv: texts read as data. Source: logstash-filter-json 3.2.1, logstash-filter-csv 3.1.1."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping

from pipelint.base.lean.late import late
from pipelint.engines.logstash.trace.common import Outcome, Work, absent, failed, matched
from pipelint.engines.logstash.trace.settings import RefusedError, Settings
from pipelint.engines.logstash.trace.time.zones import iso_time
from pipelint.engines.logstash.trace.values.event import METADATA, TAGS, TIMESTAMP, TracedEvent, path_of
from pipelint.engines.logstash.trace.values.json_text import NoJsonError, read_json
from pipelint.engines.logstash.trace.values.nested import EngineError, LostError
from pipelint.engines.logstash.trace.values.text import ruby_text
from pipelint.trace.model import UNKNOWN, Fate

# Names that are set in a way of their own.
_OTHER_WAYS, _BRACKETS = frozenset((TIMESTAMP, METADATA, TAGS)), frozenset("[]")
_TIME_TAG = "_timestampparsefailure"


def json(settings: Settings) -> Work:
    """The filter json."""
    source = settings.path("source")
    target = settings.path("target") if settings.has("target") else None
    skips, tags, success = settings.flag("skip_on_invalid_json"), settings.texts("tag_on_failure"), matched(settings)
    name = settings.text("source")

    def failing(event: TracedEvent, reason: str) -> Outcome:
        for tag in tags:
            event.tag(tag)
        return failed(reason)

    def work(event: TracedEvent) -> Outcome | None:
        text = event.get(source)
        if text is None or text is False:
            return absent(name)
        try:
            value = _parsed(text, has_target=target is not None)
        except NoJsonError as error:
            reason = f"the field {name} is no JSON: {error}"
            return failed(reason) if skips else failing(event, reason)
        try:
            if target is not None:
                event.set(target, value)
            elif isinstance(value, dict):
                _set_all(event, value)
            else:
                return failing(event, f"the field {name} is no JSON object, and there is no target")
            success(event)
        except EngineError as error:
            return failing(event, f"json ends with an error: {error}")
        return None

    return work


def _parsed(text: object, *, has_target: bool) -> object:
    if type(text) is not str:
        raise NoJsonError("it is no text")
    if not text:
        return None
    if has_target and not text.strip():
        raise LostError("blanks read as JSON")
    return read_json(text, more=False)


def _set_all(event: TracedEvent, value: Mapping[str, object]) -> None:
    """Sets the fields of an object, its time last."""
    if not event.doubtful and _OTHER_WAYS.isdisjoint(value) and not _BRACKETS.intersection("".join(value)):
        event.data = {**event.data, **value}
        return
    given = value.get(TIMESTAMP)
    names = [name for name in value if name != TIMESTAMP]
    for name in names:
        event.set(path_of(name), value[name])
    if given is None or given is False:
        return
    time = iso_time(given) if type(given) is str else None
    if time is not None:
        event.set((TIMESTAMP,), time)
        return
    event.data = {**event.data, TIMESTAMP: UNKNOWN}
    event.tag(_TIME_TAG)
    event.set(("_@timestamp",), ruby_text(given))


def _boolean(value: object) -> object:
    if type(value) is not str:
        raise EngineError("no text to convert")
    text = value.strip(" \t\n\v\f\r\0").lower()
    return {"false": False, "true": True}.get(text, text)


def _number(form: re.Pattern[str], make: Callable[[str], object]) -> Callable[[object], object]:
    """A conversion of what is a number for certain; a text without a digit stays."""

    def convert(value: object) -> object:
        if type(value) is not str or _DIGIT.search(value) is None:
            return value
        if form.fullmatch(value) is None:
            raise LostError("whether csv takes a text as a number")
        return make(value)

    return convert


def _time(value: object) -> object:
    """A date, with a time in UTC or none; a text without a digit stays."""
    if type(value) is not str or _DIGIT.search(value) is None:
        return value
    time = iso_time(value) if _DATE.fullmatch(value) else None
    if time is None:
        raise LostError("whether csv takes a text as a time")
    return time


def _no_date(value: object) -> object:
    if type(value) is str and _DIGIT.search(value) is not None:
        raise LostError("a date read by csv")
    return value


_DIGIT = late(r"[^\W_a-zA-Z]|[iI]nf|[nN]a[nN]")
_DATE = late(r"\d{4}-\d\d-\d\d(?:T\d\d:\d\d:\d\dZ)?")
_INTEGER = late(r"[+-]?(?:0|[1-9][0-9]{0,99})")
_FLOAT = late(r"[+-]?(?:0|[1-9][0-9]{0,99})(?:\.[0-9]{1,99})?")
_CONVERSIONS: Mapping[str, Callable[[object], object]] = {
    "boolean": _boolean,
    "integer": _number(_INTEGER, int),
    "float": _number(_FLOAT, float),
    "date": _no_date,
    "date_time": _time,
}


def csv(settings: Settings) -> Work:
    """The filter csv."""
    source, name, separator, quote = (
        settings.path("source"),
        settings.text("source"),
        settings.text("separator"),
        _quote(settings),
    )
    columns = settings.texts("columns")
    convert: dict[str, str] = dict(settings.text_pairs("convert"))
    for kind in convert.values():
        if kind not in _CONVERSIONS:
            raise RefusedError(f"{kind!r} is no type that csv converts to")
    if settings.flag("autodetect_column_names") and not columns:
        raise LostError("columns that are named by the first line", settings.place("autodetect_column_names"))
    if len(separator) != 1 or len(quote) != 1 or separator == quote:
        raise LostError("a separator or quote of csv that is no single character", settings.place("separator"))
    target = settings.optional("target") or ""
    target = f"[{target}]" if target and not target.startswith("[") else target
    skip_rows, skip_columns = settings.flag("skip_empty_rows"), settings.flag("skip_empty_columns")
    header, names_more, success = settings.flag("skip_header"), settings.flag("autogenerate_column_names"), matched(settings)

    def work(event: TracedEvent) -> Outcome | None:
        text = event.get(source)
        if text is None or text is False:
            return absent(name)
        try:
            values = _row(text, separator, quote)
            if header and columns and values == columns:
                return Outcome(Fate.DROPPED, "the line is the header", None, ())
            if values is None:
                if skip_rows:
                    event.tag("_csvskippedemptyfield")
                    return failed("the line is empty")
                raise EngineError("the line is empty")
            for at, value in enumerate(values):
                if (skip_columns and not value) or (at >= len(columns) and not names_more):
                    continue
                column = columns[at] if at < len(columns) else f"column{at + 1}"
                path = path_of(target + (column if column.startswith("[") else f"[{column}]"))
                event.set(path, _CONVERSIONS[convert[column]](value) if column in convert else value)
            success(event)
        except EngineError as error:
            event.tag("_csvparsefailure")
            return failed(f"the field {name} is no CSV: {error}")
        return None

    return work


def _quote(settings: Settings) -> str:
    written = settings.text("quote_char")
    return "\0" if written == "\\x00" else written


def _row(text: object, separator: str, quote: str) -> list[str | None] | None:
    """The fields of a line, None of an empty one. Raises EngineError for what Ruby's CSV refuses."""
    if type(text) is not str:
        raise EngineError("it is no text")
    if not text:
        return None
    if "\n" in text or "\r" in text:
        raise LostError("a text of several lines read as CSV")
    return list(_fields(text, separator, quote))


def _fields(text: str, separator: str, quote: str) -> Iterator[str | None]:
    at = 0
    while True:
        if text.startswith(quote, at):
            value, at = _quoted(text, at + 1, quote)
            yield value
            if at < len(text) and text[at] != separator:
                raise EngineError(f"a quoted field goes on after its end, at character {at + 1}")
        else:
            end = text.find(separator, at)
            end = len(text) if end < 0 else end
            if quote in text[at:end]:
                raise EngineError("a quote inside of a field")
            yield text[at:end] or None
            at = end
        if at >= len(text):
            return
        at += 1


def _quoted(text: str, at: int, quote: str) -> tuple[str, int]:
    """The text of a quoted field that begins at ``at``, and where it ends."""
    parts: list[str] = []
    while True:
        end = text.find(quote, at)
        if end < 0:
            raise EngineError("a quoted field has no end")
        parts.append(text[at:end])
        if not text.startswith(quote, end + 1):
            return quote.join(parts), end + 1
        at = end + 2
