"""The parser syslog (Fluentd 1.16.5, ``parser_syslog.rb``): RFC 3164 and 5424, by regular expression or by position."""

from __future__ import annotations

from collections.abc import Callable
from datetime import tzinfo

from pipelint.base.lean.late import late
from pipelint.engines.fluentd.trace.params import Params
from pipelint.engines.fluentd.trace.parsers.parser import Common, Miss, Parsed, text_of
from pipelint.engines.fluentd.trace.pattern import plain
from pipelint.engines.fluentd.trace.time.clock import NOW, Time
from pipelint.engines.fluentd.trace.time.parse import time_parser
from pipelint.engines.fluentd.trace.values import LostError, RefusedError, RubyError, cut

_OLD = r"(?<host>[^ ]*) (?<ident>[^ :\[]*)(?:\[(?<pid>[0-9]+)\])?(?:[^\:]*\:)? *(?<message>.*)$"
_NEW = (
    r"(?<host>[!-~]{1,255}) (?<ident>[!-~]{1,48}) (?<pid>[!-~]{1,128}) (?<msgid>[!-~]{1,32}) "
    r"(?<extradata>(?:\-|(?:\[.*?(?<!\\)\])+))(?: (?<message>.+))?\z"
)
_IS_NEW = late(r"^<[0-9]{1,3}>[1-9]\d{0,2}", 8)
_OLD_PRIORITY = late(r"<[0-9]{1,3}>")
_NEW_PRIORITY = late(r"<([0-9]{1,3})>\d\d{0,2}\s")
_SKIPPED = ("%b %d %H:%M:%S", "%b %d %H:%M:%S.%N")
_WITHOUT_FRACTION = "%Y-%m-%dT%H:%M:%S%z"
_SHORT = RubyError("the text ends too early")

Record = dict[str, object]


_Parse = Callable[[str], Parsed | Miss]


def _either(old: _Parse, new: _Parse) -> _Parse:
    return lambda text: new(text) if _IS_NEW.search(text) else old(text)


