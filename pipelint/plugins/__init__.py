"""What plugins declare: their parameters with types and defaults, and what an engine makes of a value of each type."""

from __future__ import annotations

from pipelint.plugins.load import plugin_names, plugin_spec
from pipelint.plugins.spec import ParamSpec, PluginSpec, SectionSpec, joined
from pipelint.plugins.values import WrongValue, wrong_value

__all__ = ["ParamSpec", "PluginSpec", "SectionSpec", "WrongValue", "joined", "plugin_names", "plugin_spec", "wrong_value"]
