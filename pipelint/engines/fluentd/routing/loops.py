"""Ways of re-emission that lead an event back to where it was: found only where each step on the way round is certain."""

from __future__ import annotations

from collections.abc import Iterator

from pipelint.base.lean.record import dataclass, field
from pipelint.base.limits import left_out
from pipelint.engines.fluentd.plugins import rewrite_tag_filter as rewrite
from pipelint.engines.fluentd.plugins.known import known
from pipelint.engines.fluentd.routing.emit import ANY_KEY, label_of, named_label
from pipelint.engines.fluentd.routing.router import Router
from pipelint.engines.fluentd.routing.taking import meets, within
from pipelint.graph.automaton import EMPTY, Automaton
from pipelint.graph.bounds import TooLargeError, TooMuchWorkError
from pipelint.graph.proof import Loop
from pipelint.graph.stage import Kind, Stage
from pipelint.plugins import Plugin
from pipelint.plugins.behaviour import Passes, Sends

_MAX_LENGTH = 6
_NOT_ALL = "too many outputs re-emit events: not all of them are checked for endless loops"
_MAX_STEPS = 2_000


@dataclass(frozen=True, slots=True, eq=False)
class _Hop:
    """An output that sends its events on: ``rule`` is the match around it, ``choice`` its rewriting rule (None: a relabel)."""

    stage: Stage
    rule: Stage
    label: str
    choice: int | None = None
    rules: list[rewrite.TagRule] = field(default_factory=list)


def find_loops(router: Router) -> list[Loop]:
    """Each set of outputs in which an event goes round for ever, once; none where that is too much work to tell."""
    try:
        return _found(router)
    except TooMuchWorkError:
        left_out(_NOT_ALL)
        return []


def _found(router: Router) -> list[Loop]:
    onward = _round(_onward(router, list(_hops(router))))
    found: dict[frozenset[int], Loop] = {}
    steps = _MAX_STEPS
    for first in onward:
        todo: list[tuple[_Hop, ...]] = [(first,)]
        while todo:
            steps -= 1
            if steps < 0:
                left_out(_NOT_ALL)
                break
            way = todo.pop()
            if first in onward[way[-1]]:
                stages = frozenset(hop.stage.index for hop in way)
                loop = None if stages in found else _proved(router, way)
                if loop is not None:
                    found[stages] = loop
            if len(way) < _MAX_LENGTH:
                # A loop is found from its first hop alone.
                later = (hop for hop in onward[way[-1]] if hop.stage.index > first.stage.index and hop not in way)
                todo.extend((*way, hop) for hop in later)
    # A longer way round that holds a shorter one says nothing new.
    return [loop for stages, loop in found.items() if not any(other < stages for other in found)]


def _round(onward: dict[_Hop, list[_Hop]]) -> dict[_Hop, list[_Hop]]:
    """The hops without those that no way round leads to, and those that lead to none."""
    backward: dict[_Hop, list[_Hop]] = {hop: [] for hop in onward}
    for hop, ways in onward.items():
        for there in ways:
            backward[there].append(hop)
    gone = _at_ends(onward, backward) | _at_ends(backward, onward)
    return {hop: [there for there in ways if there not in gone] for hop, ways in onward.items() if hop not in gone}


def _at_ends(onward: dict[_Hop, list[_Hop]], backward: dict[_Hop, list[_Hop]]) -> set[_Hop]:
    """The hops before which only such stand that no other leads to."""
    waiting = {hop: len(ways) for hop, ways in backward.items()}
    ends = [hop for hop, count in waiting.items() if not count]
    for hop in ends:
        for there in onward[hop]:
            waiting[there] -= 1
            if not waiting[there]:
                ends.append(there)
    return set(ends)


def _onward(router: Router, hops: list[_Hop]) -> dict[_Hop, list[_Hop]]:
    """For each hop those that may take what it sends on."""
    # By label the rules there that send on, with what they send.
    by_rule: dict[str, dict[Stage, list[_Hop]]] = {}
    for hop in hops:
        by_rule.setdefault(hop.rule.label, {}).setdefault(hop.rule, []).append(hop)
    onward: dict[_Hop, list[_Hop]] = {hop: [] for hop in hops}
    for hop in hops:
        if hop.label not in by_rule:
            continue
        try:
            sent = _takes_first(router, hop.rule)
            sent = sent if hop.choice is None else rewrite.rewritten(hop.stage, hop.rules[hop.choice], sent)
        except TooLargeError:
            continue
        rules = router.rules[hop.label]
        for number in rules.near(sent):
            there = by_rule[hop.label].get(rules.stages[number], [])
            takes = rules.takes[number]
            router.compare(sent, takes)
            if there and meets(sent, takes):
                onward[hop] += there
    return onward


def _hops(router: Router) -> Iterator[_Hop]:
    """Outputs that certainly send on each event that they take, and rewriting rules, with the label that these go to."""
    for rules in router.staged.rules.values():
        for rule in rules:
            if rule.kind is not Kind.OUTPUT:
                continue
            todo = [rule]
            for stage in todo:
                # Where the stores take turns, each gets a part of the events only.
                sends = known(stage).events.sends
                if sends is Sends.EACH_STORE:
                    todo.extend(router.stores.get(stage.index, ()))
                elif sends is Sends.RELABELLED:
                    label = label_of(stage, "")
                    if label is not None:
                        yield _Hop(stage, rule, label)
                elif sends is Sends.REWRITTEN:
                    several = rewrite.tag_rules(stage)
                    for index, one in enumerate(several):
                        label = label_of(stage, stage.label) if one.label is None else named_label(one.label)
                        if label is not None:
                            yield _Hop(stage, rule, label, index, several)


