"""The edits that add pairs and items to a YAML text, and remove them, in its own layout. None of them is checked here."""

from __future__ import annotations

from collections.abc import Container, Sequence

from pipelint.base.finding import Edit
from pipelint.base.text.document import Document
from pipelint.base.text.span import Span
from pipelint.base.writer import WriterError
from pipelint.yaml.structure.layout import ItemAt, Layout, PairAt
from pipelint.yaml.tree import Mapping, Node, Scalar
from pipelint.yaml.tree import Sequence as YamlSequence


def add(document: Document, layout: Layout, mapping: Mapping, lines: Sequence[str]) -> Edit:
    """New pairs after the last single value of ``mapping``, or after all else."""
    if mapping.style:
        if not mapping.pairs:
            raise WriterError("cannot add to empty braces")
        last = _end(layout, mapping, len(mapping.pairs) - 1)
        return Edit(document, Span(last, last), "".join(f", {line}" for line in lines))
    single = [at for at, pair in enumerate(mapping.pairs) if isinstance(pair.value, Scalar)]
    last = single[-1] if single else len(mapping.pairs) - 1
    return _insert(document, layout, _end(layout, mapping, last), _indent(layout, mapping), lines)


def add_section(document: Document, layout: Layout, mapping: Mapping, lines: Sequence[str], gone: Container[int]) -> Edit:
    """A new pair of several lines after all of ``mapping`` but the pairs whose keys start at ``gone``."""
    left = [at for at, pair in enumerate(mapping.pairs) if pair.key.start not in gone]
    if mapping.style or not left:
        raise WriterError("cannot add a section where pairs share a line")
    return _insert(document, layout, _end(layout, mapping, left[-1]), _indent(layout, mapping), lines)


def append(document: Document, layout: Layout, sequence: YamlSequence, lines: Sequence[str]) -> Edit:
    """A new last item of a list in block style, ``lines`` its pairs."""
    if sequence.style or not sequence.items:
        raise WriterError("cannot add an item to a list without dashes")
    first = sequence.items[0].start if 0 not in sequence.aliases else sequence.aliases[0][0]
    column = layout.text.rfind(b"-", layout.line_start(first), first) - layout.line_start(first)
    if column < 0:
        raise WriterError("the dash is on another line")
    last = len(sequence.items) - 1
    end = sequence.aliases[last][1] if last in sequence.aliases else layout.end(sequence.items[-1])
    marked = [("- " if at == 0 else "  ") + line for at, line in enumerate(lines)]
    return _insert(document, layout, end, " " * column, marked)


def remove(document: Document, layout: Layout, found: PairAt) -> Edit:
    """Removes a pair: its lines where it has them for itself."""
    mapping, start = found.mapping, found.pair.key.start
    end = _end(layout, mapping, found.number)
    if len(mapping.pairs) == 1:
        return _emptied(document, layout, start, end)
    following = found.number + 1 < len(mapping.pairs)
    if mapping.style:
        if following:
            return Edit(document, Span(start, mapping.pairs[found.number + 1].key.start), "")
        return Edit(document, Span(_end(layout, mapping, found.number - 1), end), "")
    if not layout.text[layout.line_start(start) : start].strip(b" "):
        return Edit(document, Span(layout.line_start(start), layout.next_line(end)), "")
    if not following:
        raise WriterError("the key comes after a dash")
    return Edit(document, Span(start, mapping.pairs[found.number + 1].key.start), "")


def _emptied(document: Document, layout: Layout, start: int, end: int) -> Edit:
    """The only pair of a mapping, from ``start`` to ``end``, becomes empty braces, after the key where nothing is between."""
    before = len(layout.text[:start].rstrip())
    if layout.text[before - 1 : before] == b":":
        return Edit(document, Span(before, end), " {}")
    return Edit(document, Span(start, end), "" if layout.text[before - 1 : before] == b"{" else "{}")


def remove_item(document: Document, layout: Layout, found: ItemAt) -> Edit:
    """Removes an item of a list in block style with its dash."""
    start = layout.line_start(found.node.start)
    if found.sequence.style or len(found.sequence.items) == 1:
        raise WriterError("cannot remove the only item, or an item without a dash")
    if layout.text[start : found.node.start].strip() != b"-":
        raise WriterError("the dash is on another line, or not the first on its line")
    return Edit(document, Span(start, layout.next_line(layout.end(found.node))), "")


def _end(layout: Layout, mapping: Mapping, number: int) -> int:
    pair = mapping.pairs[number]
    return layout.end(pair.value) if pair.alias is None else pair.alias[1]


def _indent(layout: Layout, mapping: Mapping) -> str:
    first: Node = mapping.pairs[0].key
    return " " * layout.column(first.start)


def _insert(document: Document, layout: Layout, after: int, indent: str, lines: Sequence[str]) -> Edit:
    at = layout.line_end(after)
    return Edit(document, Span(at, at), "".join(layout.newline + indent + line for line in lines))
