"""Reads a YAML stream into mappings, sequences and scalars that know where they stand, as far as it has no error.

The events of PyYAML are read, by libyaml where it is built in: what Kubernetes reads manifests with is a port of it, so
that a manifest is wrong here when it is wrong there, and it takes any depth of nesting and any number of lines.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from pipelint.base.disk.text_file import BOM
from pipelint.base.lean.late import late
from pipelint.base.lean.record import dataclass, field
from pipelint.base.text.span import Span

if TYPE_CHECKING:
    from yaml._yaml import Mark as CMark
    from yaml.error import Mark
    from yaml.events import CollectionStartEvent, Event, NodeEvent, ScalarEvent

MAX_DEPTH = 200
MAX_NODES = 200_000
"""Bounds, so that a hostile manifest costs little: real ones nest some 30 deep and hold a few thousand nodes."""

_NOT_A_CHARACTER = "[^\t\n\r -~\x85\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]"  # YAML 1.1, 5.1
# JSON's way to write what is above U+FFFF; libyaml takes no surrogates. An escaped backslash before it is no escape.
_SURROGATES = late(r"\\(?:u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|.)")


@dataclass(frozen=True, slots=True)
class Marks:
    """What a node says of itself: its tag, whether it has an anchor, and its style.

    ``style`` is a scalar's quote, ``|`` or ``>``, of a collection ``{`` for one in brackets; else empty. Shared where none.
    """

    tag: str = ""
    anchored: bool = False
    style: str = ""


PLAIN = Marks()


@dataclass(frozen=True, slots=True, eq=False)
class Scalar:
    """A scalar: its value as the YAML parser has it, its bytes (anchor and tag included), its holder's column."""

    value: str
    start: int
    end: int
    parent_indent: int
    marks: Marks = PLAIN


@dataclass(frozen=True, slots=True)
class Pair:
    """A key and its value as they stand in a mapping; ``alias`` is where an alias stands for the value."""

    key: Node
    value: Node
    alias: Span | None


@dataclass(slots=True, eq=False)
class Sequence:
    """A sequence and its items; ``aliases`` says where an alias stands for one.

    ``end`` is where its bracket ends, 0 of one without brackets: that ends with its last item.
    """

    items: list[Node] = field(default_factory=list)
    start: int = 0
    marks: Marks = PLAIN
    aliases: dict[int, Span] = field(default_factory=dict)
    end: int = 0

    def without_last(self) -> Sequence:
        """The items that are complete, where reading stopped somewhere in this sequence."""
        return Sequence(self.items[:-1])


@dataclass(slots=True, eq=False)
class Mapping:
    """A mapping: values by key, of a repeated key the last, and the keys themselves. Keys that are no scalars are left out.

    ``pairs`` has all of it as it stands, ``end`` is where its brace ends, 0 of one without braces.
    """

    values: dict[str, Node] = field(default_factory=dict)
    keys: dict[str, Scalar] = field(default_factory=dict)
    start: int = 0
    marks: Marks = PLAIN
    pairs: list[Pair] = field(default_factory=list)
    end: int = 0

    def text(self, key: str) -> str:
        """The value of ``key`` where that is a scalar, or ``""``."""
        found = self.values.get(key)
        return found.value if isinstance(found, Scalar) else ""


Node = Scalar | Sequence | Mapping


@dataclass(frozen=True, slots=True)
class YamlError:
    """What the parser said, and the offset in the file."""

    message: str
    offset: int


@dataclass(frozen=True, slots=True)
class Stream:
    """The roots of a YAML stream, the last one perhaps incomplete where there is an error."""

    roots: tuple[Node, ...]
    error: YamlError | None


def read_yaml(data: bytes) -> Stream:
    """The nodes of ``data`` (valid UTF-8), all that stand before the first error. Never raises."""
    import yaml

    skip = len(BOM) if data.startswith(BOM) else 0
    text = data[skip:].decode("utf-8")
    if text.lstrip().startswith("{"):
        text = _SURROGATES.sub(_harmless, text)
    builder = _Builder(_Offsets(text, skip))
    try:
        builder.feed(yaml.parse(text, getattr(yaml, "CSafeLoader", yaml.SafeLoader)))
    except yaml.reader.ReaderError:
        control = re.search(_NOT_A_CHARACTER, text)
        at = 0 if control is None else control.start()
        what = "" if control is None else f" U+{ord(text[at]):04X}"
        builder.error = YamlError(f"YAML error: control character{what} is not allowed", _Offsets(text, skip).byte(at))
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        at = 0 if mark is None else min(mark.index, len(text))
        said = ": ".join(part for part in (error.context, error.problem) if part)
        builder.error = YamlError(f"YAML error: {said}", _Offsets(text, skip).byte(at))
    return Stream(tuple(builder.roots), builder.error)


def _harmless(found: re.Match[str]) -> str:
    return "\\u0020\\u0020" if len(found[0]) == 12 else found[0]


