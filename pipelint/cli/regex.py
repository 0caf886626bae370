"""``pipelint regex``: one regular expression, its structure and what it is predicted to take."""

from __future__ import annotations

import enum
import sys
from typing import Annotated

import typer

from pipelint.cli.asked import DEFAULT_LINE, FAILURE, UNREADABLE
from pipelint.cli.options import Format, FormatOption, LineBytes

# Lines of a sample that are looked at.
_MOST_LINES = 1_000


class RegexEngine(str, enum.Enum):
    """Engines of regular expressions: that of Ruby and Fluentd, and that of JRuby and Logstash."""

    ONIGMO = "onigmo"
    JONI = "joni"


def regex(
    pattern: Annotated[str, typer.Argument(help="The regular expression, without slashes.", show_default=False)],
    engine: Annotated[RegexEngine, typer.Option("--engine", help="Fluentd's is onigmo, Logstash's joni.")] = RegexEngine.ONIGMO,
    line_bytes: LineBytes = None,
    sample: Annotated[
        str | None,
        typer.Option("--sample", help="A file of log lines to try it on, or -.", metavar="FILE", show_default=False),
    ] = None,
    output: FormatOption = Format.TEXT,
) -> None:
    """Show a regex's structure, whether it can run away, and the predicted ns of a search that matches and of one that fails."""
    from pipelint.cost.regex.study import study
    from pipelint.regex.tree import Refused
    from pipelint.report.regex_text import print_refused, print_regex

    if not pattern.isascii() and any("\ud800" <= char <= "\udfff" for char in pattern):
        raise typer.BadParameter("the pattern is not valid UTF-8", param_hint="PATTERN")
    found = study(pattern, engine.value, line_bytes or DEFAULT_LINE, _lines(sample))
    if isinstance(found, Refused):
        print_refused(pattern, found, sys.stderr)
        raise typer.Exit(FAILURE)
    if output is Format.JSON:
        from pipelint.report.regex_json import render_regex

        sys.stdout.write(render_regex(found))
    else:
        print_regex(found, sys.stdout)


def _lines(sample: str | None) -> list[str]:
    """The first lines of a file. Exits where it cannot be read."""
    if sample is None:
        return []
    from pipelint.sources.text import read_file

    read = read_file(sample, sys.stdin.buffer.read() if sample == "-" else None)
    if isinstance(read, str):
        sys.stderr.write(f"pipelint: {sample}: {read}\n")
        raise typer.Exit(UNREADABLE)
    return read.data.decode("utf-8", "replace").splitlines()[:_MOST_LINES]
