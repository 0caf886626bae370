"""Builder: from the syntax tree of a pipeline to blocks and params, with what Logstash refuses when it compiles them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from pipelint.base.block import Block, Param
from pipelint.base.condition import Condition
from pipelint.base.running.turns import pause
from pipelint.base.text.document import Document, Place
from pipelint.base.text.span import Span
from pipelint.base.value import Value
from pipelint.engines.logstash.conditions.read import MixedOperatorsError, read_condition
from pipelint.engines.logstash.syntax.mend.heads import headless, meant
from pipelint.engines.logstash.syntax.values import TooDeepError, merged, name_of, place_of, read_value, text_of
from pipelint.language import limits
from pipelint.language.moved import Sections
from pipelint.language.parsed import ROOT
from pipelint.language.syntax_problem import SyntaxProblem

if TYPE_CHECKING:
    from tree_sitter import Node

CODEC = "codec"


class Builder:
    """Turns one document's tree into blocks. ``errors`` has what the tree cannot say."""

    def __init__(self, document: Document, earlier: Sections) -> None:
        self.document = document
        self.earlier = earlier
        self.errors: list[SyntaxProblem] = []

    def config(self, roots: Sequence[Node]) -> Block:
        """The root block with the sections in source order; a broken text may be read in several parts."""
        sections = [(node, "") for root in roots for node in root.named_children if node.type == "section"]
        sections += [(node, kind) for root in roots for node, kind in headless(root)]
        sections.sort(key=lambda each: each[0].start_byte)
        items = tuple([self.known(node, 0) or self.section(node, kind) for node, kind in sections])
        whole, empty = Place(self.document, Span(0, len(self.document.text))), Place(self.document, Span(0, 0))
        return Block(ROOT, "", items, whole, empty, empty)

    def known(self, node: Node, depth: int) -> Block | None:
        """The section that stood there in the last version without errors."""
        return None if node.has_error else self.earlier.at(self.document, Span(node.start_byte, node.end_byte), depth)

    def section(self, node: Node, kind: str) -> Block:
        """``input``, ``filter`` or ``output`` with what stands in its braces; one without a head is of ``kind``."""
        if kind:
            items, place = self.statements(node, limits.MAX_DEPTH), place_of(self.document, node)
            start = Place(self.document, Span(node.start_byte, node.start_byte))
            return Block(kind, "", items, place, start, start)
        named = node.child_by_field_name("type")
        name = "" if named is None else text_of(self.document, named)
        head = place_of(self.document, node if named is None else named)
        return self.block(node, meant(name), head)

    def block(self, node: Node, name: str, head: Place) -> Block:
        """A section with its plugins and branches."""
        body = node.child_by_field_name("body")
        items = self.statements(body, limits.MAX_DEPTH) if body is not None else ()
        return Block(name, "", items, place_of(self.document, node), head, _end_of(head))

    def statements(self, body: Node, left: int) -> tuple[Block, ...]:
        """The plugins and branches between two braces; what is nested deeper than ``left`` is reported and left out."""
        found: list[Block] = []
        depth = limits.MAX_DEPTH - left + 1
        for node in body.named_children:
            if node.type == "plugin":
                found.append(self.known(node, depth) or self.plugin(node, left))
            elif node.type in ("branch", "unknown_branch"):
                if left <= 0:
                    self.too_deep(node)
                    continue
                parts = node.named_children if node.type == "branch" else [node]
                for part in parts:
                    if part.type != "comment":
                        found.append(self.known(part, depth) or self.branch(part, left - 1))
        return tuple(found)

    def branch(self, node: Node, left: int) -> Block:
        """One of ``if``, ``else if`` and ``else``."""
        asked, body = node.child_by_field_name("condition"), node.child_by_field_name("body")
        start, end = node.start_byte, node.end_byte
        head_end = asked.end_byte if asked is not None else (body.start_byte if body is not None else end)
        head = Place(self.document, Span(start, start + len(self.document.text[start:head_end].rstrip())))
        arg_place = _end_of(head) if asked is None else place_of(self.document, asked)
        items = () if body is None else self.statements(body, left)
        name = {"else_if": "else if", "unknown_branch": "if"}.get(node.type, node.type)
        condition = None if asked is None else self.condition(asked, left)
        return Block(name, arg_place.text, items, place_of(self.document, node), head, arg_place, condition)

    def condition(self, node: Node, left: int) -> Condition | None:
        """The tree of a condition; what Logstash refuses of it is reported."""
        try:
            return read_condition(self.document, node, left)
        except TooDeepError as error:
            self.too_deep(error.node)
        except MixedOperatorsError as error:
            self.error("xor and nand cannot be combined with other operators", error.operator, "parentheses")
        return None

    def plugin(self, node: Node, left: int) -> Block:
        """A plugin with its settings; a codec is a block inside."""
        pause()
        named = node.child_by_field_name("name")
        assert named is not None  # the grammar's plugin has a name
        head = place_of(self.document, named)
        items = self.settings(node, left)
        return Block(name_of(self.document, named), "", items, place_of(self.document, node), head, _end_of(head))

    def settings(self, node: Node, left: int) -> tuple[Param | Block, ...]:
        """The settings of a plugin, repeated ones merged as Logstash does, at the position of the first."""
        items: dict[str, Param] = {}
        blocks: list[Block] = []
        for child in node.named_children:
            if child.type != "attribute":
                continue
            param = self.setting(child, left)
            if param is None:
                continue
            if param.name == CODEC:
                if CODEC in items and param.value != items[CODEC].value:
                    self.error("a plugin takes only one codec", child, "one setting codec")
                blocks.append(self.codec(child, param, left))
            known = items.get(param.name)
            items[param.name] = param if known is None else _both(known, param)
        return (*items.values(), *blocks)

    def setting(self, node: Node, left: int) -> Param | None:
        """One ``name => value``; None where the name is missing."""
        name, value = node.child_by_field_name("name"), node.child_by_field_name("value")
        if name is None or name.is_missing:
            return None
        text, name_place = name_of(self.document, name), place_of(self.document, name)
        if value is None or value.is_missing:
            return Param(text, "", _end_of(name_place), name_place)
        try:
            data = read_value(self.document, value, left)
        except TooDeepError as error:
            self.too_deep(error.node)
            place = place_of(self.document, value)
            return Param(text, place.text, place, name_place)
        self.duplicate_keys(data)
        return Param(text, data.text, data.place, name_place, data=data)

    def codec(self, node: Node, param: Param, left: int) -> Block:
        """The codec of an input or output as a block of its own, with its settings."""
        value = node.child_by_field_name("value")
        if value is not None and value.type == "plugin" and left > 0:
            named = value.child_by_field_name("name")
            head = param.place if named is None else place_of(self.document, named)
            return Block(CODEC, param.value, self.settings(value, left - 1), param.place, head, head)
        return Block(CODEC, param.value, (), param.place, param.place, param.place)

    def duplicate_keys(self, value: Value) -> None:
        """Logstash refuses a hash that has a key twice."""
        todo = [value]
        while todo:
            here = todo.pop()
            seen: set[str] = set()
            for entry in here.entries:
                # Logstash compares the keys as they are written, quotes included.
                written = entry.key.place.text
                if written in seen:
                    self.errors.append(
                        SyntaxProblem(
                            f"duplicate key {written} in this hash", entry.key.place, "each key once", local=True, mended=True
                        )
                    )
                seen.add(written)
                todo.append(entry.value)
            todo.extend(here.items)

    def too_deep(self, node: Node) -> None:
        """What is nested deeper than is read."""
        at = Place(self.document, Span(node.start_byte, node.start_byte + 1))
        message = f"nested deeper than {limits.MAX_DEPTH} levels; what is inside is not read"
        self.errors.append(SyntaxProblem(message, at))

    def error(self, message: str, node: Node, expected: str) -> None:
        """Notes an error at a node."""
        self.errors.append(SyntaxProblem(message, place_of(self.document, node), expected, local=True))


def _both(first: Param, second: Param) -> Param:
    if first.data is None or second.data is None:
        return first
    data = merged(first.data, second.data)
    return Param(first.name, first.value, first.place, first.name_place, data=data)


def _end_of(place: Place) -> Place:
    return Place(place.document, Span(place.span.end, place.span.end))
