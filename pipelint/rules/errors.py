"""RulePageError: what is wrong with a rule page, at its place in the page."""

from __future__ import annotations

from typing import ClassVar

from pipelint.base.text.file_error import FileError


class RulePageError(FileError):
    """A page that is no rule."""

    what: ClassVar[str] = "rule page"
