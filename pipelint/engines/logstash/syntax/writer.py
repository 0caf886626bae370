"""LogstashWriter: edits of pipelines, which keep the way in which the lines around them are written."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

from pipelint.base.block import Block, Param
from pipelint.base.finding import Edit
from pipelint.base.text.document import Document
from pipelint.base.text.span import Span
from pipelint.base.value import ValueKind
from pipelint.base.writer import WriterError
from pipelint.engines.logstash.syntax.build import CODEC
from pipelint.engines.logstash.syntax.layout import (
    STEP,
    Change,
    applied,
    indent,
    insertion,
    line_end_after,
    newline,
    removal,
    starts_line,
    together,
)
from pipelint.engines.logstash.syntax.mend.heads import SECTIONS
from pipelint.engines.logstash.syntax.parse import parser
from pipelint.engines.logstash.syntax.quoting import write_condition, write_name, write_value

if TYPE_CHECKING:
    from tree_sitter import Node, Tree

_BRANCHES = ("if", "else if", "else")
_BRANCH_NODES = ("if", "else_if", "else")
_BODIES = ("section", *_BRANCH_NODES)


class LogstashWriter:
    """Writer for Logstash; see ``pipelint.base.writer.Writer``.

    A block is a plugin, a codec, a branch or a section; parameters are settings of plugins and codecs. Every edit is made on
    a copy and read again: what would not parse is not offered.
    """

    def set_param(self, block: Block, name: str, value: str) -> Edit:
        """Replaces the value, as what it was (string, number, bareword) where it can be; of a repeated setting one is left.

        A new setting comes after the others: a number, ``true`` or ``false`` bare, anything else in quotes.
        """
        document, node = block.place.document, _settings_of(block)
        param = block.param(name)
        if param is None:
            return _checked(document, [_new_setting(document, node, f"{write_name(name)} => {write_value(value)}")])
        written_as = "" if param.data is None else _kind(document, param)
        # What is broken is written as nothing that a value can be.
        kind = next((each for each in ValueKind if each.value == written_as), None)
        first, *others = _attributes(document, param)
        old = _field(first, "value")
        written = write_value(value, kind, param.place.text)
        changes = [(_span(old), written), *(removal(document.text, _attribute_span(node)) for node in others)]
        return _checked(document, changes)

    def remove_param(self, param: Param) -> Edit:
        """Removes the setting, all of them if it is repeated, with the comment after it."""
        document = param.place.document
        spans = [_attribute_span(node) for node in _attributes(document, param)]
        return _checked(document, [removal(document.text, span) for span in spans])

    def remove_block(self, block: Block) -> Edit:
        """Removes a plugin, codec, section or branch. The ``else if`` after a removed ``if`` becomes the ``if``.

        An ``if`` with an ``else`` alone after it cannot be removed.
        """
        document, node = block.place.document, _node_of(block)
        if block.name == CODEC and node.parent is not None and node.parent.type == "attribute":
            return _checked(document, [removal(document.text, _attribute_span(node.parent))])
        if node.type in _BRANCH_NODES:
            return _checked(document, _branch_removal(document, node))
        return _checked(document, [removal(document.text, _span(node))])

    def add_block(self, inside: Block, name: str, arg: str, params: Mapping[str, str]) -> Edit:
        """Adds the last plugin of a section or branch, a branch (``arg`` its condition), a codec (``arg`` its type) or a section.

        ``params`` are the settings of a plugin or codec; nothing else has any.
        """
        document = inside.place.document
        settings = [f"{write_name(key)} => {write_value(value)}" for key, value in params.items()]
        if inside.name in ("ROOT", "pipeline"):
            return _checked(document, [_new_section(document, name, arg, settings)])
        if name == CODEC:
            return _new_codec(inside, arg, settings)
        node = _node_of(inside)
        if node.type not in _BODIES:
            raise WriterError("only sections and branches contain plugins")
        body = _field(node, "body")
        if name not in _BRANCHES:
            head = _no_arg(write_name(name), arg)
            return _checked(document, [_new_statement(document, body, head, settings)])
        if settings:
            raise WriterError(f"'{name}' has no settings")
        head = _no_arg(name, arg) if name == "else" else f"{name} {write_condition(arg)}"
        if name != "if" and not (inside.blocks and inside.blocks[-1].name in ("if", "else if")):
            raise WriterError(f"'{name}' without an 'if' before it")
        return _checked(document, [_new_statement(document, body, head, [])])

    def rename_param(self, param: Param, name: str) -> Edit:
        """Replaces the name alone, all of them if the setting is repeated."""
        document = param.place.document
        names = [_field(node, "name") for node in _attributes(document, param)]
        return _checked(document, [(_span(node), write_name(name)) for node in names])

    def gather(
        self, inside: Block, name: str, arg: str, params: Mapping[str, str | Param], moved: Sequence[Param]
    ) -> tuple[Edit, ...]:
        """Logstash never had flat settings that became a section."""
        raise WriterError("settings are not gathered")


@lru_cache(maxsize=8)
def _tree(document: Document) -> Tree:
    return parser().parse(document.text)


def _checked(document: Document, changes: list[Change]) -> Edit:
    """The edit that makes the changes. Raises WriterError if Logstash would not read what comes out."""
    edit = together(document, changes)
    if parser().parse(applied(edit)).root_node.has_error:
        raise WriterError("the result would not be valid")
    return edit


def _span(node: Node) -> Span:
    return Span(node.start_byte, node.end_byte)


def _field(node: Node, name: str) -> Node:
    found = node.child_by_field_name(name)
    if found is None:
        raise WriterError("the text to edit has a syntax error")
    return found


def _at(document: Document, span: Span) -> Node | None:
    """The innermost node that covers exactly this span."""
    node = _tree(document).root_node.descendant_for_byte_range(span.start, span.end)
    return node if node is not None and _span(node) == span else None


def _node_of(block: Block) -> Node:
    """The node of a section, branch, plugin or codec's value. Raises WriterError for all else."""
    node = _at(block.place.document, block.place.span)
    wanted = ("string", "bareword", "plugin") if block.name == CODEC else ("plugin", *_BODIES)
    while node is not None and node.type not in wanted and node.parent and _span(node.parent) == block.place.span:
        node = node.parent
    if node is None or node.type not in wanted:
        raise WriterError("the text of the pipeline has no such block")
    return node


