"""``pipelint diff``: what a change of configs costs, and whether it may go in."""

from __future__ import annotations

import enum
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pipelint.cli.asked import FAILURE, UNREADABLE, Asked, FailOn, project, selectors
from pipelint.cli.options import ConfigFile, Ignore, Isolated, LineBytes, RuntimeOption, Scale, Select, Verbose

if TYPE_CHECKING:
    from pipelint.compare import Comparison, Side


class DiffFormat(str, enum.Enum):
    """How a comparison is written."""

    TEXT = "text"
    JSON = "json"
    MARKDOWN = "markdown"


def diff(
    paths: Annotated[
        list[str],
        typer.Argument(
            help="BASE and HEAD: two files, two folders, two git revisions. With --base: the files and folders to compare (.).",
            show_default=False,
        ),
    ] = [],  # noqa: B006 - typer reads the default, nothing changes it
    base: Annotated[
        str | None,
        typer.Option(
            "--base", help="Compare with this git revision; REV... is where HEAD left REV.", metavar="REV", show_default=False
        ),
    ] = None,
    head: Annotated[
        str | None,
        typer.Option("--head", help="The revision to judge (the working tree).", metavar="REV", show_default=False),
    ] = None,
    max_slowdown: Annotated[
        str | None,
        typer.Option(
            "--max-slowdown", help="Exit with 1 where a config gets slower by more.", metavar="PERCENT", show_default=False
        ),
    ] = None,
    min_events: Annotated[
        float | None,
        typer.Option(
            "--min-events-per-cpu", help="Exit with 1 where a changed config is below.", metavar="N", min=0.0, show_default=False
        ),
    ] = None,
    select: Select = [],  # noqa: B006
    ignore: Ignore = [],  # noqa: B006
    fail_on: Annotated[
        FailOn | None,
        typer.Option("--fail-on", help="Exit with 1 on new findings from this severity on (warning).", show_default=False),
    ] = None,
    format_: Annotated[DiffFormat, typer.Option("--format", help="How to print the result.")] = DiffFormat.TEXT,
    output: Annotated[
        list[str], typer.Option("--output", help="Write the result to a file, too. Repeatable.", metavar="FORMAT:FILE")
    ] = [],  # noqa: B006
    baseline: Annotated[
        Path | None,
        typer.Option("--baseline", help="A file of known findings, which do not count.", metavar="FILE", show_default=False),
    ] = None,
    line_bytes: LineBytes = None,
    runtime: RuntimeOption = None,
    scale: Scale = None,
    config: ConfigFile = None,
    isolated: Isolated = False,
    verbose: Verbose = False,
) -> None:
    """Compare two states of configs: what a change costs, and which findings are new."""
    from pipelint.compare import Limits, SideError, compare

    files = [_output(word) for word in output]
    limits = Limits(_share(max_slowdown), min_events)
    asked = Asked(line_bytes, runtime, scale, None, *selectors(select, ignore), fail_on, baseline and baseline.absolute(), True)
    settings = project(asked, config, isolated)
    try:
        with _sides(paths, base, head) as (old, new):
            found = compare(old, new, settings, limits)
    except SideError as error:
        typer.echo(f"error: {error}", err=True)
        raise typer.Exit(UNREADABLE) from error
    if format_ is DiffFormat.TEXT:
        from pipelint.report.diff_text import print_comparison

        print_comparison(found, sys.stdout, verbose=verbose)
    else:
        sys.stdout.write(render(found, format_))
    for kind, path in files:
        try:
            path.write_text(render(found, kind), encoding="utf-8")
        except OSError as error:
            typer.echo(f"{path}: error: cannot be written: {error.strerror}", err=True)
            raise typer.Exit(UNREADABLE) from error
    raise typer.Exit(UNREADABLE if found.problems else FAILURE if found.failed else 0)


def render(found: Comparison, format_: DiffFormat) -> str:
    """The comparison in this format, with a line end."""
    match format_:
        case DiffFormat.TEXT:
            from pipelint.report.diff_text import render_comparison

            return render_comparison(found)
        case DiffFormat.JSON:
            from pipelint.report.diff_json import render_json

            return render_json(found)
        case DiffFormat.MARKDOWN:
            from pipelint.report.diff_markdown import render_markdown

            return render_markdown(found)


@contextmanager
def _sides(paths: list[str], base: str | None, head: str | None) -> Iterator[tuple[Side, Side]]:
    """Both sides as the command line names them. Exits with a usage error where it names none."""
    from pipelint.compare import SideError, path_sides, revision_sides

    if base is not None:
        with revision_sides(base, head, paths or ["."]) as sides:
            yield sides
    elif head is not None or len(paths) != 2:
        raise typer.BadParameter("name two files, folders or git revisions, or --base REV", param_hint="BASE HEAD")
    elif any(Path(path).exists() for path in paths):
        yield path_sides(*paths)
    else:
        try:
            with revision_sides(paths[0], paths[1], ["."]) as sides:
                yield sides
        except SideError as error:
            raise SideError(f"{paths[0]}, {paths[1]}: no such files or folders; as git revisions: {error}") from error


def _share(text: str | None) -> float | None:
    """The share of ``10%`` or ``10``. Exits with a usage error on what is no percentage."""
    if text is None:
        return None
    try:
        value = float(text.strip().removesuffix("%"))
    except ValueError:
        value = -1.0
    if not 0 <= value <= 100:
        raise typer.BadParameter(f'"{text}" is no percentage: 10%', param_hint="--max-slowdown")
    return value / 100


def _output(word: str) -> tuple[DiffFormat, Path]:
    name, colon, path = word.partition(":")
    known = [kind.value for kind in DiffFormat]
    if not colon or not path or name not in known:
        raise typer.BadParameter(f'"{word}" is no FORMAT:FILE; formats are {", ".join(known)}', param_hint="--output")
    return DiffFormat(name), Path(path)
