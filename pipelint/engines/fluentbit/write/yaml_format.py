"""Writes the YAML format, in the layout of the text: lists and mappings in blocks or in brackets."""

from __future__ import annotations

from collections.abc import Sequence

from pipelint.base.block import Block, Param
from pipelint.base.finding import Edit
from pipelint.base.lean.late import late
from pipelint.base.text.span import Span
from pipelint.base.writer import WriterError
from pipelint.engines.fluentbit.write.words import Words
from pipelint.yaml.structure import edits
from pipelint.yaml.structure.layout import Layout, PairAt
from pipelint.yaml.structure.quoting import PLAIN, quoted
from pipelint.yaml.tree import Mapping, Node, Scalar
from pipelint.yaml.tree import Sequence as YamlSequence

_PLAIN_KEY = late(r"[A-Za-z_][A-Za-z0-9_.-]*")
_EMPTY = ("null", "~")  # what YAML takes for nothing
_LISTS = {
    "input": "inputs",
    "filter": "filters",
    "output": "outputs",
    "custom": "customs",
    "parser": "parsers",
    "multiline_parser": "multiline_parsers",
}
_IN_PIPELINE = ("input", "filter", "output")


class YamlHand:
    """The YAML format; see ``Hand``."""

    def replace(self, words: Words, param: Param, value: str) -> Edit:
        """The value, in the quotes that it had."""
        layout = Layout(words.document)
        node = _node(layout, _pair(layout, param), param)
        if not isinstance(node, Scalar):
            raise WriterError("the value is not a single one")
        start, end = node.start, layout.end(node)
        written = _scalar(value, node.style)
        return Edit(words.document, Span(start, end), written if end > start else f" {written}")

    def add(self, words: Words, block: Block, name: str, value: str) -> Edit:
        """A line after the single values of the section."""
        layout = Layout(words.document)
        own = [item for item in block.items if isinstance(item, Param) and item.name_place.document is words.document]
        if own:
            mapping = _pair(layout, own[0]).mapping
        else:
            found = layout.pair(block.head_place.span.start).pair.value
            if not isinstance(found, Mapping):
                raise WriterError("the section is not a mapping")
            mapping = found
        return edits.add(words.document, layout, mapping, [f"{_key(name)}: {_scalar(value)}"])

    def remove(self, words: Words, param: Param) -> Edit:
        """The pair; of a list the item alone."""
        layout = Layout(words.document)
        found = _pair(layout, param)
        value = found.pair.value
        if isinstance(value, YamlSequence) and len(value.items) > 1:
            node = _node(layout, found, param)
            return edits.remove_item(words.document, layout, layout.item(node.start))
        return edits.remove(words.document, layout, found)

    def remove_section(self, words: Words, block: Block) -> Edit:
        """The item of a list, or the list with it where it is the only one; of ``service`` the key."""
        layout = Layout(words.document)
        own = [item for item in block.items if isinstance(item, Param)]
        if block.name == "service" or not own:
            return edits.remove(words.document, layout, layout.pair(block.head_place.span.start))
        item = layout.item(_pair(layout, own[0]).mapping.start)
        if len(item.sequence.items) > 1:
            return edits.remove_item(words.document, layout, item)
        # Fluent Bit takes no empty list, and no pipeline without any.
        holder = layout.holder(item.path)
        while len(holder.mapping.pairs) == 1 and holder.path and isinstance(holder.path[-1], str):
            holder = layout.holder(holder.path)
        return edits.remove(words.document, layout, holder)

    def add_section(self, words: Words, name: str, params: Sequence[tuple[str, str]]) -> Edit:
        """A last item of the list of its kind, which is made where there is none."""
        document, layout = words.document, Layout(words.document)
        lines = [f"{_key(key)}: {_scalar(value)}" for key, value in params]
        root = layout.root
        if not isinstance(root, Mapping) or not root.pairs or not (name in _LISTS or name == "service"):
            raise WriterError(f"cannot add {name} to this config")
        if name == "service":
            if _below(root, name) is not None:
                raise WriterError("there is a service section")
            return edits.add_section(document, layout, root, ["service:", *_deeper(lines)], ())
        new = [f"{_LISTS[name]}:", *_deeper(["- " + lines[0], *_deeper(lines[1:])] if lines else [])]
        holder: Node | None = root
        if name in _IN_PIPELINE:
            holder = _below(root, "pipeline")
            if holder is None:
                return edits.add_section(document, layout, root, ["pipeline:", *_deeper(new)], ())
        listed = _below(holder, _LISTS[name])
        if isinstance(listed, YamlSequence):
            return edits.append(document, layout, listed, lines)
        if listed is not None or not isinstance(holder, Mapping) or not holder.pairs:
            raise WriterError(f"cannot add {name} to this config")
        return edits.add_section(document, layout, holder, new, ())

    def rename(self, words: Words, param: Param, name: str) -> Edit:
        """The name alone."""
        found = _pair(Layout(words.document), param)
        return Edit(words.document, Span(found.pair.key.start, found.pair.key.end), _key(name))


def _pair(layout: Layout, param: Param) -> PairAt:
    """The pair of a key, which may stand in quotes."""
    start = param.name_place.span.start
    quote = layout.text[start - 1 : start] in (b"'", b'"')
    return layout.pair(start - quote)


def _node(layout: Layout, found: PairAt, param: Param) -> Node:
    """The value of a key, or the item of its list that a parameter is."""
    value = found.pair.value
    if not isinstance(value, YamlSequence):
        return value
    for item in value.items:
        if item.start <= param.place.span.start <= max(layout.end(item), item.start):
            return item
    raise WriterError("this is no item of the list")


def _below(node: Node | None, name: str) -> Node | None:
    """The value of a key, whose case does not matter."""
    if not isinstance(node, Mapping):
        raise WriterError("this is not a mapping")
    found = [pair.value for pair in node.pairs if isinstance(pair.key, Scalar) and pair.key.value.lower() == name]
    return found[-1] if found else None


def _deeper(lines: Sequence[str]) -> list[str]:
    return ["  " + line for line in lines]


def _scalar(text: str, style: str = "") -> str:
    """``text`` as a value on one line. What stands without quotes is text for Fluent Bit whatever else YAML has for it."""
    if style in ("'", '"'):
        return quoted(text, style)
    return text if PLAIN.fullmatch(text) and text.lower() not in _EMPTY else quoted(text)


def _key(name: str) -> str:
    return name if _PLAIN_KEY.fullmatch(name) else quoted(name)
