"""Effect: what a fix is to make of one section, said so that the edited config can be asked for it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from pipelint.base.lean.record import dataclass

if TYPE_CHECKING:
    from pipelint.base.block import Block, Param
    from pipelint.base.finding import Edit


@dataclass(frozen=True, slots=True)
class Has:
    """The section has the parameter ``name`` with this value; that of a ``Param`` as it is read there, embedded code included."""

    block: Block
    name: str
    value: str | Param


@dataclass(frozen=True, slots=True)
class Lacks:
    """The section has no parameter ``name``."""

    block: Block
    name: str


@dataclass(frozen=True, slots=True)
class Gone:
    """The section is gone, with all in it."""

    block: Block


@dataclass(frozen=True, slots=True)
class Holds:
    """The section holds one more section: its name, argument and parameters."""

    block: Block
    name: str
    arg: str
    params: Mapping[str, str | Param]


@dataclass(frozen=True, slots=True)
class Written:
    """The parameter of the section, or its argument, in which these edits lie is written as they say."""

    block: Block
    edits: tuple[Edit, ...]


Effect = Has | Lacks | Gone | Holds | Written
