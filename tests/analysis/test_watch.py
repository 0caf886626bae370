"""What is read of a section that somebody types in is asked of the next version, whichever way it was read."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from pipelint.base.block import Block
from pipelint.base.text.document import Place
from pipelint.checker import load
from pipelint.checker.config.unedited import _Moves
from pipelint.engines.registry import ENGINES
from pipelint.language.config import Config
from pipelint.language.reparse import Edited
from pipelint.language.watch.watch import Watch, same

TEXT = "<source>\n  @type tail\n  path /a\n  tag a\n</source>\n<match **>\n  @type stdout\n</match>\n"


def _config(text: str) -> Config:
    # Nothing is a copy of a section of an earlier text.
    ENGINES.forget()
    (config,) = load(["-"], stdin=text.encode(), stdin_filename="fluent.conf").configs
    return config


def _edited(old: Config, new: Config) -> _Moves:
    pairs = zip(old.documents, new.documents, strict=True)
    return _Moves({one: (other, None if one.text == other.text else Edited(one.text, other.text)) for one, other in pairs}, [])


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
    assert watch.holds(twins, new, _edited(old, new)) is holds
    # All that was read is there in the same text.
    same_text = _config(TEXT)
    again = watch.twins(old, same_text)
    assert again is not None and watch.holds(again, same_text, _edited(old, same_text))


@pytest.mark.parametrize(
    ("old", "new"),
    [("tag a\n", "tag a\n  <parse>\n  </parse>\n"), ("<match **>", "<match a>"), ("path /a", "path /a\n  path /a")],
)
def test_another_section_has_no_twin(old: str, new: str) -> None:
    config = _config(TEXT)
    assert Watch(config.root).twins(config, _config(TEXT.replace(old, new))) is None


def test_what_knows_itself_is_compared() -> None:
    moves = _edited(_config(TEXT), _config(TEXT))
    assert same((1, [2, {"a": (3,)}]), (1, [2, {"a": (3,)}]), moves)
    assert not same((1, [2]), (1, [3]), moves) and not same({"a": 1}, {"b": 1}, moves)


def _place_of(config: Config, section: int, name: str) -> Place:
    return config.root.blocks[section].params[name].place


def test_of_places_that_say_the_same_each_is_another() -> None:
    old, new = _config(TEXT + TEXT), _config((TEXT + TEXT).replace("path /a", "path /abc", 1))
    moves = _edited(old, new)
    # What stands after the edit has moved; the edited place is one that was edited.
    for section, name in ((0, "tag"), (1, "@type"), (2, "path"), (0, "path")):
        assert same(_place_of(old, section, name), _place_of(new, section, name), moves)
    assert not same(_place_of(old, 2, "path"), _place_of(new, 0, "path"), moves)
    assert not same(_place_of(old, 0, "path"), _place_of(new, 2, "path"), moves)
    assert not same(_place_of(old, 0, "tag"), _place_of(new, 2, "tag"), moves)
