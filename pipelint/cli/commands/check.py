"""``pipelint check``: its options. What it does is in ``checking``."""

from __future__ import annotations

from typing import Annotated

import typer

from pipelint.cli.checking import check_paths
from pipelint.cli.options import (
    AllowOutside,
    Baseline,
    ConfigFile,
    Force,
    Ignore,
    Isolated,
    LineBytes,
    Outputs,
    Paths,
    RuntimeOption,
    Scale,
    Select,
    StdinFilename,
    Verbose,
)
from pipelint.cli.overrides import FailOn
from pipelint.report.formats import CheckFormat

FailOnOption = Annotated[
    FailOn | None, typer.Option("--fail-on", help="Exit with 1 from this severity on (warning).", show_default=False)
]
JobsOption = Annotated[
    int | None,
    typer.Option("--jobs", "-j", help="Processes that share the configs (one for each CPU).", min=1, max=256, show_default=False),
]
SkipUnknown = Annotated[
    bool,
    typer.Option("--skip-unknown", help="Pass over named files that hold no config, as a commit hook needs."),
]


def check(
    paths: Paths,
    select: Select = [],  # noqa: B006 - typer reads the default, nothing changes it
    ignore: Ignore = [],  # noqa: B006
    fail_on: FailOnOption = None,
    format_: Annotated[CheckFormat, typer.Option("--format", help="How to print the result.")] = CheckFormat.TEXT,
    output: Outputs = [],  # noqa: B006
    force: Force = False,
    baseline: Baseline = None,
    jobs: JobsOption = None,
    skip_unknown: SkipUnknown = False,
    fix: Annotated[bool, typer.Option("--fix", help="Make the safe fixes, then check what is left.")] = False,
    unsafe_fixes: Annotated[
        bool, typer.Option("--unsafe-fixes", help="Make fixes that may change what a config does, too.")
    ] = False,
    diff: Annotated[bool, typer.Option("--diff", help="Print what --fix would change, and change nothing.")] = False,
    line_bytes: LineBytes = None,
    runtime: RuntimeOption = None,
    scale: Scale = None,
    config: ConfigFile = None,
    isolated: Isolated = False,
    allow_outside: AllowOutside = [],  # noqa: B006
    stdin_filename: StdinFilename = "<stdin>",
    verbose: Verbose = False,
) -> None:
    """Find what is wrong, slow or never reached in configs."""
    raise typer.Exit(
        check_paths(
            paths,
            select=select,
            ignore=ignore,
            fail_on=fail_on,
            format_=format_,
            output=output,
            force=force,
            baseline=baseline,
            jobs=jobs,
            skip_unknown=skip_unknown,
            fix=fix,
            unsafe_fixes=unsafe_fixes,
            diff=diff,
            line_bytes=line_bytes,
            runtime=runtime,
            scale=scale,
            config=config,
            isolated=isolated,
            allow_outside=allow_outside,
            stdin_filename=stdin_filename,
            verbose=verbose,
        )
    )
