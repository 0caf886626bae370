"""First-match routing on abstract tags: which filters and outputs each emitted tag reaches, and which none can reach."""

from __future__ import annotations

from dataclasses import dataclass, field

from pipelint.engines.fluentd import emit, tags
from pipelint.engines.fluentd.emit import Emission
from pipelint.engines.fluentd.stages import ROOT_LABEL, Staged
from pipelint.engines.fluentd.workers import Workers
from pipelint.graph.automaton import EMPTY, Automaton, TooLargeError
from pipelint.graph.stage import Flow, Kind, Route, Stage

# An emitter whose tags keep changing (a loop that adds a prefix) is taken to emit any tag after so many rounds.
_MAX_TAG_SETS = 6

# Comparisons of tag sets, weighed by their size. The largest real config known takes 8,400; this many take about a second.
MAX_WORK = 30_000


class TooMuchWorkError(Exception):
    """A config whose patterns and sources are too many to follow each through all others."""


@dataclass(slots=True)
class Taking:
    """What one rule takes: the tags that it certainly takes, and whether it may take others (a regular expression)."""

    certain: Automaton
    maybe_more: bool


@dataclass(slots=True)
class Routed:
    """All routes, and for each rule that nothing reaches the rule that takes its events first (None: nothing emits them)."""

    routes: list[Route] = field(default_factory=list)
    unreachable: dict[int, int | None] = field(default_factory=dict)
    labels_known: bool = True


