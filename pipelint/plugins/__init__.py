"""What plugins are: their parameters with types and defaults, what an engine makes of a value, what they do with events."""

from __future__ import annotations

from pipelint.plugins.behaviour import Plugin
from pipelint.plugins.index import plugin_kinds, plugin_names, plugin_of, plugin_spec, section_kinds, stage_kinds
from pipelint.plugins.spec import ParamSpec, PluginSpec, SectionSpec, joined, named_by_default
from pipelint.plugins.values import Values, WrongValue

__all__ = [
    "ParamSpec",
    "Plugin",
    "PluginSpec",
    "SectionSpec",
    "Values",
    "WrongValue",
    "joined",
    "named_by_default",
    "plugin_kinds",
    "plugin_names",
    "plugin_of",
    "plugin_spec",
    "section_kinds",
    "stage_kinds",
]
