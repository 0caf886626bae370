"""RulePageError: what is wrong with a rule page, at its place in the page."""

from __future__ import annotations

from pipelint.base.finding import Problem
from pipelint.base.text.document import SourceFile
from pipelint.base.text.span import Span


class RulePageError(ValueError):
    """A page that is no rule. ``span`` is a range of the page's bytes; ``also`` has the page's other errors."""

    def __init__(self, file: SourceFile, span: Span, message: str, also: tuple[RulePageError, ...] = ()) -> None:
        before = file.data[: span.start].decode("utf-8", "replace")
        self.file = file
        self.span = span
        self.message = message
        self.also = also
        self.line = before.count("\n") + 1
        self.column = len(before) - (before.rfind("\n") + 1) + 1
        super().__init__(f"{file.path}:{self.line}:{self.column}: {message}")

    @property
    def all(self) -> tuple[RulePageError, ...]:
        """This error and the page's others, in the page's order."""
        return tuple(sorted((self, *self.also), key=lambda error: error.span))

    @property
    def problems(self) -> tuple[Problem, ...]:
        """The same as problems of the input."""
        return tuple(Problem(e.file.path, f"rule page: {e.message}", e.file, e.span) for e in self.all)
