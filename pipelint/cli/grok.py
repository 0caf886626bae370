"""``pipelint grok``: a grok pattern's expansion, its fields and predicted times, and where matching a line gets stuck."""

from __future__ import annotations

import enum
import sys
from typing import TYPE_CHECKING, Annotated

import typer

from pipelint.cli.asked import DEFAULT_LINE, FAILURE, UNREADABLE
from pipelint.cli.options import Format, FormatOption, LineBytes

if TYPE_CHECKING:
    from pipelint.regex.library import Library
    from pipelint.regex.references import Dialect

# Lines of a sample that are looked at.
_MOST_LINES = 1_000


class GrokEngine(str, enum.Enum):
    """Engines that have a grok."""

    LOGSTASH = "logstash"
    FLUENTD = "fluentd"


class PatternSet(str, enum.Enum):
    """The sets of patterns that both engines ship."""

    LEGACY = "legacy"
    ECS = "ecs-v1"


def grok(
    pattern: Annotated[str, typer.Argument(help="The grok pattern.", show_default=False)],
    engine: Annotated[GrokEngine, typer.Option("--engine", help="Whose grok.")] = GrokEngine.LOGSTASH,
    patterns: Annotated[PatternSet, typer.Option("--patterns", help="Which of the engine's pattern sets.")] = PatternSet.LEGACY,
    patterns_dir: Annotated[
        list[str],
        typer.Option("--patterns-dir", help="A file or folder of patterns. Repeatable.", metavar="PATH", show_default=False),
    ] = [],  # noqa: B006
    define: Annotated[
        list[str], typer.Option("--define", help="A pattern. Repeatable.", metavar="NAME=REGEX", show_default=False)
    ] = [],  # noqa: B006
    sample: Annotated[
        str | None,
        typer.Option("--sample", help="A file of log lines to try it on, or -.", metavar="FILE", show_default=False),
    ] = None,
    line_bytes: LineBytes = None,
    output: FormatOption = Format.TEXT,
) -> None:
    """Show what a grok pattern expands to, its fields and predicted ns, and on a sample what matches and where it gets stuck."""
    from pipelint.regex.grok import expand
    from pipelint.regex.references import Dialect
    from pipelint.regex.tree import Refused
    from pipelint.report.grok_text import print_grok, print_problems, print_refused

    for word in (pattern, *define):
        if not word.isascii() and any("\ud800" <= char <= "\udfff" for char in word):
            raise typer.BadParameter("the pattern is not valid UTF-8", param_hint="PATTERN")
    dialect = Dialect(engine.value)
    expansion = expand(pattern, _library(dialect, patterns, patterns_dir, define), dialect)
    lines = _lines(sample)
    if expansion.problems:
        print_problems(expansion, sys.stderr)
        raise typer.Exit(FAILURE)
    if isinstance(expansion.parsed, Refused):
        print_refused(expansion, expansion.parsed, sys.stderr)
        raise typer.Exit(FAILURE)
    from pipelint.cost.grok_study import study_grok

    try:
        study = study_grok(expansion, line_bytes or DEFAULT_LINE, lines)
    except ValueError as error:
        # A regex that reads well may still be too large to run.
        sys.stderr.write(f"pipelint: {error.args[0]}\n")
        raise typer.Exit(FAILURE) from error
    if output is Format.JSON:
        from pipelint.report.grok_json import render_grok

        sys.stdout.write(render_grok(study))
    else:
        print_grok(study, sys.stdout)


def _library(dialect: Dialect, patterns: PatternSet, folders: list[str], define: list[str]) -> Library:
    """The library of the options. Exits where a file cannot be read, with a usage error on a definition without a name."""
    from pipelint.regex.library import Edition, shipped
    from pipelint.regex.pattern_file import read_pattern_file

    library = shipped(Edition(patterns.value), dialect)
    for folder in folders:
        for text in _texts(folder):
            library = library.with_definitions(read_pattern_file(text, dialect))
    for definition in define:
        name, equals, regex = definition.partition("=")
        if not name or not equals:
            raise typer.BadParameter(f'"{definition}" is not NAME=REGEX', param_hint="--define")
        library = library.with_definitions({name: regex})
    return library


def _texts(path: str) -> list[str]:
    from pathlib import Path

    from pipelint.sources.text import read_file

    found = Path(path)
    files = sorted(file for file in found.iterdir() if file.is_file()) if found.is_dir() else [found]
    texts = []
    for file in files:
        read = read_file(str(file), None)
        if isinstance(read, str):
            sys.stderr.write(f"pipelint: {file}: {read}\n")
            raise typer.Exit(UNREADABLE)
        texts.append(read.data.decode("utf-8", "replace"))
    return texts


def _lines(sample: str | None) -> list[str]:
    """The first lines of a file. Exits where it cannot be read."""
    if sample is None:
        return []
    from pipelint.sources.text import read_file

    read = read_file(sample, sys.stdin.buffer.read() if sample == "-" else None)
    if isinstance(read, str):
        sys.stderr.write(f"pipelint: {sample}: {read}\n")
        raise typer.Exit(UNREADABLE)
    lines = read.data.decode("utf-8", "replace").split("\n")
    return [line.removesuffix("\r") for line in (lines[:-1] if lines[-1] == "" else lines)[:_MOST_LINES]]
