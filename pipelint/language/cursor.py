"""Where the cursor is: the document, the sections around it, and the parameter under it."""

from __future__ import annotations

from pipelint.base.block import Block, Param
from pipelint.base.lean.record import dataclass
from pipelint.base.text.document import Document, Place
from pipelint.base.text.span import Span


def document_offset(document: Document, offset: int) -> Place | None:
    """The (empty) place in a document of the byte at ``offset`` of its file; None outside of it.

    Between two slices (in the indentation of a block scalar) it is where the next one begins.
    """
    whole = document.map.whole
    # Before the first line of a block scalar there still is its indentation.
    if whole is not None and whole.start - 40 <= offset < whole.start:
        between = document.file.data[offset : whole.start]
        return Place(document, Span(0, 0)) if not between.strip(b" ") else None
    at = document.map.from_file(offset)
    return None if at is None else Place(document, Span(at, at))


@dataclass(frozen=True, slots=True)
class Cursor:
    """What stands at a place: the sections around it, outermost first, and the parameter whose name or value it is in."""

    place: Place
    blocks: tuple[Block, ...]
    param: Param | None

    @property
    def block(self) -> Block:
        """The innermost section."""
        return self.blocks[-1]

    @property
    def in_head(self) -> bool:
        """Whether it is in the innermost section's opening line."""
        return within(self.block.head_place, self.place)


def cursor_at(root: Block, place: Place) -> Cursor:
    """What stands at ``place``, which is empty, in a config with this root."""
    blocks = [root]
    while (inner := next((b for b in blocks[-1].blocks if _around(b, place)), None)) is not None:
        blocks.append(inner)
    params = (item for item in blocks[-1].items if isinstance(item, Param))
    found = next((p for p in params if within(p.name_place, place) or within(p.place, place)), None)
    return Cursor(place, tuple(blocks), found)


def _around(block: Block, place: Place) -> bool:
    """Whether a section stands around a place; one that gathers several documents does where one inside of it does."""
    if within(block.place, place):
        return True
    return block.place.document is not place.document and any(_around(inner, place) for inner in block.blocks)


def within(outer: Place, place: Place) -> bool:
    """Whether the (empty) place is in or at the edge of another one."""
    return outer.document is place.document and outer.span.start <= place.span.start <= outer.span.end
