"""FluentBitWriter: edits a Fluent Bit config in the format that its document is in."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

from pipelint.base.block import Block, Param
from pipelint.base.finding import Edit
from pipelint.base.writer import WriterError
from pipelint.engines.fluentbit.write.words import Words, section_words, words_of


class Hand(Protocol):
    """How one of the formats is written. Nothing of it is checked; all raise WriterError for what cannot be written."""

    def replace(self, words: Words, param: Param, value: str) -> Edit:
        """Another value for a parameter."""

    def add(self, words: Words, block: Block, name: str, value: str) -> Edit:
        """A parameter after the others of a section."""

    def remove(self, words: Words, param: Param) -> Edit:
        """Without a parameter."""

    def remove_section(self, words: Words, block: Block) -> Edit:
        """Without a section."""

    def add_section(self, words: Words, name: str, params: Sequence[tuple[str, str]]) -> Edit:
        """A section after all others."""

    def rename(self, words: Words, param: Param, name: str) -> Edit:
        """Another name for a parameter."""


class FluentBitWriter:
    """Writer for Fluent Bit; see ``pipelint.base.writer.Writer``. All names are in lower case, as sections have them."""

    def set_param(self, block: Block, name: str, value: str) -> Edit:
        """Replaces the value, or adds a key after the others of the section."""
        param = block.param(name)
        if param is None:
            if not len(block.head_place.span):
                raise WriterError("the whole config has no keys")
            words = words_of(block.head_place.document, block)
            edit = _hand(words).add(words, block, name, value)
            return words.verify_added(edit, words.section(block), [("key", name, value)])
        words = words_of(param.name_place.document, param)
        number = words.param(param)
        said = [word.said for word in words.words]
        said[number] = ("key", name, value)
        return words.verify(_hand(words).replace(words, param, value), said)

    def remove_param(self, param: Param) -> Edit:
        """Removes the lines of the key."""
        words = words_of(param.name_place.document, param)
        number = words.param(param)
        left = [word.said for at, word in enumerate(words.words) if at != number]
        return words.verify(_hand(words).remove(words, param), left)

    def remove_block(self, block: Block) -> Edit:
        """Removes the lines of the section."""
        if not len(block.head_place.span):
            raise WriterError("the whole config is not a section")
        words = words_of(block.head_place.document, block)
        first = words.section(block)
        last = words.closing(first)
        left = [word.said for at, word in enumerate(words.words) if not first <= at <= last]
        return words.verify(_hand(words).remove_section(words, block), left)

    def add_block(self, inside: Block, name: str, arg: str, params: Mapping[str, str]) -> Edit:
        """Adds a section after all others of the config; none of them is inside of another."""
        if len(inside.head_place.span) or arg:
            raise WriterError("a section of Fluent Bit holds no section of its own")
        words = words_of(inside.place.document, inside)
        edit = _hand(words).add_section(words, name, list(params.items()))
        return words.verify_added(edit, -1, section_words(name, list(params.items())))

    def rename_param(self, param: Param, name: str) -> Edit:
        """Replaces the name alone."""
        words = words_of(param.name_place.document, param)
        said = [word.said for word in words.words]
        said[words.param(param)] = ("key", name, param.value)
        return words.verify(_hand(words).rename(words, param, name), said)

    def gather(
        self, inside: Block, name: str, arg: str, params: Mapping[str, str | Param], moved: Sequence[Param]
    ) -> tuple[Edit, ...]:
        """There is nothing to gather: keys of Fluent Bit have no sections to go to."""
        raise WriterError("a section of Fluent Bit holds no section of its own")


def _hand(words: Words) -> Hand:
    # Imported here: few runs write, and most configs are in one format.
    if words.yaml:
        from pipelint.engines.fluentbit.write.yaml_format import YamlHand

        return YamlHand()
    from pipelint.engines.fluentbit.write.classic import ClassicHand

    return ClassicHand()
