"""Checks an edit of a YAML config: the edited text must hold what was asked for, and all else as before."""

from __future__ import annotations

from collections.abc import Sequence as Several

from pipelint.base.finding import Edit
from pipelint.base.lean.record import dataclass
from pipelint.base.text.changes import edited_text
from pipelint.base.writer import WriterError
from pipelint.engines.fluentd.yaml_config.read import typed_scalar
from pipelint.engines.fluentd.yaml_config.scalars import Kind
from pipelint.yaml.structure.layout import Path
from pipelint.yaml.tree import Mapping, Node, Scalar, read_yaml

_MAX_VALUES = 50_000


@dataclass(frozen=True, slots=True)
class Leaf:
    """A scalar as Ruby reads it: its kind, but for text that only looks like a number, its text and its tag."""

    kind: Kind
    text: str
    tag: str = ""


Plain = Leaf | dict[str, "Plain"] | list["Plain"]
"""The structure of a YAML text, aliases followed."""


def text_leaf(text: str) -> Leaf:
    """The leaf of a text: it may be written as a number, which Fluentd makes the same text of."""
    return Leaf(Kind.TEXT, text)


def structure(data: bytes) -> Plain:
    """The structure of the YAML text ``data``. Raises WriterError where it is none, or a very large one."""
    stream = read_yaml(data)
    if stream.error is not None or len(stream.roots) != 1:
        raise WriterError("the YAML cannot be read as one document")
    return _plain(stream.roots[0], [_MAX_VALUES])


def at(plain: Plain, path: Path) -> Plain:
    """What stands at ``path``. Raises WriterError where there is nothing."""
    for step in path:
        match plain:
            case dict() if isinstance(step, str) and step in plain:
                plain = plain[step]
            case list() if isinstance(step, int) and step < len(plain):
                plain = plain[step]
            case _:
                raise WriterError("this is not in the text")
    return plain


def mapping_at(plain: Plain, path: Path) -> dict[str, Plain]:
    """The mapping at ``path``."""
    found = at(plain, path)
    if not isinstance(found, dict):
        raise WriterError("this is not a mapping")
    return found


def list_at(plain: Plain, path: Path) -> list[Plain]:
    """The list at ``path``."""
    found = at(plain, path)
    if not isinstance(found, list):
        raise WriterError("this is not a list")
    return found


def verify(data: bytes, edits: Several[Edit], wanted: Plain) -> None:
    """Raises WriterError where ``data`` with ``edits`` made is not ``wanted``."""
    if structure(edited_text(data, edits)) != wanted:
        raise WriterError("the layout of this YAML does not allow the change")


def _plain(node: Node, left: list[int]) -> Plain:
    left[0] -= 1
    if left[0] < 0:
        raise WriterError("the YAML expands to too much")
    if isinstance(node, Scalar):
        typed = typed_scalar(node)
        same = typed.kind in (Kind.NUMBER, Kind.TRUE, Kind.FALSE)
        return Leaf(Kind.TEXT if same else typed.kind, typed.text, node.tag)
    if isinstance(node, Mapping):
        return {_key(pair.key): _plain(pair.value, left) for pair in node.pairs}
    return [_plain(item, left) for item in node.items]


def _key(node: Node) -> str:
    return node.value if isinstance(node, Scalar) else ""
