"""Why filters and matches are reached by no event: taken before, no such tag, nothing at the label, other workers."""

from __future__ import annotations

from pipelint.engines.fluentd.routing import emit
from pipelint.engines.fluentd.routing.router import Router, Sent
from pipelint.engines.fluentd.routing.taking import meets, minus
from pipelint.graph.automaton import Automaton
from pipelint.graph.bounds import TooLargeError
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
    for label, rules in staged.rules.items():
        outputs: list[Stage] = []
        sents = by_label.get(label, [])
        for rule in rules:
            takers = _shadowing(router, outputs, rule)
            if takers:
                found[rule.index] = _taken(router, rule, takers, sents)
            elif sources_known and rule.index not in router.reached:
                found[rule.index] = _why(router, outputs, rule, sents)
            if rule.kind is Kind.OUTPUT:
                outputs.append(rule)
    return found


def _shadowing(router: Router, before: list[Stage], rule: Stage) -> list[Stage]:
    """Those of the outputs before a rule that together take every tag that it could; empty where some tag is left."""
    takers: list[Stage] = []
    if not before:
        return takers
    here = router.workers(rule.worker)
    left = router.taking[rule.index].possible
    for earlier in before:
        if router.workers(earlier.worker).covers(here):
            takes = router.taking[earlier.index]
            router.spend(left, takes)
            rest = minus(left, takes.certain)
            if rest is not left:
                takers.append(earlier)
            left = rest
            if left.is_empty:
                return takers
    return []


def _taken(router: Router, rule: Stage, takers: list[Stage], sents: list[Sent]) -> Unreached:
    here = router.workers(rule.worker)
    takes = router.taking[rule.index]
    near = [sent for sent in sents if router.workers(_sender(router, sent).worker).meets(here)]
    for sent in near:
        if meets(sent.tags, takes):
            return Unreached(Why.TAKEN, sent.way, tuple(t.index for t in takers), _tag(sent.tags, takes.possible))
    return Unreached(Why.TAKEN, takers=tuple(taker.index for taker in takers))


def _why(router: Router, before: list[Stage], rule: Stage, sents: list[Sent]) -> Unreached:
    """Why a rule is not reached that no rules shadow by their patterns alone; ``before`` are the outputs before it."""
    if not sents and rule.label not in ("", emit.ERROR_LABEL, emit.LOG_LABEL):
        return Unreached(Why.LABEL)
    takes = router.taking[rule.index]
    fitting = [sent for sent in sents if meets(sent.tags, takes)]
    if not fitting:
        senders = dict.fromkeys(sent.way[-1] for sent in sents)
        return Unreached(Why.NO_TAG, tuple(senders)[:_MAX_SENDERS])
    here = router.workers(rule.worker)
    near = [sent for sent in fitting if router.workers(_sender(router, sent).worker).meets(here)]
    if not near:
        return Unreached(Why.WORKERS, fitting[0].way)
    takers: dict[int, None] = {}
    for sent in near:
        wanted = _common(sent.tags, takes.possible)
        for earlier in before:
            if meets(wanted, router.taking[earlier.index]):
                takers[earlier.index] = None
    why = Why.REST if rule.kind is Kind.OUTPUT else Why.TAKEN
    return Unreached(why, near[0].way, tuple(takers), _tag(near[0].tags, takes.possible))


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
