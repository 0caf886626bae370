"""A section's parameters as Fluentd reads them: what is written, else the default that the plugin's file declares."""

from __future__ import annotations

from collections.abc import Mapping

from pipelint.base.block import Block
from pipelint.base.text.document import Place
from pipelint.engines.fluentd import types
from pipelint.engines.fluentd.trace.values import LostError, RefusedError
from pipelint.plugins import ParamSpec, plugin_spec


class Params:
    """The parameters of one section. All readings raise LostError where embedded Ruby makes the value.

    ``kind`` and ``plugin`` say whose defaults hold, ``given`` has some that its plugin sets otherwise.
    """

    __slots__ = ("block", "given", "specs")

    def __init__(self, kind: str, plugin: str, block: Block, given: Mapping[str, str] | None = None) -> None:
        spec = plugin_spec("fluentd", kind, plugin)
        self.specs: Mapping[str, ParamSpec] = {} if spec is None else spec.params
        self.block, self.given = block, given or {}

    def written(self, name: str) -> str | None:
        """What the config says; None where it says nothing."""
        param = self.block.param(name)
        if param is None:
            spec = self.specs.get(name)
            param = self.block.param(spec.alias) if spec is not None and spec.alias else None
        if param is None:
            return self.given.get(name)
        if param.embedded:
            raise LostError(f"the environment decides what {name} is", param.place)
        return param.value

    def optional(self, name: str) -> str | None:
        """A text, None where neither config nor plugin gives one."""
        written = self.written(name)
        if written is not None:
            return written
        spec = self.specs.get(name)
        return None if spec is None or spec.default is None else str(spec.default)

    def text(self, name: str) -> str:
        """A text that must be there."""
        found = self.optional(name)
        if found is None:
            raise RefusedError(f"Fluentd asks for {name}", self.block.head_place)
        return found

    def flag(self, name: str) -> bool:
        """Whether a parameter is true."""
        written = self.written(name)
        if written is not None:
            return types.boolean(written) is True
        spec = self.specs.get(name)
        return spec is not None and spec.default is True

    def items(self, name: str) -> list[str] | None:
        """The items of a list, None where there is none."""
        written = self.written(name)
        if written is None:
            spec = self.specs.get(name)
            return [] if spec is not None and spec.default == [] else None
        try:
            return types.array(written)
        except ValueError as error:
            raise RefusedError(f"{name} is no list", self.place(name)) from error

    def pairs(self, name: str) -> dict[str, str] | None:
        """What a hash holds: JSON, or ``key:value`` between commas."""
        written = self.written(name)
        if written is None:
            return None
        if written.startswith("{"):
            from json import loads

            try:
                read = loads(written)
            except (ValueError, RecursionError) as error:
                raise RefusedError(f"{name} is no JSON", self.place(name)) from error
            return {key: value if isinstance(value, str) else str(value) for key, value in read.items()}
        split = [item.split(":", 1) for item in types.array(written)]
        if any(len(pair) != 2 for pair in split):
            raise LostError(f"{name} has an item without a colon", self.place(name))
        return dict(split)

    def place(self, name: str) -> Place:
        """Where a parameter is written, else the section."""
        param = self.block.param(name)
        return self.block.head_place if param is None else param.place

    def __contains__(self, name: str) -> bool:
        return self.block.param(name) is not None
