"""Which fields csv, ruby and aggregate set, as far as their settings and code say it."""

from __future__ import annotations

import re

from pipelint.base.block import Block
from pipelint.base.lean.late import late
from pipelint.base.value import ValueKind
from pipelint.engines.logstash.facts.items import value_items
from pipelint.engines.logstash.types import is_true

# What code may do with an event without setting anything else than what stands there.
_SETS = late(r"""\bevent\.(?:set|remove)\(\s*(?:'([^'\\#]+)'|"([^"\\#]+)")\s*[,)]""")
_HARMLESS = late(
    r"""\bevent\.(?:(?:get|include\?)\(\s*(?:'[^'\\]+'|"[^"\\#]+")\s*\)|(?:get|include\?|tag|cancel|timestamp)(?=\W|$))"""
)
_KEPT = late(r"""\bmap\[\s*(?:'([^'\\#]+)'|"([^"\\#]+)")\s*\]|\bmap_meta\b""")
# With these code reaches an event that it does not name.
_ANY = late(r"\b(?:event|eval|instance_eval|instance_exec|binding|send|__send__|public_send|method|new_event_block|self)\b")
_MAP = late(r"(?<![.\w])map\b")
_PUSHES = ("push_map_as_event_on_timeout", "push_previous_map_as_event")
CODED = ("csv", "ruby", "aggregate")
COLUMN = "column"
"""What the names begin with that csv gives to columns which have none."""


def fields_of(block: Block) -> frozenset[str] | None:
    """The fields that such a filter sets or removes, but for the columns without a name; None where that is not known."""
    match block.name:
        case "csv":
            return _columns(block)
        case "ruby" if "init" not in block.names and "path" not in block.names:
            return _set_by(block.value("code"))
        case "aggregate" if "aggregate_maps_path" not in block.names:
            return _aggregated(block)
    return None


def _columns(block: Block) -> frozenset[str] | None:
    param = block.param("columns")
    if is_true(block, "autodetect_column_names"):
        return None
    if "target" in block.names:
        return frozenset((block.value("target"),))
    names = [] if param is None or param.data is None else value_items(param.data)
    plain = all(each.kind in (ValueKind.STRING, ValueKind.BAREWORD) and "$" not in each.text for each in names)
    return frozenset(each.text for each in names) if plain and (names or param is None) else None


def _set_by(code: str) -> frozenset[str] | None:
    """The fields that Ruby code sets; None where it may set others."""
    sets = list(_SETS.finditer(code))
    left = _HARMLESS.sub("", _SETS.sub("", code))
    if _ANY.search(left) or "$" in "".join(map(_name, sets)):
        return None
    return frozenset(map(_name, sets))


def _aggregated(block: Block) -> frozenset[str] | None:
    """Those of its code, and of the maps that become events."""
    codes = [block.value(name) for name in ("code", "timeout_code") if name in block.names]
    found = [_set_by(code) for code in codes]
    names = set[str]()
    for each in found:
        if each is None:
            return None
        names |= each
    if any(is_true(block, name) for name in _PUSHES):
        if any(_MAP.search(_KEPT.sub("", code)) for code in codes):
            return None
        names.update(name for code in codes for each in _KEPT.finditer(code) if (name := _name(each)))
        names.update(block.value(name) for name in ("timeout_task_id_field", "timeout_timestamp_field") if name in block.names)
    return None if any("%{" in name for name in names) else frozenset(names)


def _name(found: re.Match[str]) -> str:
    return found[1] or found[2] or ""
