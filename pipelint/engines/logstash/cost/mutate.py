"""The work of ``mutate``, and of the settings that add and remove fields in any filter."""

from __future__ import annotations

from pipelint.base.block import Block
from pipelint.base.lean.late import late
from pipelint.cost.events.flow import State
from pipelint.cost.events.work import Terms, add
from pipelint.engines.logstash.cost.events import field_bytes, sized
from pipelint.engines.logstash.cost.params import pairs, strings

# Settings whose entries are fields with a value, and those that only name fields.
_WITH_VALUE = ("rename", "update", "replace", "split", "join", "merge", "copy")
_NAMES = ("uppercase", "lowercase", "capitalize", "strip")
_COMMON = ("remove_field", "add_tag", "remove_tag")
_REFERENCE = late(r"%\{[^}]{1,999}\}")
# A pattern that begins with a letter is looked for as text; one that begins with a class is tried at every byte.
_LITERAL = late(r"[A-Za-z0-9/_=\-, ]")


def mutate_terms(block: Block, state: State) -> Terms:
    """The operations of one ``mutate``."""
    groups = [pairs(block, name) for name in _WITH_VALUE]
    named = [strings(block, name) for name in _NAMES]
    converted = pairs(block, "convert")
    operations = sum(1.0 for group in (*groups, *named, converted) if group)
    terms: Terms = {
        "mutate.operation": operations,
        "mutate.field": float(sum(len(group) for group in (*groups, *named))),
        "mutate.convert": float(len(converted)),
        "field.reference": float(sum(len(_REFERENCE.findall(v)) for group in groups for _, values in group for v in values)),
    }
    return add(terms, _gsub(block, state))


def moved(block: Block, state: State) -> State:
    """The events after it: a field that is renamed or copied has the bytes that it had."""
    pairs_ = (pair for name in ("rename", "copy") for pair in pairs(block, name))
    return sized(state, {new[0].strip("[]"): field_bytes(old, state) for old, new in pairs_ if new})


def _gsub(block: Block, state: State) -> Terms:
    terms: Terms = {}
    flat = strings(block, "gsub")
    for field, pattern in zip(flat[::3], flat[1::3], strict=False):
        kind = "text" if _LITERAL.match(pattern) else "class"
        size = field_bytes(field, state)
        terms = add(terms, {"mutate.gsub": 1.0, f"mutate.gsub_{kind}_byte": size})
    return terms


def common_terms(block: Block) -> Terms:
    """``add_field``, ``remove_field``, ``add_tag`` and ``remove_tag`` of any filter."""
    added = pairs(block, "add_field")
    named = [strings(block, name) for name in _COMMON]
    count = len(added) + sum(len(names) for names in named)
    return {
        "mutate.operation": float(bool(added)) + sum(1.0 for names in named if names),
        "mutate.field": float(count),
        "field.reference": float(sum(len(_REFERENCE.findall(text)) for _, values in added for text in values)),
    }


def added_fields(block: Block) -> float:
    """By how many fields the common settings change an event."""
    removed = len(strings(block, "remove_field"))
    return float(len(pairs(block, "add_field")) - removed)
