"""The work of Fluentd's outputs, and the events that some of them emit anew."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from pipelint.base.lean.record import replace
from pipelint.cost.flow import State
from pipelint.cost.traffic import TrafficProfile
from pipelint.cost.work import Done, Terms, Use, add
from pipelint.engines.fluentd.cost import buffers
from pipelint.engines.fluentd.cost.inputs import unpacked
from pipelint.engines.fluentd.cost.params import words
from pipelint.engines.fluentd.cost.parse import regexes
from pipelint.engines.fluentd.types import is_true
from pipelint.graph.stage import Flow, Kind, Stage

Output = Callable[[Stage, State, TrafficProfile], Done]

# Share of continuation lines that detect_exceptions joins: stack traces, not any indented text (rows o_detect_*_20).
_TRACES = 0.82


def send(stage: Stage, parts: Sequence[Stage], state: State, traffic: TrafficProfile) -> Done:
    """What an output and its parts do per event."""
    work = _OUTPUTS.get(stage.plugin)
    if work is not None:
        return work(stage, state, traffic)
    if stage.plugin in ("copy", "roundrobin"):
        return _stores(stage, parts, state)
    return buffers.write(stage, parts, state, traffic)


def _only(stage: Stage, terms: Terms, emitted: dict[Flow, State] | None = None) -> Done:
    return Done((Use(stage, terms),), emitted=emitted or {})


def _null(stage: Stage, state: State, traffic: TrafficProfile) -> Done:
    return _only(stage, {})


def _relabel(stage: Stage, state: State, traffic: TrafficProfile) -> Done:
    return _only(stage, {}, {Flow.RELABEL: state})


def _stores(stage: Stage, parts: Sequence[Stage], state: State) -> Done:
    count = sum(1.0 for part in parts if part.kind is Kind.OUTPUT)
    if stage.plugin == "roundrobin":
        return Done((Use(stage, {}),), stores=state.share(1 / count) if count else None)
    deep = stage.value("copy_mode") in ("deep", "marshal") or is_true(stage.block, "deep_copy")
    opened, terms = unpacked(state) if deep else (state, {})
    terms = add(terms, {"copy.deep_field": count * state.fields if deep else 0.0})
    return Done((Use(stage, terms),), stores=opened)


def _detect_exceptions(stage: Stage, state: State, traffic: TrafficProfile) -> Done:
    opened, terms = unpacked(state)
    languages = words(stage.block, "languages") or ("all",)
    # "all" stands for eight sets of rules (detect_exceptions 0.0.16).
    count = 8.0 if "all" in languages else float(len(languages))
    terms = add(terms, {"detect.event": 1.0, "detect.byte": opened.text, "detect.language_byte": opened.text * (count - 1)})
    folded = opened.continuation * _TRACES
    left = 1 - folded
    # Each event goes on in a stream of its own: all that follows pays per stream for every event.
    out = replace(opened.thinned(left).alone(), text=opened.text / left, record=opened.record / left)
    return _only(stage, terms, {Flow.EMIT: replace(out, continuation=opened.continuation - folded)})


def _rewrite_tag(stage: Stage, state: State, traffic: TrafficProfile) -> Done:
    opened, terms = unpacked(state)
    rules = [(b.value("key"), b.value("pattern"), b.value("tag")) for b in stage.block.blocks if b.name == "rule"]
    rules += [_old_rule(p.value) for name, p in stage.block.params.items() if name.startswith("rewriterule")]
    count = len(rules)
    dynamic = sum(1.0 for _, _, tag in rules if "$" in tag) / count if count else 0.0
    # How many rules an event is asked depends on which one it meets: all of them, to be on the dear side.
    terms = add(terms, {"rewrite.event": 1.0, "rewrite.rule": float(count), "rewrite.placeholder": dynamic})
    for index, (key, pattern, _) in enumerate(rules, 1):
        terms = add(terms, regexes.searched(pattern, regexes.field_bytes(key, opened), float(index == count)))
    # The events of a stream are regrouped by their new tags.
    out = replace(opened, emits=max(opened.emits, min(1.0, opened.emits * max(count, 1))))
    return _only(stage, terms, {Flow.EMIT: out})


def _old_rule(text: str) -> tuple[str, str, str]:
    """Key, pattern and tag of v0's ``rewriteruleN key pattern tag``."""
    found = text.split()
    return (found[0] if found else ""), " ".join(found[1:-1]), (found[-1] if found else "")


def _stdout(stage: Stage, state: State, traffic: TrafficProfile) -> Done:
    opened, terms = unpacked(state)
    json = {"format.json": 1.0, "format.json_byte": opened.record}
    return _only(stage, add(terms, json, {"time.written": 1.0, "stdout.line": 1.0}))


_OUTPUTS: dict[str, Output] = {
    "null": _null,
    "relabel": _relabel,
    "detect_exceptions": _detect_exceptions,
    "rewrite_tag_filter": _rewrite_tag,
    "stdout": _stdout,
}
