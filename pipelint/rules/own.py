"""Which expressions ask for nothing but the section of what is judged: while this stays as it was, so does what they give."""

from __future__ import annotations

from collections.abc import Mapping

from pipelint.predicate.evaluate.code import Code
from pipelint.predicate.evaluate.loops import LOOPS

OWN: Mapping[str, frozenset[str]] = {
    "stage": frozenset(
        ["declared", "flat", "kind", "logins", "params", "plugin", "secrets", "section", "sections", "time", "unrun"]
    ),
    "branch": frozenset(["fields", "name", "text"]),
    # Its spots are asked for as a whole alone: one by one they may be captures, which other sections read.
    "regex": frozenset(
        ["always", "attack", "engine", "grok", "length", "name", "plugin", "priced", "refused", "role", "spots", "text"]
    ),
}
"""What the text of its section decides of what is judged, of a stage when its kind and plugin, and those around it, are known.

All else may come from anywhere.
"""


def asks_section(code: Code, lets: Mapping[str, Code], names: frozenset[str] = frozenset()) -> bool:
    """Whether that is so of ``code``; ``names`` are variables that hold parts of the section, as in a loop over them."""
    match code:
        case ["lit", *_]:
            return True
        case ["var", str(name)]:
            return name in names
        case ["let", str(name)]:
            return asks_section(lets[name], lets, names)
        case ["get", ["var", "config"], "version", *_]:
            # The release that all is judged for: what is kept of a section is kept by it.
            return True
        case ["get" | "has", ["var", ("stage" | "branch" | "regex") as judged], str(name), *_]:
            return name in OWN[judged]
    if code[0] == "map" or code[0] in LOOPS:
        names = names | {str(code[2])}
    return all(asks_section(part, lets, names) for part in code[1:] if isinstance(part, list))
