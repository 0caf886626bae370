"""What a grok pattern stands for: its references replaced by their definitions, as the engine does it, with a map back."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from pipelint.base.lean.enum import Enum
from pipelint.base.lean.once import cached_property
from pipelint.base.lean.record import dataclass, field
from pipelint.base.text.span import Span
from pipelint.regex.library import Library
from pipelint.regex.references import GrokDialect, Reference
from pipelint.regex.spans import Frame, Piece, SpanMap
from pipelint.regex.tree import Refused, Regex, read_regex

# Bounds of an expansion: bytes, and definitions inside each other. SYSLOGLINE, the longest that is common, has 7 KiB and 9.
MOST_BYTES = 65_536
MOST_DEPTH = 100
_MOST_PROBLEMS = 100


class Trouble(Enum):
    """Why a pattern cannot be expanded.

    UNKNOWN: no library has the name; UNREAD: one that was not read may have it; WITHHELD: the engine has it, its definition is
    not had here; CYCLE: the name's definition leads back to it; SIZE: the bounds were met.
    """

    UNKNOWN = "unknown"
    UNREAD = "unread"
    WITHHELD = "withheld"
    CYCLE = "cycle"
    SIZE = "size"


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing that stops an expansion. ``span`` is the name to blame in the pattern's text, in bytes.

    ``chain`` are the names from there down to ``name``, which it holds as its last; of a cycle it ends where it began.
    """

    trouble: Trouble
    name: str
    span: Span
    chain: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Ignored:
    """Text in a reference that the engine skips, as the ``: user`` of ``%{WORD: user}``. ``span`` in bytes of the pattern."""

    name: str
    text: str
    span: Span


@dataclass(frozen=True, slots=True)
class Field:
    """A field that the pattern fills: its type as written ("" for none), and the numbers of the groups that do."""

    name: str
    type: str
    groups: tuple[int, ...]


@dataclass(frozen=True)
class Expansion:
    """A pattern expanded. ``regex`` is what the engine compiles; with ``problems`` it is no more than a part of that.

    ``spans`` leads from bytes of ``regex`` back to the text, ``types`` holds what the references say of their fields' types.
    """

    text: str
    dialect: GrokDialect
    regex: str
    spans: SpanMap
    problems: tuple[Problem, ...] = ()
    ignored: tuple[Ignored, ...] = ()
    types: Mapping[str, str] = field(default_factory=dict)

    @property
    def complete(self) -> bool:
        """Whether ``regex`` is the whole expansion."""
        return not self.problems

    @property
    def runnable(self) -> str:
        """``regex`` with the engine's options written into it, for the regex functions of ``_native``."""
        return f"(?{self.dialect.options}:{self.regex})" if self.dialect.options else self.regex

    @property
    def shift(self) -> int:
        """Bytes (and characters) that ``runnable`` has before ``regex``."""
        return len(self.dialect.options) + 3 if self.dialect.options else 0

    @cached_property
    def parsed(self) -> Regex | Refused:
        """The regex read as the engine does, or why the engine refuses it. Spans are bytes of ``regex``."""
        return read_regex(self.regex)

    @cached_property
    def fields(self) -> tuple[Field, ...]:
        """The fields that it fills, in the order of their first groups; none where the regex cannot be read."""
        if isinstance(self.parsed, Refused):
            return ()
        found: dict[str, tuple[str, tuple[int, ...]]] = {}
        for group, numbers in self.parsed.names.items():
            name, kind = self._field(group)
            known = found.get(name, ("", ()))
            found[name] = (known[0] or kind, tuple(sorted((*known[1], *numbers))))
        return tuple(Field(name, *rest) for name, rest in sorted(found.items(), key=lambda item: item[1][1]))

    def _field(self, group: str) -> tuple[str, str]:
        if not self.dialect.composite:
            return group, self.types.get(group, "")
        # Ruby's split leaves out what is empty at the end.
        parts = group.rstrip(":").split(":")
        return (parts[1] if len(parts) > 1 else parts[0]), (parts[2] if len(parts) > 2 else "")


