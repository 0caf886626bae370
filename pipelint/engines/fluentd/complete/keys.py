"""Completion of keys of records: in ``${record["..."]}``, in parameters that name a key, and among a buffer's chunk keys."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from pipelint.engines.fluentd.complete.fields import fields
from pipelint.engines.fluentd.plugins.known import known
from pipelint.engines.fluentd.records.uses import RecordFlow
from pipelint.facts.editing import known_fields
from pipelint.graph.stage import Kind
from pipelint.language.editing import Item, ItemKind

if TYPE_CHECKING:
    from pipelint.base.text.document import Place
    from pipelint.graph.stage import Stage
    from pipelint.language.config import Config

_RECORD = re.compile(r"""\$\{[^}]*\brecord\[\s*["'][^"'\]]*$""")
_CHUNK = re.compile(r"^\s*<buffer\s+(?:[^\s,]+\s*,\s*)*[^\s>,]*$")
_VALUE = re.compile(r"^\s*(?P<name>[\w.-]+)\s")
# Parameters of sections and filters that are keys, or lists of them.
_KEYS = frozenset(("key", "remove_keys", "keep_keys", "whitelist_keys"))
_CHUNK_KEYS = ("tag", "time")


def begins_field(before: str) -> bool:
    """Whether only a key may stand at the end of a line up to the cursor."""
    return _RECORD.search(before) is not None or _CHUNK.match(before) is not None


def field_items(config: Config, place: Place, before: str) -> Iterator[Item]:
    """The keys that records have or may have at a place, where a key may stand."""
    stage = known_fields.stage_around(config, place)
    value = _VALUE.match(before)
    chunk = _CHUNK.match(before) is not None
    if not (begins_field(before) or (stage is not None and value is not None and _names_key(stage, value["name"]))):
        return
    record = None if stage is None else RecordFlow(config.graph).record(stage)
    names = dict.fromkeys([] if record is None else record.keys)
    if record is None or not record.complete:
        names |= dict.fromkeys(path[0] for path in known_fields.set_before(config, place, fields(config)))
    yield from (Item(name, ItemKind.FIELD) for name in (*names, *(_CHUNK_KEYS if chunk else ())))


def _names_key(stage: Stage, name: str) -> bool:
    plugin = known(stage)
    reads = stage.kind in (Kind.FILTER, Kind.OUTPUT) and (name in _KEYS or name in plugin.records.reads)
    return reads or (stage.kind is Kind.FORMAT and name == "message_key")
