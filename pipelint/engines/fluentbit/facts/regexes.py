"""The regular expressions of Fluent Bit's configs, read as their plugins read them.

Source: src/flb_regex.c, src/flb_router.c, src/flb_parser.c, src/multiline and the plugins named here, of Fluent Bit 5.1.1.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from pipelint.base.block import Block, Param
from pipelint.base.lean.late import late
from pipelint.base.lean.record import replace
from pipelint.engines.fluentbit import types
from pipelint.engines.fluentbit.facts.parsers.troubles import line_rules
from pipelint.facts.regexes.use import Part, RegexUse, Role
from pipelint.graph.stage import Kind

_FIELD_AND_REGEX = ("regex", "exclude")
# A condition or an operation of modify: how many words stand before its regex.
_CONDITIONS = {
    "key_matches": 1,
    "key_does_not_match": 1,
    "no_key_matches": 1,
    "key_value_matches": 2,
    "key_value_does_not_match": 2,
}
_OPERATIONS = ("remove_regex",)
# A group in the new tag of a rule.
_GROUP = late(r"\$\d")


def stage_regexes(kind: Kind, plugin: str, block: Block) -> Iterator[RegexUse]:
    """Those of one stage."""
    if kind in (Kind.FILTER, Kind.OUTPUT):
        # A tag is matched from its first character on.
        yield from _whole(block, "match_regex", Role.TEST, anchored=True)
    read = _READERS.get((kind, plugin))
    if read is not None:
        yield from read(block)


def parser_regexes(block: Block, *, idle: bool = False, of_pods: bool = False) -> Iterator[RegexUse]:
    """Those of a section of a parser or multiline parser. ``idle``: nothing in the config names it. ``of_pods``: a kubernetes
    filter takes names of pods from tags with it.
    """
    if block.name == "parser" and block.value("format").lower() == "regex":
        key = "pod_name" if of_pods else ""
        yield from (replace(use, idle=idle, key=key) for use in _whole(block, "regex", Role.PARSE))
    elif block.name == "multiline_parser" and block.value("type").lower() == "regex":
        for rule in line_rules(block):
            role = Role.FIRST if "start_state" in rule.states else Role.TEST
            yield from (replace(use, idle=idle) for use in _use(rule.param, rule.regex, role, block))


def _whole(block: Block, name: str, role: Role, *, anchored: bool = False, used: bool = False) -> Iterator[RegexUse]:
    param = block.param(name)
    if param is not None and param.value:
        yield from _use(param, param.value, role, block, anchored=anchored, used=used)


def _grep(block: Block) -> Iterator[RegexUse]:
    """A field, and after it the rest of the value."""
    for param in _params(block, *_FIELD_AND_REGEX):
        _, blank, regex = param.value.partition(" ")
        if blank and regex.strip(" "):
            yield from _use(param, regex.lstrip(" "), Role.TEST, block)


def _rewrite_tag(block: Block) -> Iterator[RegexUse]:
    for param in _params(block, "rule"):
        words = types.words(param.value, 4)
        if len(words) > 1:
            # Groups are for the new tag alone.
            yield from _use(param, words[1], Role.REWRITE, block, used=any(_GROUP.search(tag) for tag in words[2:3]))


def _modify(block: Block) -> Iterator[RegexUse]:
    for param in _params(block, "condition", *_OPERATIONS):
        words = param.value.split(" ")
        before = 0 if param.name in _OPERATIONS else _CONDITIONS.get(words[0].lower(), len(words))
        if words[before:]:
            yield from _use(param, " ".join(words[before:]), Role.TEST, block)


def _tail(block: Block) -> Iterator[RegexUse]:
    yield from (replace(use, key="path") for use in _whole(block, "tag_regex", Role.REWRITE, used=True))


_READERS: dict[tuple[Kind, str], Callable[[Block], Iterator[RegexUse]]] = {
    (Kind.SOURCE, "tail"): _tail,
    (Kind.FILTER, "grep"): _grep,
    (Kind.FILTER, "log_to_metrics"): _grep,
    (Kind.FILTER, "modify"): _modify,
    (Kind.FILTER, "rewrite_tag"): _rewrite_tag,
}


def _params(block: Block, *names: str) -> Iterator[Param]:
    return (item for item in block.items if isinstance(item, Param) and item.name in names)


def _use(param: Param, text: str, role: Role, block: Block, *, anchored: bool = False, used: bool = False) -> Iterator[RegexUse]:
    """A regex that is a part of a value, if that has no variable and stands there as it is read."""
    start = param.value.rfind(text)
    if start < 0 or "${" in text or not text:
        return
    pattern, options = types.regexp(text) or (text, "")
    inner = text.find(pattern)
    if "x" in options or inner < 0:
        return
    before = len(param.value[: start + inner].encode())
    part = Part(param.place, param.value, before, len(pattern.encode()))
    yield RegexUse(role, "onigmo", param.name, pattern, options, (part,), block, captures_used=used, anchored=anchored)
