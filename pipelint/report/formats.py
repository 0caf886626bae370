"""The formats of a check and of a comparison: a line each, with the function that renders it, imported when it is asked for."""

from __future__ import annotations

import enum
from importlib import import_module
from typing import TYPE_CHECKING, TypeVar, cast

if TYPE_CHECKING:
    from collections.abc import Callable

    from pipelint.checker import Report
    from pipelint.compare import Comparison

_F = TypeVar("_F", bound="_Format")


class _Format(str, enum.Enum):
    """A format: its name, and the function that renders it as ``module:function`` below this package."""

    renderer: str

    def __new__(cls: type[_F], name: str, renderer: str) -> _F:
        made = str.__new__(cls, name)
        made._value_ = name
        made.renderer = renderer
        return made

    def load(self) -> object:
        """The function that renders it."""
        module, _, name = self.renderer.partition(":")
        return getattr(import_module(f"pipelint.report.{module}"), name)


class CheckFormat(_Format):
    """How findings are written."""

    TEXT = "text", "findings.text:render_text"
    CONCISE = "concise", "findings.concise:render_concise"
    JSON = "json", "findings.json:render_report"
    SARIF = "sarif", "findings.sarif:render_sarif"
    GITHUB = "github", "findings.github:render_github"
    GITLAB = "gitlab", "findings.gitlab:render_gitlab"
    JUNIT = "junit", "findings.junit:render_junit"


class DiffFormat(_Format):
    """How a comparison is written."""

    TEXT = "text", "diff.text:render_comparison"
    JSON = "json", "diff.json:render_json"
    MARKDOWN = "markdown", "diff.markdown:render_markdown"


def render(report: Report, format_: CheckFormat) -> str:
    """The report in this format, with a line end; as text without colours and without what was passed over."""
    return cast("Callable[[Report], str]", format_.load())(report)


def render_comparison(found: Comparison, format_: DiffFormat) -> str:
    """The comparison in this format, with a line end."""
    return cast("Callable[[Comparison], str]", format_.load())(found)
