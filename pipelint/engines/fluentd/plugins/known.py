"""What is known of the plugin of a stage."""

from __future__ import annotations

from pipelint.graph.stage import Stage
from pipelint.plugins import Plugin, plugin_of


def known(stage: Stage) -> Plugin:
    """What the file of the stage's plugin says."""
    return plugin_of("fluentd", stage.kind.value, stage.plugin)
