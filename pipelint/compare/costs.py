"""What a change costs: the ratio of the rates with what the cost model can know of it, and the stages that it comes from."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING

from pipelint.base.lean.record import dataclass
from pipelint.compare.model import Blame, Change, CostChange, Direction, StageChange
from pipelint.compare.params import is_flat
from pipelint.compare.stages import Paired
from pipelint.cost.difference import Graded, Work, part_stages
from pipelint.cost.events.work import Grade
from pipelint.cost.interval import joined
from pipelint.graph.stage import Kind, Stage, StageGraph

if TYPE_CHECKING:
    from pipelint.cost.estimate import Estimate, StageCost
    from pipelint.cost.model import CostModel

# µs per event below which a difference is rounding.
_NOTHING_US = 1e-6


def cost_change(
    before: Estimate, after: Estimate, pairs: Paired, changes: Iterable[StageChange], graphs: tuple[StageGraph, StageGraph],
    model: CostModel, scale: float,
) -> CostChange:  # fmt: skip
    """What the change of a config costs. ``graphs`` are those of BASE and HEAD, ``model`` the one of both estimates."""
    work = part_stages(_graded(before.stages), _graded(after.stages), model, scale)
    by_stage = _by_stage(changes)
    was, now = _by_identity(before), _by_identity(after)
    costs = [(was.get(id(old)), now.get(id(new))) for old, new in pairs]
    doubts = _Doubts(pairs, costs, by_stage, graphs)
    blames = [
        blame
        for (old, new), (less, more) in zip(pairs, costs, strict=True)
        if (blame := _blame(old, new, less, more, by_stage, graphs, model, scale)) is not None
    ]
    return CostChange(
        before,
        after,
        work.rate(model.spread),
        doubts.settle(work, model.spread),
        tuple(sorted(blames, key=lambda blame: -abs(blame.us[1]))),
        tuple(doubts.words()),
    )


def moved_cost(before: Estimate, after: Estimate) -> CostChange:
    """What the move to another engine costs: each estimate has a model of its own, and their errors are independent."""
    was, now = before.us_per_event, after.us_per_event
    rate = joined(was.mid / now.mid, [(was.mid / was.low, was.high / was.mid), (now.high / now.mid, now.mid / now.low)])
    certain = Direction.SLOWER if rate.high < 1 else Direction.FASTER if rate.low > 1 else Direction.UNCLEAR
    return CostChange(before, after, rate, certain, (), ())


def _graded(costs: Iterable[StageCost | None]) -> Graded:
    return [(cost.grade, cost.terms) for cost in costs if cost is not None]


def _by_identity(found: Estimate) -> dict[int, StageCost]:
    return {id(cost.stage): cost for cost in found.stages}


def _by_stage(changes: Iterable[StageChange]) -> dict[int, StageChange]:
    """Changes by the identity of each stage that they speak of."""
    return {id(stage): change for change in changes for stage in (change.before, change.after) if stage is not None}


def _blame(
    old: Stage | None, new: Stage | None, was: StageCost | None, now: StageCost | None, changes: Mapping[int, StageChange],
    graphs: tuple[StageGraph, StageGraph], model: CostModel, scale: float,
) -> Blame | None:  # fmt: skip
    us = part_stages(_graded([was]), _graded([now]), model, scale).difference(model.spread)
    if max(map(abs, us)) < _NOTHING_US:
        return None
    stage, graph = (new, graphs[1]) if new is not None else (old, graphs[0])
    assert stage is not None
    known = all(cost.grade is not Grade.UNKNOWN for cost in (was, now) if cost is not None)
    return Blame(stage, _why(stage, graph, changes), us, known)


def _why(stage: Stage, graph: StageGraph, changes: Mapping[int, StageChange]) -> StageChange | None:
    """What changed of a stage: its own change, that of the section that it shares, that it came with the stage it is in."""
    own = changes.get(id(stage))
    if own is not None or stage.parent is None:
        return own
    above = graph.stages[stage.parent]
    over = _why(above, graph, changes)
    if over is None:
        return None
    return over if over.change in (Change.ADDED, Change.REMOVED) or is_flat(stage, graph) else None


@dataclass(frozen=True, slots=True)
class _Doubts:
    """Why a direction or a size may not be what it looks like."""

    pairs: Paired
    costs: list[tuple[StageCost | None, StageCost | None]]
    changes: Mapping[int, StageChange]
    graphs: tuple[StageGraph, StageGraph]

    def settle(self, work: Work, spread: float) -> Direction:
        """The direction that no doubt leaves open."""
        come, gone, _ = self._unknown()
        low, _, high = work.difference(spread)
        if self._other_mix():
            return Direction.UNCLEAR
        if max(abs(low), abs(high)) < _NOTHING_US:
            return Direction.UNCLEAR if come or gone else Direction.SAME
        if low > _NOTHING_US and not gone:
            return Direction.SLOWER
        return Direction.FASTER if high < -_NOTHING_US and not come else Direction.UNCLEAR

    def words(self) -> Iterator[str]:
        """The doubts."""
        come, gone, same = self._unknown()
        if self._other_mix():
            yield "inputs were added or removed: events before and after differ, so their costs cannot be compared"
        if come or gone:
            yield f"not measured, so their part of the change is a guess: {', '.join(dict.fromkeys([*come, *gone]))}"
        if same:
            yield f"not measured, so the share that changed is a guess: {', '.join(dict.fromkeys(same))}"

    def _unknown(self) -> tuple[list[str], list[str], list[str]]:
        """Plugins that were not measured: those that came, those that went (changed ones are both), those that stayed."""
        come: list[str] = []
        gone: list[str] = []
        same: list[str] = []
        for (old, new), (was, now) in zip(self.pairs, self.costs, strict=True):
            unknown = [cost is not None and cost.grade is Grade.UNKNOWN for cost in (was, now)]
            if not any(unknown):
                continue
            plugin = (new or old or self.graphs[1].stages[0]).plugin or "(no @type)"
            if was is not None and now is not None and old is not None and id(old) not in self.changes:
                same.append(plugin)
                continue
            gone += [plugin] * unknown[0]
            come += [plugin] * unknown[1]
        return come, gone, same

    def _other_mix(self) -> bool:
        """Whether inputs came or went beside others: then an average event is another one."""
        read = [pair for pair, cost in zip(self.pairs, self.costs, strict=True) if _reads(pair, cost)]
        several = any(sum(pair[side] is not None for pair in read) > 1 for side in (0, 1))
        return several and any(None in pair for pair in read)


def _reads(pair: tuple[Stage | None, Stage | None], costs: tuple[StageCost | None, StageCost | None]) -> bool:
    stage = pair[1] or pair[0]
    return stage is not None and stage.kind is Kind.SOURCE and any(cost is not None and cost.events > 0 for cost in costs)
