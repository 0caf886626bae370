"""Changes of a text: the lines in which two texts differ, and texts with changes made."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from pipelint.base.lean.record import dataclass
from pipelint.base.text.span import Span

if TYPE_CHECKING:
    from pipelint.base.finding import Edit

# Comparing takes time with the product of the lines that differ: beyond this they are one change.
_MAX_COMPARED = 4_000_000


@dataclass(frozen=True, slots=True)
class Change:
    """Replace ``span`` with ``text``."""

    span: Span
    text: bytes


def spliced(data: bytes, changes: Iterable[Change]) -> bytes:
    """``data`` with changes that do not overlap; several at one place stand in the order given."""
    out: list[bytes] = []
    at = 0
    for change in sorted(changes, key=lambda change: (change.span.start, change.span.end)):
        out += [data[at : change.span.start], change.text]
        at = change.span.end
    return b"".join([*out, data[at:]])


def edited_text(text: bytes, edits: Iterable[Edit]) -> bytes:
    """The text of a document with edits of it made, which do not overlap; what is added comes before what starts there."""
    return spliced(text, [Change(edit.span, edit.text.encode()) for edit in edits])


def changed_lines(old: bytes, new: bytes) -> list[Change]:
    """The changes of whole lines that make ``new`` of ``old``, few and small ones."""
    before, after = split_lines(old), split_lines(new)
    head = _same(before, after)
    tail = _same(before[head:][::-1], after[head:][::-1])
    starts = [0]
    for line in before:
        starts.append(starts[-1] + len(line))
    gone, come = before[head : len(before) - tail], after[head : len(after) - tail]
    if len(gone) * len(come) > _MAX_COMPARED:
        blocks = [(0, len(gone), 0, len(come))]
    else:
        from difflib import SequenceMatcher

        codes = SequenceMatcher(None, gone, come, autojunk=False).get_opcodes()
        blocks = [(i, j, k, m) for tag, i, j, k, m in codes if tag != "equal"]
    return [Change(Span(starts[head + i], starts[head + j]), b"".join(come[k:m])) for i, j, k, m in blocks]


def split_lines(text: bytes) -> list[bytes]:
    """The lines of a text, each with the line feed that ends it; a carriage return ends none."""
    lines = [line + b"\n" for line in text.split(b"\n")]
    lines[-1] = lines[-1][:-1]
    return lines if lines[-1] else lines[:-1]


def _same(one: list[bytes], other: list[bytes]) -> int:
    """How many lines are alike from the first on."""
    return next((n for n, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))


def narrowed(old: bytes, change: Change) -> Change:
    """The same change without the characters that stay, at its beginning and end."""
    gone, come = change.span.cut(old).decode("utf-8", "replace"), change.text.decode("utf-8", "replace")
    most = min(len(gone), len(come))
    head = next((n for n in range(most) if gone[n] != come[n]), most)
    tail = next((n for n in range(most - head) if gone[-1 - n] != come[-1 - n]), most - head)
    start = change.span.start + len(gone[:head].encode())
    end = change.span.end - len(gone[len(gone) - tail :].encode())
    return Change(Span(start, end), come[head : len(come) - tail].encode())
