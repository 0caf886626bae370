"""The source tail (Fluentd 1.16.5, ``in_tail.rb``)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import cast

from pipelint.engines.fluentd import types
from pipelint.engines.fluentd.trace.params import Params
from pipelint.engines.fluentd.trace.parsers.parser import Miss, Multiline, Parsed, Parser
from pipelint.engines.fluentd.trace.sources.source import Read, failed
from pipelint.engines.fluentd.trace.time.clock import NOW
from pipelint.engines.fluentd.trace.values import LostError, Raw, RefusedError, RubyError, as_read
from pipelint.trace.model import UNKNOWN, Fate

_GLOB = frozenset("*?[{%")
# So many lines one event may have here.
_MOST_LINES = 10_000
_WAITS = "waits for the line that begins the next event; multiline_flush_interval or the end of Fluentd would end it"


class TailSource:
    """Lines of a file."""

    def __init__(self, params: Params, parser: Parser, path: str, *, multiline: bool) -> None:
        self._params, self._parser = params, parser
        self._path = path or _only_path(params)
        self._tag = _tag(params, self._path)
        self._path_key = params.optional("path_key")
        self._unmatched = params.flag("emit_unmatched_lines")
        most = params.optional("max_line_size")
        self._most = None if most is None else types.size(most)
        self._from, self._to = params.optional("from_encoding"), params.optional("encoding")
        if self._from is not None and self._to is None:
            raise RefusedError("from_encoding needs encoding", params.place("from_encoding"))
        self._lines = cast("Multiline", parser) if multiline else None
        self._held: list[str] = []
        self._first = 0

    def feed(self, number: int, line: bytes) -> Iterator[Read]:
        """See Source."""
        if self._most is not None and len(line) + 1 > self._most:
            yield Read(
                number,
                number,
                Fate.DROPPED,
                reason="the line is longer than max_line_size",
                place=self._params.place("max_line_size"),
            )
            return
        text = self._text(line)
        if self._lines is None:
            yield self._one(number, _chomped(text))
        elif self._lines.has_first:
            yield from self._by_first(number, text)
        else:
            yield from self._as_it_fits(number, text)

    def end(self) -> Iterator[Read]:
        """See Source."""
        if self._held:
            yield Read(self._first, self._first + len(self._held) - 1, Fate.HELD, reason=_WAITS)

    def _text(self, line: bytes) -> str:
        if self._to is None or line.isascii():
            return as_read(line)
        if (self._from or "").lower() in ("iso-8859-1", "iso8859-1", "latin1") and self._to.lower() == "utf-8":
            return line.decode("latin-1")
        raise LostError("this change of encodings is not followed here", self._params.place("encoding"))

    def _parsed(self, text: str) -> Parsed | Miss | RubyError:
        try:
            return self._parser.parse(text)
        except RubyError as error:
            return error

    def _one(self, number: int, text: str) -> Read:
        return self._read(number, number, self._parsed(text), text)

    def _read(self, first: int, number: int, parsed: Parsed | Miss | RubyError, text: str) -> Read:
        if isinstance(parsed, RubyError):
            return failed(number, str(parsed), parsed.place, first)
        if isinstance(parsed, Parsed) and parsed.time is not None and parsed.record is not None and parsed.record is not False:
            error = self._put_path(parsed.record)
            if error:
                return failed(number, error, self._params.place("path_key"), first)
            return Read(
                first, number, Fate.PASSED, self._named(), parsed.time, parsed.record, has_event=True, reading=parsed.reading
            )
        miss = parsed if isinstance(parsed, Miss) else Miss("the record has no time")
        if not self._unmatched:
            return failed(number, miss.reason, miss.place, first)
        record: dict[str, object] = {"unmatched_line": text}
        self._put_path(record)
        return Read(first, number, Fate.FAILED, self._named(), NOW, record, has_event=True, reason=miss.reason, place=miss.place)

    def _put_path(self, record: object) -> str:
        """Sets the path of the file, unless the record has such a field; why it cannot be set."""
        if self._path_key is None:
            return ""
        if not isinstance(record, dict):
            if isinstance(record, list):
                return "no implicit conversion of String into Integer"
            raise LostError("a path is set in what is no object")
        if record.get(self._path_key) is None or record[self._path_key] is False:
            record[self._path_key] = self._path or UNKNOWN
        return ""

    def _named(self) -> str:
        if self._tag is None:
            raise LostError("its tag has the path of the file in it; name that with --path", self._params.place("tag"))
        return self._tag

    def _by_first(self, number: int, text: str) -> Iterator[Read]:
        assert self._lines is not None
        if self._lines.first_line(text + "\n" if type(text) is str else Raw(text + "\n")):
            done, first = self._take()
            self._held, self._first = [text], number
            if done is not None:
                yield from self._all(first, number - 1, done)
            return
        if self._held:
            if len(self._held) >= _MOST_LINES:
                raise LostError("an event has more lines than are followed here")
            self._held.append(text)
            return
        reason = "the line comes before the first one that format_firstline matches"
        if self._unmatched:
            # It is parsed as if it were an event.
            yield from self._all(number, number, _chomped(text))
        else:
            yield failed(number, reason, self._params.place("format_firstline"))

    def _as_it_fits(self, number: int, text: str) -> Iterator[Read]:
        """Without format_firstline: lines are added until the formats match."""
        assert self._lines is not None
        if not self._held:
            self._first = number
        self._held.append(text)
        if len(self._held) > 100:
            self._held.clear()
            raise LostError("more lines than are followed here match no format")
        whole = _joined(self._held)
        parsed = list(self._lines.all(_with_end(whole)))
        fits = [one for one in parsed if isinstance(one, Parsed) and one.time is not None]
        if len(parsed) > 1 and fits:
            raise LostError("the formats match several times in these lines")
        if fits:
            first = self._first
            self._held = []
            yield from self._all(first, number, _chomped(whole))

    def _take(self) -> tuple[str | None, int]:
        return (_chomped(_joined(self._held)) if self._held else None), self._first

    def _all(self, first: int, number: int, text: str) -> Iterator[Read]:
        assert self._lines is not None
        try:
            for one in self._lines.all(text):
                yield self._read(first, number, one, text)
        except RubyError as error:
            yield failed(number, str(error), error.place, first)


def _joined(lines: list[str]) -> str:
    whole = "\n".join(lines)
    return Raw(whole) if any(type(line) is Raw for line in lines) else whole


def _with_end(text: str) -> str:
    return Raw(text + "\n") if type(text) is Raw else text + "\n"


def _chomped(text: str) -> str:
    """Without the line end; a carriage return before it belongs to it."""
    return Raw(text.removesuffix("\r")) if type(text) is Raw else text.removesuffix("\r")


def _only_path(params: Params) -> str:
    """The file that is read, "" where it may be several."""
    path = params.text("path").strip()
    delimiter = params.optional("path_delimiter") or ","
    return "" if delimiter in path or _GLOB & set(path) or "${" in path else path


def _tag(params: Params, path: str) -> str | None:
    """The tag, None where it has a path that is not known."""
    tag = params.text("tag")
    if "*" not in tag:
        return tag
    if not path:
        return None
    pieces = [*tag.split("*"), ""]
    dotted = re.sub(r"\.+", ".", path.replace("/", ".")).removeprefix(".")
    return pieces[0] + dotted + pieces[1]
