"""Writes the sections that an operator makes of the fields of a resource, with the scalar that each piece stands for."""

from __future__ import annotations

from collections.abc import Mapping as Table

from pipelint.base.text.span import Span
from pipelint.engines.fluentbit.discovery.include import unread_include
from pipelint.sources.hosts.texts.rendered import RenderedText
from pipelint.yaml.tree import Mapping, Node, Scalar, Sequence


class Writer:
    """Text so far. What has no scalar of its own stands where the piece before it does."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._pieces: list[tuple[bytes, Scalar | None]] = []
        self._values: set[int] = set()
        self._starts: set[int] = set()
        self._parts: dict[int, Span] = {}

    def text(self) -> RenderedText:
        """All of it."""
        return RenderedText(self._data, tuple(self._pieces), frozenset(self._values), frozenset(self._starts), dict(self._parts))

    def add(self, text: str, scalar: Scalar | None = None) -> None:
        """Text that stands for ``scalar``."""
        self._pieces.append((text.encode(), scalar))

    def head(self, name: str, before: Scalar) -> None:
        """The head of a section, which stands before ``before``."""
        self._starts.add(len(self._pieces))
        self.add(f"[{name}]\n", before)

    def key(self, key: str, name: Scalar | None, value: str) -> None:
        """A key with a value that stands nowhere as it is."""
        if value.strip() and "\n" not in value:
            self.add(f"    {key} {value}\n", name)

    def param(self, key: str, name: Scalar | None, value: Scalar, before: str = "") -> None:
        """A key with its value, after ``before``. Of what is no value of one line nothing is known."""
        text = value.value
        if not text.strip():
            return
        if text != text.strip() or "\n" in text:
            self.unknown(name)
            return
        self.add(f"    {key} {before}", name)
        if len(text) > 1 and text[0] == text[-1] and text[0] in "'\"":
            # For the YAML format, in which the operator writes values as they are.
            encoded = value.encoded[1:-1]
            self._parts[len(self._pieces)] = Span(1, 1 + len(encoded))
            self._pieces.append((encoded, value))
        else:
            self._values.add(len(self._pieces))
            self.add(text, value)
        self.add("\n")

    def secret(self, key: str, name: Scalar) -> None:
        """A key whose value comes from a secret."""
        self.add(f"    {key} ${{{name.value}}}\n", name)

    def unknown(self, name: Scalar | None) -> None:
        """Keys that are not known."""
        self.add(unread_include(b"").decode() + "\n", name)

    def lines(self, value: Scalar) -> None:
        """The lines of a text, each indented as the operator does it."""
        at = 0
        for line in value.encoded.split(b"\n"):
            bare = line.strip()
            if bare:
                start = at + line.index(bare)
                self.add("    ")
                self._parts[len(self._pieces)] = Span(start, start + len(bare))
                self._pieces.append((bare, value))
                self.add("\n")
            at += len(line) + 1

    def body(self, node: Mapping, names: Table[str, str]) -> None:
        """All fields as keys of the classic format, for what has no other meaning; ``names`` are those with other words."""
        for key, value in node.values.items():
            self.field(names.get(key, key), node.keys[key], value)

    def field(self, key: str, name: Scalar, value: Node) -> None:
        """A field: a value, or a list of them as as many keys."""
        match value:
            case Scalar():
                self.param(key, name, value)
            case Sequence(items) if items and all(isinstance(item, Scalar) for item in items):
                for item in items:
                    if isinstance(item, Scalar):
                        self.param(key, None, item)
            case _:
                self.unknown(name)
