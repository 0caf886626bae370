"""The work of Fluentd's filters, and what they change of the events."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from pipelint.base.block import Block
from pipelint.base.lean.record import replace
from pipelint.cost.events.flow import State
from pipelint.cost.events.traffic import TrafficProfile
from pipelint.cost.events.work import Done, Grade, Terms, Use, add, scale
from pipelint.engines.fluentd.cost import records
from pipelint.engines.fluentd.cost.parse import regexes
from pipelint.engines.fluentd.cost.parse.parsers import Text, parse
from pipelint.engines.fluentd.cost.said import COSTS
from pipelint.engines.fluentd.plugins import concat
from pipelint.engines.fluentd.plugins.grep import grep_sections, numbered_tests
from pipelint.engines.fluentd.plugins.known import known
from pipelint.engines.fluentd.types import is_false, is_true
from pipelint.graph.stage import Flow, Kind, Stage

Filter = Callable[[Stage, Sequence[Stage], State, TrafficProfile], Done]


def pass_through(stage: Stage, parts: Sequence[Stage], state: State, traffic: TrafficProfile) -> Done:
    """What a filter and its parts do per event, and the events that pass."""
    by_code = _FILTERS.get(stage.plugin)
    if by_code is not None:
        return by_code(stage, parts, state, traffic)
    work = COSTS.work("filter", stage.plugin, stage.block, state, traffic)
    if work is None:
        return _done(stage, state, {}, state, grade=Grade.UNKNOWN)
    records = known(stage).records
    passed = replace(work.after(), keys=_joined_keys(state.keys, frozenset((*records.sets, *records.may_set))))
    return replace(_done(stage, state, work.tried(), passed, grade=work.grade), assumed=work.assumed())


def _done(stage: Stage, state: State, terms: Terms, passed: State, *, grade: Grade = Grade.MEASURED) -> Done:
    """A filter's work with what every filter does."""
    own = add(_every(state), terms)
    copied = state.locked and not (records := known(stage).records).in_place and not records.same_keys
    return Done((Use(stage, own, grade),), replace(passed, locked=passed.locked + 1) if copied else passed)


def _every(state: State) -> Terms:
    """A new stream, and each event put into it; a stream costs the more, the more stages it has left (see ``buffers``)."""
    return {"filter.event": 1.0, "filter.crowded_stream": state.emits * (state.stages - 1)}


def _grep(stage: Stage, parts: Sequence[Stage], state: State, traffic: TrafficProfile) -> Done:
    tests = _grep_patterns(stage.block)
    terms = regexes.looked_up(key for key, _, _ in tests)
    for key, pattern, kept in tests:
        hits = traffic.kept if kept else 1 - traffic.kept
        terms = add(terms, regexes.tested(pattern, regexes.field_bytes(key, state), hits))
    return _done(stage, state, terms, state.thinned(traffic.kept) if tests else state)


def _grep_patterns(block: Block) -> list[tuple[str, str, bool]]:
    """Key and pattern of each test, and whether it must match: ``<regexp>`` and ``<exclude>``, nested too, and numbered ones."""
    sections = [(b.value("key"), b.value("pattern"), b.name == "regexp") for b in grep_sections(block)]
    return sections + [(key, pattern, p.name.startswith("regexp")) for p, key, pattern in numbered_tests(block)]


def _parser(stage: Stage, parts: Sequence[Stage], state: State, traffic: TrafficProfile) -> Done:
    section = next((part for part in parts if part.kind is Kind.PARSE), None)
    block = stage.block if section is None else section.block
    plugin = section.plugin if section is not None else block.value("format")
    parsed = parse(plugin, block, Text(state.text, state.framed), traffic)
    kept = is_true(stage.block, "reserve_data")
    failed = add(parsed.miss, _failed(stage.block))
    terms = add(scale(parsed.hit, 1 - traffic.app_miss), scale(failed, traffic.app_miss))
    common = add(_every(state), {"filter.parser": 1.0, "filter.reserve": state.fields if kept else 0.0})
    uses = (Use(stage, common), Use(section or stage, terms, parsed.grade))
    removed = is_true(stage.block, "remove_key_name_field") or not kept
    before = state.fields - removed if kept else 0.0
    # What is parsed takes as many bytes as the text that it is taken from.
    passed = replace(
        state,
        text=parsed.message,
        record=max(2.0, (state.record if kept else state.text) + (0.0 if removed else state.text) - parsed.taken),
        fields=parsed.fields + before,
        binary=(parsed.binary * parsed.fields + state.binary * before) / max(1.0, parsed.fields + before),
        nested=parsed.nested + (state.nested if kept else 0.0),
        keys=_joined_keys(state.keys, parsed.keys) if kept else parsed.keys,
        framed=parsed.framed,
    )
    errors = {} if is_false(stage.block, "emit_invalid_record_to_error") else {Flow.ERROR: state.share(traffic.app_miss).alone()}
    return Done(uses, passed, errors)


def _failed(block: Block) -> Terms:
    """A record that does not parse goes to @ERROR with a warning and a backtrace, unless the config says no."""
    return {} if is_false(block, "emit_invalid_record_to_error") else {"error.event": 1.0}


def _joined_keys(here: frozenset[str] | None, more: frozenset[str] | None) -> frozenset[str] | None:
    return None if here is None or more is None else here | more


def _concat(stage: Stage, parts: Sequence[Stage], state: State, traffic: TrafficProfile) -> Done:
    block = stage.block
    if is_true(block, "use_partial_metadata"):
        # Docker's own partial metadata comes by its fluentd log driver only; lines of a file have none and pass by.
        return _done(stage, state, {}, state)
    folded = state.partial if _by_partial(block) else state.continuation
    left = 1 - folded
    terms = add({"concat.line": 1.0, "concat.event": left}, _edges(block, state))
    passed = replace(state.thinned(left), text=state.text / left, record=state.record / left)
    passed = replace(passed, partial=0.0) if _by_partial(block) else replace(passed, continuation=0.0)
    done = _done(stage, state, terms, passed)
    # The last event of each stream waits for the timeout; at full load there is always a next one.
    return replace(done, emitted={Flow.TIMEOUT: state.share(traffic.miss).alone()})


def _edges(block: Block, state: State) -> Terms:
    """The searches for what begins, continues or ends an event."""
    left = 1 - state.continuation
    shares = ((concat.START, left), (concat.GOES_ON, state.continuation), (concat.END, left))
    found = [(block.value(name), hits) for name, hits in shares]
    return add(*(regexes.searched(pattern, state.text, hits) for pattern, hits in found if pattern))


def _by_partial(block: Block) -> bool:
    """Whether concat joins what the runtime split, and not lines of the application."""
    return is_true(block, "use_partial_cri_logtag") or "partial_key" in block.params or concat.END in block.params


def _record_transformer(stage: Stage, parts: Sequence[Stage], state: State, traffic: TrafficProfile) -> Done:
    return _done(stage, state, records.transformer_terms(stage.block, state), records.changed(stage.block, state))


def _record_modifier(stage: Stage, parts: Sequence[Stage], state: State, traffic: TrafficProfile) -> Done:
    return _done(stage, state, records.modifier_terms(stage.block, state), records.changed(stage.block, state))


_FILTERS: dict[str, Filter] = {
    "grep": _grep,
    "parser": _parser,
    "concat": _concat,
    "record_transformer": _record_transformer,
    "record_modifier": _record_modifier,
}
