"""Output: writes styled lines, in colour where somebody looks at a terminal that shows it, plain everywhere else."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, TextIO

from pipelint.base.disk.asked import variable
from pipelint.report.look import Look
from pipelint.report.plain import render_plain
from pipelint.report.styled import Line

if TYPE_CHECKING:
    from pipelint.checker import Checked


_VARIABLES = ("NO_COLOR", "FORCE_COLOR", "TERM")


def look_of(stream: TextIO, checked: Iterable[Checked] = ()) -> Look:
    """How to show text on ``stream`` that may quote these configs."""
    return Look(encoding=stream.encoding or "utf-8", configs=tuple(one.config for one in checked))


def wants_colour(stream: TextIO, environ: Mapping[str, str]) -> bool:
    """Whether to write colours: to a terminal that is not dumb, or where FORCE_COLOR is set, never with NO_COLOR.

    Both count when set to anything but nothing (no-color.org, force-color.org).
    """
    if environ.get("NO_COLOR"):
        return False
    if environ.get("FORCE_COLOR"):
        return True
    return stream.isatty() and environ.get("TERM") != "dumb"


def write(lines: Iterable[Line], stream: TextIO) -> None:
    """Writes ``lines`` to ``stream``; a character that its encoding lacks becomes ``?``."""
    if wants_colour(stream, {name: variable(name) or "" for name in _VARIABLES}):
        from pipelint.report.rich_text import print_rich

        print_rich(lines, stream)
    else:
        stream.write(render_plain(lines, stream.encoding or "utf-8"))
