"""``pipelint diff``: what a change of configs costs, and whether it may go in."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from pipelint.base.quantity import read_share
from pipelint.cli.option import Annotated, Argument, Exit, Option, UsageError
from pipelint.cli.options import (
    AllowOutside,
    Baseline,
    ConfigFile,
    Force,
    Ignore,
    Isolated,
    LineBytes,
    Outputs,
    RuntimeOption,
    SampleOption,
    Scale,
    Select,
    Target,
    Verbose,
)
from pipelint.cli.outputs import outputs, print_for_programs, write_outputs
from pipelint.cli.overrides import FAILURE, UNREADABLE, FailOn, Overrides, project, selectors
from pipelint.cli.print_line import print_line
from pipelint.report.formats import DiffFormat, render_comparison

if TYPE_CHECKING:
    from pipelint.compare import Side


def diff(
    paths: Annotated[
        tuple[str, ...],
        Argument(
            "BASE and HEAD: two files, two folders or two git revisions. With --base: files and folders to compare (.).",
            metavar="BASE HEAD | PATHS...",
        ),
    ] = (),
    base: Annotated[
        str | None,
        Option("--base", "Compare with this git revision; REV... its merge base with HEAD.", metavar="REV", show_default=False),
    ] = None,
    head: Annotated[
        str | None,
        Option("--head", "Git revision to judge (the working tree).", metavar="REV", show_default=False),
    ] = None,
    max_slowdown: Annotated[
        str | None,
        Option("--max-slowdown", "Exit with 1 if a config gets slower by more than this.", metavar="PERCENT", show_default=False),
    ] = None,
    min_events: Annotated[
        float | None,
        Option("--min-events-per-cpu", "Exit with 1 if a changed config is below.", metavar="N", show_default=False, least=0.0),
    ] = None,
    select: Select = (),
    ignore: Ignore = (),
    fail_on: Annotated[
        FailOn | None,
        Option("--fail-on", "Exit with 1 on new findings of this severity or higher (warning).", show_default=False),
    ] = None,
    format_: Annotated[DiffFormat, Option("--format", "Output format.")] = DiffFormat.TEXT,
    output: Outputs = (),
    force: Force = False,
    baseline: Baseline = None,
    target: Target = (),
    line_bytes: LineBytes = None,
    runtime: RuntimeOption = None,
    sample: SampleOption = None,
    scale: Scale = None,
    config: ConfigFile = None,
    isolated: Isolated = False,
    allow_outside: AllowOutside = (),
    verbose: Verbose = False,
) -> None:
    """Compare two states of configs: change in cost, new findings."""
    from pipelint.compare import Limits, SideError, compare

    files = outputs(output, DiffFormat)
    limits = Limits(_share(max_slowdown), min_events)
    known = Path(baseline).absolute() if baseline else None
    chosen = selectors(select, ignore)
    gains = DiffFormat.JSON in (format_, *(kind for kind, _ in files))
    asked = Overrides(
        line_bytes, runtime, scale, None, *chosen, fail_on, known, estimates=True, gains=gains, targets=target, sample=sample
    )
    settings = project(asked, config, isolated, allowed=allow_outside)
    try:
        with _sides(paths, base, head) as (old, new):
            found = compare(old, new, settings, limits)
    except SideError as error:
        print_line(f"error: {error}", sys.stderr)
        raise Exit(UNREADABLE) from error
    if format_ is DiffFormat.TEXT:
        from pipelint.report.diff.text import print_comparison

        print_comparison(found, sys.stdout, verbose=verbose)
    else:
        print_for_programs(render_comparison(found, format_))
    written = write_outputs(files, lambda kind: render_comparison(found, kind), force=force)
    raise Exit(UNREADABLE if found.problems or not written else FAILURE if found.failed else 0)


@contextmanager
def _sides(paths: Sequence[str], base: str | None, head: str | None) -> Iterator[tuple[Side, Side]]:
    """Both sides as the command line names them. Exits with a usage error where it names none."""
    from pipelint.compare import SideError, path_sides

    if base is not None:
        from pipelint.compare.revisions.trees import revision_sides

        with revision_sides(base, head, paths or ["."]) as sides:
            yield sides
    elif head is not None or len(paths) != 2:
        raise UsageError("name two files, folders or git revisions, or --base REV [PATHS]", "BASE HEAD")
    elif all(Path(path).exists() for path in paths):
        yield path_sides(*paths)
    elif any(Path(path).exists() for path in paths):
        raise SideError(_mixed(*paths))
    else:
        from pipelint.compare.revisions.trees import revision_sides

        try:
            with revision_sides(paths[0], paths[1], ["."]) as sides:
                yield sides
        except SideError as error:
            raise SideError(f"{paths[0]}, {paths[1]}: no such files or folders; as git revisions: {error}") from error


def _mixed(base: str, head: str) -> str:
    """What is wrong where only one of two words is a path."""
    from pipelint.compare.revisions.trees import is_revision

    there, other = (base, head) if Path(base).exists() else (head, base)
    if not is_revision(other):
        return f"{other}: not a file, a folder or a git revision"
    return f"{there} is a path and {other} is a git revision: to compare {there} with that revision, use --base {other} {there}"


def _share(text: str | None) -> float | None:
    """The share of ``10%`` or ``10``. Exits with a usage error on what is no percentage."""
    if text is None:
        return None
    share = read_share(text)
    if share is None:
        raise UsageError(f'"{text}" is not a percentage such as 10%', "--max-slowdown")
    return share
