"""Locate: makes a place concrete, as lines and columns of the file on disk. Only what shows things needs it."""

from __future__ import annotations

from pipelint.base.finding import Problem
from pipelint.base.lean.record import dataclass
from pipelint.base.text.document import Place, SourceFile
from pipelint.base.text.lines import lines_of
from pipelint.base.text.span import Span


@dataclass(frozen=True, slots=True)
class Position:
    """One point of a file: 1-based ``line``, 1-based ``column`` in characters, ``offset`` in bytes."""

    line: int
    column: int
    offset: int

    def fields(self) -> dict[str, object]:
        """Its JSON object."""
        return {"line": self.line, "column": self.column, "offset": self.offset}


@dataclass(frozen=True, slots=True)
class Location:
    """A range of a file on disk, ``end`` not included; ``part`` as in Document."""

    file: SourceFile
    part: str
    start: Position
    end: Position

    @property
    def path(self) -> str:
        """The file as shown to the user."""
        return self.file.shown or self.file.path

    @property
    def span(self) -> Span:
        """The range in bytes of the file."""
        return Span(self.start.offset, self.end.offset)

    def fields(self) -> dict[str, object]:
        """Its JSON object; ``docs/json.md`` describes it."""
        return {
            "path": self.path,
            "part": self.part or None,
            "start": self.start.fields(),
            "end": self.end.fields(),
        }

    def __str__(self) -> str:
        return f"{self.path}:{self.start.line}:{self.start.column}"


def locate(place: Place) -> Location:
    """Where ``place`` stands in its file, also when that is inside a ConfigMap."""
    return _location(place.document.file, place.file_span, place.document.part)


def locate_problem(problem: Problem) -> Location | None:
    """Where a problem stands, None where it is about no place in a file."""
    if problem.file is None or problem.span is None:
        return None
    size = len(problem.file.data)
    span = Span(min(problem.span.start, size), min(problem.span.end, size))
    return _location(problem.file, span, "")


def _location(file: SourceFile, span: Span, part: str) -> Location:
    return Location(file, part, position(file.data, span.start), position(file.data, span.end))


def position(text: bytes, offset: int) -> Position:
    """The line and column of a byte offset of ``text``."""
    line, column = lines_of(text).position(offset)
    return Position(line, column, offset)
