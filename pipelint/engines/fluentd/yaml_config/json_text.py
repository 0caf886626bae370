"""The text of a ``!fluent/json``: the structure under it as Ruby writes JSON."""

from __future__ import annotations

import json

from pipelint.base.lean.record import dataclass
from pipelint.engines.fluentd.yaml_config.scalars import Kind
from pipelint.engines.fluentd.yaml_config.values import Atom, Table, Value

_MAX_VALUES = 10_000
_BARE = {Kind.NIL: "null", Kind.TRUE: "true", Kind.FALSE: "false"}


@dataclass(frozen=True, slots=True)
class JsonText:
    """The text; ``embedded`` where code of the config makes a part of it, or where it is too large to be written."""

    text: str
    embedded: bool


def dump(value: Value) -> JsonText:
    """``value`` as compact JSON. Depth is bounded by the YAML reader."""
    writer = _Writer()
    text = writer.write(value)
    return JsonText(text, writer.embedded)


class _Writer:
    """Counts what it writes: aliases may make a small file stand for a very large structure."""

    def __init__(self) -> None:
        self.embedded = False
        self._left = _MAX_VALUES

    def write(self, value: Value) -> str:
        """``value`` as JSON."""
        self._left -= 1
        if self._left < 0:
            self.embedded = True
            return "null"
        if isinstance(value, Atom):
            self.embedded |= value.embedded
            if value.kind in _BARE:
                return _BARE[value.kind]
            return value.text if value.kind is Kind.NUMBER else _quote(value.text)
        if isinstance(value, Table):
            pairs = {entry.key.text: self.write(entry.value) for entry in value.entries.values()}
            return "{" + ",".join(f"{_quote(key)}:{text}" for key, text in pairs.items()) + "}"
        return "[" + ",".join(self.write(item.value) for item in value.items) + "]"


def _quote(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)
