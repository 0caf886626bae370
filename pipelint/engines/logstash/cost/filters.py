"""The work of Logstash's filters, and what they change of the events."""

from __future__ import annotations

from collections.abc import Callable

from pipelint.base.block import Block
from pipelint.base.lean.late import late
from pipelint.base.lean.record import dataclass, replace
from pipelint.cost.flow import State
from pipelint.cost.traffic import TrafficProfile
from pipelint.cost.work import Done, Terms, Use, add, scale
from pipelint.engines.logstash.cost.events import field_bytes
from pipelint.engines.logstash.cost.grok import grok_terms, grokked
from pipelint.engines.logstash.cost.mutate import added_fields, common_terms, mutate_terms
from pipelint.engines.logstash.cost.params import is_true, number, pairs, strings
from pipelint.graph.stage import Stage
from pipelint.plugins import plugin_of


@dataclass(frozen=True, slots=True)
class _Work:
    """What one filter does per event, the events after it, and what was assumed of the traffic."""

    terms: Terms
    passed: State
    assumed: tuple[str, ...] = ()


Filter = Callable[[Block, State, TrafficProfile], _Work]

# Bytes of text for each key and value, and for each column, of the measured lines.
_PAIR_BYTES, _COLUMN_BYTES = 19.0, 11.0
_DISSECTED = late(r"%\{[^}]+\}")
_CALL = late(r"\bevent\.(?:get|set|remove|tag)\b")
_EACH = late(r"\bto_hash\b[^;]*\.(?:each|map|select|reject|delete_if)")
_ROUNDS = late(r"\bwhile\s+\w+\s*<\s*(\d+)|\b(\d+)\.times\b")


def pass_through(stage: Stage, state: State, traffic: TrafficProfile) -> Done:
    """What a filter does per event, and the events that pass."""
    work = _FILTERS.get(stage.plugin)
    own = add({"filter.event": 1.0}, common_terms(stage.block))
    if work is None:
        return Done((Use(stage, own, known=False),), _changed(stage.block, state))
    done = work(stage.block, state, traffic)
    return Done((Use(stage, add(own, done.terms)),), _changed(stage.block, done.passed), assumed=done.assumed)


def _changed(block: Block, state: State) -> State:
    return replace(state, fields=max(1.0, state.fields + added_fields(block)))


def _mutate(block: Block, state: State, traffic: TrafficProfile) -> _Work:
    return _Work(mutate_terms(block, state), state)


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
    return _Work(terms, _with(state, count, size))


def _with(state: State, fields: float, size: float) -> State:
    return replace(state, fields=state.fields + fields, record=state.record + size)


def _kv(block: Block, state: State, traffic: TrafficProfile) -> _Work:
    size = field_bytes(block.value("source", "message"), state)
    count = max(1.0, size / _PAIR_BYTES)
    return _Work({"kv.event": 1.0, "kv.pair": count}, _with(state, count, size))


def _csv(block: Block, state: State, traffic: TrafficProfile) -> _Work:
    size = field_bytes(block.value("source", "message"), state)
    count = float(len(strings(block, "columns"))) or max(1.0, size / _COLUMN_BYTES)
    return _Work({"csv.event": 1.0, "csv.column": count}, _with(state, count, size))


def _json(block: Block, state: State, traffic: TrafficProfile) -> _Work:
    size = field_bytes(block.value("source", "message"), state)
    failed: Terms = {"json.exception": 1.0}
    if not is_true(block, "skip_on_invalid_json"):
        failed["log.warn"] = 1.0
    hit: Terms = {"json.event": 1.0, "json.byte": size}
    terms = add(scale(hit, 1 - traffic.app_miss), scale(failed, traffic.app_miss))
    passed = replace(_with(state, traffic.app_fields, size), text=traffic.text_bytes or size / 3)
    return _Work(terms, passed)


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


def _useragent(block: Block, state: State, traffic: TrafficProfile) -> _Work:
    said = f"useragent: {traffic.uncached:.0%} of the events have a user agent that is not in the cache"
    return _Work({"useragent.event": 1.0, "useragent.miss": traffic.uncached}, _with(state, 5.0, 60.0), (said,))


def _translate(block: Block, state: State, traffic: TrafficProfile) -> _Work:
    terms: Terms = {"lookup.event": 1.0}
    if is_true(block, "regex"):
        # In order until one matches: half of them.
        terms["lookup.regex"] = len(pairs(block, "dictionary")) / 2
    return _Work(terms, _with(state, 1.0, 20.0))


def _fingerprint(block: Block, state: State, traffic: TrafficProfile) -> _Work:
    method = block.value("method", "SHA1").upper()
    size = sum(field_bytes(field, state) for field in strings(block, "source") or ("message",))
    terms: Terms = {"fingerprint.event": 1.0}
    if method.startswith(("SHA", "MD5", "HMAC")):
        terms |= {"fingerprint.digest": 1.0, "fingerprint.digest_byte": size}
    return _Work(terms, _with(state, 1.0, 64.0))


def _prune(block: Block, state: State, traffic: TrafficProfile) -> _Work:
    count = sum(len(strings(block, name)) for name in plugin_of("logstash", "filter", "prune").holds.get("regex", ()))
    return _Work({"prune.test": count * state.fields}, state)


def _clone(block: Block, state: State, traffic: TrafficProfile) -> _Work:
    count = float(len(strings(block, "clones")))
    return _Work({"copy.field": count * state.fields}, replace(state, events=state.events * (1 + count)))


def _split(block: Block, state: State, traffic: TrafficProfile) -> _Work:
    count = traffic.elements
    said = f"split: {count:g} events from each event"
    passed = replace(state, events=state.events * count, record=state.record / max(1.0, count / 2))
    return _Work({"split.event": count, "copy.field": count * state.fields / 2}, passed, (said,))


def _drop(block: Block, state: State, traffic: TrafficProfile) -> _Work:
    return _Work({}, state.share(1 - min(100.0, number(block, "percentage", 100.0)) / 100))


def _alone(name: str) -> Filter:
    """A filter whose work does not depend on its settings."""

    def work(block: Block, state: State, traffic: TrafficProfile) -> _Work:
        return _Work({name: 1.0}, state)

    return work


_FILTERS: dict[str, Filter] = {
    "aggregate": _alone("aggregate.event"),
    "clone": _clone,
    "csv": _csv,
    "date": _date,
    "dissect": _dissect,
    "drop": _drop,
    "fingerprint": _fingerprint,
    "grok": _grok,
    "json": _json,
    "kv": _kv,
    "mutate": _mutate,
    "prune": _prune,
    "ruby": _ruby,
    "split": _split,
    "syslog_pri": _alone("syslog_pri.event"),
    "throttle": _alone("lookup.event"),
    "translate": _translate,
    "truncate": _alone("mutate.operation"),
    "urldecode": _alone("urldecode.event"),
    "useragent": _useragent,
}
