"""Parsers of Fluent Bit: regex, json, logfmt and ltsv.

Source: src/flb_parser.c, flb_parser_regex.c, flb_parser_json.c, flb_parser_logfmt.c and flb_parser_ltsv.c of Fluent Bit 5.1.1.
What one of them reads in a way of its own is not followed: a text with an odd quote, JSON with something after it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import TYPE_CHECKING

from pipelint.base.lean.late import late
from pipelint.base.lean.record import dataclass
from pipelint.engines.fluentbit.trace.values import Keys, LostError, Pattern, Record

if TYPE_CHECKING:
    from pipelint.base.block import Block
    from pipelint.base.text.document import Place

_LOGFMT = late(r'[\w.-]+=(?:[^\s"=]+|"[^"\\]+")(?: [\w.-]+=(?:[^\s"=]+|"[^"\\]+"))*')
_LTSV = late(r"[\w.-]+:[^\t\n\r]+(?:\t[\w.-]+:[^\t\n\r]+)*")
_INTEGER = late(r"[+-]?\d{1,18}")
_FLOAT = late(r"[+-]?\d+(?:\.\d+)?")
_MOST = 2**63
# What parts of a time format surely read.
_PARTS = {
    "Y": r"\d{4}",
    "m": r"(?:0[1-9]|1[0-2])",
    "d": r"(?:0[1-9]|[12]\d|3[01])",
    "H": r"(?:[01]\d|2[0-3])",
    "M": r"[0-5]\d",
    "S": r"[0-5]\d",
    "L": r"\d{1,9}",
    "z": r"(?:Z|[+-]\d{4}|[+-]\d\d:\d\d)",
    "b": r"(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)",
}
_PARTS["T"] = f"{_PARTS['H']}:{_PARTS['M']}:{_PARTS['S']}"


@dataclass(frozen=True, slots=True)
class Parsed:
    """What a parser made of a text; ``timed``: it read a time there, or may have."""

    record: Record
    timed: bool


class Parser:
    """One parser. ``parse`` gives None for a text that it does not take, and raises LostError where that is not sure."""

    def __init__(self, keys: Keys) -> None:
        self._place = keys.block.head_place
        self._format = keys.text("format").lower()
        if self._format not in _READERS or any(name.startswith("decode_field") for name in keys.block.names):
            raise LostError(f"what the parser {keys.text('name')} does is not known here", self._place)
        self._time_format = keys.text("time_format")
        self._time_key = keys.text("time_key", "time")
        self._time_keep = keys.flag("time_keep", usual=False)
        self._skip_empty = keys.flag("skip_empty_values", usual=True)
        self._types = dict(_typed(pair, keys.place("types")) for pair in keys.text("types").split())
        self._regex = Pattern(keys.text("regex"), keys.place("regex")) if self._format == "regex" else None

    def parse(self, text: str) -> Parsed | None:
        """What it makes of a text."""
        if self._regex is not None:
            return self._by_regex(self._regex, text)
        record = _READERS[self._format](text, self._place)
        if record is None:
            return None
        if self._format != "json":
            record = {name: self._cast(name, str(value)) for name, value in record.items()}
        value = record.get(self._time_key) if self._time_format else None
        if not isinstance(value, str):
            return Parsed(record, timed=False)
        if not self._time_keep:
            self._read_time(value)
            del record[self._time_key]
        return Parsed(record, timed=True)

    def _by_regex(self, regex: Pattern, text: str) -> Parsed | None:
        found = regex.search(text)
        if found is None or not regex.names:
            return None
        record: Record = {}
        timed = False
        for name, numbers in regex.names.items():
            if len(numbers) > 1:
                raise LostError(f"several groups are called {name}", self._place)
            value = found.group(numbers[0]) or ""
            if not value and self._skip_empty:
                continue
            if self._time_format and name == self._time_key:
                timed = True
                if not self._time_keep:
                    continue
                self._read_time(value)
            record[name] = self._cast(name, value)
        if not record:
            raise LostError("the parser makes a record without fields", self._place)
        return Parsed(record, timed)

    def _read_time(self, text: str) -> None:
        """Raises LostError where it is not sure that the time is read: a value that is not stays, or goes."""
        pattern = ""
        for part in re.findall(r"%.|[^%]", self._time_format):
            known = _PARTS.get(part[1:]) if part.startswith("%") else re.escape(part)
            if known is None:
                raise LostError(f"whether a time fits {self._time_format} is not known here", self._place)
            pattern += known
        if re.fullmatch(pattern, text, re.ASCII) is None:
            raise LostError("whether the parser reads this time is not known here", self._place)

    def _cast(self, name: str, value: str) -> object:
        match self._types.get(name, "string"):
            case "integer" if _INTEGER.fullmatch(value):
                return int(value)
            case "float" if _FLOAT.fullmatch(value):
                return float(value)
            case "bool" if value.lower() in ("true", "false"):
                return value.lower() == "true"
            case "string":
                return value
        raise LostError(f"what {name} becomes as a number or truth value is not known here", self._place)


def _typed(pair: str, place: Place) -> tuple[str, str]:
    name, _, kind = pair.partition(":")
    if not name or kind not in ("integer", "float", "bool", "string"):
        raise LostError(f"the type {pair} is not read here", place)
    return name, kind


def _json(text: str, place: Place) -> Record | None:
    """A JSON object alone; other texts that begin with a brace may be read all the same."""
    if not text.lstrip(" \t\r\n").startswith("{"):
        return None
    try:
        found = json.loads(text, object_pairs_hook=_once, parse_constant=_refused)
    except (ValueError, RecursionError) as error:
        raise LostError("what the json parser makes of this text is not known here", place) from error
    if not _is_plain(found):
        raise LostError("the text has a number or a character that only the running Fluent Bit reads", place)
    return found if isinstance(found, dict) else None


def _once(pairs: list[tuple[str, object]]) -> Record:
    if len(dict(pairs)) < len(pairs):
        raise ValueError("a key is there twice")
    return dict(pairs)


def _refused(text: str) -> None:
    raise ValueError(text)


def _is_plain(value: object) -> bool:
    match value:
        case dict():
            return all(_is_plain(key) and _is_plain(item) for key, item in value.items())
        case list():
            return all(map(_is_plain, value))
        case str():
            return not any("\ud800" <= char <= "\udfff" or char == "\0" for char in value)
        case bool():
            return True
        case int() | float():
            return abs(value) < _MOST
    return True


def _logfmt(text: str, place: Place) -> Record | None:
    if _LOGFMT.fullmatch(text) is None:
        raise LostError("what the logfmt parser makes of this text is not known here", place)
    pairs = [pair.partition("=") for pair in re.findall(r'[\w.-]+=(?:"[^"]+"|\S+)', text)]
    return _distinct([(name, mark, value.strip('"')) for name, mark, value in pairs], place)


def _ltsv(text: str, place: Place) -> Record | None:
    if _LTSV.fullmatch(text) is None:
        raise LostError("what the ltsv parser makes of this text is not known here", place)
    return _distinct([pair.partition(":") for pair in text.split("\t")], place)


def _distinct(pairs: list[tuple[str, str, str]], place: Place) -> Record:
    found: Record = {name: value for name, _, value in pairs}
    if len(found) < len(pairs):
        raise LostError("a key is there twice", place)
    return found


_READERS: dict[str, Callable[[str, Place], Record | None]] = {"json": _json, "logfmt": _logfmt, "ltsv": _ltsv, "regex": _json}


def named_parser(name: str, parsers: dict[str, list[Block]], variables: dict[str, str], place: Place) -> Parser:
    """The parser of this name. Raises LostError where its section is not in the files that were read."""
    found = parsers.get(name, [])
    if len(found) != 1:
        raise LostError(f"the parser {name} is {'there several times' if found else 'in no file that was read'}", place)
    return Parser(Keys(found[0], variables))
