"""Regexes on keys of the event that a parser makes numbers, which take text alone.

Source: src/flb_parser.c (flb_parser_typecast), src/flb_ra_key.c (flb_ra_key_regex_match), plugins/filter_modify/modify.c
(helper_msgpack_object_matches_regex) of Fluent Bit 5.1.1.
"""

from __future__ import annotations

from collections.abc import Iterator

from pipelint.base.block import Block, Param
from pipelint.base.lean.late import late
from pipelint.base.lean.record import dataclass
from pipelint.base.text.document import Place
from pipelint.engines.fluentbit import types
from pipelint.engines.fluentbit.config import FluentBitConfig
from pipelint.engines.fluentbit.facts.keys import stages_before
from pipelint.engines.fluentbit.facts.lua.scripts import script_text
from pipelint.graph.stage import Kind, Stage, StageGraph
from pipelint.language.config import Config

# Where each plugin has its regexes: the name of the parameter, and the number of the word with the key.
_KEYS = {"grep": {"regex": 0, "exclude": 0}, "rewrite_tag": {"rule": 0}, "modify": {"condition": 1}}
_OF_VALUES = ("key_value_matches", "key_value_does_not_match")
_NAME = late(r"\$?([A-Za-z_]\w*)")
# What of a script may set keys that it does not name.
_ANY_KEYS = late(r"pairs|decode|\[\s*[A-Za-z_]\w*\s*\]\s*=|rawset")
_NUMBERS = frozenset(("integer", "float", "hex"))
# Filters that give an event no other keys, and those that name all that they give.
_PASSING = frozenset(("expect", "grep", "multiline", "rewrite_tag", "stdout", "throttle"))
_NAMING = frozenset(("geoip2", "modify", "nest", "record_modifier"))
# Inputs with text alone, besides the keys that a parser gives.
_OF_TEXT = frozenset(("syslog", "tail"))
_TYPED = frozenset(("regex", "logfmt", "ltsv"))


@dataclass(frozen=True, eq=False)
class TypesFact:
    """The ``types`` of a parser."""

    place: Place


@dataclass(frozen=True, eq=False)
class NumberKeyFact:
    """A key, ``field``, that a regex of ``name`` looks into, and that a parser makes a number, ``type``, as ``types`` say.

    ``inverted``: that the regex does not match is asked for.
    """

    name: str
    field: str
    type: str
    types: TypesFact
    inverted: bool
    place: Place


def number_keys(config: Config, graph: StageGraph, stage: Stage) -> Iterator[NumberKeyFact]:
    """Those of a filter, where nothing but parsers may give the key."""
    asked = [*_asked(stage)]
    if not asked or not isinstance(config, FluentBitConfig) or config.root.open or config.entry.partial:
        return
    before = [graph.stages[index] for index in sorted(stages_before(graph, stage))]
    for param, field, inverted in asked:
        made = _made(config, before, field)
        if made is not None:
            kind, parser = made
            yield NumberKeyFact(param.name, field, kind, TypesFact(parser.place), inverted, param.place)


def _asked(stage: Stage) -> Iterator[tuple[Param, str, bool]]:
    wanted = _KEYS.get(stage.plugin, {}) if stage.kind is Kind.FILTER else {}
    for item in stage.block.items:
        if not isinstance(item, Param) or item.name not in wanted or item.embedded:
            continue
        words = types.words(item.value)
        if stage.plugin == "modify" and words[:1] and words[0].lower() not in _OF_VALUES:
            continue
        number = wanted[item.name]
        found = _NAME.fullmatch(words[number]) if len(words) > number + 1 else None
        if found is not None:
            yield item, found[1], item.name == "exclude" or words[0].lower() == _OF_VALUES[1]


def _made(config: FluentBitConfig, before: list[Stage], field: str) -> tuple[str, Param] | None:
    """What parsers make of a key, and the Types of one that says it; None where it may be a text as well."""
    names: list[str] = []
    for stage in before:
        parsers = [stage.value(name) for name in ("parser", "parser_firstline") if stage.value(name)]
        if stage.block.open or stage.block.blocks:
            return None
        if stage.kind is Kind.SOURCE:
            if stage.plugin not in _OF_TEXT or field in (stage.value("path_key"), stage.value("key", "log")):
                return None
            names += parsers
        elif stage.plugin == "parser":
            names += [item.value for item in stage.block.items if isinstance(item, Param) and item.name == "parser"]
        elif stage.plugin in _NAMING:
            if any(field in types.words(item.value) for item in stage.block.items if isinstance(item, Param)):
                return None
        elif stage.plugin not in _PASSING and (stage.plugin != "lua" or _may_give(script_text(config, stage), field)):
            return None
    blocks = [config.parsers.get(name, []) for name in dict.fromkeys(names)]
    if not all(blocks):
        return None
    said = [_said(block, field) for each in blocks for block in each]
    found = [each for each in said if each != ("", None)]
    first = next((each for each in found if each is not None and each[1] is not None), None)
    return None if first is None or None in found or first[1] is None else (first[0], first[1])


def _may_give(script: str, field: str) -> bool:
    """Whether a script may change a key: it names that, or keys that are not written there; or it is not at hand."""
    return not script or field in script or _ANY_KEYS.search(script) is not None


def _said(parser: Block, field: str) -> tuple[str, Param | None] | None:
    """The number that a parser makes of a key; ("", None) where it gives no such key, None where it may be a text."""
    kind, said = parser.value("format").lower(), parser.param("types")
    if kind not in _TYPED or any(name.startswith("decode_field") for name in parser.names):
        return None
    pattern = types.regexp(parser.value("regex"))
    if kind == "regex" and pattern is not None and "${" not in pattern[0] and f"(?<{field}>" not in pattern[0]:
        return "", None
    # The time is taken out unless it is to stay.
    if said is None or (field == (parser.value("time_key") or "time") and types.boolean(parser.value("time_keep")) is not True):
        return None
    typed = dict(word.partition(":")[::2] for word in said.value.split())
    return (typed[field].lower(), said) if typed.get(field, "").lower() in _NUMBERS else None
