"""The options of commands, each declared once. Loads no typer."""

import enum
from typing import Annotated

from pipelint.base.lean.record import dataclass
from pipelint.cli.option import Argument, Option
from pipelint.cli.overrides import FailOn, Runtime
from pipelint.engines.registry import ENGINES
from pipelint.report.formats import CheckFormat

EngineName = enum.Enum("EngineName", {name.upper(): name for name in ENGINES.names}, type=str)  # type: ignore[misc]
"""The engines by their names."""
FIRST_ENGINE = next(iter(EngineName))


class Format(str, enum.Enum):
    """How results are printed."""

    TEXT = "text"
    JSON = "json"


Paths = Annotated[tuple[str, ...], Argument("Files, folders, globs, or - for standard input.")]
FormatOption = Annotated[Format, Option("--format", "How to print the result.")]
StdinFilename = Annotated[str, Option("--stdin-filename", "What to call standard input.", metavar="NAME")]
LineBytes = Annotated[
    int | None,
    Option("--line-bytes", "Bytes of a log line, on average (250).", least=1, most=1_000_000, show_default=False),
]
RuntimeOption = Annotated[Runtime | None, Option("--runtime", "Who writes the container logs (docker).", show_default=False)]
Scale = Annotated[
    float | None,
    Option(
        "--scale", "Speed of a CPU against the measured one (2.0: twice as fast).", least=0.01, most=100.0, show_default=False
    ),
]
CpuLimit = Annotated[
    str | None,
    Option("--cpu-limit", "The container's CPU limit, as in Kubernetes: 500m, 2.", metavar="CPUS", show_default=False),
]
Select = Annotated[
    tuple[str, ...],
    Option("--select", "Only rules whose code starts so (FD1), or of this name. Repeatable.", metavar="CODE"),
]
Ignore = Annotated[tuple[str, ...], Option("--ignore", "Not these rules. Repeatable.", metavar="CODE")]
Baseline = Annotated[
    str | None, Option("--baseline", "A file of known findings, which do not count.", metavar="FILE", show_default=False)
]
Outputs = Annotated[
    tuple[str, ...], Option("--output", "Write the result to a file, too. Repeatable.", metavar="FORMAT:FILE")
]
Force = Annotated[bool, Option("--force", "Write over files that pipelint did not write.")]
ConfigFile = Annotated[
    str | None,
    Option(
        "--config",
        "Settings of this file (TOML), not of the nearest pipelint.toml or pyproject.toml.",
        metavar="FILE",
        show_default=False,
    ),
]
AllowOutside = Annotated[
    tuple[str, ...],
    Option(
        "--allow-outside",
        "A file or folder outside of the project that configs may include. Repeatable.",
        metavar="PATH",
        show_default=False,
    ),
]
Isolated = Annotated[bool, Option("--isolated", "Read no settings files.")]
Verbose = Annotated[bool, Option("--verbose", "Say what was passed over, too.", short="-v")]


@dataclass(frozen=True, slots=True)
class CheckOptions:
    """What a command line of ``pipelint check`` says."""

    paths: Paths
    select: Select = ()
    ignore: Ignore = ()
    fail_on: Annotated[
        FailOn | None, Option("--fail-on", "Exit with 1 from this severity on (warning).", show_default=False)
    ] = None
    format: Annotated[CheckFormat, Option("--format", "How to print the result.")] = CheckFormat.TEXT
    output: Outputs = ()
    force: Force = False
    baseline: Baseline = None
    jobs: Annotated[
        int | None,
        Option("--jobs", "Processes that share the configs (one for each CPU).", "-j", least=1, most=256, show_default=False),
    ] = None
    skip_unknown: Annotated[
        bool, Option("--skip-unknown", "Pass over named files that hold no config, as a commit hook needs.")
    ] = False
    fix: Annotated[bool, Option("--fix", "Make the safe fixes, then check what is left.")] = False
    unsafe_fixes: Annotated[bool, Option("--unsafe-fixes", "Make fixes that may change what a config does, too.")] = False
    diff: Annotated[bool, Option("--diff", "Print what --fix would change, and change nothing.")] = False
    line_bytes: LineBytes = None
    runtime: RuntimeOption = None
    scale: Scale = None
    config: ConfigFile = None
    isolated: Isolated = False
    allow_outside: AllowOutside = ()
    stdin_filename: StdinFilename = "<stdin>"
    verbose: Verbose = False


@dataclass(frozen=True, slots=True)
class EstimateOptions:
    """What a command line of ``pipelint estimate`` says."""

    paths: Paths
    format: FormatOption = Format.TEXT
    line_bytes: LineBytes = None
    runtime: RuntimeOption = None
    scale: Scale = None
    cpu_limit: CpuLimit = None
    config: ConfigFile = None
    isolated: Isolated = False
    allow_outside: AllowOutside = ()
    stdin_filename: StdinFilename = "<stdin>"
    verbose: Verbose = False
