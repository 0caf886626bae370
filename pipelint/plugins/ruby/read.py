"""Reads the plugins of a folder: which there are, and what each declares, in the words of each engine."""

from __future__ import annotations

import re
from collections.abc import Mapping

from pipelint.base.lean.record import dataclass
from pipelint.plugins.form.keys import WORD
from pipelint.plugins.ruby.call import read_call
from pipelint.plugins.ruby.declared import Dialect, Plugin
from pipelint.plugins.ruby.files import Folder
from pipelint.plugins.ruby.gemspec import Gem, gem_of
from pipelint.plugins.ruby.literal import children
from pipelint.plugins.ruby.names import Code, Names, text_of
from pipelint.plugins.ruby.walk import Walk

MAX_PLUGINS = 300
"""Of a folder."""


@dataclass(frozen=True, slots=True)
class Imported:
    """A plugin that was read, whose it is, and the gem that brings it."""

    engine: str
    plugin: Plugin
    gem: Gem


def read_plugins(path: str, dialects: Mapping[str, Dialect]) -> tuple[list[Imported], list[str]]:
    """The plugins of a folder, sorted, and in words what was not read. ``dialects`` are those of the engines, by their names.

    Raises ModuleNotFoundError where the grammar of Ruby is not installed.
    """
    folder = Folder(path)
    names = Names([*folder.ruby, *folder.gemspecs], frozenset().union(*(dialect.naming for dialect in dialects.values())))
    found: dict[tuple[str, str, str], Imported] = {}
    notes = folder.notes
    for site in names.sites:
        for engine, dialect in dialects.items():
            if names.left <= 0 or (plugin := _plugin(names, site, dialect, notes)) is None:
                continue
            key = (engine, plugin.kind, plugin.name)
            if key in found:
                first = found[key].plugin.place
                notes.append(f"{plugin.place}: another {plugin.kind} plugin {plugin.name} is at {first}: this one is left out")
            elif len(found) >= MAX_PLUGINS:
                notes.append(f"{plugin.place}: more than {MAX_PLUGINS} plugins: this one is left out")
            else:
                found[key] = Imported(engine, plugin, gem_of(folder, names, site.scope.file.path))
    if names.left <= 0:
        notes.append(f"{path}: there is more in it than is read")
    return [found[key] for key in sorted(found)], notes


def _plugin(names: Names, site: Code, dialect: Dialect, notes: list[str]) -> Plugin | None:
    word = text_of(site.node.child_by_field_name("method"))
    if word not in dialect.naming:
        return None
    arguments = site.node.child_by_field_name("arguments")
    call = read_call(names, word, children(arguments) if arguments is not None else [], site)
    named = dialect.named(call, names)
    if isinstance(named, str):
        if named:
            notes.append(f"{call.place}: {named}")
        return None
    plugin, module = named
    if not re.fullmatch(WORD.pattern, plugin.name):
        notes.append(f"{call.place}: the name of this plugin is not {WORD.said}: it is left out")
        return None
    return Walk(names, dialect, plugin).read(module)
