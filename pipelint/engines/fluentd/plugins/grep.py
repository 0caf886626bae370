"""The tests of grep: sections, nested in others too, and the numbered parameters of 0.12."""

from __future__ import annotations

from collections.abc import Iterator

from pipelint.base.block import Block, Param
from pipelint.base.lean.late import late

_NUMBERED = late(r"(regexp|exclude)\d+")


def grep_sections(block: Block) -> Iterator[Block]:
    """The ``<regexp>`` and ``<exclude>``, those in ``<and>`` and ``<or>`` too: each has key and pattern."""
    return (section for section in block.walk() if section.name in ("regexp", "exclude"))


def numbered_tests(block: Block) -> Iterator[tuple[Param, str, str]]:
    """The ``regexpN key pattern`` and ``excludeN key pattern`` of 0.12: the parameter, the key, the pattern."""
    for name, param in block.params.items():
        if _NUMBERED.fullmatch(name):
            key, _, pattern = param.value.partition(" ")
            yield param, key, pattern
