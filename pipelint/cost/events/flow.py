"""Flow state: what is known of the events at one point of their way, as the work of the next stage depends on it."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from pipelint.base.lean.record import dataclass, field, replace


@dataclass(frozen=True, slots=True)
class State:
    """Events on their way between two stages.

    ``events``: per average input line of the config. ``emits``: emitted streams per event: 0.001 when a thousand travel
    together, 1 when each travels alone, and above 1 when streams arrive emptied. ``text``: bytes of the field with the
    message; ``record``: bytes of the whole record as JSON; ``fields``: its keys, nested ones included, of which ``nested`` are
    inside others; ``keys``: the top-level ones, None when unknown. ``framed``: the text is still a container runtime's whole
    line. ``continuation`` and ``partial``: shares of events that a joining stage would fold into others. ``tag_parts``: parts of
    the tag between dots.
    ``packed``: the events still are the bytes that a sender packed. ``stages``: how many they have left, the source included.
    ``locked``: 1 and how many filters made them anew under a lock that another thread asks for, too; 0: there is none.
    ``sent``: senders chose their tags, of which the config says nothing. ``sizes``: bytes of those fields of which they are
    known, by path (``a.b``). ``binary``: the share of the fields whose text is bytes of no encoding.
    """

    events: float
    emits: float
    text: float
    record: float
    fields: float
    keys: frozenset[str] | None
    framed: bool
    continuation: float
    partial: float
    tag_parts: float
    packed: bool = False
    stages: float = 0.0
    sent: bool = False
    sizes: Mapping[str, float] = field(default_factory=dict)
    nested: float = 0.0
    locked: float = 0.0
    binary: float = 0.0

    def share(self, part: float) -> State:
        """The same events, only ``part`` of them, in as many streams per event."""
        return replace(self, events=self.events * part)

    def thinned(self, kept: float) -> State:
        """What is left when the share ``kept`` of the events stays in the same streams."""
        kept = max(kept, 1e-9)
        return replace(self, events=self.events * kept, emits=self.emits / kept)

    def further(self) -> State:
        """The same events one stage further on."""
        return replace(self, stages=self.stages + 1)

    def alone(self) -> State:
        """The same events, each in a stream of its own."""
        return replace(self, emits=1.0)


def mix(states: Sequence[State]) -> State:
    """Several flows seen as one: the sum of the events, the means of all else, weighted by events.

    Raises ValueError on an empty sequence.
    """
    if not states:
        raise ValueError("no flow to mix")
    if len(states) == 1:
        return states[0]
    total = math.fsum(s.events for s in states)
    shares = [s.events / total if total else 1 / len(states) for s in states]

    def mean(values: Sequence[float]) -> float:
        return math.fsum(share * value for share, value in zip(shares, values, strict=True))

    known = [s.keys for s in states if s.keys is not None]
    main = max(states, key=lambda s: s.events)
    return State(
        events=total,
        emits=mean([s.emits for s in states]),
        text=mean([s.text for s in states]),
        record=mean([s.record for s in states]),
        fields=mean([s.fields for s in states]),
        keys=frozenset.intersection(*known) if len(known) == len(states) else None,
        framed=main.framed,
        continuation=mean([s.continuation for s in states]),
        partial=mean([s.partial for s in states]),
        tag_parts=mean([s.tag_parts for s in states]),
        packed=main.packed,
        stages=mean([s.stages for s in states]),
        sent=main.sent,
        nested=mean([s.nested for s in states]),
        locked=main.locked,
        binary=mean([s.binary for s in states]),
        sizes={name: size for s in (*states, main) for name, size in s.sizes.items()},
    )
