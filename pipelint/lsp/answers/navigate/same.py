"""Whether a config with a new name means what it meant before."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pipelint.base.lean.record import dataclass
from pipelint.engines.parts import parts_of

if TYPE_CHECKING:
    from pipelint.language.config import Config


@dataclass(frozen=True, slots=True)
class Names:
    """What is renamed: a label, id, address or field, its ``old`` name, and of a field the keys that lead to it."""

    kind: str
    old: str
    path: tuple[str, ...] = ()


def differs(before: Config, after: Config, names: Names, new: str) -> str | None:
    """What is not the same in a config after a rename, in words; None where all is."""
    if after.errors:
        return after.errors[0].message
    if _stages(before, names, new) != _stages(after, Names("", ""), "") or len(before.includes) != len(after.includes):
        return "the config would have other plugins"
    if _names(before, names, new) != _names(after, Names("", ""), ""):
        return "it would not be read as this name everywhere"
    if _edges(before) != _edges(after):
        return "events would go other ways"
    if names.kind == "field" and _fields(before, names, new) != _fields(after, Names("", ""), ""):
        return "it would not be read as this field everywhere"
    return None


def _stages(config: Config, names: Names, new: str) -> list[object]:
    old = names.old if names.kind == "tag" else None
    return [
        (stage.kind, stage.plugin, new if stage.pattern == old else stage.pattern, len(stage.block.items))
        for stage in config.graph.stages
    ]


def _edges(config: Config) -> list[object]:
    return [(edge.source, edge.target, edge.flow, edge.certain) for edge in config.graph.edges]


def _names(config: Config, names: Names, new: str) -> list[object]:
    found = parts_of(config).editing.symbols(config)
    return [(s.kind, new if (s.kind, s.name) == (names.kind, names.old) else s.name, s.defines, s.fixed) for s in found]


def _fields(config: Config, names: Names, new: str) -> list[object]:
    found = parts_of(config).editing.fields(config)
    renamed = (*names.path[:-1], new)
    return [(use.stage, renamed if names.path and use.path == names.path else use.path, use.how) for use in found]
