"""What is known of an event's fields: which holds the message, and how many bytes a named one has."""

from __future__ import annotations

from pipelint.cost.flow import State

# Names under which the main text travels: the input's own, and those of structured events (the measured ones, ECS, others).
_TEXT = frozenset({"message", "text", "msg", "log", "m", "[event][original]", "event.original", "[log][original]"})
# Any other field: the middle of the measured documents' (names, addresses, times, URLs).
_SHORT = 24.0
# What every event has besides its data: time stamp, version, host and the original line.
OWN_FIELDS = 4.0
OWN_BYTES = 150.0


def field_bytes(name: str, state: State) -> float:
    """Bytes of the field called ``name``, written plainly or as ``[name]``."""
    if state.sizes and (seen := state.sizes.get(name.strip("[]").replace("][", "."))) is not None:
        return seen
    return state.text if name.strip("[]") in _TEXT or name in _TEXT else min(_SHORT, state.text)
