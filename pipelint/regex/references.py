"""The ``%{NAME:field}`` of a grok pattern, and whose grok finds them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from pipelint.base.lean.record import dataclass


@dataclass(frozen=True, slots=True)
class Reference:
    """One reference: where it stands (characters ``start`` to ``end``, its name from ``start`` + 2), and what it says.

    ``field`` is what it is taken into, ``group`` the name of the capture that it makes; "" for none. ``definition`` is what it
    defines its name as by itself (``%{NAME:field=regex}``), None for nothing. ``ignored`` is text in it that the engine skips.
    """

    start: int
    end: int
    name: str
    field: str
    group: str
    type: str = ""
    definition: str | None = None
    ignored: str = ""


@dataclass(frozen=True, slots=True, eq=False)
class GrokDialect:
    """Whose grok. ``next_reference`` finds the first reference of a text at or after a character.

    ``engine`` is the regex engine that expanded patterns run on, ``options`` what it compiles them with: ``m``, the dot takes
    newlines, or none. A ``composite`` capture is called after pattern, field and type, with colons between; others after the
    field. ``integer`` is the type of whole numbers, ``indented`` whether lines in pattern files may be. ``undecided`` says which
    set of patterns is used where a config leaves it open; "" where it is the legacy one.
    """

    next_reference: Callable[[str, int], Reference | None]
    engine: Literal["onigmo", "joni"]
    options: str = ""
    composite: bool = False
    integer: str = "int"
    indented: bool = False
    undecided: str = ""
