"""Writer: how an engine writes changes into a config."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

from pipelint.base.block import Block, Param
from pipelint.base.finding import Edit


class WriterError(ValueError):
    """A change that the engine's syntax has no words for."""


class Writer(Protocol):
    """Makes edits of one engine's syntax. Each edit is in the document that holds what it changes.

    The engine reads the edited text as told: the value exactly, everything else as before. Comments stay but for those on
    removed lines. All methods raise WriterError for what cannot be written.
    """

    def set_param(self, block: Block, name: str, value: str) -> Edit:
        """Gives the parameter ``name`` of ``block`` this value, or adds it after the other parameters."""

    def remove_param(self, param: Param) -> Edit:
        """Removes the parameter with its lines."""

    def remove_block(self, block: Block) -> Edit:
        """Removes the section with all in it and its lines."""

    def add_block(self, inside: Block, name: str, arg: str, params: Mapping[str, str]) -> Edit:
        """Adds a section as the last one of ``inside``."""

    def rename_param(self, param: Param, name: str) -> Edit:
        """Gives the parameter another name; its value stays as it is written."""

    def gather(
        self, inside: Block, name: str, arg: str, params: Mapping[str, str | Param], moved: Sequence[Param]
    ) -> tuple[Edit, ...]:
        """Adds a section to ``inside`` and removes the parameters ``moved`` from it.

        A value that is a ``Param`` is written as it stands there, embedded code included.
        """
