"""What if: a config as it is, and with the fixes made of which a gain was predicted, each estimated like any other."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from pipelint.base.finding import Finding, Gain, Safety
from pipelint.base.lean.record import dataclass
from pipelint.checker.config.costs import estimate_config, walks_of
from pipelint.checker.result import Checked, by_cause
from pipelint.checker.trial.together import Together
from pipelint.checker.trial.trial import edited
from pipelint.graph.render.picture import MOST_DRAWN, NODES

if TYPE_CHECKING:
    from pipelint.cost.estimate import Estimate
    from pipelint.language.config import Config
    from pipelint.settings.model import Settings

Flows = Mapping[tuple[int, int], float]
"""Events per input line along edges, by the indices of the stages that they go from and to."""


@dataclass(frozen=True, slots=True)
class WhatIf:
    """A config with fixes made: of ``findings``, which have one cause, or all up to a ``level``. ``gain`` is what they bring."""

    findings: tuple[Finding, ...]
    level: Safety | None
    gain: Gain
    config: Config
    estimate: Estimate
    flows: Flows


def what_ifs(checked: Checked) -> Iterator[WhatIf]:
    """For each cause whose fix has a gain the config with it, then with all fixes that can be made together.

    Raises CostModelError, SampleError, OSError.
    """
    if checked.estimate is None:
        return
    for cause in by_cause(each for each in checked.findings if each.gain is not None):
        found = _fixed(checked, cause, cause[0].gain, None)
        if found is not None:
            yield found
    for joint in checked.joint:
        found = _fixed(checked, joint.of, joint.gain, joint.level)
        if found is not None:
            yield found


def flows_of(config: Config, settings: Settings) -> Flows:
    """What goes along the edges of a config; nothing where it has errors, or is too large for a picture."""
    nodes = sum(stage.kind in NODES for stage in config.graph.stages)
    return {} if config.errors or nodes > MOST_DRAWN else walks_of(config, settings).flows()


def _fixed(checked: Checked, findings: Sequence[Finding], gain: Gain | None, level: Safety | None) -> WhatIf | None:
    together = Together()
    fixes = [each.fix for each in findings if each.fix is not None and each.fix.edits and together.take(each.fix)]
    if gain is None or gain.fixes != len(fixes):
        return None
    # They have been tried.
    config = checked.config
    after = config.engine.load(config.entry, edited(config.documents, [edit for fix in fixes for edit in fix.edits]))
    estimate = None if after.errors else estimate_config(after, checked.settings, ranges=True)
    if estimate is None:
        return None
    return WhatIf(tuple(findings), level, gain, after, estimate, flows_of(after, checked.settings))
