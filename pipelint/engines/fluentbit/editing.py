"""What Fluent Bit offers an editor: nothing yet beyond what every engine has."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pipelint.base.text.document import Document, Place
    from pipelint.language.config import Config
    from pipelint.language.editing import Begun, FieldUse, Item, Link, Symbol


class FluentBitEditing:
    """No completion, names or links."""

    joins_folder = False
    lists: tuple[str, ...] = ()
    includes: Mapping[str, bytes] = {".conf": b"@INCLUDE", ".yaml": b"includes", ".yml": b"includes"}
    tag_params = ("tag",)
    id_param = None

    def items(self, config: Config, place: Place, version: str) -> Iterator[Item]:
        """Nothing."""
        return iter(())

    def first_items(self, begun: Begun) -> Iterator[Item]:
        """Nothing."""
        return iter(())

    def symbols(self, config: Config) -> Iterator[Symbol]:
        """Nothing."""
        return iter(())

    def fields(self, config: Config, around: Place | None = None) -> Iterator[FieldUse]:
        """Nothing."""
        return iter(())

    def links(self, config: Config) -> Iterator[Link]:
        """Nothing."""
        return iter(())

    def included(self, config: Config, place: Place) -> Iterator[Document]:
        """Nothing."""
        return iter(())

    def files_at(self, config: Config, path: str, offset: int) -> Iterator[str]:
        """Nothing."""
        return iter(())
