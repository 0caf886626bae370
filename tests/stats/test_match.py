"""Plugins of a running engine are found in the config by their ids, else in order, never by a guess."""

from __future__ import annotations

from pipelint.graph.stage import Kind
from pipelint.stats.match import matched
from pipelint.stats.model import PluginStats
from tests.compare.support import fluentd

CONFIG = """\
<source>
  @type forward
</source>
<filter a>
  @type grep
</filter>
<filter b>
  @type grep
  @id named
</filter>
<filter c>
  @type grep
</filter>
<match **>
  @type null
</match>
"""


def lines(*plugins: tuple[str, str]) -> dict[str, int]:
    """By id of a filter the index of its stage."""
    found = matched([PluginStats(Kind.FILTER, plugin, name) for plugin, name in plugins], fluentd(CONFIG).graph.stages)
    return {each.id: stage.index for each, stage in found.items()}


def test_ids_come_first_and_the_rest_in_order() -> None:
    assert lines(("grep", "x"), ("grep", "named"), ("grep", "y")) == {"x": 1, "named": 2, "y": 3}
    assert lines(("grep", "named")) == {"named": 2}


def test_other_numbers_of_a_plugin_are_not_matched() -> None:
    assert lines(("grep", "x"), ("grep", "named")) == {"named": 2}
    assert lines(("grep", "x"), ("grep", "y"), ("grep", "named"), ("grep", "z")) == {"named": 2}
    assert lines(("other", "named"), ("other", "x")) == {}
