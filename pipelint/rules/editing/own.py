"""Which expressions ask for nothing but the section of what is judged: while this stays as it was, so does what they give."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

from pipelint.predicate.evaluate.code import Code
from pipelint.predicate.evaluate.loops import LOOPS
from pipelint.rules.conjuncts import conjuncts
from pipelint.rules.rule import Rule

Own: TypeAlias = Mapping[str, frozenset[str]]
"""By variable what is known of it."""

OWN: Own = {
    "stage": frozenset(
        [
            "declared",
            "flat",
            "hash_names",
            "kind",
            "login_headers",
            "logins",
            "pairs",
            "params",
            "plugin",
            "secrets",
            "section",
            "sections",
            "time",
            "unrun",
        ]
    ),
    "branch": frozenset(["comparisons", "fields", "name", "text"]),
    # Its spots are asked for as a whole alone: one by one they may be captures, which other sections read.
    "regex": frozenset(["always", "attack", "engine", "grok", "length", "name", "plugin", "priced", "refused"]).union(
        ["role", "skippable", "spots", "text"]
    ),
    # The release that all is judged for, named or told by the config: what is kept of a section is kept by it.
    "config": frozenset(["version", "written_for"]),
}
"""What the text of its section decides of what is judged, of a stage when its kind and plugin, and those around it, are known.

All else may come from anywhere.
"""

KEYED: Own = {
    **OWN,
    "stage": OWN["stage"]
    | {"captures_time", "code_secrets", "common_fields", "known", "label", "legacy_fields", "numbered", "pair_secrets"}
    | {"pattern", "secret_headers", "worker"},
    "config": frozenset(["complete", "engine", "kubernetes", "targeted", "version", "workers", "written_for"]),
    "traffic": frozenset(["events_per_second", "line_bytes", "min_events_per_cpu", "runtime"]),
}
"""The same where what is known is kept by the outermost section, and by what of the config is a word or a number (``Key``)."""

LED: Own = {
    **OWN,
    "stage": OWN["stage"]
    | {"alike_before", "asked_sources", "common_fields", "ecs", "ecs_said", "gone_reads", "guards", "known", "label"}
    | {"legacy_fields", "listed", "previous", "settings", "sources", "text_as_read", "unfit_dates", "upstream", "words_before"},
}
"""The same where all is known that comes before a stage."""

# Stages in the same outermost section.
_WITHIN = frozenset(["buffer", "format", "parent", "parse", "stage"])


# Other regexes of its list, of which only is asked whether there are any.
_BESIDE = frozenset(["covered_by", "twin", "within"])


def of_section(rule: Rule, own: Own) -> tuple[bool, ...]:
    """Of each outermost condition of a rule, and of the place after them, whether it asks for nothing but what ``own`` has.

    Empty where more decides what is judged.
    """
    body = rule.asks
    lets, names = dict(body.lets), frozenset[str]() if body.each is None else frozenset([body.each[0]])
    listed = body.each is None or (rule.subject != "regex" and asks_section(body.each[1], lets, own=own))
    if rule.subject not in ("stage", "branch", "regex") or not listed:
        return ()
    return tuple(asks_section(code, lets, names, own) for code in (*conjuncts(body.when), body.at))


def decided(rule: Rule) -> tuple[bool, ...]:
    """The same of ``KEYED``; of a list of parts of a regex is decided whether there are any, not what they are."""
    body = rule.asks
    if rule.subject == "regex" and body.each is not None and asks_section(body.each[1], dict(body.lets), own=KEYED):
        return (False,) * (1 + len(conjuncts(body.when)))
    return of_section(rule, KEYED)


def says_section(rule: Rule) -> bool:
    """Whether the outermost section decides the places and texts of what a rule finds, but for what hides secrets in these."""
    says, lets = rule.says, dict(rule.asks.lets)
    names = frozenset[str]() if rule.asks.each is None else frozenset([rule.asks.each[0]])
    asked = [(code, names) for code in (*_parts(says.message, says.reason), *(code for code, _ in says.severities))]
    places = [(rule.asks.at, names)]
    for mention in says.related:
        inner = names if mention.each is None else names | {mention.each[0]}
        asked += [(code, inner) for code in _parts(mention.message)]
        asked += [] if mention.each is None else [(mention.each[1], names)]
        places.append((mention.at, inner))
    told = all(asks_section(code, lets, of, KEYED) for code, of in asked)
    return told and all(_stands_inside(at, lets, of) for at, of in places)


def _parts(*messages: Code) -> list[Code]:
    """The expressions in messages."""
    return [part for message in messages for part in message if isinstance(part, list)]


def asks_section(code: Code, lets: Mapping[str, Code], names: frozenset[str] = frozenset(), own: Own = OWN) -> bool:
    """Whether that is so of ``code``; ``names`` are variables that hold parts of the section, as in a loop over them."""
    match code:
        case ["lit", *_]:
            return True
        case ["var", str(name)]:
            return name in names
        case ["let", str(name)]:
            return not _is_judged(code, lets, own) and asks_section(lets[name], lets, names, own)
        case ["is" | "isnot", ["get", ["var", "regex"], str(name), *_], ["lit", None]] if own is KEYED and name in _BESIDE:
            return True
        case ["get" | "has", ["var", str(variable)], str(name), *_] if variable in own and variable != "stage":
            return name in own[variable]
        case ["get" | "has", list(holder), str(name), *_] if _is_judged(holder, lets, own):
            return name in own["stage"] or (code[0] == "has" and own is KEYED and name in _WITHIN)
    if _is_judged(code, lets, own):
        return False
    if code[0] == "map" or code[0] in LOOPS:
        names = names | {str(code[2])}
    return all(asks_section(part, lets, names, own) for part in code[1:] if isinstance(part, list))


def _stands_inside(code: Code, lets: Mapping[str, Code], names: frozenset[str]) -> bool:
    """Whether ``code`` gives a place that the outermost section decides, which may be that of a stage in it."""
    return _is_judged(code, lets, KEYED) or asks_section(code, lets, names, KEYED)


def _is_judged(code: Code, lets: Mapping[str, Code], own: Own) -> bool:
    """Whether it is a stage of the outermost section; where not all of that is known, none but the one that is judged."""
    match code:
        case ["var", ("stage" | "regex")]:
            return True
        case ["let", str(name)]:
            return _is_judged(lets[name], lets, own)
        case ["some", list(inner)]:
            return _is_judged(inner, lets, own)
        case ["get", list(holder), str(name), *_] if own is KEYED and name in _WITHIN:
            return _is_judged(holder, lets, own)
    return False
