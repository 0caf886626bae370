"""What the rules of a label take, as far as that is known, and what they leave; operations on sets of tags that never fail."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pipelint.base.lean.record import dataclass
from pipelint.engines.fluentd.routing import tags
from pipelint.graph.automaton import EMPTY, Automaton
from pipelint.graph.bounds import TooLargeError
from pipelint.graph.near import Near
from pipelint.graph.stage import Kind, Stage


@dataclass(frozen=True, slots=True, eq=False)
class Taking:
    """What one rule takes: the tags that it certainly takes, and whether it may take others (a regular expression)."""

    certain: Automaton
    maybe_more: bool

    @property
    def possible(self) -> Automaton:
        """All tags that it may take."""
        return tags.ANY if self.maybe_more else self.certain


def taking(arg: str) -> Taking:
    """What the argument of a `<match>` or `<filter>` takes."""
    certain, maybe_more = EMPTY, False
    if "#{" in arg:
        return Taking(EMPTY, True)
    for automaton in tags.patterns(arg):
        if automaton is None:
            maybe_more = True
            continue
        try:
            certain = certain | automaton
        except TooLargeError:
            maybe_more = True
    return Taking(certain, maybe_more)


def minus(left: Automaton, right: Automaton) -> Automaton:
    """``left`` without ``right``; all of ``left`` where the result would be too large."""
    try:
        return left - right
    except TooLargeError:
        return left


def within(inner: Automaton, outer: Automaton) -> bool:
    """Whether ``inner`` is certainly a part of ``outer``."""
    try:
        return inner <= outer
    except TooLargeError:
        return False


def meets(carried: Automaton, takes: Taking) -> bool:
    """Whether a rule may take some of the tags."""
    if takes.maybe_more:
        return True
    try:
        return carried.meets(takes.certain)
    except TooLargeError:
        return True


# So many sets of tags are taken off one by one.
_FEW = 16


@dataclass(frozen=True, slots=True)
class Taker:
    """An output that certainly takes some tags: the first of its label that takes these in its workers; its number there."""

    number: int
    stage: Stage
    tags: Automaton


class Rules:
    """The filters and outputs of one label in order, by number, and which of them may take a set of tags."""

    def __init__(self, stages: Sequence[Stage], taking: Mapping[int, Taking]) -> None:
        self.stages = stages
        self.takes = [taking[stage.index] for stage in stages]
        self.numbers = {stage.index: number for number, stage in enumerate(stages)}
        # Outputs that may take any tag.
        self.open = [n for n, stage in enumerate(stages) if stage.kind is Kind.OUTPUT and self.takes[n].maybe_more]
        self._near = Near(None if takes.maybe_more else takes.certain for takes in self.takes)
        first: dict[tuple[Automaton, str], Taker] = {}
        for number, stage in enumerate(stages):
            if stage.kind is Kind.OUTPUT:
                certain = self.takes[number].certain
                first.setdefault((certain, stage.worker), Taker(number, stage, certain))
        self._takers = list(first.values())
        self._near_takers = Near(taker.tags for taker in self._takers)
        self._found: dict[Automaton, list[int]] = {}
        self._found_takers: dict[Automaton, list[Taker]] = {}

    def near(self, wanted: Automaton) -> list[int]:
        """The numbers of all that may take some of the tags."""
        found = self._found.get(wanted)
        if found is None:
            found = self._found[wanted] = self._near.of(wanted)
        return found

    def takers(self, wanted: Automaton) -> list[Taker]:
        """The outputs that may certainly take some of the tags."""
        found = self._found_takers.get(wanted)
        if found is None:
            found = self._found_takers[wanted] = [self._takers[number] for number in self._near_takers.of(wanted)]
        return found


class Left:
    """What outputs leave of emitted tags, one after the other.

    It is never built as a whole: of what each rule takes a word is kept that is still left.
    """

    def __init__(self, emitted: Automaton, rules: Rules) -> None:
        self.emitted = emitted
        self._rules = rules
        # What outputs took, in order, and the place of each there.
        self._order: list[Automaton] = []
        self._places: dict[Automaton, int] = {}
        self._blocks: dict[tuple[int, int], Automaton] = {}
        # A word that is left.
        self._word = emitted.example() or ""
        # By what a rule takes: whether that is all that is emitted, a word of it that was left, and after how many outputs.
        self._all: dict[Taking, bool] = {}
        self._words: dict[Taking, tuple[str | None, int]] = {}

    def met(self, takes: Taking) -> Met | None:
        """What a rule gets of what is left, None where that is nothing. Raises TooMuchWorkError."""
        if takes.maybe_more:
            return Met(self, None, whole=False)
        if self.emitted.is_one:
            return Met(self, takes.certain, whole=True) if self.emitted.prefix in takes.certain else None
        if takes not in self._all:
            self._all[takes] = within(self.emitted, takes.certain)
        if self._all[takes]:
            return Met(self, takes.certain, whole=True)
        try:
            return Met(self, takes.certain, whole=self._is_whole(takes)) if self._is_met(takes) else None
        except TooLargeError:
            return Met(self, None, whole=False)

    def take(self, takes: Taking) -> None:
        """An output takes what it can."""
        self._places[takes.certain] = len(self._order)
        self._order.append(takes.certain)

    def _is_met(self, takes: Taking) -> bool:
        word, looked = self._words.get(takes, (None, -1))
        if looked < 0 or (word is not None and self._is_gone(word, looked)):
            gone = self.taken(takes.certain, len(self._order))
            word = self._word if self._word in takes.certain else self.emitted.witness(gone, takes.certain)
        self._words[takes] = word, len(self._order)
        return word is not None

    def _is_gone(self, word: str, looked: int) -> bool:
        return any(word in self._order[place] for place in range(looked, len(self._order)))

    def _is_whole(self, takes: Taking) -> bool:
        if self._word not in takes.certain:
            return False
        word = self.emitted.witness([*self._together(len(self)), takes.certain])
        if word is not None:
            self._word = word
        return word is None

    def taken(self, wanted: Automaton, count: int) -> list[Automaton]:
        """What the first ``count`` outputs took, as far as some of the tags may be in it."""
        places = self._places
        near = self._rules.takers(wanted) if count else ()
        if len(near) > _FEW * _FEW:
            return self._together(count)
        found = [taker.tags for taker in near if places.get(taker.tags, count) < count]
        return found if len(found) <= _FEW else self._together(count)

    def _together(self, count: int) -> list[Automaton]:
        """What the first ``count`` outputs took, in few sets: those of 1, 2, 4, ... outputs side by side are kept as one."""
        found: list[Automaton] = []
        start = 0
        while start < count:
            size = 1 << ((count - start).bit_length() - 1)
            found.append(self._block(start, size))
            start += size
        return found

    def _block(self, start: int, size: int) -> Automaton:
        if size == 1:
            return self._order[start]
        key = start, size
        if key not in self._blocks:
            half = size // 2
            self._blocks[key] = self._block(start, half) | self._block(start + half, half)
        return self._blocks[key]

    def rest(self, count: int | None = None) -> Automaton:
        """What is left now, or was after ``count`` outputs; more where that is too much to tell. Raises TooMuchWorkError."""
        try:
            return self.emitted.without(self._together(len(self) if count is None else count))
        except TooLargeError:
            return self.emitted

    def __len__(self) -> int:
        return len(self._order)


class Met:
    """What a rule gets of emitted tags: ``whole`` where that is all that was left, not ``certain`` where it may be any of it."""

    __slots__ = ("_count", "_left", "_tags", "_takes", "certain", "whole")

    def __init__(self, left: Left, takes: Automaton | None, *, whole: bool) -> None:
        self.whole, self.certain = whole, takes is not None
        self._left, self._takes, self._count = left, takes, len(left)
        self._tags: Automaton | None = None

    @property
    def tags(self) -> Automaton:
        """The tags, or more where that is too much to tell. Raises TooMuchWorkError."""
        if self._tags is None:
            self._tags = self._found()
        return self._tags

    def _found(self) -> Automaton:
        emitted, takes, left = self._left.emitted, self._takes, self._left
        if takes is None or self.whole:
            return left.rest(self._count)
        try:
            return emitted.and_without(takes, left.taken(takes, self._count))
        except TooLargeError:
            return emitted
