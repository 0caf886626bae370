"""Takes what versions say out of a plugin's declarations: the newest version is looked up in every run, the others seldom."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeAlias  # What a checked file holds.

Json: TypeAlias = "dict[str, Any]"

BY_ENGINE = "by_engine"
"""Marks a parameter or section of ``shared.yaml``: its versions are those of the engine, not of the plugin."""

UNRELEASED = "unreleased"
"""What sources have and no version yet."""

_VERSIONS = ("since", "deprecated", "removed", "gone", "was")


def of_engine(section: Mapping[str, Any]) -> Json:
    """The section with what has versions in it marked as the engine's."""
    found = {**section}
    if "parameters" in section:
        found["parameters"] = {name: _marked(said) for name, said in section["parameters"].items()}
    if "sections" in section:
        found["sections"] = {name: _marked(of_engine(said)) for name, said in section["sections"].items()}
    return found


def _marked(said: Json) -> Json:
    return {**said, BY_ENGINE: True} if any(key in said for key in _VERSIONS) else said


def newest(section: Mapping[str, Any]) -> Json:
    """The section as the newest version has it: without what is gone, and without versions."""
    found = {key: value for key, value in section.items() if key not in ("since", BY_ENGINE, "parameters", "sections")}
    if "parameters" in section:
        found["parameters"] = {name: _newest(said) for name, said in section["parameters"].items() if "gone" not in said}
    if "sections" in section:
        found["sections"] = {name: newest(said) for name, said in section["sections"].items()}
    return found


def _newest(said: Json) -> Json:
    found = {key: value for key, value in said.items() if key not in (*_VERSIONS, BY_ENGINE)}
    return found | {key: True for key in ("deprecated", "removed") if said.get(key, UNRELEASED) != UNRELEASED}


def history(section: Mapping[str, Any]) -> Json:
    """What else the section says: versions by parameter and section, and all of the parameters that are gone."""
    found: Json = {key: section[key] for key in ("since", BY_ENGINE) if key in section}
    parameters = {name: _history(said) for name, said in section.get("parameters", {}).items()}
    sections = {name: history(said) for name, said in section.get("sections", {}).items()}
    found["parameters"] = {name: said for name, said in parameters.items() if said}
    found["sections"] = {name: said for name, said in sections.items() if said}
    return {key: said for key, said in found.items() if said}


def _history(said: Json) -> Json:
    """The versions of a parameter; all that is said of one that is gone."""
    if "gone" in said:
        return said
    found = {key: said[key] for key in _VERSIONS if said.get(key, True) is not True}
    return found | {BY_ENGINE: True} if found and BY_ENGINE in said else found
