"""Ifs written otherwise: nested ones as one, neighbours that ask the same as one, what neighbours ask alike around them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

from pipelint.base.block import Block, Guard
from pipelint.base.condition import Condition, Joined, Logic
from pipelint.base.finding import Edit
from pipelint.base.lean.record import dataclass
from pipelint.base.text.span import Span
from pipelint.engines.logstash.facts.field_writes import effects
from pipelint.engines.logstash.facts.guards import asked_paths, may_change
from pipelint.engines.logstash.syntax.format import layout
from pipelint.engines.logstash.syntax.layout import indent, newline
from pipelint.engines.logstash.syntax.parse import parse
from pipelint.language.cursor import cursor_at
from pipelint.language.refactoring import STEP, Refactoring, beginning, shifted
from pipelint.plugins import plugin_of
from pipelint.plugins.behaviour import Passes

if TYPE_CHECKING:
    from pipelint.base.text.document import Document, Place
    from pipelint.language.config import Config

_BRANCHES = ("if", "else if", "else")
# Of these plugins events come out that went in, each once, or none.
_PLAIN = (Passes.ALL, Passes.CHOSEN, Passes.SOME, Passes.NONE)


class LogstashRefactorings:
    """Of the if whose condition is asked about, and its neighbours."""

    def at(self, config: Config, asked: Place) -> Iterator[Refactoring]:
        """What there is at a place."""
        found = None if config.errors else _asked_if(config, asked)
        if found is not None:
            yield from _joined(found)
            yield from _merged(found)
            yield from _hoisted(found)


@dataclass(frozen=True, slots=True)
class _If:
    """An if without an else, its neighbours in their order, and whether these are filters, which change events."""

    block: Block
    after: tuple[Block, ...]
    filters: bool

    @property
    def document(self) -> Document:
        """Where all of it stands."""
        return self.block.place.document


def _asked_if(config: Config, asked: Place) -> _If | None:
    blocks = cursor_at(config.root, beginning(asked)).blocks
    if len(blocks) < 2 or blocks[-1].name != "if":
        return None
    *around, block = blocks
    head = block.head_place
    if not head.span.start <= asked.span.start <= head.span.end or _body(block) is None:
        return None
    siblings = around[-1].blocks
    index = next(number for number, each in enumerate(siblings) if each is block)
    after = _alone(siblings[index:])
    return _If(block, after[1:], any(each.name == "filter" for each in around)) if after else None


def _alone(blocks: Sequence[Block]) -> tuple[Block, ...]:
    """The ifs at the beginning that have no else, with nothing else between them, in one document."""
    found: list[Block] = []
    for number, block in enumerate(blocks):
        following = blocks[number + 1].name if number + 1 < len(blocks) else ""
        same = block.place.document is blocks[0].place.document
        if block.name != "if" or following in ("else if", "else") or not same or _body(block) is None:
            break
        found.append(block)
    return tuple(found)


def _body(block: Block) -> Span | None:
    """From its opening brace to its closing one; None where more than blanks stands before the former."""
    text, head = block.place.document.text, block.head_place.span.end
    opening = text.find(b"{", head)
    return None if opening < 0 or text[head:opening].strip() else Span(opening, block.place.span.end)


def _joined(found: _If) -> Iterator[Refactoring]:
    """``if a { if b { ... } }`` as ``if a and b { ... }``."""
    outer = found.block
    inner = outer.blocks[0] if len(outer.blocks) == 1 else None
    if inner is None or inner.name != "if" or outer.condition is None or inner.condition is None:
        return
    body, document = _body(inner), found.document
    if body is None or inner.place.document is not document:
        return
    asked = " and ".join(_written(each) for condition in (outer.condition, inner.condition) for each in _conjuncts(condition))
    opening = _line_of(document.text, Span(inner.place.span.start, body.start + 1))
    closing = _line_of(document.text, Span(body.end - 1, body.end))
    edits = [Edit(document, outer.condition.place.span, asked), Edit(document, opening, ""), Edit(document, closing, "")]
    inside = Span(body.start + 1, body.end - 1)
    yield Refactoring("Join both ifs with and", (*edits, *_shifted(document, inside, -STEP, (opening, closing))))


def _merged(found: _If) -> Iterator[Refactoring]:
    """Ifs beside each other that ask the same as one."""
    text = Guard(found.block, True).text
    same = [found.block]
    for block in found.after:
        if Guard(block, True).text != text or not _keeps(same[-1], [found.block], filters=found.filters):
            break
        same.append(block)
    if len(same) < 2:
        return
    edits: list[Edit] = []
    for one, other in pairwise(same):
        end, start, body = one.place.span.end, other.place.span.start, _body(other)
        assert body is not None
        for gone in (Span(end - 1, end), Span(start, body.start + 1)):
            edits.append(Edit(found.document, _line_of(found.document.text, gone), ""))
    # What stands between the two gets into the first.
    gaps = [Span(one.place.span.end, other.place.span.start) for one, other in pairwise(same)]
    moved = [each for gap in gaps for each in _shifted(found.document, gap, STEP, [edit.span for edit in edits])]
    yield Refactoring(f"Merge the {len(same)} ifs that ask the same", (*edits, *moved))


def _hoisted(found: _If) -> Iterator[Refactoring]:
    """What ifs beside each other ask first and alike, in one if around them."""
    first = _texts(found.block)
    same, common = [found.block], first[:-1]
    for block in found.after:
        here = _texts(block)
        alike = _alike(common, here[:-1])
        if not alike or not _keeps(same[-1], [found.block], filters=found.filters):
            break
        same.append(block)
        common = alike
    if len(same) < 2 or any(_texts(block) == first for block in same[1:]):
        return
    document = found.document
    text, start, end = document.text, found.block.place.span.start, same[-1].place.span.end
    before = text[text.rfind(b"\n", 0, start) + 1 : start]
    if before.strip(b" \t") or b"\n" not in text[start:end]:
        return
    blanks, line = indent(text, start), newline(text)
    edits = [Edit(document, Span(start, start), f"if {' and '.join(common)} {{{line}{blanks}{' ' * STEP}")]
    for block in same:
        assert block.condition is not None
        rest = _conjuncts(block.condition)[len(common) :]
        written = rest[0].place.text if len(rest) == 1 else " and ".join(map(_written, rest))
        edits.append(Edit(document, block.condition.place.span, written))
    inside = Span(start + 1, end)
    edits += [each for each in _shifted(document, inside, STEP, ()) if each.span.start > start]
    edits.append(Edit(document, Span(end, end), f"{line}{blanks}}}"))
    yield Refactoring(f"Ask {' and '.join(common)} once around the {len(same)} ifs", tuple(edits))


def _keeps(block: Block, asking: Sequence[Block], *, filters: bool) -> bool:
    """Whether after the plugins of a branch each event still is what the conditions say of it."""
    if not filters:
        return True
    paths = asked_paths([Guard(each, True) for each in asking])
    plugins = [each for each in block.walk() if each.name not in (*_BRANCHES, "codec")]
    return bool(paths) and all(
        plugin_of("logstash", "filter", each.name).events.passes in _PLAIN and not may_change(effects(each), paths)
        for each in plugins
    )


def _conjuncts(condition: Condition) -> tuple[Condition, ...]:
    """The conditions that must all hold."""
    joined = isinstance(condition, Joined) and condition.logic is Logic.AND
    return condition.operands if joined and isinstance(condition, Joined) else (condition,)


def _texts(block: Block) -> list[str]:
    return [] if block.condition is None else [" ".join(_written(each).split()) for each in _conjuncts(block.condition)]


def _written(condition: Condition) -> str:
    """A condition as one of several that are joined with ``and``."""
    text = condition.place.text
    return f"({text})" if isinstance(condition, Joined) else text


def _alike(one: list[str], other: list[str]) -> list[str]:
    size = next((n for n, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
    return one[:size]


def _line_of(text: bytes, span: Span) -> Span:
    """The span with the whole of its lines, if nothing else is on them; else with the blanks on the side of it where more is."""
    start = text.rfind(b"\n", 0, span.start) + 1
    end = text.find(b"\n", span.end) + 1 or len(text)
    before, after = text[start : span.start], text[span.end : end]
    if after.strip():
        return Span(span.start, span.end + len(after) - len(after.lstrip(b" \t")))
    return Span(start + len(before.rstrip(b" \t")), span.end) if before.strip() else Span(start, end)


def _shifted(document: Document, span: Span, blanks: int, without: Sequence[Span]) -> Iterator[Edit]:
    return shifted(document, layout(document, parse(document)).tokens, span, blanks, without)
