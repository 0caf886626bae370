"""What plugins declare: their parameters with types and defaults, and what an engine makes of a value of each type."""

from __future__ import annotations

from pipelint.engines.plugins.load import plugin_names, plugin_spec
from pipelint.engines.plugins.spec import ParamSpec, PluginSpec, SectionSpec, joined
from pipelint.engines.plugins.values import WrongValue, wrong_value

__all__ = ["ParamSpec", "PluginSpec", "SectionSpec", "WrongValue", "joined", "plugin_names", "plugin_spec", "wrong_value"]
