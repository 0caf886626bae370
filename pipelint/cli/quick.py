"""The usual ``pipelint check FILE...`` read by hand: typer takes longer to load than a small config takes to check."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import TypedDict

    class Flags(TypedDict, total=False):
        """The options of ``check`` that are read here: those without a value."""

        skip_unknown: bool
        isolated: bool
        verbose: bool


def _flag(word: str) -> Flags | None:
    match word:
        case "--verbose" | "-v":
            return {"verbose": True}
        case "--isolated":
            return {"isolated": True}
        case "--skip-unknown":
            return {"skip_unknown": True}
        case _:
            return None


def read(words: Sequence[str]) -> tuple[list[str], Flags] | None:
    """The paths and flags of a command line (without the program's name); None where it needs a real parser.

    That is any other command, any other option, and whatever is to end in help or in a usage error.
    """
    if not words or words[0] != "check":
        return None
    paths: list[str] = []
    flags: Flags = {}
    for word in words[1:]:
        if word == "-" or not word.startswith("-"):
            paths.append(word)
        elif (found := _flag(word)) is not None:
            flags |= found
        else:
            return None
    return (paths, flags) if paths else None
