"""The settings of a config that ended with an old Logstash."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from pipelint.base.block import Block
from pipelint.engines.logstash.facts.beside.facts import GoneSettingFact
from pipelint.graph.stage import Stage
from pipelint.plugins.index import plugin_spec, stage_kinds
from pipelint.plugins.spec import PluginSpec

_ENGINE = "logstash"
# How Ruby code reads and writes events since Logstash 5.
_EVENT_API = ("event.get(", "event.set(")


def gone_settings(stages: Sequence[Stage]) -> Iterator[GoneSettingFact]:
    """The settings that are gone, unless a plugin or setting beside them is newer than the last version that took them."""
    kinds = stage_kinds(_ENGINE)
    return gone([(kinds[stage.kind.value], stage.block) for stage in stages])


def gone(plugins: Sequence[tuple[str, Block]]) -> Iterator[GoneSettingFact]:
    """The same of plugins with their kinds."""
    strange = [(kind, block, names) for kind, block in plugins if (names := _strange(kind, block))]
    if not strange:
        return
    # Imported here: most configs have no setting that the newest version does not take.
    from pipelint.plugins.history import ended

    newest = -1
    for kind, block, names in strange:
        ages = ended(_ENGINE, kind, block.name)
        past = [block.params[name] for name in ages if name in names]
        if past and newest < 0:
            newest = newest_of(plugins)
        for param in past:
            if ages[param.name] > newest:
                yield GoneSettingFact(param.name, f"{block.name} {kind}", ages[param.name], param.name_place)


def newest_of(plugins: Sequence[tuple[str, Block]]) -> int:
    """The first number of the first version that has all that is in the config."""
    from pipelint.plugins.history import least_age

    ruby = 5 if any(word in block.place.text for _, block in plugins for word in _EVENT_API) else 0
    return max([ruby, *(least_age(_ENGINE, kind, block.name, block.params) for kind, block in plugins)])


def _strange(kind: str, block: Block) -> set[str]:
    """The settings that the newest version of the plugin does not take."""
    spec = plugin_spec(_ENGINE, kind, block.name)
    taken = frozenset[str]() if spec is None else _taken(spec)
    return set() if taken.issuperset(block.names) else {*block.names} - taken


@lru_cache(maxsize=512)
def _taken(spec: PluginSpec) -> frozenset[str]:
    return frozenset(name for name, param in spec.params.items() if not param.removed)
