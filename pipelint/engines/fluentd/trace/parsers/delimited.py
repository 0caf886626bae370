"""Parsers of values between delimiters: csv, tsv, ltsv (Fluentd 1.16.5; csv 3.2 of Ruby)."""

from __future__ import annotations

from datetime import tzinfo

from pipelint.engines.fluentd.facts.regexes import typed_use
from pipelint.engines.fluentd.trace.params import Params
from pipelint.engines.fluentd.trace.parsers.parser import Common, Miss, Parsed, text_of
from pipelint.engines.fluentd.trace.pattern import compiled
from pipelint.engines.fluentd.trace.values import LostError, RefusedError, RubyError, cut
from pipelint.facts.regexes.use import Role


class TsvParser:
    """``tsv``: the last column has all that is left."""

    __slots__ = ("_common", "_delimiter", "_keys")

    def __init__(self, params: Params, clock: tzinfo | None) -> None:
        self._common = Common(params, clock)
        self._delimiter, self._keys = params.text("delimiter"), _keys(params)
        if self._delimiter in ("", " "):
            raise LostError("what is split at blanks is not read here", params.place("delimiter"))

    def parse(self, text: object) -> Parsed | Miss:
        """See Parser."""
        line = text_of(text)
        values = line.split(self._delimiter, len(self._keys) - 1) if line else []
        padded = [*(cut(line, value) for value in values), *[None] * len(self._keys)]
        return self._common.finish(dict(zip(self._keys, padded, strict=False)))


class LtsvParser:
    """``ltsv``: pairs of a label and a value."""

    __slots__ = ("_common", "_delimiter", "_label", "_pattern")

    def __init__(self, params: Params, clock: tzinfo | None) -> None:
        self._common = Common(params, clock)
        self._delimiter, self._label = params.text("delimiter"), params.text("label_delimiter")
        name, block = "delimiter_pattern", params.block
        self._pattern = compiled(typed_use(block, name, Role.SPLIT), block, name) if name in params else None
        if self._delimiter in ("", " ") or self._label in ("", " "):
            raise LostError("what is split at blanks is not read here", params.place("delimiter"))
        if self._pattern is not None and (self._pattern.names or "(" in self._pattern.use.pattern):
            raise LostError("a delimiter_pattern with groups is not followed here", params.place(name))

    def parse(self, text: object) -> Parsed | Miss:
        """See Parser."""
        line = text_of(text)
        record: dict[str, object] = {}
        for pair in self._pairs(line):
            key, found, value = pair.partition(self._label)
            if found:
                record[cut(line, key)] = cut(line, value)
        return self._common.finish(record)

    def _pairs(self, line: str) -> list[str]:
        if self._pattern is None:
            return line.split(self._delimiter)
        found: list[str] = []
        while (match := self._pattern.search(line)) is not None:
            start, end = match.groups[0] or (0, 0)
            if end == start or not line.isascii():
                raise LostError("a delimiter_pattern on this text is not followed here", self._pattern.use.place)
            found.append(line[:start])
            line = line[end:]
        return [*found, line]


class CsvParser:
    """``csv``: by Ruby's library, or with ``parser_engine fast`` by Fluentd's own reader."""

    __slots__ = ("_common", "_delimiter", "_fast", "_keys")

    def __init__(self, params: Params, clock: tzinfo | None) -> None:
        self._common = Common(params, clock)
        self._delimiter, self._keys = params.text("delimiter"), _keys(params)
        self._fast = params.text("parser_engine") == "fast"
        if len(self._delimiter) != 1 or self._delimiter in ' "\r\n':
            raise LostError("this delimiter is not followed here", params.place("delimiter"))

    def parse(self, text: object) -> Parsed | Miss:
        """See Parser."""
        line = text_of(text)
        if "\n" in line or "\r" in line:
            raise LostError("a text of several lines is not read as CSV here")
        if self._fast:
            return self._common.finish(self._read_fast(line))
        if not line:
            raise RubyError("wrong argument type NilClass (must respond to :each)")
        values: list[object] = [None if value is None else cut(line, value) for value in _row(line, self._delimiter)]
        padded = values + [None] * len(self._keys)
        return self._common.finish(dict(zip(self._keys, padded, strict=False)))

    def _read_fast(self, line: str) -> dict[str, object]:
        record: dict[str, object] = {}
        columns = line.split(self._delimiter) if line else []
        at = place = 0
        while at < len(columns):
            column = columns[at]
            quotes = column.count('"')
            value: str | None = column
            if quotes == 0:
                value = column or None
            elif quotes == 1 and column.startswith('"'):
                merged = [column]
                at += 1
                while at < len(columns):
                    merged.append(columns[at])
                    if columns[at].endswith('"'):
                        break
                    at += 1
                if not merged[-1][-1:].isascii():
                    raise LostError("a quote that is not closed takes half a character")
                value = self._delimiter.join(merged)[1:-1]
            elif quotes >= 2:
                if len(column) > 1 and column.startswith('"') and column.endswith('"'):
                    value = column[1:-1]
                if quotes > 2 and value is not None:
                    value = value.replace('""', '"')
            if place >= len(self._keys):
                raise LostError("a line with more columns than keys has a field without a name")
            record[self._keys[place]] = None if value is None else cut(line, value)
            at += 1
            place += 1
        return record


def _keys(params: Params) -> list[str]:
    keys = params.items("keys")
    if not keys:
        raise RefusedError("Fluentd asks for keys", params.block.head_place)
    return keys


def _row(line: str, delimiter: str) -> list[str | None]:
    """One row; an empty column is nil, an empty text between quotes is none. Raises RubyError for broken quoting."""
    found: list[str | None] = []
    at = 0
    while True:
        if line[at : at + 1] == '"':
            end, value = at + 1, ""
            while True:
                quote = line.find('"', end)
                if quote < 0:
                    raise RubyError("Unclosed quoted field in line 1.")
                value += line[end:quote]
                if line[quote + 1 : quote + 2] != '"':
                    break
                value, end = value + '"', quote + 2
            at = quote + 1
            if line[at : at + 1] not in ("", delimiter):
                raise RubyError("Any value after quoted field isn't allowed in line 1.")
            found.append(value)
        else:
            end = line.find(delimiter, at)
            piece = line[at:] if end < 0 else line[at:end]
            if '"' in piece:
                raise RubyError("Illegal quoting in line 1.")
            found.append(piece or None)
            at = len(line) if end < 0 else end
        if at >= len(line):
            return found
        at += 1