def _settings_of(block: Block) -> Node:
    """The node of a block that may have settings."""
    node = _node_of(block)
    if node.type in _BODIES:
        raise WriterError("only plugins have settings")
    return node


def _attributes(document: Document, param: Param) -> list[Node]:
    """All settings of the same plugin that have the name of ``param``, in source order."""
    node = _at(document, param.name_place.span)
    while node is not None and node.type != "attribute":
        node = node.parent
    if node is None or node.parent is None:
        raise WriterError("the text of the pipeline has no such setting")
    found = [child for child in node.parent.named_children if child.type == "attribute"]
    return [child for child in found if _name(child) == param.name]


def _name(attribute: Node) -> str:
    name = _field(attribute, "name")
    text = (name.text or b"").decode("utf-8", "replace")
    return text[1:-1] if name.type == "string" else text


def _kind(document: Document, param: Param) -> str:
    """The kind of the value in the text, where a repeated setting is merged."""
    first, *_ = _attributes(document, param)
    return _field(first, "value").type


def _attribute_span(node: Node) -> Span:
    return Span(node.start_byte, _field(node, "value").end_byte)


def _new_setting(document: Document, node: Node, setting: str) -> Change:
    """A setting after the others of a plugin, or the first one of a plugin or codec."""
    text = document.text
    if node.type != "plugin":
        return Span(node.end_byte, node.end_byte), f" {{ {setting} }}"
    attributes = [child for child in node.named_children if child.type == "attribute"]
    own = indent(text, node.start_byte) + STEP
    if not attributes:
        opening = next(child for child in node.children if child.type == "{")
        return insertion(text, opening.end_byte, [setting], own)
    line = next((child.start_byte for child in attributes if starts_line(text, child.start_byte)), None)
    own = own if line is None else indent(text, line)
    return insertion(text, _attribute_span(attributes[-1]).end, [setting], own)


