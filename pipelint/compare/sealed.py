"""A comparison of which nothing may be quoted: what changed is counted, what it costs is said."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING

from pipelint.base.lean.record import replace
from pipelint.compare.model import Compared

if TYPE_CHECKING:
    from pipelint.cost.estimate import Estimate

_HIDDEN = "(hidden)"
_DOUBT = "inputs came or went, or not all of what changed was measured"


def sealed(found: Compared) -> Compared:
    """``found`` without names of plugins, patterns and values; its findings say the titles of their rules alone already."""
    counts = "; ".join(_counts(found))
    cost = found.cost
    return replace(
        found,
        stages=(),
        config_params=(),
        before_estimate=_without_plugins(found.before_estimate),
        after_estimate=_without_plugins(found.after_estimate),
        cost=None if cost is None else replace(cost, blames=(), doubts=(_DOUBT,) if cost.doubts else ()),
        notes=(*found.notes, *([f"{counts} (no more of a Secret is shown)"] if counts else ())),
        flows=(),
    )


def _counts(found: Compared) -> Iterator[str]:
    """``2 stages changed, 1 added``, ``1 setting changed``."""
    stages = Counter(change.change.value for change in found.stages)
    if stages:
        first, *others = stages.items()
        of = "stage" if first[1] == 1 else "stages"
        yield ", ".join([f"{first[1]} {of} {first[0]}", *(f"{count} {word}" for word, count in others)])
    if found.config_params:
        count = len(found.config_params)
        yield f"{count} {'setting' if count == 1 else 'settings'} of the whole config changed"


def _without_plugins(found: Estimate | None) -> Estimate | None:
    if found is None:
        return None
    stages = tuple(replace(cost, stage=replace(cost.stage, plugin=_HIDDEN)) for cost in found.stages)
    return replace(found, stages=stages, assumptions=())
