"""Writes nothing into Fluent Bit's formats yet: no fix is offered."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pipelint.base.block import Block, Param
from pipelint.base.finding import Edit
from pipelint.base.writer import WriterError


class NoWriter:
    """Refuses all changes."""

    def set_param(self, block: Block, name: str, value: str) -> Edit:
        """Refuses."""
        raise WriterError

    def remove_param(self, param: Param) -> Edit:
        """Refuses."""
        raise WriterError

    def remove_block(self, block: Block) -> Edit:
        """Refuses."""
        raise WriterError

    def add_block(self, inside: Block, name: str, arg: str, params: Mapping[str, str]) -> Edit:
        """Refuses."""
        raise WriterError

    def rename_param(self, param: Param, name: str) -> Edit:
        """Refuses."""
        raise WriterError

    def gather(
        self, inside: Block, name: str, arg: str, params: Mapping[str, str | Param], moved: Sequence[Param]
    ) -> tuple[Edit, ...]:
        """Refuses."""
        raise WriterError
