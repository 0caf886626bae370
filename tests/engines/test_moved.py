"""Sections that an edit has left as they were are copies, made when they are asked for, with what was noted of them."""

from __future__ import annotations

import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipelint.base.block import Block, Param
from pipelint.base.text.document import Document, SourceFile
from pipelint.engines.logstash.syntax.parse import parse
from pipelint.language.parsed import Parsed
from pipelint.language.reparse import Earlier

TEXT = """\
filter {
  if [a] == "b" {
    mutate { add_tag => ["x"] replace => { "k" => "v" } add_tag => ["y"] }
    drop { }
  }
}
output { stdout { codec => json { charset => "é" } } }
"""


def read(text: str, before: Parsed | None = None) -> Parsed:
    parsed = parse(Document.whole(SourceFile("typed.conf", text.encode())), Earlier(before, before))
    assert not parsed.errors
    return parsed


def moved() -> tuple[Parsed, Parsed]:
    """A pipeline, and the same one behind a comment."""
    first = read(TEXT)
    return first, read(f"# typed\n{TEXT}", first)


def names(parsed: Parsed) -> list[str]:
    return [block.name for block in parsed.root.walk()]


def test_all_sections_are_copies_of_one_that_stands_alone() -> None:
    first, second = moved()
    third = read(f"# typed more\n{TEXT}", second)
    assert all(block.alone is None for block in first.root.walk())
    pairs = list(zip(second.root.walk(), third.root.walk(), strict=True))
    assert names(second) == names(first)
    assert all(two.alone is not None and two.alone is three.alone for two, three in pairs[1:])


@given(st.permutations(["items", "params", "blocks", "place", "head_place", "arg_place", "condition"]))
def test_parts_are_the_same_in_whatever_order_they_are_asked_for(order: list[str]) -> None:
    _, second = moved()
    for block in second.root.walk():
        for part in order:
            getattr(block, part)
        assert [item for item in block.items if isinstance(item, Block)] == list(block.blocks)
        assert all(one is two for one, two in zip(block.blocks, (i for i in block.items if isinstance(i, Block)), strict=True))
        inside = {id(item) for item in block.items if isinstance(item, Param)}
        assert all(id(param) in inside for param in block.params.values())
        assert all(getattr(block, part) is getattr(block, part) for part in order)


def test_what_a_name_or_value_is_needs_no_copy() -> None:
    _, second = moved()
    mutate = next(block for block in second.root.walk() if block.name == "mutate")
    assert list(mutate.names) == ["add_tag", "replace"]
    assert mutate.value("nothing", "else") == "else"
    assert mutate.value("replace") == mutate.params["replace"].value
    branch = next(block for block in second.root.walk() if block.name == "if")
    assert branch.asks and not mutate.asks
    assert branch.question != branch.condition  # elsewhere
    assert branch.condition is not None and branch.condition.place.text == '[a] == "b"'


def test_what_is_noted_of_a_section_is_asked_once() -> None:
    asked: list[str] = []

    def text(block: Block) -> str:
        asked.append(block.name)
        return block.place.text

    parsed = read(TEXT)
    drop = next(block for block in parsed.root.walk() if block.name == "drop")
    assert drop.noted(text) == "drop { }"
    for count in range(3):
        # First the section around it is edited, then something else: then the section around it is a copy.
        changed = TEXT.replace('"v"', f'"v{count}"') if count < 2 else TEXT.replace('"v"', '"v1"') + "# typed"
        parsed = read(changed, parsed)
        drop = next(block for block in parsed.root.walk() if block.name == "drop")
        assert drop.alone is not None and drop.noted(text) == "drop { }"
    assert asked == ["drop"]


def test_a_broken_section_leaves_the_others_copies() -> None:
    first = read(TEXT)
    text = TEXT.replace("drop { }", "drop { a }")
    broken = parse(Document.whole(SourceFile("typed.conf", text.encode())), Earlier(first, first))
    assert broken.errors
    copied = {block.name: block.alone is not None for block in broken.root.walk()}
    assert (copied["mutate"], copied["output"], copied["drop"], copied["if"]) == (True, True, False, False)


def test_a_copy_can_be_pickled() -> None:
    _, second = moved()
    again = pickle.loads(pickle.dumps(second.root))
    assert [block.place.text for block in again.walk()] == [block.place.text for block in second.root.walk()]


def test_a_section_has_no_other_attributes() -> None:
    _, second = moved()
    with pytest.raises(AttributeError, match="nothing"):
        second.root.blocks[0].nothing  # type: ignore[attr-defined]  # noqa: B018
