"""Options that several commands share."""

from __future__ import annotations

import enum
from pathlib import Path
from typing import Annotated

import typer

from pipelint.cli.overrides import Runtime
from pipelint.engines.registry import ENGINES

EngineName = enum.Enum("EngineName", {name.upper(): name for name in ENGINES.names}, type=str)  # type: ignore[misc]
"""The engines by their names."""
FIRST_ENGINE = next(iter(EngineName))


class Format(str, enum.Enum):
    """How results are printed."""

    TEXT = "text"
    JSON = "json"


Paths = Annotated[list[str], typer.Argument(help="Files, folders, globs, or - for standard input.", show_default=False)]
FormatOption = Annotated[Format, typer.Option("--format", help="How to print the result.")]
StdinFilename = Annotated[str, typer.Option("--stdin-filename", help="What to call standard input.", metavar="NAME")]
LineBytes = Annotated[
    int | None,
    typer.Option("--line-bytes", help="Bytes of a log line, on average (250).", min=1, max=1_000_000, show_default=False),
]
RuntimeOption = Annotated[
    Runtime | None, typer.Option("--runtime", help="Who writes the container logs (docker).", show_default=False)
]
Scale = Annotated[
    float | None,
    typer.Option(
        "--scale", help="Speed of a CPU against the measured one (2.0: twice as fast).", min=0.01, max=100.0, show_default=False
    ),
]
CpuLimit = Annotated[
    str | None,
    typer.Option("--cpu-limit", help="The container's CPU limit, as in Kubernetes: 500m, 2.", metavar="CPUS", show_default=False),
]
Select = Annotated[
    list[str],
    typer.Option("--select", help="Only rules whose code starts so (FD1), or of this name. Repeatable.", metavar="CODE"),
]
Ignore = Annotated[list[str], typer.Option("--ignore", help="Not these rules. Repeatable.", metavar="CODE")]
Baseline = Annotated[
    Path | None,
    typer.Option("--baseline", help="A file of known findings, which do not count.", metavar="FILE", show_default=False),
]
Outputs = Annotated[
    list[str], typer.Option("--output", help="Write the result to a file, too. Repeatable.", metavar="FORMAT:FILE")
]
Force = Annotated[bool, typer.Option("--force", help="Write over files that pipelint did not write.")]
ConfigFile = Annotated[
    str | None,
    typer.Option(
        "--config",
        help="Settings of this file (TOML), not of the nearest pipelint.toml or pyproject.toml.",
        metavar="FILE",
        show_default=False,
    ),
]
AllowOutside = Annotated[
    list[str],
    typer.Option(
        "--allow-outside",
        help="A file or folder outside of the project that configs may include. Repeatable.",
        metavar="PATH",
        show_default=False,
    ),
]
Isolated = Annotated[bool, typer.Option("--isolated", help="Read no settings files.")]
Verbose = Annotated[bool, typer.Option("--verbose", "-v", help="Say what was passed over, too.")]
