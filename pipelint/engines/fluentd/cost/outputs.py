"""The work of Fluentd's outputs, and the events that some of them emit anew."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from pipelint.base.lean.late import late
from pipelint.base.lean.record import replace
from pipelint.cost.events.flow import State
from pipelint.cost.events.traffic import TrafficProfile
from pipelint.cost.events.work import Done, Grade, Terms, Use, add, scale
from pipelint.engines.fluentd.cost import buffers
from pipelint.engines.fluentd.cost.inputs import unpacked
from pipelint.engines.fluentd.cost.parse import regexes
from pipelint.engines.fluentd.cost.said import COSTS
from pipelint.engines.fluentd.plugins.known import known
from pipelint.engines.fluentd.routing.stages import stages_alone
from pipelint.graph.stage import Flow, Kind, Stage
from pipelint.plugins.behaviour import Sends
from pipelint.plugins.cost import Work

_COUNTED = late(r"pattern[0-9]+")


def send(stage: Stage, parts: Sequence[Stage], state: State, traffic: TrafficProfile) -> Done:
    """What an output and its parts do per event."""
    match stage.plugin:
        case "rewrite_tag_filter":
            return _rewrite_tag(stage, state)
        case "datacounter":
            return _datacounter(stage, state, traffic)
        case "forest":
            return _planted(stage, state, traffic)
    cost = COSTS.of("output", stage.plugin)
    if cost is None or cost.buffered:
        return buffers.write(stage, parts, state, traffic)
    stores = sum(1.0 for part in parts if part.kind is Kind.OUTPUT)
    opened = state
    terms: Terms = {}
    if (work := _work(stage, state, traffic, stores)).flag("opens"):
        opened, terms = unpacked(state)
        work = _work(stage, opened, traffic, stores)
    uses = (Use(stage, add(terms, work.terms()), work.grade),)
    passed = work.after()
    match known(stage).events.sends:
        case Sends.EACH_STORE:
            return Done(uses, stores=passed)
        case Sends.ONE_STORE:
            return Done(uses, stores=passed.share(1 / stores) if stores else None)
        case Sends.RELABELLED:
            return Done(uses, emitted={Flow.RELABEL: passed})
        case Sends.AWAY:
            return Done(uses)
    return Done(uses, emitted={Flow.EMIT: passed})


def _work(stage: Stage, state: State, traffic: TrafficProfile, stores: float) -> Work:
    return cast("Work", COSTS.work("output", stage.plugin, stage.block, state, traffic, stores=stores))


def _rewrite_tag(stage: Stage, state: State) -> Done:
    opened, terms = unpacked(state)
    rules = [(b.value("key"), b.value("pattern"), b.value("tag")) for b in stage.block.blocks if b.name == "rule"]
    rules += [_old_rule(p.value) for name, p in stage.block.params.items() if name.startswith("rewriterule")]
    count = len(rules)
    dynamic = sum(1.0 for _, _, tag in rules if "$" in tag) / count if count else 0.0
    # How many rules an event is asked depends on which one it meets: all of them, to be on the dear side.
    terms = add(terms, {"rewrite.event": 1.0, "rewrite.rule": float(count), "rewrite.placeholder": dynamic})
    terms = add(terms, regexes.looked_up(key for key, _, _ in rules))
    for index, (key, pattern, _) in enumerate(rules, 1):
        terms = add(terms, regexes.searched(pattern, regexes.field_bytes(key, opened), float(index == count)))
    # The events of a stream are regrouped by their new tags.
    out = replace(opened, emits=max(opened.emits, min(1.0, opened.emits * max(count, 1))))
    return Done((Use(stage, terms),), emitted={Flow.EMIT: out})


def _datacounter(stage: Stage, state: State, traffic: TrafficProfile) -> Done:
    """It tries its patterns on one field until one matches: each gets a share, as do the events that none matches."""
    opened, terms = unpacked(state)
    size = regexes.field_bytes(stage.value("count_key"), opened)
    patterns = [p.value.partition(" ")[2].strip() for name, p in stage.block.params.items() if _COUNTED.fullmatch(name)]
    share = 1 / (len(patterns) + 1)
    for index, pattern in enumerate(patterns):
        left = 1 - index * share
        terms = add(terms, scale(regexes.tested(pattern, size, share / left), left))
    # The counts of an interval are one event.
    return Done((Use(stage, terms, Grade.MODELLED),), emitted={Flow.EMIT: opened.share(1 / traffic.chunk_events).alone()})


def _planted(stage: Stage, state: State, traffic: TrafficProfile) -> Done:
    """An output of its subtype for each tag, made of the template: it finds that by the tag, and leaves the rest to it."""
    template = next((block for block in stage.block.blocks if block.name in ("template", "case")), stage.block)
    made, *parts = stages_alone(Kind.OUTPUT, template, stage.value("subtype"))
    done = send(made, parts, state, traffic)
    return replace(done, uses=tuple(Use(stage, use.terms, max(use.grade, Grade.MODELLED)) for use in done.uses))


def _old_rule(text: str) -> tuple[str, str, str]:
    """Key, pattern and tag of v0's ``rewriteruleN key pattern tag``."""
    found = text.split()
    return (found[0] if found else ""), " ".join(found[1:-1]), (found[-1] if found else "")
