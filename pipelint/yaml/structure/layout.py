"""Where the parts of a YAML text stand, for edits: found by the offsets that blocks and parameters have."""

from __future__ import annotations

from pipelint.base.lean.record import dataclass
from pipelint.base.text.document import Document
from pipelint.base.writer import WriterError
from pipelint.yaml.structure.spans import node_end
from pipelint.yaml.tree import Mapping, Node, Pair, Scalar, Sequence, read_yaml

Path = tuple[str | int, ...]
"""The way to a node from the root: keys, and numbers of items."""


@dataclass(frozen=True, slots=True)
class PairAt:
    """A pair, the mapping that it is in and its number there, and the way to that mapping."""

    pair: Pair
    mapping: Mapping
    number: int
    path: Path


@dataclass(frozen=True, slots=True)
class ItemAt:
    """An item of a list: its number, the list, and the way to that."""

    node: Node
    sequence: Sequence
    number: int
    path: Path


class Layout:
    """The pairs, items and mappings of a document by the offset at which they start. Raises WriterError for broken YAML."""

    def __init__(self, document: Document) -> None:
        stream = read_yaml(document.text)
        if stream.error is not None or len(stream.roots) != 1:
            raise WriterError("the YAML cannot be read as one document")
        self.text = document.text
        self.root = stream.roots[0]
        self._pairs: dict[int, PairAt] = {}
        self._items: dict[int, ItemAt] = {}
        self._mappings: dict[int, tuple[Mapping, Path]] = {}
        self._sequences: dict[Path, Sequence] = {}
        self._walk()

    def pair(self, start: int) -> PairAt:
        """The pair whose key starts there."""
        if start not in self._pairs:
            raise WriterError("this is not inside a mapping")
        return self._pairs[start]

    def item(self, start: int) -> ItemAt:
        """The list item that starts there."""
        if start not in self._items:
            raise WriterError("this is not an item of a list")
        return self._items[start]

    def mapping(self, start: int) -> tuple[Mapping, Path]:
        """The mapping that starts there."""
        if start not in self._mappings:
            raise WriterError("this is not a mapping")
        return self._mappings[start]

    def sequence(self, path: Path) -> Sequence:
        """The list at the end of ``path``."""
        if path not in self._sequences:
            raise WriterError("this is not a list")
        return self._sequences[path]

    def holder(self, path: Path) -> PairAt:
        """The pair whose value is at the end of ``path``."""
        for found in self._pairs.values():
            if isinstance(found.pair.key, Scalar) and (*found.path, found.pair.key.value) == path:
                return found
        raise WriterError("this is no value of a key")

    def end(self, node: Node) -> int:
        """The offset after ``node``."""
        return node_end(self.text, node)

    def line_start(self, at: int) -> int:
        """The offset at which the line begins."""
        return max(self.text.rfind(b"\n", 0, at), self.text.rfind(b"\r", 0, at)) + 1

    def line_end(self, at: int) -> int:
        """The offset of the line break after ``at``, or of the end."""
        ends = [end for end in (self.text.find(b"\n", at), self.text.find(b"\r", at)) if end >= 0]
        return min(ends, default=len(self.text))

    def next_line(self, at: int) -> int:
        """The offset at which the next line begins, or of the end."""
        end = self.line_end(at)
        return end + (2 if self.text.startswith(b"\r\n", end) else 1) if end < len(self.text) else end

    def column(self, at: int) -> int:
        """The bytes before ``at`` on its line: of a key or dash in block style they are blanks, dashes and marks."""
        return at - self.line_start(at)

    @property
    def newline(self) -> str:
        """The line break of the text."""
        return "\r\n" if b"\r\n" in self.text else "\n"

    def _walk(self) -> None:
        """Aliases are passed over: what they stand for is written where its anchor is."""
        todo: list[tuple[Node, Path]] = [(self.root, ())]
        while todo:
            node, path = todo.pop()
            if isinstance(node, Scalar):
                continue
            if isinstance(node, Sequence):
                self._sequences[path] = node
                for number, item in enumerate(node.items):
                    if number not in node.aliases:
                        self._items[item.start] = ItemAt(item, node, number, path)
                        todo.append((item, (*path, number)))
                continue
            self._mappings[node.start] = node, path
            for number, pair in enumerate(node.pairs):
                if isinstance(pair.key, Scalar):
                    self._pairs[pair.key.start] = PairAt(pair, node, number, path)
                    if pair.alias is None:
                        todo.append((pair.value, (*path, pair.key.value)))
