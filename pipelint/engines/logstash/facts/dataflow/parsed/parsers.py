"""What becomes of events that a parsing filter could not read: their text removed after it, or no output for them.

A parser that fails leaves the event as it was, with a tag of failure; what it would have set, its ``add_tag`` among it, is
missing. Nothing is said where something asks for such tags, or keeps or changes the text in between.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import TypeAlias

from pipelint.base.block import Block
from pipelint.base.condition import Condition, FieldOperand, Joined, LiteralOperand, Logic, Test
from pipelint.base.lean.late import late
from pipelint.engines.logstash.facts.dataflow.facts import CauseFact, LostTextFact, UnservedFact
from pipelint.engines.logstash.facts.dataflow.parsed.spared import spares_unread
from pipelint.engines.logstash.facts.dataflow.words import texts_outside, words_in, words_outside
from pipelint.engines.logstash.facts.field_writes import Path, effects, field_path
from pipelint.engines.logstash.facts.guards import asked_paths, may_change
from pipelint.engines.logstash.facts.items import ValueFact, value_entries, value_items
from pipelint.graph.stage import Kind, Stage, StageGraph

# The setting that names what they read, and the tag of what they fail on, where tag_on_failure names none.
_READS = {"grok": "match", "dissect": "mapping", "json": "source", "csv": "source", "xml": "source"}
_FAILURES = {
    "grok": "_grokparsefailure",
    "dissect": "_dissectfailure",
    "json": "_jsonparsefailure",
    "csv": "_csvparsefailure",
    "xml": "_xmlparsefailure",
}
# What they set without a target is about the field that they look up: they neither read nor mend what a parser failed on.
_LOOKUPS = ("geoip", "useragent")
# Without the field of their source they do nothing.
_PARTS = ("kv",)
# The operations of mutate that change a field in place.
_IN_PLACE = frozenset({"capitalize", "convert", "gsub", "lowercase", "strip", "uppercase"})
_MESSAGE: Path = ("message",)
_TAGS: Path = ("tags",)
# They look at a text, and put it nowhere else.
_LOOK = ("fingerprint", "throttle", "truncate", "urldecode")
# The field itself, none of this name inside of another.
_TEXT = late(r"(?<!\]\[)(?<![\w@])message(?![\w@])")
# Ruby code that may keep the text, or see how a parser went.
_TELLS = late(r"message|original|to_hash|to_json|tag|cancel|clone|failure|\bevent\b(?!\.(?:get|set|remove)\()")
# Tags of other filters, which say nothing of a parser.
_OTHERS = late(r"_(?:date|geoip_lookup_|cidr|dns|elasticsearch_lookup_|useragentparse)[a-z]{0,9}_?failure|_geoip_lookup_failure")
_FAILED = "failure"
# A pattern that is found in any text.
_ANYTHING = late(r"\^?(?:%\{(?:GREEDYDATA|DATA)(?::[^}]{0,999})?\}|\.\*|\(\?<[^>]{1,999}>\.\*\))\$?")


_At: TypeAlias = "tuple[int, Stage]"
"""A filter with its number among those of the pipeline."""


def lost_texts(graph: StageGraph) -> Iterator[LostTextFact]:
    """The settings that remove a text which parsers before them may have failed to read, or the tag that says so."""
    sources = _stages(graph, Kind.SOURCE)
    for label, filters in _stages(graph, Kind.FILTER).items():
        if any(stage.plugin in _READS for stage in filters):
            kept = {word for source in sources.get(label, ()) for word in words_in(source.block)}
            pipeline = graph.pipelines.get(label)
            ecs = "" if pipeline is None else pipeline.value("pipeline.ecs_compatibility")
            stages = (*filters, *(stage for stage in graph.of_kind(Kind.OUTPUT) if stage.label == label))
            asked = "\n".join({guard.text for stage in stages for guard in stage.guards if "tags" in guard.text})
            yield from _lost(filters, kept, ecs, asked)


def unserved(graph: StageGraph) -> Iterator[UnservedFact]:
    """The pipelines whose outputs are all for events that a parser has read, each once."""
    sources, outputs = _stages(graph, Kind.SOURCE), _stages(graph, Kind.OUTPUT)
    for label, filters in _stages(graph, Kind.FILTER).items():
        if sources.get(label) and outputs.get(label) and all(output.guards for output in outputs[label]):
            yield from _unserved(sources[label], filters, outputs[label])


def _stages(graph: StageGraph, kind: Kind) -> dict[str, list[Stage]]:
    """The stages of a kind by their pipeline."""
    found: dict[str, list[Stage]] = {}
    for stage in graph.of_kind(kind):
        found.setdefault(stage.label, []).append(stage)
    return found


def _lost(filters: list[Stage], kept: set[str], ecs: str, asked_tags: str) -> Iterator[LostTextFact]:
    own = {tag for stage in filters for tag in stage.block.noted(_own_tags)}
    if any(stage.plugin == "drop" and _asks_for_failures(stage, own) for stage in filters):
        return
    original = any(path[0] == "event" for stage in filters for path in stage.block.noted(_removed))
    parsers: dict[Path, list[_At]] = {}
    drops: list[_At] = []
    words = dict.fromkeys(kept, -1)
    copied = "message" in kept
    for number, stage in enumerate(filters):
        read = stage.block.noted(_read)
        if _asks_for_failures(stage, own):
            # What failed is treated apart: its text is kept, unless nothing there looks at it.
            aside = stage.block.name == "mutate" and not stage.block.noted(_copies)
            parsers = {_MESSAGE: parsers.get(_MESSAGE, [])} if aside else {}
        elif read is not None:
            if read == _MESSAGE and _MESSAGE in parsers:
                # What an earlier one could not read this one tries.
                parsers[_MESSAGE] = [one for one in parsers[_MESSAGE] if not _is_tried_after(one[1], stage)]
            if not stage.block.noted(_takes_all):
                # Fields that an earlier filter has set are parts of what is kept.
                for path in (_MESSAGE, _TAGS) if read == _MESSAGE else (_TAGS,):
                    parsers.setdefault(path, []).append((number, stage))
        elif stage.plugin == "drop":
            drops.append((number, stage))
        elif stage.plugin == "split" and stage.block.value("field", "message") not in ("message", "[message]"):
            # It takes a list apart, of which each part has all of the event.
            continue
        elif stage.plugin == "ruby" and "code" in stage.block.names and not _TELLS.search(stage.block.place.text):
            continue
        elif effects(stage.block).writes is None and stage.plugin not in _LOOKUPS:
            parsers = {_MESSAGE: [one for one in parsers.get(_MESSAGE, ()) if _lacks(one[1], stage.block)]}
        else:
            for word in stage.block.noted(_mentioned):
                words.setdefault(word, number)
            copied = copied or stage.block.noted(_copies)
            removed = stage.block.noted(_removed) if stage.plugin == "mutate" else ()
            tagging = parsers.get(_TAGS, ())
            for tag, parser in _untagged(stage, tagging, lambda one: _passes(one, drops, words)):
                if tag.text not in asked_tags:
                    yield LostTextFact(tag.text, ecs, original, tag.place, _origin(parser))
            for place, path in enumerate(removed):
                if path not in parsers:
                    continue
                guards = {(guard.text, guard.holds) for guard in stage.guards}
                failed = (one for one in parsers.pop(path, ()) if guards <= {(g.text, g.holds) for g in one[1].guards})
                kept_elsewhere = copied if path == _MESSAGE else path[-1] in words
                if not kept_elsewhere and (first := next((one for one in failed if _passes(one, drops, words)), None)):
                    item = _items(stage.block, "remove_field")[place]
                    yield LostTextFact(item.text, ecs, original, item.place, _origin(first[1]))


def _passes(parser: _At, drops: Sequence[_At], words: Mapping[str, int]) -> bool:
    """Whether what a parser fails on passes the drops after it. ``words`` are kept from the filter of that number on."""
    number, stage = parser
    read = stage.block.noted(_read)
    for at, drop in drops:
        # It may be for those that were not read, unless it asks for nothing that they have set, or for what these lack.
        asked = asked_paths(drop.guards)
        if at < number or (asked and not may_change(effects(stage.block), asked)):
            continue
        if not spares_unread(drop, stage, read, _Before(words, at)):
            return False
    return True


def _is_tried_after(parser: Stage, stage: Stage) -> bool:
    """Whether a filter asks for events without a tag that a parser gives to what it could read."""
    tags = [item.text for item in _items(parser.block, "add_tag")] if stage.guards else []
    return any(_required(one.condition, "not in" if one.holds else "in", tags) is not None for one in stage.guards)


def _lacks(parser: Stage, block: Block) -> bool:
    """Whether a filter takes apart a field that the parser sets alone: what that could not read, it leaves as it is."""
    source = block.value("source") if block.name in _PARTS and "default_keys" not in block.names else ""
    return source != "" and field_path(source) in (effects(parser.block).writes or ())


class _Before:
    """The words that are kept before the filter of a number."""

    def __init__(self, words: Mapping[str, int], number: int) -> None:
        self._words, self._number = words, number

    def __contains__(self, word: object) -> bool:
        return self._words.get(word, self._number) < self._number  # type: ignore[call-overload, no-any-return]


def _untagged(stage: Stage, parsers: Sequence[_At], passes: Callable[[_At], bool]) -> Iterator[tuple[ValueFact, Stage]]:
    """The tags of failures that a mutate takes away, each with the first of the parsers which all its events have passed."""
    tags = _items(stage.block, "remove_tag") if stage.plugin == "mutate" and parsers else []
    guards = {(guard.text, guard.holds) for guard in stage.guards}
    if any("tags" in text for text, _ in guards):
        return
    for tag in tags:
        for number, parser in parsers:
            passed = {(guard.text, guard.holds) for guard in parser.guards} <= guards
            named = "tag_on_failure" not in parser.block.names and tag.text == _FAILURES[parser.plugin]
            if passed and named and passes((number, parser)):
                yield tag, parser
                break


def _asks_for_failures(stage: Stage, own: Collection[str]) -> bool:
    """Whether its conditions may ask for the tag of a parser that failed; ``own`` are tags that the config names."""
    texts = [guard.text for guard in stage.guards if "tags" in guard.text]
    return any(_FAILED in _OTHERS.sub("", text) or any(tag in text for tag in own) for text in texts)


def _unserved(sources: list[Stage], filters: list[Stage], outputs: list[Stage]) -> Iterator[UnservedFact]:
    if any(_FAILED in guard.text for stage in filters for guard in stage.guards):
        return
    parsers = [stage for stage in filters if _read(stage.block) is not None and not _takes_all(stage.block)]
    others = {word for stage in (*sources, *filters) if stage not in parsers for word in words_in(stage.block)}
    made = {item.text: stage for stage in parsers for item in _items(stage.block, "add_tag")}
    made = {tag: stage for tag, stage in made.items() if tag not in others and "%{" not in tag}
    failed = {tag for stage in parsers for tag in _failures(stage.block)}
    asked: list[tuple[Test, bool]] = []
    for output in outputs:
        conditions = [guard.condition for guard in output.guards if guard.holds]
        needs = next((test for one in conditions if (test := _required(one, "in", made))), None)
        spares = next((test for one in conditions if (test := _required(one, "not in", failed))), None)
        test = needs or spares
        if test is None:
            return
        asked.append((test, needs is None))
    test, on_purpose = asked[0]
    parser = made.get(_literal(test)) if not on_purpose else next(iter(parsers), None)
    if parser is not None:
        yield UnservedFact(_literal(test), all(purpose for _, purpose in asked), test.place, _origin(parser))


def _required(condition: Condition, operator: str, tags: Collection[str]) -> Test | None:
    """A comparison of one of the tags with those of the event, where the condition is met only if such a one is."""
    match condition:
        case Test(right=FieldOperand(path=path)):
            return condition if condition.operator == operator and path == _TAGS and _literal(condition) in tags else None
        case Joined(logic=Logic.AND, operands=operands):
            return next((test for one in operands if (test := _required(one, operator, tags))), None)
        case Joined(logic=Logic.OR, operands=operands):
            found = [_required(one, operator, tags) for one in operands]
            return None if None in found else found[0]
    return None


def _failures(block: Block) -> list[str]:
    """The tags of events that a parser fails on."""
    return [item.text for item in _items(block, "tag_on_failure")] or [_FAILURES[block.name]]


def _literal(test: Test) -> str:
    return test.left.value.text if isinstance(test.left, LiteralOperand) else ""


def _origin(stage: Stage) -> CauseFact:
    return CauseFact(stage.plugin, stage.place)


def _read(block: Block) -> Path | None:
    """The field that a parser reads; None for a plugin that is none."""
    param = block.param(_READS.get(block.name, ""))
    if param is None or param.data is None:
        return ("message",) if block.name == "csv" else None
    if block.name in ("grok", "dissect"):
        return next((field_path(entry.key.text) for entry in value_entries(param.data)), None)
    return field_path(param.value)


def _own_tags(block: Block) -> list[str]:
    """The tags that it names for what it fails to read."""
    return [item.text for item in _items(block, "tag_on_failure")] if _read(block) else []


def _removed(block: Block) -> list[Path]:
    """The fields that its ``remove_field`` names, in their order."""
    return [field_path(item.text) for item in _items(block, "remove_field")]


def _mentioned(block: Block) -> set[str]:
    """The words of fields that a filter may put into others: what mutate changes in place stays where it is."""
    if block.name != "mutate":
        return set(words_in(block))
    return words_outside(block, _in_place(block))


def _in_place(block: Block) -> set[str]:
    """The settings of a mutate that change a field where it is, and put no other into it."""
    return {name for name in _IN_PLACE if "%{" not in block.value(name)} if block.name == "mutate" else set()


def _copies(block: Block) -> bool:
    """Whether a filter may put the text elsewhere."""
    return block.name not in _LOOK and any(_TEXT.search(text) for text in texts_outside(block, _in_place(block)))


def _takes_all(block: Block) -> bool:
    """Whether it is a grok with a pattern that no text fails."""
    match = block.param("match") if block.name == "grok" else None
    if match is None or match.data is None:
        return False
    return any(_ANYTHING.fullmatch(text.text) for entry in value_entries(match.data) for text in entry.value.items)


def _items(block: Block, name: str) -> list[ValueFact]:
    param = block.param(name)
    return [] if param is None or param.data is None else value_items(param.data)
