"""A YAML stream as mappings, sequences and scalars that know where they stand, as far as it has no error.

The native module reads it as libyaml does: what Kubernetes reads manifests with is a port of that, so that a manifest is wrong
here when it is wrong there. Nodes become objects when they are asked for; two objects of one node, as aliases lead to, are equal.
"""

from __future__ import annotations

from collections.abc import Iterable

from pipelint._native import YamlMapping as Mapping
from pipelint._native import YamlPair as Pair
from pipelint._native import YamlScalar as Scalar
from pipelint._native import YamlSequence as Sequence
from pipelint._native import yaml_read, yaml_scalars
from pipelint.base.lean.record import dataclass

__all__ = ["MAX_DEPTH", "MAX_NODES", "Mapping", "Node", "Pair", "Scalar", "Sequence", "Stream", "YamlError", "read_yaml"]
__all__ += ["scalars_of"]

MAX_DEPTH = 200
MAX_NODES = 4_000_000
"""Bounds of the native reader, so that a hostile manifest costs little: real ones nest some 30 deep, 10 MB hold a million."""

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
    """The nodes of ``data`` (valid UTF-8), all that stand before the first error."""
    roots, error = yaml_read(data)
    return Stream(tuple(roots), None if error is None else YamlError(*error))


def scalars_of(roots: Iterable[Node]) -> list[Scalar]:
    """All scalars of the stream with these ``roots`` in their order, keys before their values."""
    return next((yaml_scalars(root) for root in roots), [])
