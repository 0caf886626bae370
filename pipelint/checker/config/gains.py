"""Gains: what fixes bring, predicted by making their edits in memory and estimating the edited config like any other."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from pipelint.base.finding import NOTHING, Finding, Fix, Gain, JointGain, Safety
from pipelint.base.lean.once import cached_property
from pipelint.base.lean.record import dataclass, replace
from pipelint.base.limits import left_out
from pipelint.checker.config.costs import Today, model_for, walks_of
from pipelint.checker.result import by_cause
from pipelint.checker.trial.choose import choose
from pipelint.checker.trial.together import Together
from pipelint.checker.trial.trial import edited, known, made, tried, withdrawn
from pipelint.settings.model import Settings

if TYPE_CHECKING:
    from pipelint.cost.difference import Before
    from pipelint.language.config import Config

# Predicting a gain reads and routes the edited config. Over this many stages in all, or comparisons of tags, the findings that
# rank last get none.
GAIN_STAGES, GAIN_WORK = 2_000, 400_000
# With samples their lines go through each edited config.
GAIN_SAMPLES = 16


def may_gain(finding: Finding) -> bool:
    """Whether its fix is an edit that is meant to make the config faster, in a way that an estimate shows."""
    return finding.gains and finding.fix is not None and bool(finding.fix.edits)


@dataclass(frozen=True, slots=True)
class Gains:
    """Findings with the gains of their fixes, which are so tried, and what fixes bring together."""

    findings: Sequence[Finding]
    joint: tuple[JointGain, ...] = ()


def with_gains(findings: Sequence[Finding], config: Config, costs: Today, settings: Settings) -> Gains:
    """The gains of the fixes of a config, its worst findings first. ``costs`` are the config's own.

    A fix that is meant to make it faster has the gain of all places where the same is found for the same cause.
    """
    trials = Trials(config, costs, settings)
    every = _Every(findings, trials)
    out = {id(finding): finding for finding in findings} | every.tried
    left, missing = _affordable(config, settings), 0
    gaining: set[int] = set()
    for cause in by_cause(filter(may_gain, _worst_first(findings))):
        fixed = _together([each for each in cause if _fix(out[id(each)]).edits])
        if not fixed:
            continue
        left -= 1
        if left < 0:
            missing += len(cause)
            continue
        after = every.made if _same(fixed, every.fixed) else trials.made(fixed)
        if after is None:
            if len(fixed) == 1:
                out[id(fixed[0])] = replace(fixed[0], fix=withdrawn(_fix(fixed[0])))
            continue
        out.update((id(each), _tried(each)) for each in fixed)
        gain = trials.gain(after, len(fixed))
        if gain is not None:
            out.update((id(each), replace(out[id(each)], gain=gain)) for each in cause)
            gaining.update(map(id, fixed))
    if missing:
        left_out(f"no gain is predicted for {missing:,} of the fixes: that would take too long")
    joint = every.gains(lambda fixed: len(by_cause(each for each in fixed if id(each) in gaining)) > 1)
    return Gains([out[id(finding)] for finding in findings], joint)


def gain_of(cause: Sequence[Finding], config: Config, settings: Settings) -> Gain | None:
    """What fixes of one cause bring that have been tried, for an editor. Raises CostModelError, SampleError, OSError."""
    fixed, costs = _together(list(filter(may_gain, cause))), Today(config, settings, editing=True)
    if not fixed or config.errors or costs.estimate is None:
        return None
    edits = [edit for finding in fixed for edit in _fix(finding).edits]
    after = config.engine.load(config.entry, edited(config.documents, edits))
    return None if after.errors else Trials(config, costs, settings).gain(after, len(fixed))


class _Every:
    """All fixes that can be made together: what ``--unsafe-fixes`` makes first, of which nearly always all work.

    ``tried``: by identity the findings whose fixes were tried.
    """

    def __init__(self, findings: Sequence[Finding], trials: Trials) -> None:
        self._trials = trials
        ordered = _worst_first(findings)
        self.fixed = choose(ordered, Safety.UNSAFE)
        self.made = trials.made(self.fixed)
        works = tried(self.fixed, trials.config) if self.made is None else [_tried(each) for each in self.fixed]
        self.tried = {id(each): after for each, after in zip(self.fixed, works, strict=True)}
        if self.made is None:
            ordered = self.fixed = [each for each in self.fixed if _fix(self.tried[id(each)]).edits]
            self.made = trials.made(self.fixed)
        self._safe = choose(ordered, Safety.SAFE)

    def gains(self, wanted: Callable[[Sequence[Finding]], bool]) -> tuple[JointGain, ...]:
        """What the safe ones bring and what all do, of those that are ``wanted``."""
        out = []
        for level, fixed in ((Safety.SAFE, self._safe), (Safety.UNSAFE, self.fixed)):
            if wanted(fixed) and not (level is Safety.UNSAFE and _same(fixed, self._safe)):
                after = self.made if _same(fixed, self.fixed) else self._trials.made(fixed)
                gain = None if after is None else self._trials.gain(after, len(fixed))
                out += [] if gain is None else [JointGain(level, gain, tuple(map(_tried, fixed)))]
        return tuple(out)


class Trials:
    """Makes fixes on copies of a config, which are read and estimated like any other."""

    def __init__(self, config: Config, costs: Today, settings: Settings) -> None:
        self.config, self._costs, self._settings = config, costs, settings
        self._model = model_for(config.engine.name, settings)

    def made(self, findings: Sequence[Finding]) -> Config | None:
        """The config with the fixes of findings; None where there are none, or they do not do what they say."""
        fixes = [finding.fix for finding in findings if finding.fix is not None]
        after = made(self.config, fixes) if fixes else None
        return None if after is None else after.config

    def gain(self, after: Config, fixes: int) -> Gain | None:
        """What so many ``fixes`` bring that made ``after`` of the config; None where that is nothing, or not known."""
        from pipelint.cost.estimate import rate

        today, now = self._costs.estimate, walks_of(after, self._settings, editing=self._costs.editing).assumed
        if today is None or now is None:
            return None
        rates = today.events_per_cpu_second.mid, rate(now, self._model, self._settings.scale)
        if abs(rates[1] / rates[0] - 1) < NOTHING:
            # Where plugins were not measured what the fix changes is likely to be in that part: of it nothing is known.
            return None
        change = self._before.change(now)
        return Gain(*rates, change.low, change.high, fixes)

    @cached_property
    def _before(self) -> Before:
        from pipelint.cost.difference import Before

        walks = self._costs.walks
        assert walks is not None and walks.assumed is not None  # it has an estimate
        return Before(walks.assumed, walks.open, self._model)


def _worst_first(findings: Sequence[Finding]) -> list[Finding]:
    """Findings in the order in which their fixes are made."""
    return sorted(findings, key=lambda finding: -finding.severity)


def _same(some: Sequence[Finding], others: Sequence[Finding]) -> bool:
    return list(map(id, some)) == list(map(id, others))


def _together(findings: Sequence[Finding]) -> list[Finding]:
    """Those whose fixes can be made together."""
    together = Together()
    return [finding for finding in findings if together.take(_fix(finding))]


def _affordable(config: Config, settings: Settings) -> int:
    """How many edited configs may be read."""
    stages, work = len(config.graph.stages), config.graph.work
    affordable = min(GAIN_STAGES // max(1, stages), GAIN_WORK // max(1, work))
    return min(affordable, GAIN_SAMPLES) if settings.samples else affordable


def _tried(finding: Finding) -> Finding:
    return replace(finding, fix=known(_fix(finding)))


def _fix(finding: Finding) -> Fix:
    assert finding.fix is not None
    return finding.fix
