"""What all parsers have in common: the time of the record, its types, and what comes of a text."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import tzinfo
from typing import Protocol

from pipelint.base.block import Block
from pipelint.base.lean.record import dataclass
from pipelint.base.text.document import Place
from pipelint.engines.fluentd.facts.regexes import typed_use
from pipelint.engines.fluentd.trace.params import Params
from pipelint.engines.fluentd.trace.pattern import Pattern, compiled
from pipelint.engines.fluentd.trace.time.clock import NOW, Time, zone_of
from pipelint.engines.fluentd.trace.time.parse import TYPES, TimeParser, float_time, text_time, time_parser, unixtime
from pipelint.engines.fluentd.trace.values import LostError, RefusedError, RubyError, cut, known, to_f, to_i, to_s
from pipelint.facts.regexes.use import Role
from pipelint.trace.model import UNKNOWN, Reading

Record = object
_TRUTHY = ("true", "yes", "1")


@dataclass(frozen=True, slots=True)
class Miss:
    """A text that the parser does not match: why, and which part of the config says so."""

    reason: str
    place: Place | None = None


@dataclass(frozen=True, slots=True)
class Parsed:
    """A time and a record. ``reading``: how they were read."""

    time: Time
    record: Record
    reading: Reading | None = None


def chosen(reading: Reading | None, taken: int, count: int) -> Reading:
    """How a parser read a text with its alternative ``taken``, which read it so."""
    return Reading("" if reading is None else reading.stamp, taken, count, taken)


class Parser(Protocol):
    """One parser at work."""

    def parse(self, text: object) -> Parsed | Miss:
        """The first that it makes of a text. Raises RubyError, LostError."""
        ...


class Multiline(Protocol):
    """A parser that says which lines begin an event, and may make several of one text."""

    has_first: bool

    def first_line(self, text: str) -> bool:
        """Whether an event begins here."""
        ...

    def all(self, text: str) -> Iterator[Parsed | Miss]:
        """All that it makes of a text, one after the other."""
        ...


class Common:
    """The parameters that every parser has, and what it does to a record with them."""

    __slots__ = ("_convert", "_empty", "_null", "estimate", "keep", "params", "read_time", "time_key")

    def __init__(self, params: Params, clock: tzinfo | None, time_format: str | None = None) -> None:
        self.params = params
        self.read_time = time_parser(params, clock, time_format)
        self.time_key = params.optional("time_key")
        self.keep, self.estimate = params.flag("keep_time_key"), params.flag("estimate_current_event")
        self._convert = {name: _converter(said, clock, params) for name, said in (params.pairs("types") or {}).items()}
        self._null: Pattern | None = None
        if params.written("null_value_pattern"):
            block = params.block
            self._null = compiled(typed_use(block, "null_value_pattern", Role.TEST), block, "null_value_pattern")
        self._empty = params.flag("null_empty_string")

    def finish(self, record: Record) -> Parsed:
        """The time taken out of a record, and its values converted."""
        stamp = record.get(self.time_key) if isinstance(record, dict) else None
        time = self.time_of(record)
        if self._convert or self._null is not None or self._empty:
            self.convert(record)
        return Parsed(time, record, Reading(stamp) if isinstance(stamp, str) else None)

    def time_of(self, record: Record) -> Time:
        """``parse_time``."""
        if self.time_key is not None and isinstance(record, dict) and self.time_key in record:
            return self.read_time(record[self.time_key] if self.keep else record.pop(self.time_key))
        return NOW if self.estimate else None

    def convert(self, record: Record) -> None:
        """``convert_values``, in place."""
        if not isinstance(record, dict):
            raise RubyError("the record is no object")
        for key, value in record.items():
            if value is None or value is False:
                continue
            if isinstance(value, str) and ((self._empty and not value) or (self._null is not None and self._null.matches(value))):
                record[key] = None
            elif key in self._convert:
                record[key] = self._convert[key](value)


def _converter(said: str, clock: tzinfo | None, params: Params) -> Callable[[object], object]:
    kind, _, option = said.partition(":")
    match kind:
        case "string":
            return to_s
        case "integer":
            return _integer
        case "float":
            return lambda value: float(value) if isinstance(value, (int, float)) and value is not True else to_f(to_s(value))
        case "bool":
            return lambda value: to_s(value).lower() in _TRUTHY
        case "array":
            return _splitter(option or ",")
        case "time":
            return _timer(option, clock, params)
    raise RefusedError(f"Fluentd knows no type {kind} of values", params.place("types"))


def _integer(value: object) -> int:
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        try:
            return int(value)
        except (ValueError, OverflowError) as error:
            raise RubyError(f"{to_s(value)} is no whole number") from error
    return to_i(to_s(value))


def _splitter(delimiter: str) -> Callable[[object], object]:
    def split(value: object) -> object:
        text = to_s(value)
        pieces = text.split() if delimiter == " " else text.split(delimiter)
        while pieces and not pieces[-1]:  # Ruby's split drops them
            pieces.pop()
        return [cut(text, piece) for piece in pieces]

    return split


def _timer(option: str, clock: tzinfo | None, params: Params) -> Callable[[object], object]:
    zone, _, rest = option.partition(":")
    if zone_of(zone) is None:
        zone, rest = "", option
    local_time = params.flag("localtime") and not params.flag("utc")
    read: TimeParser
    if rest in TYPES:
        if rest not in ("unixtime", "float"):
            raise LostError(f"the type time:{option} is not followed here", params.place("types"))
        read = unixtime if rest == "unixtime" else float_time
    else:
        read = text_time(rest or None, clock, zone or None, local_time)

    def convert(value: object) -> object:
        try:
            read(known(value))
        except RubyError:
            return None
        # A time as a value is none that JSON has.
        return UNKNOWN

    return convert


def unread(plugin: str, block: Block) -> LostError:
    """What is said of a parser that is not followed."""
    return LostError(
        f"what the parser {plugin} makes of a text is not known here" if plugin else "no parser is known", block.head_place
    )


def text_of(value: object) -> str:
    """A text to parse. Raises RubyError for another value, as Ruby does when it is matched."""
    if not isinstance(known(value), str):
        raise RubyError("a value that is no text cannot be parsed")
    return str(value) if type(value) is str else value  # type: ignore[return-value]
