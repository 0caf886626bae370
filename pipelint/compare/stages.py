"""Pairs the stages of two states of a config: by their ids, by all they say, then by kind, plugin, pattern and position."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence

from pipelint.compare.align import best, common, moved
from pipelint.compare.model import Change, StageChange
from pipelint.compare.params import PATTERN, Setting, changes, is_flat, stage_settings
from pipelint.graph.stage import Kind, Stage, StageGraph

Paired = list[tuple[Stage | None, Stage | None]]
"""Stages before and after; None where there is no such stage."""

# Stages before times stages after: with more that neither have their like, only the plugins are compared.
_MOST_COMPARED = 40_000
_Key = Callable[[Stage], Hashable]


def pair_stages(before: StageGraph, after: StageGraph) -> Paired:
    """Every stage of both sides once: those of ``after`` in their order, then those that only ``before`` has."""
    pairing = _Pairing(before, after)
    pairing.by_id()
    pairing.inside(None, None)
    left = [stage for stage in before.stages if stage.index not in pairing.found]
    back = {j: i for i, j in pairing.found.items()}
    paired: Paired = [(before.stages[back[s.index]] if s.index in back else None, s) for s in after.stages]
    return paired + [(stage, None) for stage in left]


def stage_changes(engine: str, pairs: Paired, before: StageGraph, after: StageGraph) -> tuple[StageChange, ...]:
    """What changed of paired stages of a config of ``engine``. Parts of one that came or went as a whole are not told apart."""
    both = [(old, new) for old, new in pairs if old is not None and new is not None]
    elsewhere = _moved(both)
    come = {new.index for old, new in pairs if old is None and new is not None}
    gone = {old.index for old, new in pairs if new is None and old is not None}
    out: list[StageChange] = []
    for old, new in pairs:
        if old is not None and new is not None:
            params = changes(engine, stage_settings(old, before), stage_settings(new, after))
            if params:
                out.append(StageChange(Change.CHANGED, old, new, params))
            elif (old.index, new.index) in elsewhere:
                out.append(StageChange(Change.MOVED, old, new))
        elif new is not None and new.parent not in come:
            out.append(StageChange(Change.ADDED, None, new))
        elif old is not None and old.parent not in gone:
            out.append(StageChange(Change.REMOVED, old, None))
    return tuple(out)


def _moved(pairs: Iterable[tuple[Stage, Stage]]) -> set[tuple[int, int]]:
    """Of the stages with the same parent and kind, those that stand at another turn; sources have no turn."""
    groups: dict[tuple[int | None, Kind], list[tuple[int, int]]] = {}
    for old, new in pairs:
        if old.kind in (Kind.FILTER, Kind.OUTPUT):
            groups.setdefault((new.parent, Kind.FILTER), []).append((old.index, new.index))
    return set().union(*(moved(group) for group in groups.values()))


class _Pairing:
    """``found`` has the index after of each index before."""

    def __init__(self, before: StageGraph, after: StageGraph) -> None:
        self.before, self.after = before, after
        self.found: dict[int, int] = {}
        self._digests: dict[tuple[int, int], Hashable] = {}

    def by_id(self) -> None:
        """Stages of one kind whose id stands once on each side."""
        before, after = _by_id(self.before), _by_id(self.after)
        for key in before.keys() & after.keys():
            self.found[before[key].index] = after[key].index

    def inside(self, old: Stage | None, new: Stage | None) -> None:
        """Pairs the parts of two paired stages, and the parts of those; of no stages the ones that are in none."""
        first, second = _children(self.before, old), _children(self.after, new)
        self._pass(first, second, self._digest, self._digest)
        self._unordered(first, second)
        self._alike(first, second)
        anchors = {stage.index: self.found[stage.index] for stage in first if stage.index in self.found}
        self._pass(first, second, _near(first, _kind, anchors), _near(second, _kind, {j: j for j in anchors.values()}))
        for stage in first:
            if stage.index in self.found:
                self.inside(stage, self.after.stages[self.found[stage.index]])

    def _free(self, first: Sequence[Stage], second: Sequence[Stage]) -> tuple[list[Stage], list[Stage]]:
        taken = set(self.found.values())
        return [s for s in first if s.index not in self.found], [s for s in second if s.index not in taken]

    def _pass(self, first: Sequence[Stage], second: Sequence[Stage], one: _Key, other: _Key) -> None:
        left, right = self._free(first, second)
        before = [(stage, key) for stage in left if (key := one(stage)) is not None]
        after = [(stage, key) for stage in right if (key := other(stage)) is not None]
        for i, j in common([key for _, key in before], [key for _, key in after]):
            self.found[before[i][0].index] = after[j][0].index

    def _unordered(self, first: Sequence[Stage], second: Sequence[Stage]) -> None:
        """What says exactly the same once on each side is the same stage, wherever it stands."""
        left, right = self._free(first, second)
        one, other = _unique(left, self._digest), _unique(right, self._digest)
        for key in one.keys() & other.keys():
            self.found[one[key].index] = other[key].index

    def _alike(self, first: Sequence[Stage], second: Sequence[Stage]) -> None:
        """Of what stands between the same paired stages, those of one plugin that are most alike."""
        anchors = {stage.index: self.found[stage.index] for stage in first if stage.index in self.found}
        old = _near(first, _plugin, anchors)
        new = _near(second, _plugin, {after: after for after in anchors.values()})
        left, right = self._free(first, second)
        if len(left) * len(right) > _MOST_COMPARED:
            self._pass(left, right, old, new)
            return
        said = [stage_settings(stage, self.before) for stage in left], [stage_settings(stage, self.after) for stage in right]

        def score(i: int, j: int) -> float:
            return _likeness(said[0][i], said[1][j]) if old(left[i]) == new(right[j]) else 0.0

        for i, j in best(len(left), len(right), score):
            self.found[left[i].index] = right[j].index

    def _digest(self, stage: Stage) -> Hashable:
        """All that a stage and its parts say."""
        graph = self.before if self.before.stages[stage.index : stage.index + 1] == (stage,) else self.after
        known = (id(graph), stage.index)
        if known not in self._digests:
            said = frozenset((name, setting.value) for name, setting in stage_settings(stage, graph).items())
            self._digests[known] = (stage.kind, said, *map(self._digest, graph.parts(stage)))
        return self._digests[known]


def _near(stages: Sequence[Stage], key: _Key, anchors: Mapping[int, int]) -> _Key:
    """``key`` together with the paired stage before it: what is alike in little has to stand in the same gap.

    ``anchors`` has the index in HEAD of each paired stage.
    """
    before: dict[int, int] = {}
    last = -1
    for stage in stages:
        last = anchors.get(stage.index, last)
        before[stage.index] = last

    def near(stage: Stage) -> Hashable:
        said = key(stage)
        return None if said is None else (said, before[stage.index])

    return near


def _likeness(old: Mapping[str, Setting], new: Mapping[str, Setting]) -> float:
    """How much two stages of one plugin have in common (above 0): the pattern, parameters, their values; 0 for nothing."""
    both = old.keys() & new.keys()
    same = {name for name in both if old[name].value == new[name].value}
    named, equal = (len({name for name in some if not name.startswith("<")}) for some in (both, same))
    most = max(len({name for name in side if not name.startswith("<")}) for side in (old, new))
    if not named and most and PATTERN not in same:
        return 0.0
    return (PATTERN in same) + (named + 2 * equal) / max(most, 1) + 0.01


def _plugin(stage: Stage) -> Hashable:
    return stage.kind, stage.plugin


def _kind(stage: Stage) -> Hashable:
    """For another plugin in the same place: the parser of the same source, the output of the same pattern."""
    one = stage.parent is not None or (stage.kind is Kind.OUTPUT and stage.pattern)
    return (stage.kind, stage.pattern, stage.label) if one else None


def _children(graph: StageGraph, parent: Stage | None) -> list[Stage]:
    return [s for s in graph.stages if s.parent is None] if parent is None else graph.parts(parent)


def _by_id(graph: StageGraph) -> dict[Hashable, Stage]:
    named = [s for s in graph.stages if not is_flat(s, graph) and (s.value("@id") or s.value("id"))]
    return _unique(named, lambda stage: (stage.kind, stage.value("@id") or stage.value("id")))


def _unique(stages: Sequence[Stage], key: _Key) -> dict[Hashable, Stage]:
    keys = [key(stage) for stage in stages]
    count = Counter(keys)
    return {k: stage for k, stage in zip(keys, stages, strict=True) if count[k] == 1}
