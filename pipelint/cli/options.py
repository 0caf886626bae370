"""Options that several commands share, and what they make of them."""

from __future__ import annotations

import enum
import sys
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from pipelint.checker import Settings
    from pipelint.rules.select import Selection

FAILURE = 1
UNREADABLE = 2


class Format(str, enum.Enum):
    """How results are printed."""

    TEXT = "text"
    JSON = "json"


class Runtime(str, enum.Enum):
    """Who writes the container logs."""

    DOCKER = "docker"
    CRI = "cri"


Paths = Annotated[list[str], typer.Argument(help="Files, folders, globs, or - for standard input.", show_default=False)]
FormatOption = Annotated[Format, typer.Option("--format", help="How to print the result.")]
StdinFilename = Annotated[str, typer.Option("--stdin-filename", help="What to call standard input.", metavar="NAME")]
LineBytes = Annotated[int, typer.Option("--line-bytes", help="Bytes of a log line, on average.", min=1, max=1_000_000)]
RuntimeOption = Annotated[Runtime, typer.Option("--runtime", help="Who writes the container logs.")]
Scale = Annotated[
    float, typer.Option("--scale", help="Speed of a CPU against the measured one (2.0: twice as fast).", min=0.01, max=100.0)
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
Verbose = Annotated[bool, typer.Option("--verbose", "-v", help="Say what was passed over, too.")]


def settings(line_bytes: int, runtime: Runtime, scale: float, select: list[str], ignore: list[str]) -> Settings:
    """The settings of a run. Exits with a usage error on an unknown rule."""
    from pipelint.checker import Settings
    from pipelint.cost.traffic import TrafficProfile

    traffic = TrafficProfile(line_bytes=float(line_bytes), runtime=runtime.value)
    return Settings(selection(select, ignore), traffic, scale)


_MILLI = "m"
_MOST_CPUS = 10_000.0


def cpus(limit: str | None) -> float | None:
    """CPUs of a Kubernetes quantity (``500m``, ``2``, ``0.5``). Exits with a usage error on anything else."""
    if limit is None:
        return None
    number, factor = (limit[:-1], 0.001) if limit.endswith(_MILLI) else (limit, 1.0)
    plain = number.replace(".", "", 1)
    value = float(number) * factor if plain.isascii() and plain.isdecimal() else 0.0
    if not 0 < value <= _MOST_CPUS:
        raise typer.BadParameter(f'"{limit}" is no CPU limit; 500m and 0.5 are half a CPU', param_hint="--cpu-limit")
    return value


def selection(select: list[str], ignore: list[str]) -> Selection:
    """Which rules to ask: codes may be separated by commas. Exits with a usage error on a word that names no rule."""
    if not select and not ignore:
        from pipelint.rules.select import Selection

        return Selection()
    from pipelint.rules.index import load_index
    from pipelint.rules.select import Selection, UnknownSelector

    wanted = Selection(tuple(_split(select)), tuple(_split(ignore)))
    try:
        wanted.choose(load_index().rules)
    except UnknownSelector as error:
        raise typer.BadParameter(str(error), param_hint="--select / --ignore") from error
    return wanted


def _split(values: list[str]) -> list[str]:
    return [part for value in values for part in value.replace(",", " ").split()]


def read_stdin(paths: list[str]) -> bytes | None:
    """The bytes of standard input where ``-`` asks for them."""
    return sys.stdin.buffer.read() if "-" in paths else None
