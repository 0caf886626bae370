"""Option and Argument: how something is written on a command line. Both parsers, typer's and the quick one, go by these."""

from __future__ import annotations

from collections.abc import Iterator


class Argument:
    """The words of a command line that are no options."""

    __slots__ = ("help",)

    def __init__(self, help_: str) -> None:
        self.help = help_


class Option:
    """An option: its name (``--jobs``), what its help says, its letter (``-j``), the least and most that a number may be.

    No dataclass: a run makes some thirty of them before it does anything else.
    """

    __slots__ = ("help", "least", "metavar", "most", "name", "short", "show_default")

    def __init__(
        self,
        name: str,
        help_: str,
        short: str = "",
        *,
        metavar: str | None = None,
        least: float | None = None,
        most: float | None = None,
        show_default: bool = True,
    ) -> None:
        self.name, self.help, self.short, self.metavar = name, help_, short, metavar
        self.least, self.most, self.show_default = least, most, show_default


def declared(holder: type) -> Iterator[tuple[str, type, Option | Argument]]:
    """By name of a field of a class of options, and of those it derives from, what it holds and how it is written."""
    for base in reversed(holder.__mro__[:-1]):
        for name, hint in base.__annotations__.items():
            yield name, hint.__origin__, hint.__metadata__[0]
