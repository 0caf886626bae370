"""The heads of sections that a broken text lacks or misspells."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tree_sitter import Node

SECTIONS = ("input", "filter", "output")


def meant(name: str) -> str:
    """The type of section that a word means, itself where it resembles none."""
    if name in SECTIONS:
        return name
    # Imported here: most texts are sound.
    from pipelint.base.spelling import nearest

    return nearest(name, SECTIONS) or name


def headless(root: Node) -> Iterator[tuple[Node, str]]:
    """The plugins at the beginning of a text that a brace closes, and inputs: what comes after is filters, and no input."""
    first = next((node for node in root.named_children if node.type != "comment"), None)
    if first is None or first.type != "stray" or first.children[-1].type != "}":
        return
    nodes = [node.child_by_field_name("type") for node in root.named_children if node.type == "section"]
    kinds = {b"" if node is None else node.text for node in nodes}
    if b"filter" in kinds and b"input" not in kinds:
        yield first, SECTIONS[0]