@lru_cache(maxsize=256)
def expand(text: str, library: Library, dialect: GrokDialect) -> Expansion:
    """The expansion of ``text``. Never raises; what stops it is in ``problems``. Bounded by ``MOST_BYTES`` and ``MOST_DEPTH``."""
    work = _Work(library, dialect)
    if len(text) > MOST_BYTES:
        work.note(Trouble.SIZE, "", Span(0, min(len(text.encode()), MOST_BYTES)), ())
    else:
        work.expand(text, Frame("", text), None)
    regex = "".join(work.out)
    return Expansion(
        text, dialect, regex, SpanMap(tuple(work.pieces), work.size), tuple(work.problems), tuple(work.ignored), work.types
    )


class _Work:
    """An expansion in the making."""

    def __init__(self, library: Library, dialect: GrokDialect) -> None:
        self.library, self.dialect = library, dialect
        self.own: dict[str, str] = {}
        self.out: list[str] = []
        self.pieces: list[Piece] = []
        self.size = 0
        self.full = False
        self.problems: list[Problem] = []
        self.ignored: list[Ignored] = []
        self.types: dict[str, str] = {}

    def expand(self, text: str, frame: Frame, blamed: Span | None) -> None:
        """Writes ``text``, the definition of ``frame``. ``blamed`` is the name in the pattern that led here."""
        at = byte = 0
        while not self.full and (found := self.dialect.next_reference(text, at)) is not None:
            start = byte + len(text[at : found.start].encode())
            end = start + len(text[found.start : found.end].encode())
            self._put(text[at : found.start], frame, Span(byte, start), verbatim=True)
            name = Span(start + 2, start + 2 + len(found.name))
            if blamed is None and found.ignored.strip() and len(self.ignored) < _MOST_PROBLEMS:
                self.ignored.append(Ignored(found.name, found.ignored, Span(end - 1 - len(found.ignored.encode()), end - 1)))
            self._reference(found, frame, Span(start, end), blamed or name, text)
            at, byte = found.end, end
        self._put(text[at:], frame, Span(byte, byte + len(text[at:].encode())), verbatim=True)

    def _reference(self, found: Reference, frame: Frame, span: Span, blamed: Span, text: str) -> None:
        if found.definition is not None:
            self.own[found.name] = found.definition
        above = [step.name for step in frame.lineage()[1:]]
        definition = self._definition(found.name)
        # One that brings its own definition does not lead back to the one that it stands in.
        trouble = self._trouble(found.name, [] if found.definition is not None and len(above) < MOST_DEPTH else above, definition)
        if definition is None or trouble is not None:
            self.note(trouble or Trouble.UNKNOWN, found.name, blamed, (*above, found.name))
            self._put(text[found.start : found.end], frame, span, verbatim=False)
            return
        if found.group:
            self.types[found.group] = found.type
        self._put(f"(?<{found.group}>" if found.group else "(?:", frame, span, verbatim=False)
        self.expand(definition, Frame(found.name, definition, frame, span), blamed)
        self._put(")", frame, span, verbatim=False)

    def _definition(self, name: str) -> str | None:
        return self.own.get(name, self.library.definitions.get(name))

    def _trouble(self, name: str, above: list[str], definition: str | None) -> Trouble | None:
        if definition is None:
            known = Trouble.UNKNOWN if self.library.whole else Trouble.UNREAD
            return Trouble.WITHHELD if name in self.library.withheld else known
        if name in above:
            # What a pattern defines in itself the engine may define anew on the way.
            return Trouble.UNREAD if name in self.own else Trouble.CYCLE
        return Trouble.SIZE if len(above) >= MOST_DEPTH else None

    def note(self, trouble: Trouble, name: str, span: Span, chain: tuple[str, ...]) -> None:
        """Adds a problem, and gives up after too many."""
        self.problems.append(Problem(trouble, name, span, chain))
        self.full = self.full or trouble is Trouble.SIZE or len(self.problems) >= _MOST_PROBLEMS

    def _put(self, text: str, frame: Frame, span: Span, *, verbatim: bool) -> None:
        if self.full or not text:
            return
        length = len(text.encode())
        if self.size + length > MOST_BYTES:
            lineage = frame.lineage()
            first = lineage[1].reference if len(lineage) > 1 else span
            self.note(Trouble.SIZE, frame.name, first, tuple(step.name for step in lineage[1:]))
            return
        self.pieces.append(Piece(self.size, frame, span, verbatim))
        self.out.append(text)
        self.size += length
