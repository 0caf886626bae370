"""What ``pipelint estimate`` does, its command line being read: the predicted cost, line by line."""

import enum
import sys
from typing import TYPE_CHECKING

from pipelint.base.lean.record import dataclass, replace
from pipelint.cli.option import Annotated, Option
from pipelint.cli.options import (
    HERE,
    AllowOutside,
    Colour,
    ColourOption,
    ConfigFile,
    CpuLimit,
    Isolated,
    LineBytes,
    NoIgnore,
    Paths,
    RuntimeOption,
    SampleOption,
    Scale,
    StdinFilename,
    Target,
    Verbose,
)
from pipelint.cli.outputs import print_for_programs
from pipelint.cli.overrides import FAILURE, UNREADABLE, Overrides, cpu_limit, project, read_stdin, selectors

if TYPE_CHECKING:
    from pipelint.checker import Report
    from pipelint.settings.project import Project


class EstimateFormat(str, enum.Enum):
    """How estimates are printed: by the files of ``report/estimate``."""

    TEXT = "text"
    JSON = "json"
    MARKDOWN = "markdown"


@dataclass(frozen=True, slots=True)
class EstimateOptions:
    """What a command line of ``pipelint estimate`` says."""

    paths: Paths = HERE
    format: Annotated[EstimateFormat, Option("--format", "Output format.")] = EstimateFormat.TEXT
    rate: Annotated[
        float | None,
        Option(
            "--rate",
            "Lines per second that come in: say how many cores, workers and pods that takes.",
            metavar="EVENTS",
            least=0.001,
            most=1e9,
            show_default=False,
        ),
    ] = None
    what_if: Annotated[
        tuple[str, ...],
        Option("--what-if", "Estimate as if the fixes of these rules were made. Repeatable.", metavar="CODE", show_default=False),
    ] = ()
    line_bytes: LineBytes = None
    runtime: RuntimeOption = None
    sample: SampleOption = None
    scale: Scale = None
    cpu_limit: CpuLimit = None
    target: Target = ()
    config: ConfigFile = None
    isolated: Isolated = False
    allow_outside: AllowOutside = ()
    no_ignore: NoIgnore = False
    stdin_filename: StdinFilename = "<stdin>"
    verbose: Verbose = False
    color: ColourOption = Colour.AUTO


def estimate_paths(options: EstimateOptions) -> int:
    """Estimates files and prints what they cost. Returns the exit code."""
    from pipelint.checker import estimate_only

    limit = cpu_limit(options.cpu_limit)
    asked = Overrides(
        options.line_bytes,
        options.runtime,
        options.scale,
        limit,
        estimates=True,
        targets=options.target,
        sample=options.sample,
        measured=True,
        rate=options.rate,
    )
    chosen, _ = selectors(options.what_if, ())
    asked = replace(asked, select=chosen) if chosen else asked
    settings = project(asked, options.config, options.isolated, allowed=options.allow_outside)
    settings.ignored = options.no_ignore
    stdin = read_stdin(options.paths)
    if chosen:
        report = _what_if(options, settings, stdin)
    else:
        report = estimate_only(options.paths, settings, stdin=stdin, stdin_filename=options.stdin_filename)
    match options.format:
        case EstimateFormat.JSON:
            from pipelint.report.findings.json import render_estimates

            sys.stdout.write(render_estimates(report))
        case EstimateFormat.MARKDOWN:
            from pipelint.report.estimate.markdown import render_markdown

            print_for_programs(render_markdown(report))
        case EstimateFormat.TEXT:
            from pipelint.report.estimate.text import print_estimates

            print_estimates(report, sys.stdout, verbose=options.verbose)
    if report.problems:
        return UNREADABLE
    return FAILURE if any(checked.config.errors for checked in report.checked) else 0


def _what_if(options: EstimateOptions, settings: "Project", stdin: bytes | None) -> "Report":
    from pipelint.checker.loading import load_for
    from pipelint.checker.named_files import NamedFiles
    from pipelint.fixes.what_if import estimate_fixed

    files = NamedFiles()
    loaded = load_for(settings, files, options.paths, stdin=stdin, stdin_filename=options.stdin_filename)
    return estimate_fixed(loaded, settings, files)
