"""First-match routing on abstract tags: which filters and outputs each emitted tag reaches, and which none can reach."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from pipelint.base.lean.record import dataclass, field, replace
from pipelint.base.running.turns import pause
from pipelint.engines.fluentd.routing import emit, tags
from pipelint.engines.fluentd.routing.emit import Emission
from pipelint.engines.fluentd.routing.stages import ROOT_LABEL, Staged
from pipelint.engines.fluentd.routing.taking import Left, Met, Rules, Taking, meets, minus, taking, within
from pipelint.engines.fluentd.routing.workers import Workers
from pipelint.graph.automaton import EMPTY, Automaton
from pipelint.graph.bounds import TooLargeError, TooMuchWorkError
from pipelint.graph.proof import Unmatched
from pipelint.graph.stage import Flow, Kind, Route, Stage

# An emitter whose tags keep changing (a loop that adds a prefix) is taken to emit any tag after so many rounds.
_MAX_TAG_SETS = 6

# Comparisons of tag sets, weighed by their size. The largest real config known takes 8,400; this many take a second or two.
MAX_WORK = 1_000_000


# So many tags that nothing takes are named.
_MAX_NAMED = 20


@dataclass(frozen=True, slots=True)
class Sent:
    """An emission that was followed; ``way`` are the stages that it comes from, its sender last."""

    emission: Emission
    way: tuple[int, ...]

    @property
    def tags(self) -> Automaton:
        """The tags that were emitted, or more."""
        return self.emission.tags


@dataclass(slots=True)
class Routed:
    """All routes, and the emissions that no output takes."""

    routes: list[Route] = field(default_factory=list)
    unmatched: list[Unmatched] = field(default_factory=list)
    labels_known: bool = True


class Router:
    """Follows every emission through the rules of its label until nothing new is found."""

    def __init__(self, staged: Staged, *, complete: bool) -> None:
        self.staged = staged
        self.complete = complete
        self.out = Routed()
        self.reached: set[int] = set()
        patterns = {s.index: s.pattern for rules in staged.rules.values() for s in rules}
        # Most configs say the same patterns over and over.
        takings = {pattern: taking(pattern) for pattern in dict.fromkeys(patterns.values())}
        self.taking = {index: takings[pattern] for index, pattern in patterns.items()}
        self.rules = {label: Rules(stages, self.taking) for label, stages in staged.rules.items()}
        self.todo: list[tuple[Stage, Sent]] = []
        self.stores: dict[int, list[Stage]] = {}
        for stage in staged.stages:
            if stage.kind is Kind.OUTPUT and stage.parent is not None:
                self.stores.setdefault(stage.parent, []).append(stage)
        self.count = staged.workers
        self.read_workers: dict[str, Workers] = {}
        # In nearly all configs every stage runs in all workers.
        self.apart = any(stage.worker for stage in staged.stages)
        self.sent: dict[tuple[int, str], list[Sent]] = {}
        self.work = 0

    def spend(self, work: int) -> None:
        """Counts comparisons, as many as their size is worth. Raises TooMuchWorkError."""
        self.work += work
        if self.work > MAX_WORK:
            raise TooMuchWorkError

    def compare(self, tags: Automaton, takes: Taking) -> None:
        """Counts one comparison. Raises TooMuchWorkError."""
        self.spend(1 + len(tags) // 8 + len(takes.certain) // 8)

    def run(self) -> Routed:
        """Every route of the config. Raises TooMuchWorkError."""
        for stage in self.staged.sources:
            pause()
            for emission in emit.from_source(stage):
                self.send(stage, emission, (stage.index,))
        if emit.ERROR_LABEL in self.staged.rules and not any(map(emit.reports_errors, self.staged.stages)):
            for stage in self.staged.sources:
                # What fails has a tag that some stage got, and nobody knows which.
                self.send(stage, Emission(Flow.ERROR, emit.ERROR_LABEL, tags.ANY, exact=False), (stage.index,))
        self.background(emit.LOG_LABEL if emit.LOG_LABEL in self.staged.rules else ROOT_LABEL, emit.LOG_TAGS)
        if emit.ERROR_LABEL in self.staged.rules:
            self.background(emit.ERROR_LABEL, tags.ANY)
        # What is followed sends more on.
        for stage, sent in self.todo:
            pause()
            self.follow(stage, sent)
        return self.out

    def send(self, stage: Stage, emission: Emission, way: tuple[int, ...]) -> None:
        """Notes an emission that was not followed yet; ``way`` ends with ``stage``."""
        if emission.label is None:
            self.out.labels_known = False
            return
        known = self.sent.setdefault((stage.index, emission.label), [])
        if len(known) >= _MAX_TAG_SETS:
            emission = replace(emission, tags=tags.ANY, exact=False)
        if emission.tags.is_empty or any(within(emission.tags, old.tags) for old in known):
            return
        sent = Sent(emission, way)
        known.append(sent)
        self.todo.append((stage, sent))

    def has_all(self, stage: Stage, label: str) -> bool:
        """Whether a stage is known to send any tag to a label: then nothing else that it sends there is new."""
        return any(sent.tags is tags.ANY for sent in self.sent.get((stage.index, label), ()))

    def workers(self, arg: str) -> Workers:
        """The workers that a stage with this `<worker>` argument runs in."""
        found = self.read_workers.get(arg)
        if found is None:
            found = self.read_workers[arg] = Workers.read(arg, self.count)
        return found

    def background(self, label: str, emitted: Automaton) -> None:
        """Follows what no stage of the config emits: Fluentd's own log events, and what any plugin may report as failed.

        They reach rules, also through relabelling outputs, but make no routes: they are no part of the traffic.
        """
        todo, seen = [(label, emitted)], {label: emitted}
        while todo:
            label, emitted = todo.pop()
            for rule, met in self.passing(label, "", emitted)[0]:
                self.reached.add(rule.index)
                for output in (rule, *self.stores.get(rule.index, ())) if rule.kind is Kind.OUTPUT else ():
                    for more in emit.from_output(output, met.tags, lambda to: seen.get(to) is tags.ANY):
                        if more.label is None or within(more.tags, seen.get(more.label, EMPTY)):
                            continue
                        seen[more.label] = _together(seen.get(more.label), more)
                        todo.append((more.label, seen[more.label]))

    def passing(self, label: str, worker: str, emitted: Automaton) -> tuple[list[tuple[Stage, Met]], Automaton | None]:
        """Each rule that some of the tags reach, in order, with what it gets; and what is left, None where nothing is."""
        found: list[tuple[Stage, Met]] = []
        rules = self.rules.get(label)
        if rules is None:
            return found, emitted
        here = self.workers(worker)
        left, unknown, aside = Left(emitted, rules), False, EMPTY
        for number in rules.near(emitted):
            rule, takes = rules.stages[number], rules.takes[number]
            if self.apart and not self.workers(rule.worker).meets(here):
                continue
            self.compare(emitted, takes)
            met = left.met(takes)
            if met is None:
                continue
            found.append((rule, met))
            if rule.kind is not Kind.OUTPUT:
                continue
            if self.apart and not self.workers(rule.worker).covers(here):
                # The events of other workers go on.
                met.whole = False
                aside = _either(aside, takes.certain)
            elif met.whole:
                return found, None
            elif met.certain:
                left.take(takes)
            unknown |= not met.certain
        rest = EMPTY if unknown else minus(left.rest(), aside)
        return found, None if rest.is_empty else rest

    def follow(self, stage: Stage, sent: Sent) -> None:
        """Routes one emission, and sends on what the stages on its way emit."""
        emission = sent.emission
        assert emission.label is not None
        found, left = self.passing(emission.label, stage.worker, emission.tags)
        filters: dict[int, Stage] = {}
        untouched = True
        for rule, met in found:
            self.reached.add(rule.index)
            if rule.kind is Kind.FILTER:
                if emit.may_emit(rule):
                    for more in emit.from_filter(rule, met.tags):
                        self.send(rule, more.after(emission), (*sent.way, rule.index))
                filters[rule.index] = rule
                continue
            untouched = False
            self.add_route(stage, emission, filters, rule, met.tags, whole=met.whole)
            self.arrive(rule, met.tags, emission, filters.values(), sent.way)
        if left is not None:
            self.add_route(stage, emission, filters, None, left, whole=untouched)
            self.note_unmatched(stage, sent, left, untouched=untouched)

    def note_unmatched(self, stage: Stage, sent: Sent, left: Automaton, *, untouched: bool) -> None:
        """Notes events that nothing takes, where all of an emission is left, or single tags that are certainly emitted."""
        label = sent.emission.label
        if not self.complete or not emit.is_known(stage) or label is None or label not in self.staged.rules:
            return
        if not sent.emission.exact:
            return
        named = left.words(_MAX_NAMED)
        # Of words that begin alike a capture may only ever hold the shorter one.
        named = [word for word in named or () if not any(word != w and word.startswith(w) for w in named or ())]
        if untouched or named:
            place = sent.emission.place or stage.place
            self.out.unmatched.append(Unmatched(sent.way, place, label, tuple(named), untouched))
        elif stage.kind is Kind.SOURCE and "*" in stage.block.value("tag"):
            self.out.unmatched.append(Unmatched(sent.way, stage.place, label, (), whole=False, open=True))

    def add_route(
        self,
        stage: Stage,
        emission: Emission,
        filters: Mapping[int, Stage],
        target: Stage | None,
        carried: Automaton,
        *,
        whole: bool,
    ) -> None:
        assert emission.label is not None
        self.out.routes.append(
            Route(
                stage.index,
                emission.flow,
                emission.label,
                carried.example() or "",
                tuple(self.passed(emission.label, filters, carried)) if filters else (),
                None if target is None else target.index,
                whole,
            )
        )

    def passed(self, label: str, filters: Mapping[int, Stage], carried: Automaton) -> Iterator[tuple[int, bool]]:
        """Those of the filters that some of the tags pass, and whether all do."""
        rules = self.rules[label]
        self.spend(len(filters))
        known: dict[Taking, bool | None] = {}
        for number in rules.near(carried):
            stage, takes = rules.stages[number], rules.takes[number]
            if stage.index not in filters:
                continue
            if takes not in known:
                self.compare(carried, takes)
                met = meets(carried, takes)
                known[takes] = not takes.maybe_more and within(carried, takes.certain) if met else None
            certain = known[takes]
            if certain is not None:
                yield stage.index, certain

    def flows(self) -> bool:
        """Whether the events of some source end in an output; in a part of a config, say its sources, they do not."""
        targets = {route.target for route in self.out.routes if route.target is not None}
        return any(self.ends(self.staged.stages[index]) for index in targets)

    def ends(self, output: Stage) -> bool:
        """Whether an output, or a store inside it, sends events away."""
        stores = self.stores.get(output.index)
        return emit.ends(output) if stores is None else any(map(self.ends, stores))

    def arrive(self, rule: Stage, met: Automaton, emission: Emission, filters: Iterable[Stage], way: tuple[int, ...]) -> None:
        """Sends on what a match emits of the tags that met it; the events came by ``emission``, past ``filters``."""
        came: Emission | None = None
        for output, more, here in self.anew(rule, met, way):
            if came is None:
                came = emission
                for passed in filters:
                    came = came.filtered(passed)
            self.send(output, more.after(came), here)

    def anew(self, output: Stage, met: Automaton, way: tuple[int, ...]) -> Iterator[tuple[Stage, Emission, tuple[int, ...]]]:
        """What an output, or the stores inside it, emit of what they take: by whom, and the way to there."""
        here = (*way, output.index)
        for more in emit.from_output(output, met, lambda label: self.has_all(output, label)):
            yield output, more, here
        for store in self.stores.get(output.index, ()):
            yield from self.anew(store, met, here)


def _together(seen: Automaton | None, more: Emission) -> Automaton:
    """The tags that a label has seen, and more. What comes a second time is not told apart, but a tag that is always the same."""
    if seen is None:
        return more.tags
    return _either(seen, more.tags) if more.flow is Flow.RETRY else tags.ANY


def _either(one: Automaton, other: Automaton) -> Automaton:
    try:
        return one | other
    except TooLargeError:
        return tags.ANY
