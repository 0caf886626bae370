"""What samples show of the traffic: the walk asks it first, and the traffic profile only for what no sample shows."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from pipelint.base.lean.record import dataclass, replace
from pipelint.cost.events.flow import State
from pipelint.graph.stage import Route, Stage
from pipelint.trace.seen import USUAL, StageSeen

if TYPE_CHECKING:
    from pipelint.base.condition import Condition
    from pipelint.trace.seen import Seen

# Names under which the main text travels; without them it is the longest field.
_TEXTS = ("message", "log", "msg", "MESSAGE", "text")
_LEAST = 1e-9


@dataclass(frozen=True, slots=True)
class SourceSample:
    """What one source's sample says of its lines, and where it is from.

    ``line_bytes``: the mean. ``runtime``: who frames the lines, "" for nobody. ``tagged``: the tags are those of the traffic,
    and not made of a path that was guessed. ``count``: lines of the files ``names``; of them ``no_text`` are no UTF-8.
    ``lines``: those of which it is known how hard they are to compress.
    """

    stage: Stage
    names: tuple[str, ...]
    count: int
    no_text: int
    line_bytes: float
    runtime: str
    seen: Seen
    tagged: bool = True
    lines: tuple[bytes, ...] = ()


@dataclass(frozen=True, slots=True)
class Shares:
    """Shares of the events that come to a stage: those ``kept`` are given on (more than 1 where it makes several of one).

    ``unknown`` ones could not be followed: the others are shares of the rest. ``alternatives``: what each of them takes.
    """

    kept: float
    failed: float
    unknown: float
    alternatives: tuple[float, ...]


class Observed:
    """What the samples of a config show. ``takes`` says whether a stage's pattern takes a tag, None where nobody knows."""

    def __init__(
        self,
        samples: Iterable[SourceSample],
        weight: Callable[[Stage], float],
        takes: Callable[[Stage, str], bool | None],
        stages: Sequence[Stage],
    ) -> None:
        self.samples = tuple(samples)
        self._takes, self.stages = takes, stages
        self._means: dict[int, StageSeen] = {}
        # Stages of which the tags are guessed.
        self._untagged: set[int] = set()
        self._answers: dict[int, list[float]] = {}
        self._lines: dict[int, float] = {}
        for sample in self.samples:
            part = weight(sample.stage) / max(1, sample.seen.lines)
            self._lines[sample.stage.index] = part * sample.seen.lines
            for index, seen in sample.seen.stages.items():
                self._means.setdefault(index, StageSeen()).add(seen, part)
            self._untagged |= set() if sample.tagged else sample.seen.stages.keys()
            for name, (asked, held) in sample.seen.answers.items():
                counts = self._answers.setdefault(name, [0.0, 0.0])
                counts[0] += part * asked
                counts[1] += part * held

    @property
    def answers(self) -> dict[int, float]:
        """By identity of a condition the share of the events that it holds for, of those that come to it."""
        return {name: held / asked for name, (asked, held) in self._answers.items() if asked}

    def conditions(self) -> Iterator[tuple[Condition, float]]:
        """The conditions that were asked, each with the share of ``answers``."""
        known = self.answers
        found = {id(condition): condition for sample in self.samples for condition in sample.seen.conditions}
        return ((condition, known[name]) for name, condition in found.items() if name in known)

    def shares(self, stage: Stage) -> Shares | None:
        """What is known of a stage that events came to."""
        mean = self._means.get(stage.index)
        if mean is None or not mean.came:
            return None
        rest = mean.followed or 1.0
        taken = tuple(mean.taken.get(number, 0.0) / mean.chosen for number in range(mean.alternatives)) if mean.chosen else ()
        return Shares(mean.gave / rest, mean.failed / rest, mean.unknown / mean.came, taken)

    @property
    def complete(self) -> bool:
        """Whether all events could be followed to their ends."""
        return not any(mean.unknown for mean in self._means.values())

    def coming_to(self, stage: Stage) -> float:
        """The events that come to a stage, for each line of all sources: right if all are followed, of all sources."""
        mean = self._means.get(stage.index)
        return 0.0 if mean is None else mean.came / math.fsum(self._lines.values())

    def asked(self, condition: Condition) -> float:
        """The same of those that come to a condition."""
        return self._answers.get(id(condition), [0.0])[0] / math.fsum(self._lines.values())

    def sample(self, stage: Stage) -> SourceSample | None:
        """That of a source."""
        return next((sample for sample in self.samples if sample.stage is stage), None)

    def _mean(self, stage: Stage) -> StageSeen | None:
        """What is known of a stage, where most events that came to it could be followed."""
        mean = self._means.get(stage.index)
        return mean if mean is not None and mean.followed > mean.unknown else None

    def _given_tags(self, stage: Stage) -> Mapping[str, float]:
        """The tags of what a stage gives on; none where they are guessed."""
        return {} if stage.index in self._untagged else self._means[stage.index].tags

    def figures(self, stage: Stage) -> Mapping[str, object]:
        """The figures of a traffic profile that are known of what comes to a stage."""
        out: dict[str, object] = {"gzip_text": self._hardness}
        sample, mean = self.sample(stage), self._mean(stage)
        if sample is not None and sample.count:
            out["line_bytes"] = max(1.0, sample.line_bytes)
            out["lines"] = "container" if sample.runtime else "plain"
            if sample.runtime:
                out["runtime"] = sample.runtime
        if mean is None:
            return out
        kept = min(1.0, mean.gave / mean.followed)
        missed = min(1.0, max(mean.failed, mean.followed - mean.gave) / mean.followed)
        out |= {"kept": kept, "app_miss": missed, "miss": min(1.0, mean.failed / mean.followed), "continuation": 1 - kept}
        if sample is not None:
            # Not quite nothing, so that it differs from what a source leaves that has joined all lines.
            out["continuation"] = max(_LEAST, 1 - mean.came / self._lines[stage.index])
        if mean.gave > mean.followed:
            out["elements"] = mean.gave / mean.followed
        if mean.times > mean.gave / 2:
            out["distinct_times"] = out["second_times"] = mean.fresh / mean.times
        if mean.chosen and (shares := self.shares(stage)) is not None:
            out["alternatives"] = shares.alternatives
            out["grok_miss"] = 1 - math.fsum(mean.taken.values()) / mean.chosen
            out["rejected"] = mean.rejected / mean.tried if mean.tried else 0.0
        if mean.shapes.count:
            new = [name for name, count in mean.shapes.new.items() if count >= USUAL * mean.shapes.count]
            out["app_fields"] = math.fsum(mean.shapes.new.values()) / mean.shapes.count
            out["nested_fields"] = mean.shapes.nested(mean.shapes.new)
            # A parser takes the time out of the record that it makes.
            stamps = _time_keys(stage) if mean.times > mean.gave / 2 else ()
            out["app_keys"] = tuple(sorted({*(name for name in new if "." not in name), *stamps}))
            out["text_bytes"] = max(1.0, _text(mean.shapes.usual()))
            if tags := self._given_tags(stage):
                out["sender_tag_parts"] = _parts(tags)
        return out

    def _hardness(self) -> float | None:
        """How hard the lines of all samples are to compress, each by its share of them; None where they are too few."""
        # Imported here: few configs compress.
        from pipelint.cost.deflate import hardness

        found = [(hardness(sample.lines), self._lines[sample.stage.index]) for sample in self.samples]
        known = [(hard, lines) for hard, lines in found if hard is not None]
        total = math.fsum(lines for _, lines in known)
        return math.fsum(hard * lines for hard, lines in known) / total if total else None

    def coming(self, stage: Stage, state: State) -> State:
        """Events that come to a stage, with the share that it folds into others as seen."""
        mean = self._mean(stage)
        if mean is None:
            return state
        folded = max(0.0, 1 - mean.gave / mean.followed)
        return replace(state, continuation=folded, partial=folded)

    def given(self, stage: Stage, came: float, state: State) -> State:
        """Events that a stage gives on of ``came`` ones, as predicted (``state``), with what is known of them."""
        mean = self._mean(stage)
        if mean is None:
            return state
        lines = self._lines.get(stage.index, mean.followed)
        events = came * mean.gave / lines if lines else 0.0
        # The same streams, with more or fewer events in each.
        emits = state.emits * state.events / events if events > _LEAST and state.events > _LEAST else state.emits
        if not mean.shapes.count:
            return replace(state, events=events, emits=emits)
        usual, tags = mean.shapes.usual(), self._given_tags(stage)
        return replace(
            state,
            events=events,
            emits=emits,
            text=max(1.0, _text(usual)),
            record=mean.shapes.bytes / mean.shapes.count,
            fields=mean.shapes.fields / mean.shapes.count,
            nested=mean.shapes.nested(mean.shapes.there),
            keys=frozenset(name for name in usual if "." not in name),
            tag_parts=_parts(tags) if any(tags) else state.tag_parts,
            sizes={name: mean.shapes.size(name) for name in mean.shapes.there},
        )

    def split(self, routes: Sequence[Route]) -> list[float] | None:
        """The share of what a stage emits that takes each of its routes, by the tags seen; None where that is not known."""
        taken = [0.0 for _ in routes]
        tags = self._tags(routes)
        if tags is None:
            return None
        for tag, count in tags.items():
            way = self._way(routes, tag)
            if way is None:
                return None
            if way >= 0:
                taken[way] += count
        total = math.fsum(tags.values())
        return [count / total for count in taken]

    def passing(self, route: Route, routes: Sequence[Route], stage: Stage) -> float | None:
        """The share of the events on one of the routes of a stage that take a filter; None where that is not known."""
        tags = self._tags(routes)
        if tags is None:
            return None
        here = {tag: count for tag, count in tags.items() if (way := self._way(routes, tag)) is not None and routes[way] is route}
        answers = [(self._takes(stage, tag), count) for tag, count in here.items()]
        if not here or any(takes is None for takes, _ in answers):
            return None
        return math.fsum(count for takes, count in answers if takes) / math.fsum(here.values())

    def _tags(self, routes: Sequence[Route]) -> Mapping[str, float] | None:
        """The tags that one stage emits, where they are known and all its routes are in one label."""
        if not routes or len({route.label for route in routes}) > 1:
            return None
        stage = self.stages[routes[0].origin]
        tags = self._given_tags(stage) if self._mean(stage) is not None else {}
        return tags if any(tags) else None

    def _way(self, routes: Sequence[Route], tag: str) -> int | None:
        """The number of the route that a tag takes: the first target that takes it; -1 for none, None where nobody knows."""
        best: tuple[int, int] | None = None
        for number, route in enumerate(routes):
            if route.target is None:
                continue
            takes = self._takes(self.stages[route.target], tag)
            if takes is None:
                return None
            certain = all(self._takes(self.stages[index], tag) is not False for index, sure in route.filters if sure)
            if takes and certain and (best is None or route.target < best[0]):
                best = (route.target, number)
        if best is not None:
            return best[1]
        return next((number for number, route in enumerate(routes) if route.target is None), -1)


def _time_keys(stage: Stage) -> set[str]:
    """The fields that a stage or a parser in it may read the time from."""
    return {"time", *(value for block in stage.block.walk() if (value := block.value("time_key")))}


def _text(usual: Mapping[str, float]) -> float:
    """Bytes of the main text."""
    return next((usual[name] for name in _TEXTS if name in usual), max(usual.values(), default=1.0))


def _parts(tags: Mapping[str, float]) -> float:
    """The mean number of parts between dots."""
    return math.fsum((tag.count(".") + 1) * count for tag, count in tags.items()) / math.fsum(tags.values())
