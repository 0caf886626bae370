"""What the traffic may be where nobody says: how far an estimate moves over the range of each figure that it asked for."""

from __future__ import annotations

from collections.abc import Iterator

from pipelint.base.lean.record import replace
from pipelint.cost.events.shares import WHOLE_TAGS
from pipelint.cost.events.traffic import TrafficProfile
from pipelint.cost.events.walk import Walked

# Bytes of a JSON message for each of its keys: no fewer than in those with most keys that were measured.
_KEY_BYTES = 20.0


def ranges(line_bytes: float) -> dict[str, tuple[float, float]]:
    """Where nine of ten configs should have their figure, for lines of so many bytes."""
    return {
        "continuation": (0.0, 0.5),
        "app_fields": (3.0, max(20.0, line_bytes / _KEY_BYTES)),
        "sender_tag_parts": (1.0, 10.0),
        # Docker's log driver sends each event alone.
        "message_events": (1.0, 1000.0),
        "distinct_times": (0.3, 1.0),
        "kept": (0.6, 1.0),
        "grok_miss": (0.0, 0.2),
        # From what is repeated from line to line to numbers and words without order.
        "gzip_text": (0.6, 1.8),
    }


def others(walked: Walked, traffic: TrafficProfile) -> Iterator[tuple[TrafficProfile, ...]]:
    """The other traffics that an assumption leaves open, one assumption after another.

    Only what the walk asked for counts, and of that what the settings do not give. The share of the events that take a filter
    which only some tags meet may be up to all of them.
    """
    for name, ends in ranges(traffic.line_bytes).items():
        if name in walked.asked and name not in traffic.given:
            yield tuple(replace(traffic, **{name: end}) for end in ends)  # type: ignore[arg-type]
    if WHOLE_TAGS in walked.asked:
        yield (replace(traffic, given=(*traffic.given, WHOLE_TAGS)),)
