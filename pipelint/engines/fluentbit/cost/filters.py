"""The work of Fluent Bit's filters, and what they change of the events."""

from __future__ import annotations

from collections.abc import Callable

from pipelint.base.block import Block
from pipelint.base.lean.late import late
from pipelint.base.lean.record import replace
from pipelint.cost.events.flow import State
from pipelint.cost.events.traffic import TrafficProfile
from pipelint.cost.events.work import Done, Grade, Terms, Use, add, scale
from pipelint.engines.fluentbit import types
from pipelint.engines.fluentbit.cost import regexes
from pipelint.engines.fluentbit.cost.multiline import join
from pipelint.engines.fluentbit.cost.params import is_on, listed, values
from pipelint.engines.fluentbit.cost.parsers import Text, first_of, parse
from pipelint.engines.fluentbit.cost.said import COSTS
from pipelint.graph.stage import Flow, Stage

Filter = Callable[[Stage, Block, State, TrafficProfile], Done]

# Bytes of a field that a filter adds: a short name and value with their quotes.
_ADDED = 20.0
_OPERATIONS = (
    "set", "add", "remove", "remove_wildcard", "remove_regex", "rename", "hard_rename", "copy", "hard_copy", "move_to_start", "move_to_end",
)  # fmt: skip
_GSUB = late(r"\bgsub\b|:gsub\(")
_RETURNS = late(r"\breturn\s+(-?\d)")
_ANYTHING = frozenset((".*", "^.*$", ".+", "^.+$", ".", "(.*)", "^(.*)$"))
_PAIR = 2  # words of a rule: a key and a pattern


def pass_through(stage: Stage, state: State, traffic: TrafficProfile) -> Done:
    """What a filter does per event, and the events that pass."""
    return run(stage, stage.plugin, stage.block, state, traffic)


def run(stage: Stage, plugin: str, block: Block, state: State, traffic: TrafficProfile) -> Done:
    """The same of a filter with the parameters of ``block``, which may be a processor of ``stage``."""
    by_code = _FILTERS.get(plugin)
    if by_code is not None:
        done = by_code(stage, block, state, traffic)
        first, *rest = done.uses
        return replace(done, uses=(Use(stage, add({"filter.event": 1.0}, first.terms), first.grade), *rest))
    work = COSTS.work("filter", plugin, block, state, traffic)
    if work is None:
        return Done((Use(stage, {"filter.event": 1.0}, Grade.UNKNOWN),), state)
    terms = add({"filter.event": 1.0}, work.tried())
    return Done((Use(stage, terms, work.grade),), work.after(), assumed=work.assumed())


def rewritten(state: State) -> Terms:
    """What a changed record takes that is packed anew."""
    return {"record.event": 1.0, "record.field": state.fields}


def _done(stage: Stage, terms: Terms, passed: State, grade: Grade = Grade.MEASURED) -> Done:
    return Done((Use(stage, terms, grade),), passed)


def _changed(state: State, fields: float) -> State:
    return replace(state, fields=max(1.0, state.fields + fields), record=max(2.0, state.record + _ADDED * fields))


def _grep(stage: Stage, block: Block, state: State, traffic: TrafficProfile) -> Done:
    rules = [(True, text) for text in values(block, "regex")] + [(False, text) for text in values(block, "exclude")]
    terms: Terms = {}
    for wanted, text in rules:
        key, *pattern = types.words(text, 1)
        hits = traffic.kept if wanted else 1 - traffic.kept
        terms = add(terms, regexes.searched("".join(pattern), regexes.field_bytes(key, state), hits))
    return _done(stage, terms, state.thinned(traffic.kept) if rules else state)


def _modify(stage: Stage, block: Block, state: State, traffic: TrafficProfile) -> Done:
    count = float(len(values(block, *_OPERATIONS)))
    terms: Terms = {}
    holds = 1.0
    for condition in values(block, "condition"):
        words = types.words(condition)
        if "matches" in words[0].lower() and len(words) > _PAIR:
            terms = add(terms, regexes.searched(words[2], regexes.field_bytes(words[1], state), traffic.kept))
        terms = add(terms, {"modify.condition": 1.0})
        holds = 1.0 if traffic.holds is None else traffic.holds
    # Each operation packs the record anew.
    done: Terms = {"modify.operation": count, "modify.field": count * state.fields}
    added = float(len(values(block, "add", "set", "copy", "hard_copy")) - len(values(block, "remove")))
    return _done(stage, add(terms, scale(add(rewritten(state), done), holds)), _changed(state, added * holds))


def _record_modifier(stage: Stage, block: Block, state: State, traffic: TrafficProfile) -> Done:
    records = float(len(values(block, "record")))
    removed = float(len(values(block, "remove_key")))
    kept = values(block, "allowlist_key", "whitelist_key")
    fields = (min(state.fields, float(len(kept))) if kept else state.fields) - removed + records
    terms = add(rewritten(state), {"record_modifier.key": records + removed + len(kept)})
    return _done(stage, terms, _changed(state, fields - state.fields))