def _new_codec(inside: Block, kind: str, settings: list[str]) -> Edit:
    document, node = inside.place.document, _settings_of(inside)
    if inside.block(CODEC) is not None:
        raise WriterError("a plugin takes only one codec")
    body = f" {{ {' '.join(settings)} }}" if settings else ""
    written = write_name(kind) if settings else write_value(write_name(kind), ValueKind.BAREWORD)
    return _checked(document, [_new_setting(document, node, f"{CODEC} => {written}{body}")])


def _no_arg(head: str, arg: str) -> str:
    if arg:
        raise WriterError(f"{head} takes no argument")
    return head


def _lines(head: str, inner: list[str]) -> list[str]:
    return [f"{head} {{", *(STEP + line for line in inner), "}"] if inner else [f"{head} {{ }}"]


def _new_statement(document: Document, body: Node, head: str, settings: list[str]) -> Change:
    """A plugin or branch after the last one of a body, which gets lines of its own if it is empty."""
    text = document.text
    opening, closing = body.children[0], body.children[-1]
    own = indent(text, opening.start_byte)
    inside = [child for child in body.named_children if child.type != "comment"]
    if inside:
        last = inside[-1]
        line = next((child.start_byte for child in inside if starts_line(text, child.start_byte)), None)
        flat = line_end_after(text, last.end_byte) is None
        lines = [" ".join([head, "{", *settings, "}"])] if flat else _lines(head, settings)
        return insertion(text, last.end_byte, lines, own + STEP if line is None else indent(text, line))
    if line_end_after(text, opening.end_byte) is not None:
        return insertion(text, opening.end_byte, _lines(head, settings), own + STEP)
    broken = newline(text)
    written = "".join(broken + own + STEP + line for line in _lines(head, settings))
    return Span(opening.end_byte, closing.start_byte), written + broken + own


def _new_section(document: Document, name: str, arg: str, settings: list[str]) -> Change:
    if name not in SECTIONS or arg or settings:
        raise WriterError("a pipeline contains sections without arguments: input, filter and output")
    text = document.text
    broken = newline(text)
    before = "" if not text or text.endswith(b"\n") else broken
    return Span(len(text), len(text)), f"{before}{name} {{{broken}}}{broken}"


def _branch_removal(document: Document, node: Node) -> list[Change]:
    text, chain = document.text, node.parent
    parts = [] if chain is None else [child for child in chain.named_children if child.type in _BRANCH_NODES]
    if node.type == "if" and len(parts) > 1:
        return _first_removal(text, node, parts[1])
    if node.type != "if":
        before = max(part.end_byte for part in parts if part.end_byte <= node.start_byte)
        if not text[before : node.start_byte].strip():
            return [(Span(before, node.end_byte), "")]
    return [removal(text, _span(node))]


def _first_removal(text: bytes, node: Node, following: Node) -> list[Change]:
    """Removes an ``if``, and the ``else`` of the ``else if`` after it."""
    if following.type != "else_if":
        raise WriterError("an 'else' cannot stand alone")
    keyword = following.children[0]
    if keyword.type == "elseif":
        word: Change = (_span(keyword), "if")
    else:
        word = (Span(keyword.start_byte, keyword.end_byte), "")
    if text[node.end_byte : following.start_byte].strip():  # a comment, which stays
        return [(_span(node), ""), word]
    at = keyword.start_byte + len("else")
    at += len(text[at:]) - len(text[at:].lstrip())
    return [(Span(node.start_byte, at), "")]
