"""The formats of results: a line each, rendered by ``render_<name>`` of the file of that name."""

from __future__ import annotations

import enum
import sys
from typing import TYPE_CHECKING, cast

if TYPE_CHECKING:
    from collections.abc import Callable

    from pipelint.bench.model import Result
    from pipelint.checker import Report
    from pipelint.compare import Comparison
    from pipelint.measure.model import Result as Measurement


class CheckFormat(str, enum.Enum):
    """How findings are written: by the files of ``report/findings``."""

    TEXT = "text"
    CONCISE = "concise"
    JSON = "json"
    SARIF = "sarif"
    GITHUB = "github"
    GITLAB = "gitlab"
    JUNIT = "junit"

    @property
    def shows_gains(self) -> bool:
        """Whether it says what fixes bring: for the others that is not predicted."""
        return self not in (CheckFormat.CONCISE, CheckFormat.GITHUB, CheckFormat.GITLAB)


class DiffFormat(str, enum.Enum):
    """How a comparison is written: by the files of ``report/diff``."""

    TEXT = "text"
    JSON = "json"
    MARKDOWN = "markdown"
    HTML = "html"


class BenchFormat(str, enum.Enum):
    """How the result of a bench is written: by the files of ``report/bench``."""

    TEXT = "text"
    CSV = "csv"
    JSON = "json"
    SVG = "svg"
    PNG = "png"
    HTML = "html"


class MeasureFormat(str, enum.Enum):
    """How a measurement is written: by the files of ``report/measure``."""

    TEXT = "text"
    JSON = "json"


def render(report: Report, format_: CheckFormat) -> str:
    """The report in this format, with a line end; as text without colours and without what was skipped."""
    return cast("Callable[[Report], str]", _function("findings", format_.value))(report)


def render_comparison(found: Comparison, format_: DiffFormat) -> str:
    """The comparison in this format, with a line end."""
    return cast("Callable[[Comparison], str]", _function("diff", format_.value))(found)


def render_bench(found: Result, format_: BenchFormat) -> str | bytes:
    """The result of a bench in this format, with a line end; a picture as bytes."""
    return cast("Callable[[Result], str | bytes]", _function("bench", format_.value))(found)


def render_measure(found: Measurement, format_: MeasureFormat) -> str:
    """A measurement in this format, with a line end."""
    return cast("Callable[[Measurement], str]", _function("measure", format_.value))(found)


def _function(folder: str, name: str) -> object:
    """What renders a format, imported when it is asked for."""
    module = f"pipelint.report.{folder}.{name}"
    # importlib has much that no check needs.
    __import__(module)
    return getattr(sys.modules[module], f"render_{name}")