def _mark(mark: Mark | CMark | None) -> Mark | CMark:
    """``mark``, which the events of a parser always have."""
    if mark is None:
        raise ValueError("a YAML event without a place")
    return mark


def _collection_marks(event: CollectionStartEvent) -> Marks:
    if event.tag is None and event.anchor is None and not event.flow_style:
        return PLAIN
    return Marks(event.tag or "", event.anchor is not None, "{" if event.flow_style else "")


class _Offsets:
    """Character indices of a text as byte offsets of the file; cheap for ascending indices."""

    def __init__(self, text: str, skip: int) -> None:
        self.text = text
        self._ascii = text.isascii()
        self._skip = skip
        self._char, self._byte = 0, skip

    def byte(self, index: int) -> int:
        """The offset of the character at ``index``."""
        if self._ascii:
            return self._skip + index
        if index < self._char:
            self._char, self._byte = 0, self._skip
        self._byte += len(self.text[self._char : index].encode())
        self._char = index
        return self._byte


@dataclass(slots=True)
class _Open:
    """A collection that has not ended: its node, the column that block scalars in it count from, the waiting key."""

    node: Sequence | Mapping
    column: int
    key: Node | None = None


class _Builder:
    """Puts parser events together."""

    def __init__(self, offsets: _Offsets) -> None:
        self.roots: list[Node] = []
        self.error: YamlError | None = None
        self._offsets = offsets
        self._open: list[_Open] = []
        self._anchors: dict[str, Node] = {}

    def feed(self, events: Iterator[Event]) -> None:
        """Takes events up to the end or the first that is too much."""
        from yaml import events as ev

        for count, event in enumerate(events):
            if count > MAX_NODES:
                return self._stop(event, f"YAML has more than {MAX_NODES:,} nodes")
            if len(self._open) > MAX_DEPTH:
                return self._stop(event, f"YAML is nested deeper than {MAX_DEPTH} levels")
            match event:
                case ev.ScalarEvent():
                    self._scalar(event)
                case ev.MappingStartEvent():
                    self._begin(event, Mapping(start=self._start(event), marks=_collection_marks(event)))
                case ev.SequenceStartEvent():
                    self._begin(event, Sequence(start=self._start(event), marks=_collection_marks(event)))
                case ev.CollectionEndEvent():
                    done = self._open.pop().node
                    if done.marks.style:
                        done.end = self._offsets.byte(_mark(event.end_mark).index)
                case ev.AliasEvent():
                    if event.anchor not in self._anchors:
                        return self._stop(event, f"YAML error: found undefined alias '{event.anchor}'")
                    here = _mark(event.start_mark).index, _mark(event.end_mark).index
                    alias = Span(self._offsets.byte(here[0]), self._offsets.byte(here[1]))
                    self._place(self._anchors[event.anchor], alias)
                case ev.DocumentStartEvent():
                    self._anchors = {}
        return None

    def _start(self, event: Event) -> int:
        return self._offsets.byte(_mark(event.start_mark).index)

    def _stop(self, event: Event, message: str) -> None:
        self.error = YamlError(message, self._offsets.byte(_mark(event.start_mark).index))

    def _scalar(self, event: ScalarEvent) -> None:
        begin, end = _mark(event.start_mark), _mark(event.end_mark).index
        start = begin.index
        holder = self._open[-1] if self._open else None
        if holder is not None and isinstance(holder.node, Mapping) and holder.key is None:
            holder.column = self._key_column(start, begin.column)
        column = -1 if holder is None else holder.column
        plain = event.tag is None and event.anchor is None and not event.style
        marks = PLAIN if plain else Marks(event.tag or "", event.anchor is not None, event.style or "")
        node = Scalar(event.value, self._offsets.byte(start), self._offsets.byte(end), column, marks)
        self._name(event, node)

    def _key_column(self, start: int, column: int) -> int:
        """The column of the key at ``start``: of its ``?`` where it has one."""
        line = self._offsets.text[start - column : start].rstrip(" ")
        return len(line) - 1 if line.endswith("?") else column

    def _begin(self, event: NodeEvent, node: Sequence | Mapping) -> None:
        self._name(event, node)
        self._open.append(_Open(node, _mark(event.start_mark).column))

    def _name(self, event: NodeEvent, node: Node) -> None:
        if event.anchor:
            self._anchors[event.anchor] = node
        self._place(node)

    def _place(self, node: Node, alias: Span | None = None) -> None:
        """Puts ``node`` where the parser is: into the innermost open collection, or among the roots."""
        if not self._open:
            self.roots.append(node)
            return
        here = self._open[-1]
        if isinstance(here.node, Sequence):
            if alias is not None:
                here.node.aliases[len(here.node.items)] = alias
            here.node.items.append(node)
        elif here.key is None:
            here.key = node
        else:
            here.node.pairs.append(Pair(here.key, node, alias))
            if isinstance(here.key, Scalar):
                here.node.values[here.key.value] = node
                here.node.keys[here.key.value] = here.key
            here.key = None
