"""``pipelint baseline write``: notes today's findings, so that from then on only new ones count."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import NoReturn

import typer

from pipelint.cli.examples import epilog
from pipelint.cli.option import Annotated, Exit, Option
from pipelint.cli.options import HERE, AllowOutside, ConfigFile, Force, Ignore, Isolated, NoIgnore, Paths, Select
from pipelint.cli.outputs import put, taken
from pipelint.cli.overrides import UNREADABLE, Overrides, project, selectors
from pipelint.cli.parser import for_typer
from pipelint.cli.print_line import print_line

app = typer.Typer(help="Keep a list of known findings.", no_args_is_help=True, add_completion=False, rich_markup_mode=None)
DEFAULT = "pipelint-baseline.json"


@app.callback()
def baseline() -> None:
    """Keep a list of known findings, which do not count."""


@app.command("write", epilog=epilog("baseline write"))
@for_typer
def write(
    paths: Paths = HERE,
    output: Annotated[Path, Option("--output", "Baseline file to write.", "-o", metavar="FILE")] = Path(DEFAULT),
    select: Select = (),
    ignore: Ignore = (),
    config: ConfigFile = None,
    isolated: Isolated = False,
    allow_outside: AllowOutside = (),
    no_ignore: NoIgnore = False,
    force: Force = False,
) -> None:
    """Write all current findings to a baseline file. `check --baseline` and the setting `baseline` read it."""
    from dataclasses import replace

    from pipelint.checker import check
    from pipelint.report.findings.text import print_problems
    from pipelint.suppress.baseline import write_baseline

    if wrong := taken(output, force=force):
        _refuse(output, wrong)
    chosen, ignored = selectors(select, ignore)
    asked = Overrides(select=chosen, ignore=ignored)
    # What the old baseline knows belongs into the new one, too.
    found = project(asked, config, isolated, lambda settings: replace(asked.over(settings), baseline=None), allow_outside)
    found.ignored = no_ignore
    report = check(paths, found)
    if report.problems:
        print_problems(report.problems, sys.stdout)
        raise Exit(UNREADABLE)
    text = write_baseline(report.findings, output.absolute().parent)
    if wrong := put(output, text):
        _refuse(output, wrong)
    count = len(report.findings)
    print_line(f"{output}: {count} finding{'s' if count != 1 else ''} written")


def _refuse(output: Path, wrong: str) -> NoReturn:
    print_line(f"{output}: error: {wrong}")
    raise Exit(UNREADABLE)
