"""Option and Argument: how something is written on a command line. Both parsers, typer's and the quick one, go by these."""

from __future__ import annotations

from collections.abc import Iterator

from pipelint.base.lean.record import dataclass


@dataclass(frozen=True, slots=True)
class Argument:
    """The words of a command line that are no options."""

    help: str


@dataclass(frozen=True, slots=True)
class Option:
    """An option: its name (``--jobs``), what its help says, its letter (``-j``), the least and most that a number may be."""

    name: str
    help: str
    short: str = ""
    metavar: str | None = None
    least: float | None = None
    most: float | None = None
    show_default: bool = True


def declared(holder: type) -> Iterator[tuple[str, type, Option | Argument]]:
    """By name of a field of a class of options what it holds and how it is written."""
    for name, hint in holder.__annotations__.items():
        yield name, hint.__origin__, hint.__metadata__[0]