class Router:
    """Follows every emission through the rules of its label until nothing new is found."""

    def __init__(self, staged: Staged, *, complete: bool) -> None:
        self.staged = staged
        self.complete = complete
        self.out = Routed()
        self.reached: set[int] = set()
        self.taking = {s.index: taking(s.pattern) for rules in staged.rules.values() for s in rules}
        self.todo: list[tuple[Stage, Emission]] = []
        self.stores: dict[int, list[Stage]] = {}
        for stage in staged.stages:
            if stage.kind is Kind.OUTPUT and stage.parent is not None:
                self.stores.setdefault(stage.parent, []).append(stage)
        self.count = staged.workers
        self.sent: dict[tuple[int, str], list[Automaton]] = {}
        self.work = 0

    def spend(self, left: Automaton, takes: Taking) -> None:
        """Counts a comparison. Raises TooMuchWorkError."""
        self.work += 1 + len(left.states) // 8 + len(takes.certain.states) // 8
        if self.work > MAX_WORK:
            raise TooMuchWorkError

    def run(self) -> Routed:
        """Every route of the config. Raises TooMuchWorkError."""
        for stage in self.staged.sources:
            for emission in emit.from_source(stage):
                self.send(stage, emission)
        if emit.ERROR_LABEL in self.staged.rules and not any(map(emit.reports_errors, self.staged.stages)):
            for stage in self.staged.sources:
                self.send(stage, Emission(Flow.ERROR, emit.ERROR_LABEL, tags.ANY))
        self.own_log_events()
        while self.todo:
            stage, emission = self.todo.pop(0)
            self.follow(stage, emission)
        self.find_unreachable()
        return self.out

    def send(self, stage: Stage, emission: Emission) -> None:
        """Notes an emission that was not followed yet."""
        if emission.label is None:
            self.out.labels_known = False
            return
        known = self.sent.setdefault((stage.index, emission.label), [])
        emitted = emission.tags if len(known) < _MAX_TAG_SETS else tags.ANY
        if emitted.is_empty or any(_within(emitted, old) for old in known):
            return
        known.append(emitted)
        self.todo.append((stage, Emission(emission.flow, emission.label, emitted)))

    def rules(self, label: str, worker: str) -> list[Stage]:
        """The rules of ``label`` that exist in the worker that a stage runs in."""
        here = self.workers(worker)
        return [rule for rule in self.staged.rules.get(label, []) if self.workers(rule.worker).meets(here)]

    def workers(self, arg: str) -> Workers:
        """The workers that a stage with this `<worker>` argument runs in."""
        return Workers.read(arg, self.count)

    def own_log_events(self) -> None:
        """Fluentd's own log events reach rules too, though no stage of the config emits them.

        They are followed through relabelling outputs, but make no routes: they are no part of the traffic.
        """
        label = emit.LOG_LABEL if emit.LOG_LABEL in self.staged.rules else ROOT_LABEL
        todo, seen = [(label, emit.LOG_TAGS)], {label}
        while todo:
            label, emitted = todo.pop()
            for rule, met, _ in self.passing(label, "", emitted):
                self.reached.add(rule.index)
                for output in (rule, *self.stores.get(rule.index, ())) if rule.kind is Kind.OUTPUT else ():
                    for more in emit.from_output(output, met):
                        if more.label is not None and more.label not in seen:
                            seen.add(more.label)
                            todo.append((more.label, more.tags))

    def passing(self, label: str, worker: str, emitted: Automaton) -> list[tuple[Stage, Automaton, bool]]:
        """Each rule that some of the tags reach, in order: the tags left there that meet it, and whether it takes all.

        A tag set too large to compute with counts as meeting the rule in part.
        """
        found: list[tuple[Stage, Automaton, bool]] = []
        left = emitted
        for rule in self.rules(label, worker):
            takes = self.taking[rule.index]
            self.spend(left, takes)
            if not _meets(left, takes):
                continue
            try:
                met, rest = left & takes.certain, left - takes.certain
            except TooLargeError:
                met, rest = left, left
            if takes.maybe_more:
                met, rest = left, left
            if not self.workers(rule.worker).covers(self.workers(worker)):
                rest = left
            found.append((rule, met, rest.is_empty))
            if rule.kind is Kind.OUTPUT:
                left = rest
                if left.is_empty:
                    break
        return found

    def follow(self, stage: Stage, emission: Emission) -> None:
        """Routes one emission, and sends on what the stages on its way emit."""
        assert emission.label is not None
        met = self.passing(emission.label, stage.worker, emission.tags)
        filters = [(rule, met_tags) for rule, met_tags, _ in met if rule.kind is Kind.FILTER]
        taken = EMPTY
        for position, (rule, met_tags, whole) in enumerate(met):
            self.reached.add(rule.index)
            if rule.kind is Kind.FILTER:
                for more in emit.from_filter(rule, met_tags):
                    self.send(rule, more)
                continue
            before = [f for f in filters if any(f[0] is r for r, _, _ in met[:position])]
            self.add_route(stage, emission, before, rule, met_tags, whole=whole)
            self.arrive(rule, met_tags)
            taken = taken | met_tags
        if not any(rule.kind is Kind.OUTPUT and whole for rule, _, whole in met):
            left = emission.tags if taken.is_empty else _minus(emission.tags, taken)
            if not left.is_empty:
                self.add_route(stage, emission, filters, None, left, whole=taken.is_empty)

    def add_route(
        self,
        stage: Stage,
        emission: Emission,
        filters: list[tuple[Stage, Automaton]],
        target: Stage | None,
        carried: Automaton,
        *,
        whole: bool,
    ) -> None:
        passed: list[tuple[int, bool]] = []
        for rule, _ in filters:
            takes = self.taking[rule.index]
            if _meets(carried, takes):
                passed.append((rule.index, not takes.maybe_more and _within(carried, takes.certain)))
        assert emission.label is not None
        self.out.routes.append(
            Route(
                stage.index,
                emission.flow,
                emission.label,
                carried.example() or "",
                tuple(passed),
                None if target is None else target.index,
                whole,
            )
        )

    def arrive(self, output: Stage, carried: Automaton) -> None:
        """What an output, or the stores inside it, emit of what they take."""
        for more in emit.from_output(output, carried):
            self.send(output, more)
        for store in self.stores.get(output.index, ()):
            self.arrive(store, carried)

    def find_unreachable(self) -> None:
        """What earlier rules take is certain from the patterns alone; that nothing emits a tag needs the whole config."""
        sources_known = (
            self.complete
            and self.out.labels_known
            and bool(self.staged.sources)
            and all(map(emit.is_known, self.staged.stages))
        )
        for rules in self.staged.rules.values():
            for position, rule in enumerate(rules):
                if rule.index in self.reached and not self._shadowed(rules[:position], rule):
                    continue
                blocker = self._blocker(rules[:position], rule)
                if self._shadowed(rules[:position], rule):
                    self.out.unreachable[rule.index] = blocker
                elif sources_known:
                    self.out.unreachable[rule.index] = blocker if self._is_emitted(rule) else None

    def _shadowed(self, before: list[Stage], rule: Stage) -> bool:
        """Whether the outputs before a rule take every tag that it could."""
        takes = self.taking[rule.index]
        left = takes.certain
        if takes.maybe_more:
            left = tags.ANY
        for earlier in before:
            if earlier.kind is Kind.OUTPUT and self.workers(earlier.worker).covers(self.workers(rule.worker)):
                self.spend(left, self.taking[earlier.index])
                left = _minus(left, self.taking[earlier.index].certain)
        return left.is_empty

    def _blocker(self, before: list[Stage], rule: Stage) -> int | None:
        takes = self.taking[rule.index]
        for earlier in before:
            if earlier.kind is Kind.OUTPUT and _meets(self.taking[earlier.index].certain, takes):
                return earlier.index
        return None

    def _is_emitted(self, rule: Stage) -> bool:
        """Whether some stage emits tags to the rule's label that it would take."""
        takes = self.taking[rule.index]
        return any(
            label == rule.label and any(_meets(emitted, takes) for emitted in sets)
            for (_, label), sets in self.sent.items()
        )


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


def _minus(left: Automaton, right: Automaton) -> Automaton:
    try:
        return left - right
    except TooLargeError:
        return left


def _within(inner: Automaton, outer: Automaton) -> bool:
    try:
        return inner <= outer
    except TooLargeError:
        return False


def _meets(carried: Automaton, takes: Taking) -> bool:
    if takes.maybe_more:
        return True
    try:
        return carried.meets(takes.certain)
    except TooLargeError:
        return True
