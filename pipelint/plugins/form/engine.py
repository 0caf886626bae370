"""The plugin files of one engine: read, checked against each other, and made into lines of the index, three a plugin."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any  # What a checked file holds.

from pipelint.base.disk import files
from pipelint.base.text.document import SourceFile
from pipelint.base.text.span import Span
from pipelint.plugins.form.costs import compile_cost
from pipelint.plugins.form.errors import PluginFileError
from pipelint.plugins.form.history import history, newest, of_engine
from pipelint.plugins.form.merge import DECLARING, declared
from pipelint.plugins.form.read import read_file

Json = dict[str, Any]
Key = tuple[str, str]

SHARED = "shared.yaml"
"""The file of an engine's folder that says what its plugins have in common."""

MAX_FILE = 256 * 1024
"""Bytes of a file; the largest of the project's own has a tenth of it."""

RELEASES = "releases.yaml"
"""The file of an engine's folder that says which versions of gems its releases bundle; an engine may have none."""

_VERSIONS = ("gem", "earlier_gems", "versions", "removed", "ages")
_BEHAVIOUR = (
    "about",
    "link",
    "counterparts",
    "images",
    "events",
    "records",
    "holds",
    "unique",
    "in_memory",
    "runs_ruby",
    "flat",
    "flat_own",
    "measure",
)
_NO_DAY = "its plugin file"


def read_bounded(path: Path) -> SourceFile:
    """A plugin file with at most ``MAX_FILE`` bytes of it. Raises PluginFileError for what cannot be read."""
    try:
        return SourceFile(str(path), files.read(str(path), MAX_FILE))
    except OSError as error:
        raise PluginFileError(SourceFile(str(path), b""), Span(0, 0), f"cannot be read: {error.strerror}") from error


class Engine:
    """Plugin files of one engine, by kind and name, and what is wrong with them: a file that is wrong is left out.

    ``shared`` is what its plugins have in common; ``outside`` gives a plugin that ``like`` names and that is not among them,
    ``terms`` are those that costs may count in, None for any.
    """

    def __init__(
        self,
        name: str,
        paths: Iterable[Path],
        shared: Json,
        outside: Callable[[Key], Json | None] | None = None,
        terms: Collection[str] | None = None,
        releases: Json | None = None,
    ) -> None:
        self.name = name
        self.shared = shared
        self.outside = outside or (lambda key: None)
        self.terms = terms
        self.releases = releases or {}
        self.errors: list[PluginFileError] = []
        self.plugins: dict[Key, Json] = {}
        self.files: dict[Key, SourceFile] = {}
        self.costs: dict[int, Json] = {}
        for path in paths:
            try:
                self._add(read_bounded(path))
            except PluginFileError as error:
                self.errors.append(error)
        self._each(self._check_references)
        self._each(self._cost)

    def _each(self, look: Callable[[Key, Json], None]) -> None:
        """Looks at every plugin; one in which something is wrong is taken out."""
        for key, plugin in [*self.plugins.items()]:
            try:
                look(key, plugin)
            except PluginFileError as error:
                self.errors.append(error)
                del self.plugins[key]

    def _add(self, file: SourceFile) -> None:
        found = read_file(file, "plugin")
        kind, _, name = Path(file.path).stem.partition("-")
        if kind not in self.kinds:
            kinds = ", ".join(self.kinds)
            raise PluginFileError(file, Span(0, 0), f'unknown kind of plugin "{kind}": expected one of {kinds}')
        if name != found["name"]:
            raise PluginFileError(file, Span(0, 0), f"the file of {found['name']} must be called {kind}-{found['name']}.yaml")
        for word in (name, *_words(found, "aliases")):
            if (kind, word) in self.names():
                raise PluginFileError(file, Span(0, 0), f"another {kind} plugin is already called {word}")
        self.plugins[kind, name] = found
        self.files[kind, name] = file

    @property
    def kinds(self) -> Sequence[str]:
        """The kinds of plugins that the engine has."""
        shared: Json = {**self.shared.get("stages", {}), **self.shared.get("owned", {})}
        return list(dict.fromkeys(map(str, shared.values())))

    def names(self) -> dict[Key, Json]:
        """All plugins by kind and name, aliases too."""
        aliases = {(kind, word): it for (kind, _), it in self.plugins.items() for word in it.get("aliases", ())}
        return {**self.plugins, **aliases}

    def _check_references(self, key: Key, plugin: Json) -> None:
        for group in plugin.get("with", ()):
            if group not in self.shared.get("groups", {}):
                raise PluginFileError(self.files[key], Span(0, 0), f'{SHARED} has no group "{group}"')
        if "like" in plugin and self._named(key[0], plugin["like"]) is None:
            raise PluginFileError(self.files[key], Span(0, 0), f'no other {key[0]} plugin is called "{plugin["like"]}"')

    def _named(self, kind: str, name: str) -> Json | None:
        return self.plugins.get((kind, name)) or self.outside((kind, name))

    def _cost(self, key: Key, plugin: Json) -> None:
        if "cost" in plugin:
            body = newest(self._taken(key[0], plugin))
            self.costs[id(plugin)] = compile_cost(plugin["cost"], body, self.files[key], self.terms)

    def head(self, lines: list[str]) -> Json:
        """What the index says of the engine; the plugins' lines are added to ``lines``."""
        plugins: dict[str, dict[str, int]] = {}
        numbers: dict[int, int] = {}
        for (kind, name), plugin in sorted(self.names().items()):
            if id(plugin) not in numbers:
                numbers[id(plugin)] = len(lines)
                lines += map(compact, (self._behaviour(plugin), *self._declared(kind, plugin)))
            plugins.setdefault(kind, {})[name] = numbers[id(plugin)]
        shared = {key: self.shared.get(key, {}) for key in ("stages", "also", "owned", "ended")}
        lists = {key: self.shared.get(key, []) for key in ("accepts", "named_by", "named_by_argument", "holders", "secrets")}
        lists |= {key: self.shared[key] for key in ("namesakes",) if key in self.shared}
        lines.append(compact(self.releases))
        return {**shared, **lists, "plugins": plugins, "releases": len(lines) - 1}

    def _behaviour(self, plugin: Json) -> Json:
        found = {"name": plugin["name"], **{key: plugin[key] for key in _BEHAVIOUR if key in plugin}}
        if "records" in plugin:
            found["records"] = _records(plugin["records"])
        if "cost" in plugin:
            found["cost"] = self.costs[id(plugin)]
        return found

    def _declared(self, kind: str, plugin: Json) -> tuple[Json | None, Json]:
        """What its newest version takes, None where its file says nothing of that; and what is known of its versions."""
        versions = {key: plugin[key] for key in _VERSIONS if key in plugin}
        if not any(key in plugin for key in (*DECLARING, "like", "with")):
            return None, versions
        body = self._taken(kind, plugin)
        return {"as_of": plugin.get("as_of", _NO_DAY), **newest(body)}, {**versions, **history(body)}

    def _taken(self, kind: str, plugin: Json) -> Json:
        return declared(plugin, self._bases(kind, plugin), of_engine(self.shared.get("every", {}).get(kind, {})))

    def _bases(self, kind: str, plugin: Json) -> Iterator[Json]:
        seen = [plugin["name"]]
        for group in plugin.get("with", ()):
            yield of_engine(self.shared["groups"][group])
        while "like" in plugin and plugin["like"] not in seen:
            found = self._named(kind, plugin["like"])
            if found is None:
                return
            plugin = found
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


def compact(value: object) -> str:
    """JSON in as few characters as it has."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
