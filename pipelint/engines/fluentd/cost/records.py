"""The work of filters that set and remove fields, and the record that they leave."""

from __future__ import annotations

from pipelint.base.block import Block
from pipelint.base.lean.record import replace
from pipelint.cost.events.flow import State
from pipelint.cost.events.work import Terms, add
from pipelint.engines.fluentd.cost.params import words
from pipelint.engines.fluentd.types import is_true

_MESSAGE_KEYS = frozenset({"log", "message", "msg", "MESSAGE"})
# Bytes of a field whose value is not known, its name and quotes included.
_SHORT_FIELD = 25.0


def added(block: Block) -> dict[str, str]:
    """The fields of all `<record>` sections, and what they are set to."""
    return {name: param.value for b in block.blocks if b.name == "record" for name, param in b.params.items()}


def transformer_terms(block: Block, state: State) -> Terms:
    """Work of record_transformer per event."""
    fields = added(block)
    if is_true(block, "enable_ruby"):
        # Its values are handed over as they are, without the names that an event's are given below.
        terms = {"record.ruby": 1.0, "record.eval": float(len(fields)), "record.tag_part": state.tag_parts * state.emits}
        return add(terms, *(_code_terms(value, state) for value in fields.values()))
    referring = sum(1.0 for value in fields.values() if "${" in value)
    own = sum(1.0 for value in fields.values() if "${record" in value)
    # Without Ruby it makes a name for each key of the record, and several for each part of the tag: for each event.
    return {
        "record.event": 1.0,
        "record.name": state.fields - state.nested + 3,
        "record.tag_name": state.tag_parts,
        "record.plain": len(fields) - referring,
        "record.reference": own,
        "record.placeholder": referring - own,
        "record.tag_part": state.tag_parts * state.emits,
    }


def modifier_terms(block: Block, state: State) -> Terms:
    """Work of record_modifier per event: its code is compiled once."""
    replaced = [section.value("key") for section in block.blocks if section.name == "replace"]
    gsub = sum(state.text if key in _MESSAGE_KEYS else _SHORT_FIELD for key in replaced)
    return {
        "record.modified_field": float(len(added(block)) + len(words(block, "remove_keys"))),
        # The tag is taken apart for each event as soon as one value asks for a part.
        "record.tag_split": float(any("tag_parts" in value for value in added(block).values())),
        "record.gsub_byte": gsub,
    }


def _code_terms(code: str, state: State) -> Terms:
    """What well-known calls in a Ruby expression do."""
    terms: Terms = {}
    if "gsub" in code:
        terms = add(terms, {"record.gsub_byte": state.text})
    if "strftime" in code or "iso8601" in code:
        terms = add(terms, {"time.written": 1.0})
    if "to_json" in code or "JSON.generate" in code:
        terms = add(terms, {"format.json": 1.0, "format.json_byte": state.record})
    return terms


def changed(block: Block, state: State) -> State:
    """The record after the filter."""
    fields = added(block)
    keys = state.keys
    removed = [key for key in words(block, "remove_keys") if keys is None or key.lstrip("$.") in keys | frozenset(fields)]
    if is_true(block, "renew_record"):
        kept = words(block, "keep_keys")
        removed, keys = [], frozenset(kept)
        state = replace(state, fields=float(len(kept)), record=sum(_bytes(key, state) for key in kept))
    new = [name for name in fields if keys is None or name not in keys]
    growth = sum(_written(name, value, state) for name, value in fields.items())
    shrink = sum(_bytes(key, state) for key in removed)
    return replace(
        state,
        record=max(2.0, state.record + growth - shrink),
        fields=max(1.0, state.fields + len(new) - len(removed)),
        keys=None if keys is None else (keys | frozenset(fields)) - frozenset(key.lstrip("$.") for key in removed),
    )


def _bytes(key: str, state: State) -> float:
    return state.text if key.lstrip("$.") in _MESSAGE_KEYS else _SHORT_FIELD


def _written(name: str, value: str, state: State) -> float:
    """Bytes that a set field takes: all of the message where it copies that."""
    if name in _MESSAGE_KEYS and state.keys is not None and name in state.keys:
        return 0.0
    if "${" in value or "#{" in value:
        return state.text if any(f'"{key}"' in value for key in _MESSAGE_KEYS) else _SHORT_FIELD
    return float(len(name) + len(value) + 6)
