"""What a plugin takes altogether: its own file, what it is like, its groups, and what every plugin of its kind takes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any  # What a checked file holds.

from pipelint.plugins.form.history import BY_ENGINE

Json = dict[str, Any]

DECLARING = ("parameters", "sections", "accepts", "patterns")
"""The keys that say what a plugin takes. A file without any of them says nothing of that: then no parameter is judged."""

_VERSIONED = ("deprecated", "removed")
_OF_SECTIONS = ("required", "since", BY_ENGINE)


def declared(own: Json, bases: Iterable[Json], every: Json) -> Json:
    """The parameters, sections, accepted names and patterns of a plugin; what comes later counts.

    ``every`` is what all plugins of its kind take.
    """
    body: Json = {}
    accepts: set[str] = set()
    patterns: set[str] = set()
    for part in (every, *bases, own):
        body = merged(body, part if part is every else _redeclared(part, every))
        accepts.update(part.get("accepts", ()))
        patterns.update(part.get("patterns", ()))
    declares = {name for name, said in body.get("parameters", {}).items() if "gone" not in said}
    found: Json = {**body, "accepts": sorted(accepts - declares), "patterns": sorted(patterns)}
    return {key: value for key, value in found.items() if value}


def _redeclared(part: Json, every: Json) -> Json:
    """The section, whose parameters that all plugins of the kind take too were theirs before it had its own."""
    common = {name: said for name, said in every.get("parameters", {}).items() if "since" not in said}
    parameters = {**part.get("parameters", {})}
    for name, said in parameters.items():
        if "since" in said and name in common:
            before = {key: value for key, value in common[name].items() if key not in (*_VERSIONED, BY_ENGINE)}
            was = {**before, **{key: True for key in _VERSIONED if common[name].get(key) is True}, "until": said["since"]}
            later = {key: value for key, value in said.items() if key != "since"}
            parameters[name] = {**later, "was": [was, *said.get("was", ())]}
    return {**part, "parameters": parameters} if parameters else part


def merged(base: Mapping[str, Any], own: Mapping[str, Any]) -> Json:
    """A section with what another one adds to it; the other's word counts, for each parameter as a whole."""
    parameters = {**base.get("parameters", {}), **own.get("parameters", {})}
    sections = {**base.get("sections", {})}
    for name, section in own.get("sections", {}).items():
        sections[name] = merged(sections.get(name, {}), section)
    found: Json = {"parameters": dict(sorted(parameters.items())), "sections": dict(sorted(sections.items()))}
    both = {**base, **own} if "since" not in own else {**base, BY_ENGINE: False, **own}
    found |= {key: value for key, value in both.items() if key in _OF_SECTIONS}
    return {key: value for key, value in found.items() if value}
