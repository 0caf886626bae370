"""The words in the settings of plugins and in conditions: a field that is none of them is not used by its name there."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

from pipelint.base.block import Block, Guard
from pipelint.base.lean.late import late
from pipelint.base.value import Value
from pipelint.graph.stage import Stage

_WORD = late(r"[\w@]+")
# It takes a field away, and makes nothing of it.
_REMOVES = "remove_field"


def words_of(stages: Iterable[Stage], guards: Iterable[Guard] = ()) -> list[str]:
    """The words in the settings of plugins, in the conditions before them and in ``guards``, each once.

    Those of ``remove_field`` are left out.
    """
    found: dict[str, None] = {}
    asked = list(guards)
    for stage in stages:
        found |= words_in(stage.block)
        asked += stage.guards
    for guard in asked:
        found |= dict.fromkeys(_WORD.findall(guard.text))
    return list(found)


def may_name(block: Block, text: str) -> bool:
    """Whether the settings of a plugin may name a text: they have all of its words."""
    return words_in(block).keys() >= {*_WORD.findall(text)}


def words_outside(block: Block, settings: Collection[str]) -> set[str]:
    """The words in the settings of a plugin, without those of ``settings`` and of ``remove_field``."""
    return {word for text in texts_outside(block, settings) for word in _WORD.findall(text)}


def words_in(block: Block) -> dict[str, None]:
    """The words in the settings of a plugin, without those of ``remove_field``."""
    return block.noted(_words)


def _words(block: Block) -> dict[str, None]:
    return dict.fromkeys(word for text in texts_outside(block) for word in _WORD.findall(text))


def texts_outside(block: Block, without: Collection[str] = ()) -> Iterator[str]:
    """The texts in the settings of a plugin, without those of ``without`` and of ``remove_field``."""
    for param in block.params.values():
        if param.name != _REMOVES and param.name not in without:
            yield from (param.value,) if param.data is None else _inside(param.data)
    for inner in block.blocks:
        yield from texts_outside(inner)


def _inside(value: Value) -> Iterator[str]:
    yield value.text
    for item in value.items:
        yield from _inside(item)
    for entry in value.entries:
        yield from _inside(entry.key)
        yield from _inside(entry.value)
