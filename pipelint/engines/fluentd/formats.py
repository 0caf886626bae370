"""FormatWriter: edits a Fluentd config in the format that its document is in, v1 or YAML."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, MutableSet, Sequence

from pipelint.base.block import Block, Param
from pipelint.base.finding import Edit
from pipelint.base.text.document import Document
from pipelint.base.writer import Writer


class FormatWriter:
    """Writer for Fluentd; see ``pipelint.base.writer.Writer``."""

    def __init__(self) -> None:
        self._yaml: MutableSet[Document] = set()

    def know_yaml(self, documents: Iterable[Document]) -> None:
        """Remembers documents in the YAML format, each for as long as somebody has it."""
        if not self._yaml:
            from weakref import WeakSet

            self._yaml = WeakSet()
        self._yaml |= set(documents)

    def set_param(self, block: Block, name: str, value: str) -> Edit:
        """See Writer."""
        return self._for(block).set_param(block, name, value)

    def remove_param(self, param: Param) -> Edit:
        """See Writer."""
        return self._for(param).remove_param(param)

    def remove_block(self, block: Block) -> Edit:
        """See Writer."""
        return self._for(block).remove_block(block)

    def add_block(self, inside: Block, name: str, arg: str, params: Mapping[str, str]) -> Edit:
        """See Writer."""
        return self._for(inside).add_block(inside, name, arg, params)

    def rename_param(self, param: Param, name: str) -> Edit:
        """See Writer."""
        return self._for(param).rename_param(param, name)

    def gather(
        self, inside: Block, name: str, arg: str, params: Mapping[str, str | Param], moved: Sequence[Param]
    ) -> tuple[Edit, ...]:
        """See Writer."""
        return self._for(inside).gather(inside, name, arg, params, moved)

    def _for(self, item: Block | Param) -> Writer:
        # Imported here: few runs write, and most configs are in the v1 format.
        if item.place.document not in self._yaml:
            from pipelint.engines.fluentd.syntax.writer import FluentdWriter

            return FluentdWriter()
        from pipelint.engines.fluentd.yaml_config.write.writer import YamlWriter

        return YamlWriter()
