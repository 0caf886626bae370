"""Facts about the keys that stages read of records. Field names are the language of rule pages."""

from __future__ import annotations

from pipelint.base.block import Block
from pipelint.base.lean.enum import Enum
from pipelint.base.lean.once import cached_property
from pipelint.base.lean.record import dataclass, field
from pipelint.base.text.document import Place
from pipelint.engines.fluentd.records.shape import KeyStatus, Removal, Shape

# The keys that hold the text of a log line.
_TEXTS = ("message", "log", "MESSAGE", "msg")


class Role(Enum):
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
    LOOKUP = "lookup"  # geoip: the address to look up
    OUTPUT = "output"  # an output's parameter that names a key
    TEXT = "text"  # <format>: the only key that is written


@dataclass(frozen=True, eq=False)
class KeyRemoval:
    """Why a key is gone: ``kind`` is taken (a filter removes it), renewed (a new record is made) or time (a parser took it)."""

    kind: Removal
    place: Place


@dataclass(frozen=True, eq=False)
class KeyUse:
    """A key that a stage reads. ``status`` is present if every record has it, absent if none has, otherwise maybe.

    ``inner`` is what is read inside it, its keys joined with dots ("" for the whole value, * for what is not known).
    ``role`` is its purpose: join, part, stream, trace, parse, keep, drop, route, route_unless, value, chunk, lookup, output or
    text. ``name`` is the parameter that names it ("" for a key of ``<buffer>``). ``removed`` is what took it away, null where
    nothing did.
    """

    key: str
    inner: str
    role: Role
    status: KeyStatus
    name: str
    removed: KeyRemoval | None
    place: Place
    block: Block
    _shape: Shape = field(repr=False)
    _pattern: str | None = field(default=None, repr=False)

    @cached_property
    def nearby(self) -> list[str]:
        """The keys that records have or may have there, as far as they are known by name."""
        return sorted(self._shape.possible)

    @cached_property
    def likely(self) -> str:
        """The one key among ``nearby`` that holds the log line, "" for none or several."""
        texts = [name for name in _TEXTS if name in self.nearby]
        return texts[0] if len(texts) == 1 else ""

    @cached_property
    def takes_empty(self) -> bool | None:
        """Whether the pattern that its value is matched with takes an empty text, null where that is not known."""
        return None if self._pattern is None else _takes_empty(self._pattern)


@dataclass(frozen=True)
class RecordFact:
    """The records that reach a stage: ``complete`` where no key is in them but ``keys``; ``sure`` are those in all of them."""

    complete: bool
    keys: list[str]
    sure: list[str]


def _takes_empty(pattern: str) -> bool | None:
    """Whether a pattern matches an empty text, None for one that is not in the common part of Ruby's syntax and Rust's."""
    from pipelint import _native

    if "\\h" in pattern or "\\Z" in pattern or "\\G" in pattern or _native.regex_check(pattern) is not None:
        return None
    return _native.regex_is_match(pattern, "")
