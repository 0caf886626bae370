"""What is known of an event's fields: which holds the message, and how many bytes a named one has."""

from __future__ import annotations

from collections.abc import Mapping

from pipelint.base.lean.record import replace
from pipelint.cost.events.flow import State

# Names under which the main text travels: the input's own, and those of structured events (the measured ones, ECS, others).
_TEXT = frozenset({"message", "text", "msg", "log", "m", "[event][original]", "event.original", "[log][original]"})
# Any other field: the middle of the measured documents' (names, addresses, times, URLs).
SHORT = 24.0
# What every event has besides its data: time stamp, version, host and the original line.
OWN_FIELDS = 4.0
OWN_BYTES = 150.0


def field_bytes(name: str, state: State) -> float:
    """Bytes of the field called ``name``, written plainly or as ``[name]``."""
    plain = name.strip("[]") if name.count("[") == 1 else name
    if state.sizes and (seen := state.sizes.get(name.strip("[]").replace("][", "."))) is not None:
        return seen
    if plain in state.sizes:
        return state.sizes[plain]
    return state.text if plain in _TEXT else min(SHORT, state.text)


def sized(state: State, sizes: Mapping[str, float]) -> State:
    """The events with fields of these bytes, which are set anew; what is short anyway needs no note."""
    return replace(state, sizes={**state.sizes, **sizes}) if sizes else state
