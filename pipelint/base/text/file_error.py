"""FileError: what is wrong in a file that people write for pipelint, at its place."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, TypeVar, cast

from pipelint.base.finding import Problem
from pipelint.base.text.document import SourceFile
from pipelint.base.text.span import Span

if TYPE_CHECKING:  # a name in quotes is compiled, and the first that is costs a quarter of Python's own start
    _Self = TypeVar("_Self", bound="FileError")


class FileError(ValueError):
    """``span`` is a range of the file's bytes; ``also`` has the file's other errors, ``what`` says what the file should be."""

    what: ClassVar[str] = "file"

    def __init__(self, file: SourceFile, span: Span, message: str, also: tuple[FileError, ...] = ()) -> None:
        before = file.data[: span.start].decode("utf-8", "replace")
        self.file = file
        self.span = span
        self.message = message
        self.also = also
        self.line = before.count("\n") + 1
        self.column = len(before) - (before.rfind("\n") + 1) + 1
        super().__init__(f"{file.path}:{self.line}:{self.column}: {message}")

    @property
    def all(self: _Self) -> tuple[_Self, ...]:
        """This error and the file's others, in the file's order."""
        every = (self, *cast("tuple[_Self, ...]", self.also))
        return tuple(sorted(every, key=lambda error: error.span))

    @property
    def problems(self) -> tuple[Problem, ...]:
        """The same as problems of the input."""
        return tuple(Problem(e.file.path, f"{self.what}: {e.message}", e.file, e.span) for e in self.all)
