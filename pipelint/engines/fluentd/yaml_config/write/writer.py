"""YamlWriter: edits of configs in Fluentd's YAML format. Each is made on a copy and read again before it is offered."""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence

from pipelint.base.block import Block, Param
from pipelint.base.finding import Edit
from pipelint.base.lean.record import dataclass
from pipelint.base.text.span import Span
from pipelint.base.writer import WriterError
from pipelint.engines.fluentd.yaml_config.write.quoting import write_key, write_scalar
from pipelint.engines.fluentd.yaml_config.write.verify import Plain, list_at, mapping_at, structure, text_leaf, verify
from pipelint.yaml.structure import edits
from pipelint.yaml.structure.layout import Layout, Path
from pipelint.yaml.tree import Mapping as YamlMapping
from pipelint.yaml.tree import Scalar
from pipelint.yaml.tree import Sequence as YamlSequence

_WRITTEN = {"@type": "$type", "@label": "$label", "@id": "$id"}
_ARGS = {"match": "$tag", "filter": "$tag", "label": "$name", "worker": "$arg"}
_TOP = ("label", "source", "filter", "match", "worker")


@dataclass(frozen=True, slots=True)
class _Section:
    """A section to be written: its parameters' keys with what is written for them, and what that means."""

    name: str
    arg: str
    written: dict[str, str]
    leaves: dict[str, Plain]

    def with_arg(self, key: str) -> _Section:
        """With the argument as the parameter ``key``."""
        if not self.arg:
            return self
        written, leaves = {key: write_scalar(self.arg)}, {key: text_leaf(self.arg)}
        return _Section(self.name, "", written | self.written, leaves | self.leaves)

    @property
    def lines(self) -> list[str]:
        """The parameters, one a line."""
        return [f"{write_key(key)}: {value}" for key, value in self.written.items()]


class YamlWriter:
    """Writer for Fluentd's YAML format; see ``pipelint.base.writer.Writer``."""

    def set_param(self, block: Block, name: str, value: str) -> Edit:
        """Replaces the value, or adds a line after the section's parameters."""
        document = block.place.document
        layout = Layout(document)
        wanted = structure(layout.text)
        param = block.param(name)
        if param is None:
            mapping, path = _mapping(layout, block)
            mapping_at(wanted, path)[_written(name)] = text_leaf(value)
            edit = edits.add(document, layout, mapping, [f"{write_key(_written(name))}: {write_scalar(value)}"])
        else:
            found = layout.pair(param.name_place.span.start)
            node = found.pair.value
            if found.pair.alias is not None or not isinstance(node, Scalar) or node.anchored:
                raise WriterError("the value is also used elsewhere, or is not a single value")
            mapping_at(wanted, found.path)[_key(found.pair.key)] = text_leaf(value)
            start, end = node.start, layout.end(node)
            edit = Edit(document, Span(start, end), write_scalar(value) if end > start else f" {write_scalar(value)}")
        verify(layout.text, [edit], wanted)
        return edit

    def remove_param(self, param: Param) -> Edit:
        """Removes the lines of the parameter, with the comment after it."""
        document, layout = param.name_place.document, Layout(param.name_place.document)
        found = layout.pair(param.name_place.span.start)
        wanted = structure(layout.text)
        del mapping_at(wanted, found.path)[_key(found.pair.key)]
        edit = edits.remove(document, layout, found)
        verify(layout.text, [edit], wanted)
        return edit

    def remove_block(self, block: Block) -> Edit:
        """Removes the section: its key, or its item of a list."""
        document, layout = block.place.document, Layout(block.place.document)
        wanted = structure(layout.text)
        start = block.head_place.span.start
        if not len(block.head_place.span):
            raise WriterError("the whole config is not a section")
        if block.place.span.start != start or not _is_key(layout, start, block.name):
            item = layout.item(block.place.span.start)
        else:
            found = layout.pair(start)
            if len(found.mapping.pairs) > 1 or not found.path or not isinstance(found.path[-1], int):
                del mapping_at(wanted, found.path)[_key(found.pair.key)]
                edit = edits.remove(document, layout, found)
                verify(layout.text, [edit], wanted)
                return edit
            item = layout.item(found.mapping.start)
        del list_at(wanted, item.path)[item.number]
        edit = edits.remove_item(document, layout, item)
        verify(layout.text, [edit], wanted)
        return edit

    def add_block(self, inside: Block, name: str, arg: str, params: Mapping[str, str]) -> Edit:
        """Adds the section after everything else in ``inside``."""
        layout = Layout(inside.place.document)
        wanted = structure(layout.text)
        written = {_written(key): write_scalar(value) for key, value in params.items()}
        leaves: dict[str, Plain] = {_written(key): text_leaf(value) for key, value in params.items()}
        edit = _add_section(layout, inside, _Section(name, arg, written, leaves), wanted, set())
        verify(layout.text, [edit], wanted)
        return edit

    def rename_param(self, param: Param, name: str) -> Edit:
        """Replaces the name alone."""
        layout = Layout(param.name_place.document)
        found = layout.pair(param.name_place.span.start)
        wanted = structure(layout.text)
        holder = mapping_at(wanted, found.path)
        if _written(name) in holder:
            raise WriterError(f"{name} already exists")
        holder[_written(name)] = holder.pop(_key(found.pair.key))
        edit = Edit(param.name_place.document, param.name_place.span, write_key(_written(name)))
        verify(layout.text, [edit], wanted)
        return edit

    def gather(
        self, inside: Block, name: str, arg: str, params: Mapping[str, str | Param], moved: Sequence[Param]
    ) -> tuple[Edit, ...]:
        """Removes ``moved`` and adds the section after what is left; values that are parameters stay as they are written."""
        document = inside.place.document
        if any(param.place.document is not document for param in moved):
            raise WriterError("a parameter of an included file cannot be moved")
        layout = Layout(document)
        wanted = structure(layout.text)
        written: dict[str, str] = {}
        leaves: dict[str, Plain] = {}
        for key, value in params.items():
            if isinstance(value, Param):
                found = layout.pair(value.name_place.span.start)
                leaves[_written(key)] = mapping_at(wanted, found.path)[_key(found.pair.key)]
                written[_written(key)] = _as_written(value)
            else:
                leaves[_written(key)] = text_leaf(value)
                written[_written(key)] = write_scalar(value)
        done: list[Edit] = []
        gone: set[int] = set()
        for param in moved:
            found = layout.pair(param.name_place.span.start)
            del mapping_at(wanted, found.path)[_key(found.pair.key)]
            gone.add(param.name_place.span.start)
            done.append(edits.remove(document, layout, found))
        done.append(_add_section(layout, inside, _Section(name, arg, written, leaves), wanted, gone))
        verify(layout.text, done, wanted)
        return tuple(done)


