"""``pipelint report``: configs drawn with what they cost, as one page that stands alone."""

from __future__ import annotations

import sys
from pathlib import Path

from pipelint.base.quantity import counted
from pipelint.cli.option import Annotated, Exit, Option
from pipelint.cli.options import (
    AllowOutside,
    Baseline,
    ConfigFile,
    CpuLimit,
    Force,
    Ignore,
    Isolated,
    LineBytes,
    NoIgnore,
    Paths,
    RuntimeOption,
    SampleOption,
    Scale,
    Select,
    StdinFilename,
    Target,
)
from pipelint.cli.outputs import broken_alone, put, say_what_is_broken, taken
from pipelint.cli.overrides import UNREADABLE, Overrides, cpu_limit, path_of, project, read_stdin
from pipelint.cli.print_line import print_line


def report(
    paths: Paths,
    output: Annotated[str, Option("--output", "File to write.", "-o", metavar="FILE")] = "report.html",
    force: Force = False,
    select: Select = (),
    ignore: Ignore = (),
    baseline: Baseline = None,
    target: Target = (),
    line_bytes: LineBytes = None,
    runtime: RuntimeOption = None,
    sample: SampleOption = None,
    scale: Scale = None,
    limit: CpuLimit = None,
    config: ConfigFile = None,
    isolated: Isolated = False,
    allow_outside: AllowOutside = (),
    no_ignore: NoIgnore = False,
    stdin_filename: StdinFilename = "<stdin>",
) -> None:
    """Write a page with drawings of configs, what their lines cost, and what fixes bring."""
    from pipelint.checker import check
    from pipelint.report.html.page import render_report
    from pipelint.report.html.study import studied

    file = Path(output)
    wrong = taken(file, force=force)
    if not wrong:
        asked = Overrides(
            line_bytes,
            runtime,
            scale,
            cpu_limit(limit),
            select,
            ignore,
            baseline=path_of(baseline),
            estimates=True,
            gains=True,
            targets=target,
            sample=sample,
        )
        settings = project(asked, config, isolated, allowed=allow_outside)
        settings.ignored = no_ignore
        found = check(paths, settings, stdin=read_stdin(paths), stdin_filename=stdin_filename)
        wrong = put(file, render_report(found, studied(found)))
    if wrong:
        print_line(f"{output}: error: {wrong}", sys.stderr)
        raise Exit(UNREADABLE)
    print_line(f"{output}: {counted(len(found.checked), 'config')}", sys.stdout)
    if code := say_what_is_broken(broken_alone(found)):
        raise Exit(code)
