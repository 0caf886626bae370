"""Why filters and matches are reached by no event: taken before, no such tag, nothing at the label, other workers."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from itertools import islice

from pipelint.engines.fluentd.routing import emit
from pipelint.engines.fluentd.routing.router import Router, Sent
from pipelint.engines.fluentd.routing.taking import Rules, Taker, Taking, meets, minus
from pipelint.graph.automaton import Automaton
from pipelint.graph.bounds import TooLargeError
from pipelint.graph.near import Near
from pipelint.graph.proof import Unreached, Why
from pipelint.graph.stage import Kind, Stage

# So many of those that send other tags are named.
_MAX_SENDERS = 5


def find_unreached(router: Router) -> dict[int, Unreached]:
    """All filters and matches that no event reaches, after ``router`` has run.

    What earlier rules take is certain from the patterns alone; that nothing emits a tag needs the whole config.
    Raises TooMuchWorkError.
    """
    staged = router.staged
    sources_known = router.complete and router.out.labels_known and bool(router.sent) and all(map(emit.is_known, staged.stages))
    by_label: dict[str, list[Sent]] = {}
    for (_, label), sents in router.sent.items():
        by_label.setdefault(label, []).extend(sents)
    found: dict[int, Unreached] = {}
    for label, rules in router.rules.items():
        asked = _Label(router, rules, by_label.get(label, []))
        for number, rule in enumerate(rules.stages):
            takers = asked.shadowing(number)
            if takers:
                found[rule.index] = asked.taken(number, takers)
            elif sources_known and rule.index not in router.reached:
                found[rule.index] = asked.why(number)
    return found


class _Label:
    """The rules of one label, by their numbers, and what is sent there."""

    def __init__(self, router: Router, rules: Rules, sents: list[Sent]) -> None:
        self.router = router
        self.rules = rules
        self.sents = sents
        self._near = Near(sent.tags for sent in sents)
        self._senders = tuple(islice(dict.fromkeys(sent.way[-1] for sent in sents), _MAX_SENDERS))
        # By tags, and by worker: one of the tags that the first so many outputs leave.
        self._left: dict[tuple[Automaton, str], tuple[str, int]] = {}

    def shadowing(self, number: int) -> list[Stage]:
        """Those of the outputs before a rule that together take every tag that it could; empty where some tag is left."""
        wanted, worker = self.rules.takes[number].possible, self.rules.stages[number].worker
        near = self.rules.takers(wanted)
        count = bisect_left(near, number, key=lambda taker: taker.number)
        word, looked = self._left.get((wanted, worker), (None, 0))
        word = wanted.example() if word is None else word
        if word is None:
            return []
        self.router.spend(count - looked)
        if any(word in taker.tags for taker in self._covering(near[looked:count], worker)):
            before = self._covering(near[:count], worker)
            self.router.spend(count)
            word = _left_of(wanted, before)
            if word is None:
                return _needed(wanted, before)
        self._left[wanted, worker] = word, count
        return []

    def _covering(self, takers: list[Taker], worker: str) -> list[Taker]:
        """Those of some outputs that run in all workers in which a rule does."""
        if not self.router.apart:
            return takers
        here = self.router.workers(worker)
        return [taker for taker in takers if self.router.workers(taker.stage.worker).covers(here)]

    def taken(self, number: int, takers: list[Stage]) -> Unreached:
        """A rule that the ``takers`` leave nothing."""
        here = self.router.workers(self.rules.stages[number].worker)
        takes = self.rules.takes[number]
        for sent in self.fitting(takes):
            if self.router.workers(_sender(self.router, sent).worker).meets(here):
                tag = _tag(sent.tags, takes.possible)
                return Unreached(Why.TAKEN, sent.way, tuple(taker.index for taker in takers), tag)
        return Unreached(Why.TAKEN, takers=tuple(taker.index for taker in takers))

    def why(self, number: int) -> Unreached:
        """Why a rule is not reached that no rules shadow by their patterns alone."""
        rule, takes = self.rules.stages[number], self.rules.takes[number]
        if not self.sents and rule.label not in ("", emit.ERROR_LABEL, emit.LOG_LABEL):
            return Unreached(Why.LABEL)
        fitting = list(self.fitting(takes))
        if not fitting:
            return Unreached(Why.NO_TAG, self._senders)
        here = self.router.workers(rule.worker)
        near = [sent for sent in fitting if self.router.workers(_sender(self.router, sent).worker).meets(here)]
        if not near:
            return Unreached(Why.WORKERS, fitting[0].way)
        takers: dict[int, None] = {}
        for sent in near:
            wanted = _common(sent.tags, takes.possible)
            for earlier in self.rules.near(wanted):
                stage = self.rules.stages[earlier]
                if earlier < number and stage.kind is Kind.OUTPUT and meets(wanted, self.rules.takes[earlier]):
                    takers[stage.index] = None
        why = Why.REST if rule.kind is Kind.OUTPUT else Why.TAKEN
        return Unreached(why, near[0].way, tuple(takers), _tag(near[0].tags, takes.possible))

    def fitting(self, takes: Taking) -> Iterator[Sent]:
        """What is sent to the label under a tag that a rule may take."""
        for place in self._near.of(takes.possible):
            sent = self.sents[place]
            self.router.compare(sent.tags, takes)
            if meets(sent.tags, takes):
                yield sent


def _left_of(wanted: Automaton, before: list[Taker]) -> str | None:
    """One of the tags that outputs leave, None where they leave none. Where that is too much to tell, any one."""
    try:
        return wanted.witness([taker.tags for taker in before])
    except TooLargeError:
        return wanted.example()


def _needed(wanted: Automaton, before: list[Taker]) -> list[Stage]:
    """Those of the outputs that take some of the tags first, as they leave none together."""
    takers: list[Stage] = []
    left = wanted
    for taker in before:
        rest = minus(left, taker.tags)
        if rest is not left:
            takers.append(taker.stage)
        left = rest
        if left.is_empty:
            return takers
    return []


def _sender(router: Router, sent: Sent) -> Stage:
    return router.staged.stages[sent.way[-1]]


def _common(emitted: Automaton, wanted: Automaton) -> Automaton:
    try:
        return emitted & wanted
    except TooLargeError:
        return emitted


def _tag(emitted: Automaton, wanted: Automaton) -> str:
    """A tag of both, where they can be listed: one that was made up says little."""
    words = _common(emitted, wanted).words(50)
    return words[0] if words else ""