def _add_section(layout: Layout, inside: Block, section: _Section, wanted: Plain, gone: Container[int]) -> Edit:
    """The edit that adds ``section`` to ``inside``, without the pairs at the offsets ``gone``; ``wanted`` gets it too."""
    document = inside.place.document
    listed = not len(inside.head_place.span) or inside.name in ("label", "worker")
    if listed:
        if section.name not in _TOP or section.name in ("label", "worker"):
            raise WriterError(f"cannot add {section.name} to a list of sections")
        path: Path = () if not len(inside.head_place.span) else _mapping(layout, inside)[1]
        sequence = layout.sequence((*path, "config"))
        section = section.with_arg(_ARGS.get(section.name, "$arg"))
        list_at(wanted, (*path, "config")).append({section.name: section.leaves})
        lines = [f"{section.name}:", *(f"  {line}" for line in section.lines)]
        return edits.append(document, layout, sequence, lines)
    mapping, path = _mapping(layout, inside)
    holder = mapping_at(wanted, path)
    if section.name in holder:
        several = holder[section.name]
        if not isinstance(several, list) or section.arg:
            raise WriterError(f"{section.name} already exists")
        several.append(section.leaves)
        return edits.append(document, layout, layout.sequence((*path, section.name)), section.lines)
    section = section.with_arg("$arg")
    holder[section.name] = section.leaves
    lines = [f"{write_key(section.name)}:", *(f"  {line}" for line in section.lines)]
    return edits.add_section(document, layout, mapping, lines, gone)


def _mapping(layout: Layout, block: Block) -> tuple[YamlMapping, Path]:
    """The mapping that holds a section's parameters."""
    head = block.head_place.span
    if not len(head):
        raise WriterError("the whole config has no parameters")
    if block.place.span.start == head.start and _is_key(layout, head.start, block.name):
        found = layout.pair(head.start)
        if found.pair.alias is not None or not isinstance(found.pair.value, YamlMapping):
            raise WriterError("the section is written elsewhere")
        return found.pair.value, (*found.path, _key(found.pair.key))
    return layout.mapping(block.place.span.start)


def _is_key(layout: Layout, start: int, name: str) -> bool:
    """Whether the section's own key stands there, and no first key of a list's item."""
    found = layout.pair(start)
    return _key(found.pair.key) == name and not isinstance(found.pair.value, YamlSequence)


def _key(node: object) -> str:
    return node.value if isinstance(node, Scalar) else ""


def _written(name: str) -> str:
    return _WRITTEN.get(name, name)


def _as_written(param: Param) -> str:
    text = param.place.text
    if not text or "\n" in text or "\r" in text or text.startswith(("&", "*")):
        raise WriterError("the value cannot be moved as written")
    return text
