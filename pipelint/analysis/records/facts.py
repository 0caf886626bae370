"""Facts about the keys that stages read of records. Field names are the language of rule pages."""

from __future__ import annotations

import enum

from pipelint.analysis.records.shape import KeyStatus, Removal
from pipelint.base.block import Block
from pipelint.base.document import Place
from pipelint.base.record import dataclass


class Role(enum.Enum):
    """What a stage reads a key for."""

    JOIN = "join"  # concat: the text to join
    PART = "part"  # concat: the column that says whether a line goes on
    STREAM = "stream"  # concat, detect_exceptions: what tells streams apart
    TRACE = "trace"  # detect_exceptions: the text with the stack traces
    PARSE = "parse"  # parser: the text to read
    KEEP = "keep"  # grep: events pass that match
    DROP = "drop"  # grep: events are dropped that match
    ROUTE = "route"  # rewrite_tag_filter: a rule
    ROUTE_UNLESS = "route_unless"  # rewrite_tag_filter: an inverted rule
    VALUE = "value"  # a placeholder in a field
    CHUNK = "chunk"  # a key of <buffer>
    OUTPUT = "output"  # an output's parameter that names a key
    TEXT = "text"  # <format>: the only key that is written


@dataclass(frozen=True, eq=False)
class KeyRemoval:
    """Why a key is gone: ``kind`` is taken (a filter removes it), renewed (a new record is made) or time (a parser took it)."""

    kind: Removal
    place: Place


@dataclass(frozen=True, eq=False)
class KeyUse:
    """A key that a stage reads. ``status`` is present where every record has it, absent where none has, else maybe.

    ``inner`` is what is read inside of it, its keys joined with dots ("" for the whole value, * for what is not known).
    ``role`` is what it is read for: join, part, stream, trace, parse, keep, drop, route, route_unless, value, chunk, output or
    text. ``name`` is the parameter that names it ("" for a key of ``<buffer>``). ``nearby`` are the keys that records have
    or may have there, as far as they are known by name; ``likely`` is the one among them that holds the log line, "" for none
    or several. ``takes_empty``: the pattern that its value is matched with takes an empty text, null where that is not known.
    ``removed`` is what took it away, null where nothing did.
    """

    key: str
    inner: str
    role: Role
    status: KeyStatus
    name: str
    nearby: list[str]
    likely: str
    takes_empty: bool | None
    removed: KeyRemoval | None
    place: Place
    block: Block


@dataclass(frozen=True)
class RecordFact:
    """The records that reach a stage: ``complete`` where no key is in them but ``keys``; ``sure`` are those in all of them."""

    complete: bool
    keys: list[str]
    sure: list[str]
