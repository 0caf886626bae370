"""Sources that records or messages come to: forward, http, sample, syslog, tcp, udp, exec."""

from __future__ import annotations

import json
from collections.abc import Iterator
from decimal import Decimal

from pipelint.base.lean.late import late
from pipelint.engines.fluentd.routing import tags
from pipelint.engines.fluentd.trace.params import Params
from pipelint.engines.fluentd.trace.parsers.parser import Miss, Parsed, Parser
from pipelint.engines.fluentd.trace.sources.source import Read, failed, named_field
from pipelint.engines.fluentd.trace.time.clock import NOW, Time
from pipelint.engines.fluentd.trace.values import LostError, RubyError, as_read, to_i, to_s
from pipelint.trace.model import UNKNOWN, Fate

_PRIORITY = late(r"<([0-9]{1,3})>(.*)", 16)


class RecordSource:
    """``forward``, ``http``, ``sample``: a line is a record as JSON.

    Of forward it may also be ``[time, record]`` or ``[tag, time, record]``, as a client sends it.
    """

    def __init__(self, plugin: str, params: Params, tag: str) -> None:
        self._plugin, self._params = plugin, params
        written = params.optional("tag")
        prefix = params.optional("add_tag_prefix") if plugin == "forward" else None
        self._prefix = "" if prefix is None else f"{prefix}."
        self._fixed, self._given = written, tag
        for name in ("add_http_headers", "add_remote_addr", "add_query_params"):
            if params.flag(name):
                raise LostError("what a request adds to its records is not known", params.place(name))

    def feed(self, number: int, line: bytes) -> Iterator[Read]:
        """See Source."""
        if len(line) > 8_000_000:
            raise LostError("the line is too long to read")
        value = _json(line)
        time: Time = UNKNOWN if self._plugin == "forward" else NOW
        tag = self._given
        if self._plugin == "forward" and isinstance(value, list) and 2 <= len(value) <= 3:
            *named, when, value = value
            tag = str(named[0]) if named else tag
            time = _time(when)
        records = value if self._plugin == "http" and isinstance(value, list) else [value]
        for record in records:
            if not isinstance(record, dict):
                yield failed(number, "the line is no JSON object")
                continue
            named_field(self._params, record, "source_hostname_key", "source_address_key", "auto_increment_key")
            yield Read(number, number, Fate.PASSED, self._tag(tag), time, _floats(record), has_event=True)

    def _tag(self, tag: str) -> str:
        found = self._fixed if self._fixed is not None and self._plugin != "http" else tag
        if not found:
            raise LostError("clients choose its tags: say one")
        return self._prefix + found

    def end(self) -> Iterator[Read]:
        """See Source."""
        return iter(())


def _json(line: bytes) -> object:
    try:
        return json.loads(as_read(line), parse_float=_Number, parse_constant=_refuse)
    except (ValueError, RecursionError):
        return None


class _Number(str):
    """A number with a fraction, as it is written."""

    __slots__ = ()


def _refuse(name: str) -> object:
    raise ValueError(name)


def _floats(value: object) -> object:
    if isinstance(value, _Number):
        return float(value)
    if isinstance(value, dict):
        return {key: _floats(item) for key, item in value.items()}
    return [_floats(item) for item in value] if isinstance(value, list) else value


def _time(when: object) -> Time:
    if isinstance(when, _Number):
        number = Decimal(when)
        if abs(number) > 10**12 or number < 0:
            raise LostError("a time so far away")
        seconds = int(number)
        return NOW if not seconds else (seconds, int((number - seconds) * 10**9))
    if isinstance(when, int) and not isinstance(when, bool):
        return when or NOW
    if when is None:
        return NOW
    raise LostError("a time that is no number")


class MessageSource:
    """``tcp``, ``udp``, ``exec``: each line is parsed, all have one tag."""

    def __init__(self, plugin: str, params: Params, parser: Parser) -> None:
        self._params, self._parser, self._tag = params, parser, params.text("tag")
        self._late = plugin == "exec"
        if params.block.block("extract") is not None:
            raise LostError("an <extract> is not followed here", params.block.head_place)

    def feed(self, number: int, line: bytes) -> Iterator[Read]:
        """See Source."""
        yield self._read(number, as_read(line))

    def _read(self, number: int, text: str) -> Read:
        try:
            parsed = self._parser.parse(text)
        except RubyError as error:
            return failed(number, str(error), error.place)
        if isinstance(parsed, Miss) or not isinstance(parsed.record, dict):
            miss = parsed if isinstance(parsed, Miss) else Miss("the record is no object")
            return failed(number, miss.reason, miss.place)
        if parsed.time is None and not self._late:
            return failed(number, "the record has no time")
        named_field(self._params, parsed.record, "source_host_key", "source_hostname_key", "source_address_key")
        time = NOW if parsed.time is None else parsed.time
        return Read(number, number, Fate.PASSED, self._tag, time, parsed.record, has_event=True, reading=parsed.reading)

    def end(self) -> Iterator[Read]:
        """See Source."""
        return iter(())


class SyslogSource:
    """``syslog``: facility and severity go into the tag."""

    def __init__(self, params: Params, parser: Parser, *, reads_priority: bool) -> None:
        self._params, self._parser, self._own = params, parser, not reads_priority
        self._tag, self._unmatched = params.text("tag"), params.flag("emit_unmatched_lines")
        self._severity, self._facility = params.optional("severity_key"), params.optional("facility_key")
        if params.flag("include_source_host"):
            raise LostError("include_source_host is not followed here", params.place("include_source_host"))

    def feed(self, number: int, line: bytes) -> Iterator[Read]:
        """See Source."""
        text = as_read(line.removesuffix(b"\r"))
        yield self._read(number, text)

    def _read(self, number: int, text: str) -> Read:
        priority, body = None, text
        if self._own:
            found = _PRIORITY.match(text)
            if found is None:
                return self._miss(number, text, Miss("the line has no priority"))
            priority, body = int(found[1]), found[2]
        try:
            parsed = self._parser.parse(body)
        except RubyError as error:
            return self._miss(number, text, Miss(str(error), error.place))
        if isinstance(parsed, Miss) or parsed.time is None or not isinstance(parsed.record, dict):
            return self._miss(number, text, parsed if isinstance(parsed, Miss) else Miss("the record has no time"))
        return self._event(number, parsed, priority)

    def _event(self, number: int, parsed: Parsed, priority: int | None) -> Read:
        record = parsed.record
        assert isinstance(record, dict)
        if priority is None:
            found = record.pop("pri", None)
            if found is None:
                raise LostError("the record has no priority")
            priority = to_i(to_s(found))
        facility = tags.FACILITIES[priority >> 3] if priority >> 3 < len(tags.FACILITIES) else None
        severity = tags.SEVERITIES[priority & 7]
        for key, value in ((self._severity, severity), (self._facility, facility)):
            if key is not None:
                record[key] = value
        named_field(self._params, record, "source_address_key", "source_hostname_key")
        tag = f"{self._tag}.{facility or ''}.{severity}"
        return Read(number, number, Fate.PASSED, tag, parsed.time, record, has_event=True)

    def _miss(self, number: int, text: str, miss: Miss) -> Read:
        if not self._unmatched:
            return failed(number, miss.reason, miss.place)
        record: dict[str, object] = {"unmatched_line": text}
        named_field(self._params, record, "source_address_key", "source_hostname_key")
        tag = f"{self._tag}.unmatched"
        return Read(number, number, Fate.FAILED, tag, NOW, record, has_event=True, reason=miss.reason, place=miss.place)

    def end(self) -> Iterator[Read]:
        """See Source."""
        return iter(())
