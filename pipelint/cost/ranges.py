"""What the traffic may be where nobody says: how far an estimate moves over the range of each figure that it asked for."""

from __future__ import annotations

from collections.abc import Iterator

from pipelint.base.lean.record import replace
from pipelint.cost.traffic import TrafficProfile
from pipelint.cost.walk import WHOLE_TAGS, Walked

# Nine of ten of the configs that people run should have their figure in here: what logs have that were looked at.
RANGES: dict[str, tuple[float, float]] = {
    "continuation": (0.0, 0.5),
    "app_fields": (3.0, 20.0),
    "sender_tag_parts": (1.0, 10.0),
    "distinct_times": (0.3, 1.0),
    "kept": (0.6, 1.0),
}


def others(walked: Walked, traffic: TrafficProfile) -> Iterator[tuple[TrafficProfile, ...]]:
    """The other traffics that an assumption leaves open, one assumption after another.

    Only what the walk asked for counts, and of that what the settings do not give. The share of the events that take a filter
    which only some tags meet may be up to all of them.
    """
    for name, ends in RANGES.items():
        if name in walked.asked and name not in traffic.given:
            yield tuple(replace(traffic, **{name: end}) for end in ends)  # type: ignore[arg-type]
    if WHOLE_TAGS in walked.asked:
        yield (replace(traffic, given=(*traffic.given, WHOLE_TAGS)),)
