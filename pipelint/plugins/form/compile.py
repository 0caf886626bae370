"""Makes the index of plugins: all files of a folder, checked, each with what it shares with others, as lines of JSON."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from itertools import accumulate
from pathlib import Path
from typing import Any  # What a checked file holds.

from pipelint.base.disk import files
from pipelint.base.text.document import SourceFile
from pipelint.base.text.span import Span
from pipelint.plugins.form.errors import PluginFileError
from pipelint.plugins.form.merge import DECLARING, declared
from pipelint.plugins.form.read import read_file
from pipelint.plugins.index import VERSION

Json = dict[str, Any]

SHARED = "shared.yaml"
"""The file of an engine's folder that says what its plugins have in common."""

MAX_FILE = 256 * 1024
"""Bytes of a file; the largest of the project's own has a tenth of it."""

_BEHAVIOUR = ("about", "link", "events", "records", "holds", "unique", "runs_ruby", "flat", "flat_own")
_NO_DAY = ""


def compile_folder(folder: Path, stamps: str = "") -> bytes:
    """The index of all plugins below ``folder``, ``stamps`` in its first line. Raises PluginFileError, OSError."""
    engines = [Engine(path) for path in sorted(folder.iterdir()) if path.is_dir()]
    errors = [error for engine in engines for error in engine.errors]
    if errors:
        first, *rest = errors
        raise PluginFileError(first.file, first.span, first.message, tuple(rest))
    lines: list[str] = []
    heads = {engine.name: engine.head(lines) for engine in engines}
    about = {"version": VERSION, "stamps": stamps}
    body = [line.encode("utf-8") for line in lines]
    ends = list(accumulate(len(line) + 1 for line in body))
    return b"\n".join([*(_compact(part).encode("utf-8") for part in (about, heads, ends)), *body])


class Engine:
    """The plugin files of one engine's folder, with what is wrong with them."""

    def __init__(self, folder: Path) -> None:
        self.name = folder.name
        self.errors: list[PluginFileError] = []
        self.plugins: dict[tuple[str, str], Json] = {}
        self.files: dict[tuple[str, str], SourceFile] = {}
        self.shared: Json = {}
        shared = folder / SHARED
        if found := self._read(shared, lambda file: read_file(file, "shared")):
            self.shared = found
        for path in sorted(folder.glob("*.yaml")):
            if path != shared:
                self._read(path, self._plugin)
        for key, plugin in self.plugins.items():
            self._check_references(key, plugin)

    def _read(self, path: Path, read: Callable[[SourceFile], Json]) -> Json:
        file = SourceFile(str(path), files.read(str(path), MAX_FILE))
        try:
            return read(file)
        except PluginFileError as error:
            self.errors.append(error)
            return {}

    def _plugin(self, file: SourceFile) -> Json:
        found = read_file(file, "plugin")
        kind, _, name = Path(file.path).stem.partition("-")
        if kind not in self.kinds:
            raise PluginFileError(file, Span(0, 0), f'unknown kind of plugin "{kind}": expected one of {", ".join(self.kinds)}')
        if name != found["name"]:
            raise PluginFileError(file, Span(0, 0), f"the file of {found['name']} must be called {kind}-{found['name']}.yaml")
        for word in (name, *_words(found, "aliases")):
            if (kind, word) in self.names():
                raise PluginFileError(file, Span(0, 0), f"another {kind} plugin is already called {word}")
        self.plugins[kind, name] = found
        self.files[kind, name] = file
        return found

    @property
    def kinds(self) -> Sequence[str]:
        """The kinds of plugins that the engine has."""
        shared: Json = {**self.shared.get("stages", {}), **self.shared.get("owned", {})}
        return list(dict.fromkeys(map(str, shared.values())))

    def names(self) -> dict[tuple[str, str], Json]:
        """All plugins by kind and name, aliases too."""
        aliases = {(kind, word): it for (kind, _), it in self.plugins.items() for word in it.get("aliases", ())}
        return {**self.plugins, **aliases}

    def _check_references(self, key: tuple[str, str], plugin: Json) -> None:
        file = self.files[key]
        for group in plugin.get("with", ()):
            if group not in self.shared.get("groups", {}):
                self.errors.append(PluginFileError(file, Span(0, 0), f'{SHARED} has no group "{group}"'))
        if "like" in plugin and (key[0], plugin["like"]) not in self.plugins:
            self.errors.append(PluginFileError(file, Span(0, 0), f'no other {key[0]} plugin is called "{plugin["like"]}"'))

    def head(self, lines: list[str]) -> Json:
        """What the index says of the engine; the plugins' lines are added to ``lines``."""
        plugins: dict[str, dict[str, int]] = {}
        numbers: dict[int, int] = {}
        for (kind, name), plugin in sorted(self.names().items()):
            if id(plugin) not in numbers:
                numbers[id(plugin)] = len(lines)
                lines += [_compact(self._behaviour(plugin)), _compact(self._declared(kind, plugin))]
            plugins.setdefault(kind, {})[name] = numbers[id(plugin)]
        shared = {key: self.shared.get(key, {}) for key in ("stages", "owned")}
        lists = {key: self.shared.get(key, []) for key in ("accepts", "named_by", "named_by_argument", "holders", "secrets")}
        return {**shared, **lists, "plugins": plugins}

    def _behaviour(self, plugin: Json) -> Json:
        found = {"name": plugin["name"], **{key: plugin[key] for key in _BEHAVIOUR if key in plugin}}
        if "records" in plugin:
            found["records"] = _records(plugin["records"])
        return found

    def _declared(self, kind: str, plugin: Json) -> Json | None:
        """What it takes, None where its file says nothing of that."""
        if not any(key in plugin for key in (*DECLARING, "like", "with")):
            return None
        return {"as_of": plugin.get("as_of", _NO_DAY), **declared(plugin, self._bases(kind, plugin))}

    def _bases(self, kind: str, plugin: Json) -> Iterator[Json]:
        every = self.shared.get("every", {})
        if kind in every:
            yield every[kind]
        seen = [plugin["name"]]
        for group in plugin.get("with", ()):
            yield self.shared["groups"][group]
        while "like" in plugin and plugin["like"] not in seen:
            plugin = self.plugins[kind, plugin["like"]]
            seen.append(plugin["name"])
            yield plugin


def _words(found: Json, key: str) -> list[str]:
    return [str(word) for word in found.get(key, ())]


_SAYING = ("unchanged", "same_keys", "sets", "may_set", "sets_by", "may_set_by", "sets_else", "captures")


def _records(written: Json) -> Json:
    """The same as ``Records`` has it. A plugin of which no key says what becomes of the records' keys is opaque."""
    found = {key: value for key, value in written.items() if key != "unchanged"}
    if any(key in written for key in _SAYING):
        found["opaque"] = False
    if written.get("unchanged"):
        found |= {"in_place": False, "same_keys": True}
    return found


def _compact(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
