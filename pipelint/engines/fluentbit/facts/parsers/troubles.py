"""Sections of parsers and multiline parsers: why Fluent Bit would not take one, and what of it has no effect.

Source: src/flb_parser.c, src/flb_parser_decoder.c and src/multiline of Fluent Bit 5.1.1.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from pipelint.base.block import Block, Param
from pipelint.base.lean.late import late
from pipelint.base.lean.record import dataclass
from pipelint.base.text.document import Place
from pipelint.engines.fluentbit import types
from pipelint.engines.fluentbit.facts.parsers.zones import unknown_zone

_PARSER = (
    "name format regex skip_empty_values time_format time_key time_keep time_strict time_system_timezone time_offset time_zone"
    " logfmt_no_bare_keys types decode_field decode_field_as"
)
_MULTILINE = "name type match_string negate key_content key_group key_pattern parser flush_timeout rule rules"
PARSER_KEYS = frozenset(_PARSER.split())
MULTILINE_KEYS = frozenset(_MULTILINE.split())
_FORMATS = ("regex", "json", "ltsv", "logfmt")
_KINDS = ("regex", "endswith", "equal", "eq")
_TYPES = ("string", "integer", "bool", "float", "hex")
_DECODERS = ("json", "escaped", "escaped_utf8", "mysql_quoted")
_BOOLEANS = ("skip_empty_values", "time_keep", "time_strict", "time_system_timezone", "logfmt_no_bare_keys", "negate")
_OFFSET = late(r"Z.*|[+-][0-9]{2}(?::[0-9]{2}|[0-9]{2}.*)", re.DOTALL)
_RULE_WORDS = 3


@dataclass(frozen=True)
class TroubleFact:
    """What is wrong with a section, in words. ``stops``: Fluent Bit does not start."""

    message: str
    stops: bool
    place: Place


def parser_troubles(block: Block) -> list[TroubleFact]:
    """What is wrong with a parser."""
    return list(_parser(block))


def multiline_troubles(block: Block) -> list[TroubleFact]:
    """What is wrong with a multiline parser."""
    return list(_multiline(block))


def _parser(block: Block) -> Iterator[TroubleFact]:
    head = block.head_place
    if not block.open and not block.value("name"):
        yield TroubleFact("this parser has no name", True, head)
    form = block.param("format")
    if form is None or not form.value:
        if not block.open:
            yield TroubleFact(f"{_named(block)} has no format", True, head)
        return
    if "${" not in form.value:
        if form.value.lower() not in _FORMATS:
            yield TroubleFact(f"there is no format {form.value}: {_one_of(_FORMATS)}", True, form.place)
        elif form.value.lower() == "regex" and not block.value("regex") and not block.open:
            yield TroubleFact(f"{_named(block)} has no regex", True, head)
    yield from _times(block)
    yield from _booleans(block)
    yield from _types(block)
    yield from _decoders(block)


def _times(block: Block) -> Iterator[TroubleFact]:
    zone, offset, form = block.param("time_zone"), block.param("time_offset"), block.param("time_format")
    if form is None and not block.open:
        if zone is not None and zone.value:
            yield TroubleFact("time_zone needs a time_format", True, zone.place)
        key = block.param("time_key")
        # Who switches the time off says that there is none.
        if key is not None and types.boolean(key.value) is not False:
            yield TroubleFact("time_key has no effect without a time_format", False, key.name_place)
        return
    if zone is not None and zone.value:
        if offset is not None:
            yield TroubleFact("time_zone and time_offset exclude each other", True, offset.name_place)
        if types.boolean(block.value("time_system_timezone")):
            yield TroubleFact("time_zone and time_system_timezone exclude each other", True, zone.name_place)
        if "${" not in zone.value and (why := unknown_zone(zone.value)):
            yield TroubleFact(why, True, zone.place)
    elif offset is not None and "${" not in offset.value and not _OFFSET.fullmatch(offset.value):
        yield TroubleFact(f"{offset.value} is no offset such as +0200", True, offset.place)


def _booleans(block: Block) -> Iterator[TroubleFact]:
    for name in _BOOLEANS:
        param = block.param(name)
        if param is not None and "${" not in param.value and types.boolean(param.value) is None:
            yield TroubleFact(f"{name} {param.value} is neither true nor false, and counts as true", False, param.place)


def _types(block: Block) -> Iterator[TroubleFact]:
    param = block.param("types")
    for word in [] if param is None or "${" in param.value else param.value.partition(" # ")[0].split(" "):
        key, _, kind = word.partition(":")
        if param is not None and word and kind.lower() not in _TYPES:
            what = (
                f"there is no type {kind}: {key} stays a string"
                if kind
                else f"in types a field and its type are one word: {word}"
            )
            yield TroubleFact(what, False, param.place)


def _decoders(block: Block) -> Iterator[TroubleFact]:
    for param in _all(block, "decode_field", "decode_field_as"):
        words = param.value.split()
        if "${" in param.value:
            continue
        if len(words) < 2:
            yield TroubleFact(f"{param.name} needs a decoder and a field", False, param.place)
        elif words[0].lower() not in _DECODERS:
            yield TroubleFact(f"there is no decoder {words[0]}: {_one_of(_DECODERS)}", False, param.place)


def _multiline(block: Block) -> Iterator[TroubleFact]:
    head = block.head_place
    if block.open:
        return
    if not block.value("name"):
        yield TroubleFact("this multiline parser has no name", True, head)
    kind = block.param("type")
    if kind is None or not kind.value:
        yield TroubleFact(f"{_named(block)} has no type", True, head)
        return
    if "${" in kind.value:
        return
    lower = kind.value.lower()
    if lower not in _KINDS:
        yield TroubleFact(f"there is no type {kind.value}: {_one_of(_KINDS[:3])}", True, kind.place)
    elif lower != "regex":
        if not block.value("match_string"):
            yield TroubleFact(f"the type {lower} needs a match_string", False, head)
    else:
        yield from _rules(block)
    timeout = block.param("flush_timeout")
    if timeout is not None and "${" not in timeout.value and not re.fullmatch(r"[0-9]+(?:\s+#.*)?", timeout.value):
        read = types.integer(timeout.value) or 0
        yield TroubleFact(f"flush_timeout {timeout.value} is read as {read} ms", False, timeout.place)
    yield from _booleans(block)


@dataclass(frozen=True)
class LineRule:
    """A rule of a multiline parser: from which states its regex is tried, and to which one it leads ("": to none)."""

    states: tuple[str, ...]
    regex: str
    to: str
    place: Place
    param: Param


def line_rules(block: Block) -> Iterator[LineRule]:
    """The rules of a multiline parser, of both formats, that have a regex; ``param`` holds it."""
    for item in block.items:
        if isinstance(item, Block) and item.name == "rule" and (regex := item.param("regex")) is not None:
            states = tuple(types.parts(item.value("state")))
            yield LineRule(states, regex.value, item.value("next_state"), item.head_place, regex)
        elif isinstance(item, Param) and item.name == "rule":
            words = types.words(item.value, _RULE_WORDS)
            if len(words) > 1:
                yield LineRule(tuple(types.parts(words[0])), words[1], "".join(words[2:3]), item.place, item)


def _rules(block: Block) -> Iterator[TroubleFact]:
    for inner in block.blocks:
        lacks = [name for name in ("state", "regex", "next_state") if inner.name == "rule" and inner.param(name) is None]
        if lacks:
            yield TroubleFact(f"this rule has no {lacks[0]}", True, inner.head_place)
            return
    rules = list(line_rules(block))
    if not rules:
        yield TroubleFact(f"{_named(block)} has no rule that can be read: it joins no lines", False, block.head_place)
        return
    if "start_state" not in rules[0].states:
        yield TroubleFact("the first rule has no start_state", True, rules[0].place)
    known = {state for rule in rules for state in rule.states}
    for rule in rules:
        if rule.to and rule.to not in known:
            quotes = "" if rule.param.value.lstrip().startswith('"') or rule.param.name != "rule" else _UNQUOTED
            yield TroubleFact(f"no rule has the state {rule.to}{quotes}", True, rule.place)


_UNQUOTED = ": state, regex and next state stand in double quotes each"


def _all(block: Block, *names: str) -> Iterator[Param]:
    return (item for item in block.items if isinstance(item, Param) and item.name in names)


def _named(block: Block) -> str:
    what = "the multiline parser" if block.name == "multiline_parser" else "the parser"
    return f"{what} {block.value('name')}" if block.value("name") else what


def _one_of(names: tuple[str, ...]) -> str:
    return f"{', '.join(names[:-1])} or {names[-1]}"
