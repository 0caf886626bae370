"""Which expressions ask for nothing but the section of what is judged: while this stays as it was, so does what they give."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias, cast

from pipelint.predicate.evaluate.code import Code
from pipelint.predicate.evaluate.loops import LOOPS

Own: TypeAlias = Mapping[str, frozenset[str]]
"""By variable what is known of it."""

OWN: Own = {
    "stage": frozenset(
        ["declared", "flat", "kind", "logins", "params", "plugin", "secrets", "section", "sections", "time", "unrun"]
    ),
    "branch": frozenset(["fields", "name", "text"]),
    # Its spots are asked for as a whole alone: one by one they may be captures, which other sections read.
    "regex": frozenset(
        ["always", "attack", "engine", "grok", "length", "name", "plugin", "priced", "refused", "role", "spots", "text"]
    ),
    # The release that all is judged for: what is kept of a section is kept by it.
    "config": frozenset(["version"]),
}
"""What the text of its section decides of what is judged, of a stage when its kind and plugin, and those around it, are known.

All else may come from anywhere.
"""

KEYED: Own = OWN | {
    "stage": OWN["stage"] | {"code_secrets", "known", "label", "legacy_fields", "numbered", "pair_secrets", "pattern", "worker"},
    "config": frozenset(["complete", "engine", "kubernetes", "targeted", "version", "workers"]),
    "traffic": frozenset(["events_per_second", "line_bytes", "min_events_per_cpu", "runtime"]),
}
"""The same where what is known is kept by the outermost section, and by what of the config is a word or a number (``Key``)."""

# Stages in the same outermost section.
_WITHIN = frozenset(["buffer", "format", "parent", "parse", "stage"])


def asks_section(code: Code, lets: Mapping[str, Code], names: frozenset[str] = frozenset(), own: Own = OWN) -> bool:
    """Whether that is so of ``code``; ``names`` are variables that hold parts of the section, as in a loop over them."""
    match code:
        case ["lit", *_]:
            return True
        case ["var", str(name)]:
            return name in names
        case ["let", str(name)]:
            return not _is_judged(code, lets, own) and asks_section(lets[name], lets, names, own)
        case ["get" | "has", ["var", str(variable)], str(name), *_] if variable in own:
            return name in own[variable]
        case ["get" | "has", list(holder), str(name), *_] if _is_judged(holder, lets, own):
            return name in own["stage"]
    if _is_judged(code, lets, own):
        return False
    if code[0] == "map" or code[0] in LOOPS:
        names = names | {str(code[2])}
    return all(asks_section(part, lets, names, own) for part in code[1:] if isinstance(part, list))


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
