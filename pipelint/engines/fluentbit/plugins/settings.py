"""The properties of a section, as the plugin that checks them when it starts finds them."""

from __future__ import annotations

from pipelint.base.block import Block
from pipelint.engines.fluentbit import types


class UnknownValue(Exception):
    """A value that an include or a variable of the environment may bring."""


class Settings:
    """What a plugin asks of its section. Each answer is certain, or raises UnknownValue."""

    def __init__(self, block: Block) -> None:
        self.block = block

    def has(self, *names: str) -> bool:
        """Whether one of these properties is set."""
        if any(name in self.block.names for name in names):
            return True
        if self.block.open:
            raise UnknownValue
        return False

    def lacks(self, *names: str) -> bool:
        """Whether none of these properties is set."""
        return not self.has(*names)

    def word(self, name: str, default: str = "") -> str:
        """The value of a property in lower case."""
        if not self.has(name):
            return default
        value = self.block.value(name)
        if "${" in value or "{{" in value or types.is_to_fill_in(value):
            raise UnknownValue
        return value.lower()

    def on(self, name: str) -> bool:
        """Whether a property is true; without it, it is not."""
        return types.boolean(self.word(name, "off")) is True