class SyslogParser:
    """One syslog parser."""

    __slots__ = (
        "_common",
        "_new",
        "_new_format",
        "_new_time",
        "_old",
        "_old_format",
        "_old_time",
        "_parse",
        "_plain_time",
        "_priority",
    )

    def __init__(self, params: Params, clock: tzinfo | None) -> None:
        self._common = Common(params, clock)
        self._priority = params.flag("with_priority")
        form, engine = params.text("message_format"), params.text("parser_engine")
        by_regex = engine == "regexp"
        if engine not in ("regexp", "string") or form not in ("rfc3164", "rfc5424", "auto"):
            raise RefusedError("Fluentd refuses the message_format or parser_engine", params.place("message_format"))
        self._old_format, self._new_format = params.text("time_format"), params.text("rfc5424_time_format")
        if form == "rfc5424" and "time_format" in params:
            self._new_format = self._old_format
        self._old_time = time_parser(params, clock, self._old_format)
        self._new_time = time_parser(params, clock, self._new_format)
        self._plain_time = time_parser(params, clock, _WITHOUT_FRACTION)
        self._old, self._new = plain(_OLD, params.block), plain(_NEW, params.block, options="m")
        old = self._old_by_regex if by_regex else self._old_by_place(params.flag("support_colonless_ident"))
        new = self._new_by_regex if by_regex else self._new_by_place
        self._parse = {"rfc3164": old, "rfc5424": new}.get(form) or _either(old, new)

    def parse(self, text: object) -> Parsed | Miss:
        """See Parser."""
        line = text_of(text)
        if "\n" in line or "\r" in line:
            raise LostError("a syslog message of several lines is not read here")
        return self._parse(line)

    def _time_text(self, text: str, start: int, format_: str) -> tuple[str, int, bool]:
        """The time that begins at ``start``, where it ends, and whether it had several blanks in a row."""
        at, squeezed = start - 1, False
        for _ in range(len(" ".join(format_.split(" ")).split()) or 1):
            while text[at + 1 : at + 2] == " ":
                squeezed = True
                at += 1
            at = text.find(" ", at + 1)
            if at < 0:
                raise _SHORT
        found = text[start:at]
        while squeezed and "  " in found:
            found = found.replace("  ", " ")
        return found, at, squeezed

    def _old_by_regex(self, text: str) -> Parsed | Miss:
        record: Record = {}
        start = 0
        if self._priority:
            if not _OLD_PRIORITY.match(text):
                return Miss("the line has no priority")
            start = text.index(">") + 1
            record["pri"] = int(text[1 : start - 1])
        when, end, _ = self._time_text(text, start, self._old_format)
        time = self._old_time(when)
        if self._common.keep:
            record["time"] = when
        return self._rest(text, end + 1, time, record, new=False)

    def _new_by_regex(self, text: str) -> Parsed | Miss:
        record: Record = {}
        start = 0
        if self._priority:
            found = _NEW_PRIORITY.match(text)
            if found is None:
                return Miss("the line has no priority and version")
            start = found.end()
            record["pri"] = int(found[1])
        when, end, _ = self._time_text(text, start, self._new_format)
        time = self._stamp(when)
        if self._common.keep:
            record["time"] = when
        return self._rest(text, end + 1, time, record, new=True)

    def _stamp(self, text: str) -> Time:
        try:
            return self._new_time(text)
        except RubyError:
            return self._plain_time(text)

    def _rest(self, text: str, start: int, time: Time, record: Record, *, new: bool) -> Parsed | Miss:
        pattern = self._new if new else self._old
        found = pattern.search(cut(text, text[start:]))
        if found is None:
            return Miss(f"the line is no message of {'RFC 5424' if new else 'RFC 3164'} after its time")
        record.update(found.captures())
        if time is None and self._common.estimate:
            time = NOW
        return Parsed(time, record)

    def _angled(self, text: str) -> tuple[int, int] | None:
        """The priority, and where it ends; None where the line has none."""
        if not text.startswith("<"):
            return None
        end = text.find(">", 1)
        if end < 0:
            raise _SHORT
        if end < 2:
            return None
        digits = text[1:end]
        if not digits.isdigit() or len(digits) > 9:
            raise LostError("a priority that is no number is not read here")
        return int(digits), end

    def _old_by_place(self, colonless: bool) -> Callable[[str], Parsed | Miss]:
        def parse(text: str) -> Parsed | Miss:
            at, record = 0, dict[str, object]()
            priority = self._angled(text) if self._priority else None
            if priority is not None:
                at = priority[1] + 1
            elif self._priority:
                return Miss("the line has no priority")
            if self._old_format in _SKIPPED:
                follows = text[at + 15 : at + 16]
                if follows == " ":
                    when, at = text[at : at + 15], at + 16
                elif follows == ".":
                    end = text.find(" ", 15)
                    if end < 0:
                        raise _SHORT
                    when, at = text[at:end], end + 1
                else:
                    return Miss("the line has no time of 15 characters")
            else:
                when, end, squeezed = self._time_text(text, at, self._old_format)
                if squeezed:
                    raise RubyError("undefined local variable or method `idx'")
                at = end + 1
            end = text.find(" ", at)
            if end < 0:
                return Miss("the line ends after its time")
            record["host"] = cut(text, text[at:end])
            if priority is not None:
                record["pri"] = priority[0]
            message = _identified(text, end + 1, record, colonless=colonless)
            record["message"] = cut(text, message)
            time = self._old_time(when)
            if self._common.keep:
                record["time"] = when
            return Parsed(time, record)

        return parse

    def _new_by_place(self, text: str) -> Parsed | Miss:
        at, priority = 0, None
        if self._priority:
            priority = self._angled(text)
            if priority is None:
                return Miss("the line has no priority")
            blank = text.find(" ", priority[1])
            if blank < 0:
                raise _SHORT
            at = blank + 1
        if " " in self._new_format:
            when, end, squeezed = self._time_text(text, at, self._new_format)
            if squeezed:
                raise RubyError("undefined local variable or method `idx'")
        else:
            end = text.find(" ", at)
            if end < 0:
                raise _SHORT
            when = text[at:end]
        at = end + 1
        record: Record = {}
        for name in ("host", "ident", "pid", "msgid"):
            end = text.find(" ", at)
            if end < 0:
                return Miss(f"the line ends before its {name}")
            record[name] = cut(text, text[at:end])
            at = end + 1
        if priority is not None:
            record["pri"] = priority[0]
        if text[at : at + 1] == "-":
            record["extradata"], at = "-", at + 1
        else:
            end = text.find("] ", at)
            stop = end + 1 if end >= 0 else len(text)
            record["extradata"], at = cut(text, text[at:stop].replace("\\", "")), stop
        if at != len(text):
            record["message"] = cut(text, text[at + 1 :])
        time = self._stamp(when)
        if self._common.keep:
            record["time"] = when
        return Parsed(time, record)


def _identified(text: str, at: int, record: Record, *, colonless: bool) -> str:
    """The message after the program's name and number, which go into the record."""
    end = text.find(" ", at)
    if end < 0:
        return text[at:]
    colon = text[end - 1] == ":"
    if not colon and not colonless:
        return text[at:]
    last = end - 1 if colon else end
    if text[last - 1] == "]":
        opened = text.find("[", at)
        if opened < 0:
            raise _SHORT
        if opened > last:
            raise LostError("brackets in an odd place are not read here")
        record["ident"], record["pid"] = cut(text, text[at:opened]), cut(text, text[opened + 1 : last - 1])
    else:
        record["ident"] = cut(text, text[at:last])
    return text[end + 1 :]
