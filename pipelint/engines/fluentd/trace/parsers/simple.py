"""Parsers with little to read: json, none, cri, multi_format."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import tzinfo

from pipelint.base.lean.late import late
from pipelint.engines.fluentd.trace.params import Params
from pipelint.engines.fluentd.trace.parsers.json_text import NoJsonError, read_json
from pipelint.engines.fluentd.trace.parsers.parser import Common, Miss, Parsed, Parser, chosen, text_of
from pipelint.engines.fluentd.trace.time.clock import NOW
from pipelint.engines.fluentd.trace.values import LostError, RefusedError, RubyError, cut, known
from pipelint.trace.model import Reading

_LIBRARIES = ("oj", "json", "yajl")
_BLANK = late(r"[ \t\r\n\f\v]")
_NO_JSON = Miss("the text is no JSON")


class JsonParser:
    """``json``."""

    __slots__ = ("_common", "_library")

    def __init__(self, params: Params, clock: tzinfo | None) -> None:
        params.given = {**params.given, "time_type": "string"} if "time_format" in params else params.given
        self._common = Common(params, clock)
        self._library = params.text("json_parser")
        if self._library not in _LIBRARIES:
            raise RefusedError(f"Fluentd knows no json_parser {self._library}", params.place("json_parser"))

    def parse(self, text: object) -> Parsed | Miss:
        """See Parser."""
        if not isinstance(text, str):
            return self._of_value(known(text))
        try:
            record = read_json(text, self._library)
        except NoJsonError:
            return _NO_JSON
        parsed = self._common.finish(record)
        return _NO_JSON if record is None or record is False else parsed

    def _of_value(self, value: object) -> Parsed | Miss:
        """What Oj makes of a value that is no text: of its own text."""
        if self._library == "oj" and isinstance(value, int) and not isinstance(value, bool):
            return self._common.finish(value)
        if self._library == "oj" and isinstance(value, dict) and value:
            return _NO_JSON
        raise LostError("a value that is no text is parsed as JSON")


class NoneParser:
    """``none``: the whole text in one field."""

    __slots__ = ("_estimate", "_key")

    def __init__(self, params: Params) -> None:
        self._key, self._estimate = params.text("message_key"), params.flag("estimate_current_event")

    def parse(self, text: object) -> Parsed | Miss:
        """See Parser."""
        return Parsed(NOW if self._estimate else None, {self._key: text})


class CriParser:
    """``cri`` (fluent-plugin-parser-cri 0.1.1): the lines of containerd and CRI-O."""

    __slots__ = ("_common", "_inner", "_merge")

    def __init__(self, params: Params, clock: tzinfo | None, inner: Parser | None) -> None:
        self._common, self._inner, self._merge = Common(params, clock), inner, params.flag("merge_cri_fields")

    def parse(self, text: object) -> Parsed | Miss:
        """See Parser."""
        line = text_of(text)
        # Ruby leaves nothing out here: with a limit empty pieces at the end stay.
        pieces = _BLANK.split(line, 3) if line else []
        if len(pieces) != 4:
            return Miss("the line has less than four parts: time, stream, tag, message")
        when, stream, tag, message = (cut(line, piece) for piece in pieces)
        if self._inner is None:
            record: dict[str, object] = {"stream": stream, "logtag": tag, "message": message}
            time = self._common.read_time(when)
            if self._common.keep:
                key = self._common.time_key
                if key is None:
                    raise LostError("a time is kept under no key")
                record[key] = when
            return Parsed(time, record, Reading(when))
        parsed = self._inner.parse(message)
        if isinstance(parsed, Miss):
            return parsed
        if self._merge:
            if not isinstance(parsed.record, dict):
                raise LostError("the record is no object")
            parsed.record["stream"], parsed.record["logtag"] = stream, tag
        return parsed


class MultiFormatParser:
    """``multi_format`` 1.1: the first parser that makes a record, none counts that raises an error."""

    __slots__ = ("_key", "_parsers")

    def __init__(self, params: Params, parsers: Sequence[Parser]) -> None:
        self._parsers, self._key = parsers, params.optional("format_key")
        if self._key is not None:
            raise LostError("format_key is not followed here", params.place("format_key"))

    def parse(self, text: object) -> Parsed | Miss:
        """See Parser."""
        for number, parser in enumerate(self._parsers):
            try:
                parsed = parser.parse(text)
            except RubyError:
                continue
            if isinstance(parsed, Parsed) and parsed.time is not None:
                return Parsed(parsed.time, parsed.record, chosen(parsed.reading, number, len(self._parsers)))
        return Miss("none of the formats matches")
