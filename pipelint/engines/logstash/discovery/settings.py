"""The settings of pipelines.yml and logstash.yml: nested maps made flat, each with its places."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import islice

from pipelint.base.block import Param
from pipelint.base.lean.late import late
from pipelint.base.lean.record import dataclass
from pipelint.base.text.document import Document, Place
from pipelint.base.text.span import Span
from pipelint.yaml.text import content_span
from pipelint.yaml.tree import Mapping, Node, Scalar

MAX_SETTINGS = 1_000
"""Of one map: Logstash itself knows some 150. Aliases can make a small file many."""

MAX_VALUE = 16_384
"""Bytes of a value: longer ones are texts, not settings."""

_DEPTH = 20
_NAME = 200  # bytes; longer than any setting's
# org.logstash.common.EnvironmentVariables: ${VAR} or ${VAR:default}
_VARIABLE = late(r"\$\{[A-Za-z_.][\w.]*(?::([^}]{0,9999}))?\}", re.ASCII)


@dataclass(frozen=True, slots=True, eq=False)
class Setting:
    """One setting as it stands in YAML: its dotted name, the last part of its key, and its value of any kind."""

    name: str
    key: Scalar
    value: Node


def flatten(node: Mapping) -> dict[str, Setting]:
    """The settings of ``node`` by dotted name: ``pipeline: {batch: {size: 1}}`` is ``pipeline.batch.size``, as in Logstash.

    What is merged in by ``<<`` counts where the map has no such setting of its own. At most ``MAX_SETTINGS``.
    """
    found: dict[str, Setting] = {}
    # Aliases make a tree of a million maps out of few: what is looked at is counted, not what is found.
    for setting in islice(_walk(node, "", _DEPTH), MAX_SETTINGS):
        if setting is not None:
            found.setdefault(setting.name, setting)
    return found


def _walk(node: Mapping, prefix: str, depth: int) -> Iterator[Setting | None]:
    """The settings in ``node``, its own before those merged in, and None for each map on the way."""
    yield None
    merged = node.values.get("<<")
    for key, value in node.values.items():
        name = prefix + key
        if isinstance(value, Mapping):
            if depth and value != merged:
                yield from _walk(value, f"{name}.", depth - 1)
        elif len(name) <= _NAME:
            yield Setting(name, node.keys[key], value)
    if isinstance(merged, Mapping) and depth:
        yield from _walk(merged, prefix, depth - 1)


def substitute(value: str) -> tuple[str, bool]:
    """``value`` with each ``${VAR:default}`` as its default, and whether a ``${VAR}`` without one is left in it."""
    out = _VARIABLE.sub(lambda found: found[0] if found[1] is None else found[1], value)
    return out, any(found[1] is None for found in _VARIABLE.finditer(value))


def param(setting: Setting, document: Document) -> Param | None:
    """The setting as a Param that stands in ``document``, None where its value is a list or a text.

    Its value is what it is where nothing sets the environment variables in it; without a default that is not known, and
    then it is verbatim and ``embedded``.
    """
    scalar = setting.value
    if not isinstance(scalar, Scalar) or len(scalar.value) > MAX_VALUE:
        return None
    value, open_variable = substitute(scalar.value)
    name_place = Place(document, content_span(document.text, setting.key))
    return Param(setting.name, value, Place(document, content_span(document.text, scalar)), name_place, open_variable)


def with_defaults(own: Iterable[Param], defaults: Iterable[Param]) -> tuple[Param, ...]:
    """``own`` settings and those of ``defaults`` that they do not set. What a file's own pipeline is, is no default."""
    found = {param.name: param for param in defaults if param.name not in ("pipeline.id", "path.config", "config.string")}
    return tuple({**found, **{param.name: param for param in own}}.values())


def place_of(node: Node, document: Document) -> Place:
    """Where ``node`` stands: a scalar's value; of a map or list from the first key or item to the last scalar in it."""
    if isinstance(node, Scalar) and node.end - node.start <= MAX_VALUE:
        return Place(document, content_span(document.text, node))
    first: Node = node
    last: Node = node
    for _ in range(_DEPTH):
        first = _child(first, 0)
        last = _child(last, -1)
    start = first.start if isinstance(first, Scalar) else 0
    end = last.end if isinstance(last, Scalar) else start
    return Place(document, Span(start, max(start, end)))


def _child(node: Node, index: int) -> Node:
    """The first (0) or last (-1) scalar or collection directly in ``node``; a map begins with a key. Else ``node``."""
    if isinstance(node, Scalar):
        return node
    if isinstance(node, Mapping):
        inside: list[Node] = [*node.keys.values()] if index == 0 else [*node.values.values()]
    else:
        inside = node.items
    return inside[index] if inside else node
