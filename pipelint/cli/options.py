"""The options of commands, each declared once."""

import enum

from pipelint.base.lean.record import dataclass
from pipelint.cli.option import Annotated, Argument, Option
from pipelint.cli.overrides import FailOn, Runtime
from pipelint.report.formats import CheckFormat


class Format(str, enum.Enum):
    """How results are printed."""

    TEXT = "text"
    JSON = "json"


class Colour(str, enum.Enum):
    """When results are coloured."""

    AUTO = "auto"
    ALWAYS = "always"
    NEVER = "never"


HERE = (".",)
"""What is meant where no path is named."""
Paths = Annotated[tuple[str, ...], Argument("Files, folders, globs, or - for standard input (the current folder).")]
ColourOption = Annotated[Colour, Option("--color", "When to use colours and links; auto: on a terminal.")]
FormatOption = Annotated[Format, Option("--format", "Output format.")]
StdinFilename = Annotated[str, Option("--stdin-filename", "File name to report for standard input.", metavar="NAME")]
LineBytes = Annotated[
    int | None,
    Option("--line-bytes", "Average length of a log line in bytes (250).", least=1, most=1_000_000, show_default=False),
]
RuntimeOption = Annotated[Runtime | None, Option("--runtime", "Container runtime of the logs (docker).", show_default=False)]
SampleOption = Annotated[
    str | None,
    Option("--sample", "File of log lines: what they show counts, the rest is assumed.", metavar="FILE", show_default=False),
]
Scale = Annotated[
    float | None,
    Option(
        "--scale", "CPU speed relative to the measured machine (2.0: twice as fast).", least=0.01, most=100.0, show_default=False
    ),
]
CpuLimit = Annotated[
    str | None,
    Option("--cpu-limit", "CPU limit of the container, as in Kubernetes: 500m, 2.", metavar="CPUS", show_default=False),
]
Select = Annotated[
    tuple[str, ...],
    Option(
        "--select",
        "Run only these rules: a code, a prefix (FD1) or a name; pedantic adds those that are off. Repeatable.",
        metavar="CODE",
    ),
]
Ignore = Annotated[tuple[str, ...], Option("--ignore", "Leave out these rules. Repeatable.", metavar="CODE")]
Baseline = Annotated[
    str | None, Option("--baseline", "Baseline file: findings listed in it do not count.", metavar="FILE", show_default=False)
]
Outputs = Annotated[tuple[str, ...], Option("--output", "Also write the result to a file. Repeatable.", metavar="FORMAT:FILE")]
Force = Annotated[bool, Option("--force", "Overwrite files that pipelint did not write.")]
Target = Annotated[
    tuple[str, ...],
    Option("--target", "Judge configs for this version of their engine. Repeatable.", metavar="ENGINE=VERSION"),
]
ConfigFile = Annotated[
    str | None,
    Option(
        "--config",
        "Read settings from this TOML file, not from the nearest pipelint.toml or pyproject.toml.",
        metavar="FILE",
        show_default=False,
    ),
]
AllowOutside = Annotated[
    tuple[str, ...],
    Option(
        "--allow-outside",
        "Let configs include this file or folder outside the project. Repeatable.",
        metavar="PATH",
        show_default=False,
    ),
]
NoIgnore = Annotated[bool, Option("--no-ignore", "In folders also read what .gitignore, .ignore and git's excludes name.")]
Isolated = Annotated[bool, Option("--isolated", "Ignore all settings files.")]
SkipUnknown = Annotated[bool, Option("--skip-unknown", "Skip files that contain no config, as a commit hook needs.")]
Verbose = Annotated[bool, Option("--verbose", "Also report what was skipped, and all of long findings.", short="-v")]
Quiet = Annotated[bool, Option("--quiet", "Print findings and errors only: no notes, no summary.", short="-q")]


@dataclass(frozen=True, slots=True)
class CheckOptions:
    """What a command line of ``pipelint check`` says."""

    paths: Paths = HERE
    select: Select = ()
    ignore: Ignore = ()
    fail_on: Annotated[
        FailOn | None, Option("--fail-on", "Exit with 1 on findings of this severity or higher (warning).", show_default=False)
    ] = None
    exit_zero: Annotated[bool, Option("--exit-zero", "Exit with 0 whatever is found, with 2 on what cannot be read.")] = False
    format: Annotated[CheckFormat, Option("--format", "Output format.")] = CheckFormat.TEXT
    statistics: Annotated[bool, Option("--statistics", "Print how often each rule found something, instead of findings.")] = False
    output: Outputs = ()
    force: Force = False
    baseline: Baseline = None
    target: Target = ()
    jobs: Annotated[
        int,
        Option("--jobs", "Number of processes (1).", "-j", least=1, most=256, show_default=False),
    ] = 1
    skip_unknown: SkipUnknown = False
    fix: Annotated[bool, Option("--fix", "Apply the safe fixes, then check what is left.")] = False
    unsafe_fixes: Annotated[bool, Option("--unsafe-fixes", "Also apply fixes that may change what a config does.")] = False
    diff: Annotated[bool, Option("--diff", "Print what --fix would change, without changing it.")] = False
    add_ignore: Annotated[bool, Option("--add-ignore", "Write a suppression comment for each finding.")] = False
    watch: Annotated[bool, Option("--watch", "Check again whenever a file changes, until Ctrl-C.", "-w")] = False
    show_files: Annotated[bool, Option("--show-files", "Print what would be read, and as what.")] = False
    show_settings: Annotated[bool, Option("--show-settings", "Print the settings, and where each comes from.")] = False
    line_bytes: LineBytes = None
    runtime: RuntimeOption = None
    sample: SampleOption = None
    scale: Scale = None
    config: ConfigFile = None
    isolated: Isolated = False
    allow_outside: AllowOutside = ()
    no_ignore: NoIgnore = False
    stdin_filename: StdinFilename = "<stdin>"
    verbose: Verbose = False
    quiet: Quiet = False
    color: ColourOption = Colour.AUTO
    no_cache: Annotated[bool, Option("--no-cache", "Do not take the result from the cache, nor keep it there.")] = False
