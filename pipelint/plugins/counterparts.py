"""Plugins of one engine that do the work of another engine's, and what differs: plugin files say it under ``counterparts``."""

from __future__ import annotations

from collections.abc import Iterator

from pipelint.base.lean.record import dataclass
from pipelint.plugins.index import all_plugins, plugin_file


@dataclass(frozen=True, slots=True)
class Counterpart:
    """A plugin of ``engine``, ``kind`` and ``name`` for the work of another one (``its_engine`` ...), and what ``differs``."""

    its_engine: str
    its_kind: str
    its_name: str
    engine: str
    kind: str
    name: str
    differs: str


def counterparts() -> Iterator[Counterpart]:
    """Those of all plugin files, in the order of their engines, kinds and names."""
    for engine, kind, name in all_plugins():
        plugin = plugin_file(engine, kind, name)
        for key, differs in plugin.counterparts.items() if plugin.name == name else ():
            its_engine, _, rest = key.partition("/")
            its_kind, _, its_name = rest.partition("-")
            yield Counterpart(its_engine, its_kind, its_name, engine, kind, name, differs)


def counterparts_of(engine: str, kind: str, name: str) -> Iterator[str]:
    """Those of a plugin in either direction, as texts."""
    for one in counterparts():
        if (one.engine, one.kind, one.name) == (engine, kind, name):
            yield f"{one.its_engine} {one.its_kind} `{one.its_name}`: {one.differs}"
        elif (one.its_engine, one.its_kind, one.its_name) == (engine, kind, name):
            yield f"{one.engine} {one.kind} `{one.name}`: {one.differs}"


def counterparts_table(its_engine: str, engine: str) -> str:
    """The plugins of ``its_engine`` with those of ``engine`` for their work, as a table in Markdown."""
    found = [one for one in counterparts() if (one.its_engine, one.engine) == (its_engine, engine)]
    found.sort(key=lambda one: (one.its_kind, one.its_name, one.name))
    rows = [f"| {one.its_kind} `{one.its_name}` | {one.kind} `{one.name}` | {one.differs} |" for one in found]
    return "\n".join(["| Plugin | Counterpart | What differs |", "|---|---|---|", *rows, ""])