def _lua(stage: Stage, block: Block, state: State, traffic: TrafficProfile) -> Done:
    """A record becomes a table, and what the function returns a record again, unless it says that nothing changed."""
    code = block.value("code")
    returned = _RETURNS.findall(code)
    changed = not returned or any(number in "12" for number in returned)
    terms: Terms = {"lua.event": 1.0, "lua.field": state.fields, "lua.byte": state.record}
    if changed:
        terms |= {"lua.changed": 1.0, "lua.changed_field": state.fields}
    terms["lua.substitute_byte"] = len(_GSUB.findall(code)) * state.text
    # What a script in a file does is not known beyond that.
    return _done(stage, terms, state, Grade.MEASURED if code else Grade.MODELLED)


def _rewrite_tag(stage: Stage, block: Block, state: State, traffic: TrafficProfile) -> Done:
    rules = [words for rule in values(block, "rule") if len(words := types.words(rule, 4)) > _PAIR]
    given = traffic.alternatives if len(traffic.alternatives) == len(rules) else ()
    left, kept = 1.0, 0.0
    terms: Terms = {}
    for number, (key, pattern, *rest) in enumerate(rules):
        # Matching none of the rules counts as one more; what takes anything takes the rest.
        share = given[number] if given else left if pattern in _ANYTHING else 1 / (len(rules) + 1)
        hit = share / left if left > 0 else 0.0
        terms = add(terms, scale(regexes.searched(pattern, regexes.field_bytes(key, state), min(1.0, hit)), left))
        terms = add(terms, {"rewrite.event": share})
        if "$" in rest[0]:
            terms = add(terms, {"rewrite.tag": share})
        kept += share if len(rest) > 1 and types.boolean(rest[1]) else 0.0
        left = max(0.0, left - share)
    said = "rewrite_tag: its rules get equal shares of the events; matching none of them counts as a rule" if rules and not given else ""
    return Done(
        (Use(stage, terms),),
        state.share(min(1.0, left + kept)),
        {Flow.EMIT: state.share(1 - left)},
        assumed=(said,) if said else (),
    )


def _parser(stage: Stage, block: Block, state: State, traffic: TrafficProfile) -> Done:
    size = regexes.field_bytes(block.value("key_name", "log"), state)
    parsers = [parse(stage, name, Text(size), traffic) for name in values(block, "parser")]
    if not parsers:
        return _done(stage, {}, state)
    terms, made = first_of(parsers, traffic.app_miss, traffic.alternatives)
    hit = 1 - traffic.app_miss
    reserved, preserved = is_on(block, "reserve_data"), is_on(block, "preserve_key")
    others = state.fields - 1 if reserved else 0.0
    terms = add(terms, {"parser.event": 1.0})
    fields = made.fields + others + float(preserved)
    record = made.record + (state.record - size if reserved else 0.0) + (size if preserved else 0.0)
    passed = replace(
        state,
        fields=hit * fields + (1 - hit) * state.fields,
        record=hit * record + (1 - hit) * state.record,
        text=hit * min(made.text, made.record) + (1 - hit) * state.text,
    )
    return _done(stage, terms, passed, made.grade)


def _multiline(stage: Stage, block: Block, state: State, traffic: TrafficProfile) -> Done:
    if block.value("mode").lower() == "partial_message":
        left = 1 - state.partial
        return _done(stage, {"multiline.event": 1.0}, replace(state.thinned(left), text=state.text / left, partial=0.0), Grade.MODELLED)
    size = regexes.field_bytes(block.value("multiline.key_content", "log"), state)
    found = join(stage, listed(block, "multiline.parser"), Text(size), traffic, state.continuation)
    terms = add(found.terms, scale(rewritten(state), found.left))
    if is_on(block, "buffer", default=True):
        # What it joined comes again from an input of its own.
        terms = add(terms, {"rewrite.event": found.left})
    left = found.left
    passed = replace(state.thinned(left), text=state.text / left, record=state.record / left, continuation=0.0)
    return _done(stage, terms, passed if left < 1 else state, found.grade)


def _type_converter(stage: Stage, block: Block, state: State, traffic: TrafficProfile) -> Done:
    keys = [(kind, types.words(text)) for kind in ("str", "int", "uint", "float") for text in values(block, f"{kind}_key")]
    # A text stays none where it is to become one: two lines in the log for each event.
    failed = float(sum(kind == "str" and words[-1:] == ["string"] for kind, words in keys))
    terms = {"type_converter.key": float(len(keys)), "type_converter.field": len(keys) * state.fields, "log.line": 2 * failed}
    return _done(stage, add(rewritten(state), terms), _changed(state, len(keys) - failed))


_FILTERS: dict[str, Filter] = {
    "grep": _grep,
    "lua": _lua,
    "modify": _modify,
    "multiline": _multiline,
    "parser": _parser,
    "record_modifier": _record_modifier,
    "rewrite_tag": _rewrite_tag,
    "type_converter": _type_converter,
}
