"""``pipelint grok``: a grok pattern's expansion, its fields and predicted times, and where matching a line gets stuck."""

from __future__ import annotations

import enum
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

from pipelint.cli.option import Annotated, Argument, Exit, Option, UsageError
from pipelint.cli.options import Format, FormatOption, LineBytes
from pipelint.cli.overrides import DEFAULT_LINE, FAILURE
from pipelint.cli.print_line import print_line
from pipelint.cli.study.sample import Sample, check_text, read_text, sample_lines
from pipelint.engines.registry import ENGINES, USUAL_GROK

if TYPE_CHECKING:
    from pipelint.regex.library import Library
    from pipelint.regex.references import GrokDialect

GrokEngine = enum.Enum("GrokEngine", {name.upper(): name for name in ENGINES.groks()}, type=str)  # type: ignore[misc]
"""The engines with grok patterns, by their names."""
USUAL = GrokEngine(USUAL_GROK)


class PatternSet(str, enum.Enum):
    """The sets of patterns that engines ship."""

    LEGACY = "legacy"
    ECS = "ecs-v1"


def grok(
    pattern: Annotated[str, Argument("Grok pattern.")],
    engine: Annotated[GrokEngine, Option("--engine", "Engine whose grok to use.")] = USUAL,
    patterns: Annotated[PatternSet, Option("--patterns", "Pattern set of the engine.")] = PatternSet.LEGACY,
    patterns_dir: Annotated[
        tuple[str, ...],
        Option("--patterns-dir", "File or folder of patterns. Repeatable.", metavar="PATH", show_default=False),
    ] = (),
    define: Annotated[
        tuple[str, ...], Option("--define", "Definition of a pattern. Repeatable.", metavar="NAME=REGEX", show_default=False)
    ] = (),
    sample: Sample = None,
    line_bytes: LineBytes = None,
    output: FormatOption = Format.TEXT,
) -> None:
    """Expand a grok pattern: fields, predicted time, sample lines. On a sample it shows what matches and where matching stops."""
    from pipelint.regex.grok import expand
    from pipelint.regex.tree import Refused
    from pipelint.report.regex.grok_text import print_grok, print_problems, print_refused

    check_text(pattern, *define)
    dialect = ENGINES.groks()[engine.value]
    expansion = expand(pattern, _library(dialect, patterns, patterns_dir, define), dialect)
    lines = sample_lines(sample)
    if expansion.problems:
        print_problems(expansion, sys.stderr)
        raise Exit(FAILURE)
    if isinstance(expansion.parsed, Refused):
        print_refused(expansion, expansion.parsed, sys.stderr)
        raise Exit(FAILURE)
    from pipelint.cost.grok_study import study_grok

    try:
        study = study_grok(expansion, line_bytes or DEFAULT_LINE, lines)
    except ValueError as error:
        # A regex that reads well may still be too large to run.
        print_line(f"pipelint: {error.args[0]}", sys.stderr)
        raise Exit(FAILURE) from error
    if output is Format.JSON:
        from pipelint.report.regex.grok_json import render_grok

        sys.stdout.write(render_grok(study))
    else:
        print_grok(study, sys.stdout)


def _library(dialect: GrokDialect, patterns: PatternSet, folders: Sequence[str], define: Sequence[str]) -> Library:
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
            raise UsageError(f'expected NAME=REGEX, got "{definition}"', "--define")
        library = library.with_definitions({name: regex})
    return library


def _texts(path: str) -> list[str]:
    from pathlib import Path

    found = Path(path)
    files = sorted(file for file in found.iterdir() if file.is_file()) if found.is_dir() else [found]
    return [read_text(str(file)) for file in files]
