"""Syntax trees as plain data, as they may be shown: what ``pipelint syntax`` prints, without the secrets in it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any  # What a tree holds is one of JSON's values.

from pipelint.facts.secrets.sections import plugin_of, shown_value


def shown_tree(engine: str, tree: Mapping[str, Any], around: str = "") -> dict[str, object]:
    """An element and all inside it. ``around`` is the plugin that it stands in."""
    values = {name: value for name, value, _ in tree["attrs"] if isinstance(value, str)}
    plugin = plugin_of(engine, tree["name"], tree["arg"] or "", lambda name: values.get(name, "")) or around
    attrs = [(_said(engine, name), _shown(engine, plugin, name, value), line) for name, value, line in tree["attrs"]]
    return {
        **tree,
        "arg": tree["arg"] and _said(engine, tree["arg"]),
        "attrs": attrs,
        "elements": [shown_tree(engine, inner, plugin) for inner in tree["elements"]],
    }


def _shown(engine: str, plugin: str, name: str, value: object) -> object:
    """A value of Logstash's: of a list each has the name of all, of a hash its own."""
    if isinstance(value, str):
        return shown_value(engine, plugin, name, value)
    if isinstance(value, list):
        return [_shown(engine, plugin, name, item) for item in value]
    assert isinstance(value, dict)
    return {key: _shown(engine, plugin, key, inner) for key, inner in value.items()}


def _said(engine: str, text: str) -> str:
    """What is no value: a condition, or a name that is a whole line, as of ``password=x``."""
    return shown_value(engine, "", "", text)