def _proved(router: Router, way: tuple[_Hop, ...]) -> Loop | None:
    """The loop, where each tag of some set comes back into that set by ``way``, be it once."""
    try:
        return _coming_back(router, way)
    except TooLargeError:
        return None


def _coming_back(router: Router, way: tuple[_Hop, ...]) -> Loop | None:
    """The same. Raises TooLargeError, TooMuchWorkError."""
    here = router.workers(way[0].rule.worker)
    if not all(router.workers(hop.rule.worker).covers(here) for hop in way):
        return None
    if not _repeats(way) or not _filters_allow(router, way):
        return None
    start = _takes_first(router, way[0].rule)
    if _arriving(router, way, start) is None:
        return None
    carried, changed, dropped = start, False, False
    for hop in way:
        first = _takes_first(router, hop.rule)
        if changed and not within(carried, first):
            return None
        if not changed:
            start = carried = carried & first
        if hop.choice is not None:
            after = _rewritten(hop, carried)
            if after is None and len(way) == 1 and _forgets_tag(hop.rules[hop.choice]):
                # The next time the new tag is the old one.
                after, dropped = rewrite.rewritten(hop.stage, hop.rules[hop.choice], carried), True
            if after is None:
                return None
            carried, changed = after, True
    if start.is_empty or not within(carried, start):
        return None
    arrival = _arriving(router, way, start)
    if arrival is None:
        return None
    source, tag = arrival
    return Loop(source, tuple(stage for hop in way for stage in _stages(router, hop)), tag, dropped)


def _stages(router: Router, hop: _Hop) -> tuple[int, ...]:
    """The match, and the store inside it that sends on."""
    return (hop.stage.index,) if hop.stage is hop.rule else (hop.rule.index, hop.stage.index)


def _repeats(way: tuple[_Hop, ...]) -> bool:
    """Whether an event that went round once meets the same rewriting rules again, and some event meets them all."""
    chosen = [(hop, hop.rules) for hop in way if hop.choice is not None]
    if len(chosen) > 1:
        # Together only where each takes whatever has the key.
        rules = [found[hop.choice or 0] for hop, found in chosen]
        return all(
            hop.choice == 0 and rule.known and not rule.inverted and rule.key == rules[0].key and rewrite.finds_all(rule.pattern)
            for (hop, _), rule in zip(chosen, rules, strict=True)
        )
    return all(rewrite.may_fire(found, hop.choice or 0) for hop, found in chosen)


def _rewritten(hop: _Hop, carried: Automaton) -> Automaton | None:
    """What becomes of the tags, None where an event may be dropped for a tag that stays as it was."""
    rule = hop.rules[hop.choice or 0]
    after = rewrite.rewritten(hop.stage, rule, carried)
    if after.is_empty or (rule.label is None and not rewrite.lengthens_tag(hop.stage, rule) and after.meets(carried)):
        return None
    return after


def _forgets_tag(rule: rewrite.TagRule) -> bool:
    """Whether the new tag has nothing of the old one, and the event goes where that came from."""
    return rule.label is None and "{" not in rule.tag and "__" not in rule.tag


def _filters_allow(router: Router, way: tuple[_Hop, ...]) -> bool:
    """Whether no filter on the way can drop an event, or change it so that it takes another way the next time."""
    plugins: list[Plugin] = []
    for hop in way:
        rules, carried = router.rules[hop.rule.label], _takes_first(router, hop.rule)
        for number in rules.near(carried):
            rule = rules.stages[number]
            before = number < rules.numbers[hop.rule.index]
            if before and rule.kind is Kind.FILTER and meets(carried, rules.takes[number]):
                plugins.append(known(rule))
    if all(map(_is_steady, plugins)):
        return True
    return all(plugin.events.passes is Passes.ALL for plugin in plugins) and all(hop.choice is None for hop in way)


def _is_steady(plugin: Plugin) -> bool:
    """Whether a filter does the same to an event each time."""
    untouched = plugin.records.same_keys and not plugin.records.in_place
    return untouched and plugin.events.passes in (Passes.ALL, Passes.CHOSEN)


def _takes_first(router: Router, rule: Stage) -> Automaton:
    """The tags that certainly end at a match, in every worker that it runs in. Raises TooLargeError, TooMuchWorkError."""
    rules, here = router.rules[rule.label], router.workers(rule.worker)
    number = rules.numbers[rule.index]
    if any(other < number and router.workers(rules.stages[other].worker).meets(here) for other in rules.open):
        return EMPTY
    takes = rules.takes[number]
    near = [taker for taker in rules.takers(takes.certain) if taker.number < number]
    router.compare(takes.certain, takes)
    return takes.certain.without([taker.tags for taker in near if router.workers(taker.stage.worker).meets(here)])


def _arriving(router: Router, way: tuple[_Hop, ...], wanted: Automaton) -> tuple[tuple[int, ...], str] | None:
    """How some of the tags come to the label of the first match, and one of them; of events of which nothing was asked yet
    that decides here."""
    rule = way[0].rule
    here = router.workers(rule.worker)
    asked = {one.key for hop in way if hop.choice is not None for one in hop.rules[: hop.choice + 1]}
    for (index, label), sents in router.sent.items():
        if label != rule.label or not here.covers(router.workers(router.staged.stages[index].worker)):
            continue
        for sent in sents:
            free = not asked or (ANY_KEY not in sent.emission.asked and not asked & sent.emission.asked)
            if free and sent.emission.exact and sent.tags.meets(wanted):
                words = (sent.tags & wanted).words(50)
                return sent.way, words[0] if words else ""
    return None
