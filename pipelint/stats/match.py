"""Which stage of a config a plugin's statistics belong to."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from pipelint.graph.stage import Kind, Stage
from pipelint.stats.model import PluginStats

_IDS = ("id", "@id", "alias")  # what engines call the name that somebody gives a plugin


def matched_by_pipeline(
    pipelines: Iterable[tuple[str, Iterable[PluginStats]]], stages: Iterable[Stage]
) -> dict[PluginStats, Stage]:
    """The stages of the plugins of pipelines, each with its name: of one that the config names its own count alone."""
    every = list(stages)
    found: dict[PluginStats, Stage] = {}
    for name, plugins in pipelines:
        own = [stage for stage in every if stage.label == name]
        found |= matched(plugins, own if name and own else every)
    return found


def matched(plugins: Iterable[PluginStats], stages: Iterable[Stage]) -> dict[PluginStats, Stage]:
    """The stages of plugins: by their ids; the rest in order, where the config has as many of that plugin."""
    ids: dict[tuple[Kind, str], list[Stage]] = defaultdict(list)
    every = list(stages)
    for stage in every:
        if name := next((value for key in _IDS if (value := stage.value(key))), ""):
            ids[stage.kind, name].append(stage)
    found: dict[PluginStats, Stage] = {}
    left: dict[tuple[Kind, str], list[PluginStats]] = defaultdict(list)
    for each in plugins:
        named = ids.get((each.kind, each.id), [])
        if len(named) == 1 and each.plugin in ("", named[0].plugin):
            found[each] = named[0]
        else:
            left[each.kind, each.plugin].append(each)
    taken = set(found.values())
    for (kind, plugin), group in left.items():
        rest = [stage for stage in every if (stage.kind, stage.plugin) == (kind, plugin) and stage not in taken]
        if len(rest) == len(group):
            found.update(zip(group, rest, strict=True))
    return found
