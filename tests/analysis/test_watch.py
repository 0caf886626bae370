"""What is read of a section that somebody types in is asked of the next version, whichever way it was read."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from pipelint.base.block import Block
from pipelint.checker import load
from pipelint.engines.registry import ENGINES
from pipelint.language.config import Config
from pipelint.language.watch.watch import Watch, same

TEXT = "<source>\n  @type tail\n  path /a\n  tag a\n</source>\n<match **>\n  @type stdout\n</match>\n"


def _config(text: str) -> Config:
    # Nothing is a copy of a section of an earlier text.
    ENGINES.forget()
    (config,) = load(["-"], stdin=text.encode(), stdin_filename="fluent.conf").configs
    return config


def _path(block: Block) -> str:
    return block.value("path")


def _source_path(config: Config) -> str:
    return _path(config.root.blocks[0])


def _is_short(block: Block) -> bool:
    return len(block.value("path")) < 5


READS: list[tuple[Callable[[Config], object], str, bool]] = [
    (lambda config: config.root.blocks[0].params["path"].value, "path /b", False),
    (lambda config: config.root.blocks[0].params["path"].embedded, "path /b", True),
    (lambda config: config.root.blocks[0].value("tag"), "path /b", True),
    (lambda config: config.root.blocks[0].param("path"), "path /b", True),
    (lambda config: "read_from_head" in config.root.blocks[0].names, "path /a\n  read_from_head true", False),
    (lambda config: "tag" in config.root.blocks[0].params, "path /a\n  read_from_head true", True),
    (lambda config: list(config.root.blocks[0].params), "path /a\n  read_from_head true", False),
    (lambda config: {**config.root.blocks[0].params}, "path /a\n  read_from_head true", False),
    (lambda config: len(config.root.blocks[0].params), "path /a\n  read_from_head true", False),
    (lambda config: [param.value for param in config.root.blocks[0].params.values()], "path /b", False),
    (lambda config: config.root.blocks[0].items, "path /b", False),
    (lambda config: config.root.blocks[0].noted(_path), "path /b", False),
    (lambda config: config.root.blocks[0].noted(_is_short), "path /b", True),
    (lambda config: config.noted(_source_path), "path /b", False),
    (lambda config: config.root.blocks[0].place.text, "path /b", False),
    (lambda config: config.root.blocks[0].place.document.text, "path /b", False),
    (lambda config: config.root.blocks[1].value("path"), "path /b", True),
    (lambda config: config.root.blocks[0].place.span, "path /bcd", True),
]


@pytest.mark.parametrize(("read", "typed", "holds"), READS)
def test_what_was_read_is_asked_again(read: Callable[[Config], object], typed: str, holds: bool) -> None:
    old, new = _config(TEXT), _config(TEXT.replace("path /a", typed))
    watch = Watch(old.root)
    watch.begin()
    try:
        read(old)
    finally:
        watch.end()
    assert type(old.root.blocks[0]) is Block
    twins = watch.twins(old, new)
    assert twins is not None
    assert watch.holds(twins, new, lambda document, span: False) is holds
    # A place says nothing, and all that was read is there in the same text.
    again = watch.twins(old, _config(TEXT))
    assert again is not None and watch.holds(again, _config(TEXT), lambda document, span: True)


@pytest.mark.parametrize(
    ("old", "new"),
    [("tag a\n", "tag a\n  <parse>\n  </parse>\n"), ("<match **>", "<match a>"), ("path /a", "path /a\n  path /a")],
)
def test_another_section_has_no_twin(old: str, new: str) -> None:
    config = _config(TEXT)
    assert Watch(config.root).twins(config, _config(TEXT.replace(old, new))) is None


def test_what_knows_itself_is_compared() -> None:
    assert same((1, [2, {"a": (3,)}]), (1, [2, {"a": (3,)}])) and not same((1, [2]), (1, [3])) and not same({"a": 1}, {"b": 1})
