"""The work of Logstash's filters, and what they change of the events."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from pipelint.base.block import Block
from pipelint.base.lean.late import late
from pipelint.base.lean.record import dataclass, replace
from pipelint.cost.events.flow import State
from pipelint.cost.events.traffic import TrafficProfile
from pipelint.cost.events.work import Done, Grade, Terms, Use, add, scale
from pipelint.engines.logstash.cost.events import SHORT, field_bytes, sized
from pipelint.engines.logstash.cost.grok import grok_terms, grokked
from pipelint.engines.logstash.cost.mutate import added_fields, common_terms, moved, mutate_terms
from pipelint.engines.logstash.cost.params import pairs, strings
from pipelint.engines.logstash.cost.said import COSTS
from pipelint.graph.stage import Stage
from pipelint.plugins import plugin_of


@dataclass(frozen=True, slots=True)
class _Work:
    """What one filter does per event, the events after it, and what was assumed of the traffic."""

    terms: Terms
    passed: State
    assumed: tuple[str, ...] = ()


Filter = Callable[[Block, State, TrafficProfile], _Work]

_DISSECTED = late(r"%\{[^}]{1,999}\}")
_CALL = late(r"\bevent\.(?:get|set|remove|tag)\b")
_EACH = late(r"\bto_hash\b[^;]*\.(?:each|map|select|reject|delete_if)")
_ROUNDS = late(r"\bwhile\s+\w+\s*<\s*(\d+)|\b(\d+)\.times\b")


def pass_through(stage: Stage, state: State, traffic: TrafficProfile) -> Done:
    """What a filter does per event, and the events that pass."""
    own = add({"filter.event": 1.0}, common_terms(stage.block))
    by_code = _FILTERS.get(stage.plugin)
    if by_code is not None:
        done = by_code(stage.block, state, traffic)
        return Done((Use(stage, add(own, done.terms)),), _changed(stage.block, done.passed), assumed=done.assumed)
    work = COSTS.work("filter", stage.plugin, stage.block, state, traffic)
    if work is None:
        return Done((Use(stage, own, Grade.UNKNOWN),), _changed(stage.block, state))
    use = Use(stage, add(own, work.tried()), work.grade)
    return Done((use,), _changed(stage.block, work.after()), assumed=work.assumed())


def _changed(block: Block, state: State) -> State:
    return replace(state, fields=max(1.0, state.fields + added_fields(block)))


def _mutate(block: Block, state: State, traffic: TrafficProfile) -> _Work:
    return _Work(mutate_terms(block, state), moved(block, state))


def _grok(block: Block, state: State, traffic: TrafficProfile) -> _Work:
    found = grok_terms(block, state, traffic)
    said = f"grok: {traffic.grok_miss:.0%} of the events match no pattern, and {traffic.rejected:.0%} of these fail quickly"
    return _Work(found.terms, grokked(state, found), (said,))


def _dissect(block: Block, state: State, traffic: TrafficProfile) -> _Work:
    mapping = pairs(block, "mapping")
    count = float(sum(len(_DISSECTED.findall(text)) for _, texts in mapping for text in texts))
    size = sum(field_bytes(field, state) for field, _ in mapping)
    hit: Terms = {"dissect.field": count, "dissect.byte": size}
    terms = add({"dissect.event": 1.0}, scale(hit, 1 - traffic.app_miss), {"log.warn": traffic.app_miss})
    return _Work(terms, sized(_with(state, count, size), _rest(mapping, state)))


def _rest(mapping: Sequence[tuple[str, tuple[str, ...]]], state: State) -> dict[str, float]:
    """Bytes of the last field of each mapping: it gets what the others, short ones, leave of the text."""
    found: dict[str, float] = {}
    for field, texts in mapping:
        keys = [key for text in texts for key in _DISSECTED.findall(text)]
        if keys and (name := keys[-1][2:-1].lstrip("+&?").split("/")[0].rstrip("->").strip("[]")):
            found[name] = max(SHORT, field_bytes(field, state) - SHORT * (len(keys) - 1))
    return found


def _with(state: State, fields: float, size: float) -> State:
    return replace(state, fields=state.fields + fields, record=state.record + size)


def _date(block: Block, state: State, traffic: TrafficProfile) -> _Work:
    formats = strings(block, "match")[1:]
    if not formats:
        return _Work({}, state)
    given = len(traffic.alternatives) == len(formats)
    shares = traffic.alternatives if given else ((1 - traffic.app_miss) / len(formats),) * len(formats)
    terms: Terms = {"date.event": 1.0}
    left = 1.0
    for name, share in zip(formats, shares, strict=True):
        left = max(0.0, left - share)
        # ISO8601 stands for several layouts, each of which fails with an exception.
        terms = add(terms, {"date.iso_miss" if name == "ISO8601" else "date.miss": left})
    return _Work(terms, state)


def _ruby(block: Block, state: State, traffic: TrafficProfile) -> _Work:
    code = block.value("code")
    rounds = sum(float(first or second) for first, second in _ROUNDS.findall(code))
    terms: Terms = {
        "ruby.event": 1.0,
        "ruby.call": float(len(_CALL.findall(code))),
        "ruby.field": state.fields * len(_EACH.findall(code)),
        "ruby.round": rounds,
    }
    return _Work(terms, state)


def _prune(block: Block, state: State, traffic: TrafficProfile) -> _Work:
    count = sum(len(strings(block, name)) for name in plugin_of("logstash", "filter", "prune").holds.get("regex", ()))
    return _Work({"prune.test": count * state.fields}, state)


_FILTERS: dict[str, Filter] = {
    "date": _date,
    "dissect": _dissect,
    "grok": _grok,
    "mutate": _mutate,
    "prune": _prune,
    "ruby": _ruby,
}
