"""What is installed beside an engine: versions of gems that Dockerfiles and Gemfiles name, and a project's own plugins."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import islice
from typing import TYPE_CHECKING

from pipelint.base.disk import files
from pipelint.base.lean.late import late
from pipelint.base.lean.record import dataclass
from pipelint.engines.registry import ENGINES
from pipelint.plugins.index import plugin_names
from pipelint.settings.around.container import builds, folders_around, read
from pipelint.sources.compose.variables import filled, variables_of
from pipelint.sources.images.dockerfile import copies, joined

if TYPE_CHECKING:
    from pipelint.base.text.document import SourceFile
    from pipelint.sources.discovery import Discovery
    from pipelint.sources.entry import Entry

_LOCK, _GEMFILE = "Gemfile.lock", "Gemfile"
# Folders that are looked into, and how far below those on the way up.
_MOST, _DEEPEST = 64, 3
# A command as a list of its words.
_WORDS = late(r"(?m)^[ \t]*RUN[ \t]+\[([^\]\n]*)\]")
_COMMAND = late(r"gem[ \t]+install[ \t]([^\n;&|]*)")
_VERSION = late(r"""(?:^|\s)(?:-v|--version)[ \t=]*("[^"]*"|'[^']*'|\S+)""")
_LINE = late(r"""(?m)^[ \t]*gem[ \t(]+["']([\w-]+)["']((?:[ \t]*,[ \t]*["'][^"'\n]*["'])*)""")
_LOCKED = late(r"(?m)^ {4}([\w-]+) \((\d[\w.]*)")
# A gem that is a file of the project's own, and the command that installs it.
_INSTALL = late(r"\binstall[ \t]([^\n;&|]*)")
_GEM_FILE = late(r"([a-z][\w-]{0,99}?)-\d[\w.]{0,30}\.gem")
_IS_FILE = "file"
# The version in the name of a folder that is called as a gem.
_GEM_VERSION = late(r"-\d+\.\d[\w.-]*$")
_WANTED = late(r"^(=|~>)?[ \t]*v?(\d+(?:\.\w+)*)$")


@dataclass(frozen=True, slots=True)
class Installed:
    """Versions of gems by name (``1.2.x`` for the newest with 1.2), the file that says so, and own plugins: kind and name."""

    gems: dict[str, str]
    path: str
    own: frozenset[tuple[str, str]]

    def __bool__(self) -> bool:
        return bool(self.gems or self.own)


def installed_around(entry: Entry) -> Installed:
    """What the files around the first file of an entry say; of gems those of the nearest folder on the way up that says any."""
    discovery = ENGINES.discovery(entry.engine)
    file = entry.documents[0].file if entry.documents else None
    if not discovery.own_gems or file is None or not file.project or file.path.startswith("<"):
        return Installed({}, "", frozenset())
    written = rf"({'|'.join(discovery.plugin_sources)})_(\w+)\.rb"
    source = late(written)
    # A ConfigMap may hold plugins beside the config.
    keys = re.findall(rf"(?m)^[ \t]*[\"']?{written}[\"']?:", file.data.decode()) if b".rb" in file.data else []
    own = {*keys}
    gems: dict[str, set[str]] = {}
    path, looked = "", set[str]()
    for up in folders_around(file):
        said: dict[str, set[str]] = {}
        for folder, names in _folders(up, discovery.source_words, looked):
            for place in _sources(folder, names, file):
                own.update(_with_source(place, entry.engine, discovery))
            own.update(found.groups() for name in names if name.endswith(".rb") and (found := source.fullmatch(name)) is not None)
            for name in [] if gems else names:
                for gem, version in _named(folder, name, file, discovery):
                    own.update(_brought(gem, entry.engine, discovery, whole=version == _IS_FILE))
                    if version and version != _IS_FILE:
                        said.setdefault(gem, set()).add(version)
                        path = path or name
        gems = gems or said
    agreed = {gem: min(versions) for gem, versions in gems.items() if len(versions) == 1}
    return Installed(agreed, path, frozenset((discovery.plugin_sources[short], name) for short, name in own))


def _brought(gem: str, engine: str, discovery: Discovery, *, whole: bool) -> Iterator[tuple[str, str]]:
    """The plugin that a gem brings by its name (``fluent-plugin-input-gelf``), where no plugin file knows one of that kind.

    ``whole``: also in the place of one that is known, since what it takes is the project's own affair.
    """
    for short, kind in discovery.plugin_sources.items():
        found = re.search(rf"-(?:{short}|{kind})-([\w-]+)$", gem)
        name = "" if found is None else found[1].replace("-", "_")
        if name and (whole or name not in plugin_names(engine, kind)):
            yield short, name


def _sources(folder: str, names: Sequence[str], file: SourceFile) -> Iterator[str]:
    """Where sources of plugins may be: what Dockerfiles copy and where to, and a folder that has some as gems have them."""
    if files.is_folder(f"{folder}/lib"):
        yield files.name(folder)
    for name in filter(builds, names):
        for copy in copies(read(files.join(folder, name), file, {})):
            yield from (*copy.sources, copy.to)


def _with_source(path: str, engine: str, discovery: Discovery) -> Iterator[tuple[str, str]]:
    """The plugin whose sources are at ``path``: in a folder called as its gem, or where the engine looks for them."""
    for part in path.split("/"):
        if re.fullmatch(discovery.own_gems, gem := _GEM_VERSION.sub("", part)):
            yield from _brought(gem, engine, discovery, whole=True)
    found = re.search(discovery.source_paths, path) if discovery.source_paths else None
    if found is not None:
        yield found[1], found[2]


def _folders(folder: str, words: Sequence[str], looked: set[str], depth: int = 0) -> Iterator[tuple[str, list[str]]]:
    """A folder and those below it whose names have one of ``words``, each with the files in it that may say something."""
    if folder in looked or len(looked) >= _MOST:
        return
    looked.add(folder)
    names, below = _there(folder, files.changed(folder))
    yield folder, names
    below = [name for name in below if any(word in name.lower() for word in words)]
    for name in below if depth < _DEEPEST else ():
        yield from _folders(files.join(folder, name), words, looked, depth + 1)


@lru_cache(maxsize=512)
def _there(folder: str, _changed: int) -> tuple[list[str], list[str]]:
    """The files of a folder that may say something, and the folders in it.

    The configs of one folder share them, as long as nothing came into it or left it.
    """
    try:
        there = files.listing(folder)
    except OSError:
        return [], []
    said = [name for name, _ in there if builds(name) or name in (_LOCK, _GEMFILE) or name.endswith(".rb")]
    return said, [name for name, kind in there if kind == "folder"]


def _named(folder: str, name: str, file: SourceFile, discovery: Discovery) -> Iterator[tuple[str, str]]:
    """The gems that a file names, each with its version, "" where it says none."""
    own = re.compile(discovery.own_gems)
    if name.endswith(".rb") or (name == _GEMFILE and files.is_file(files.join(folder, _LOCK))):
        return
    text = read(files.join(folder, name), file, {})
    if name == _LOCK:
        pairs = _LOCKED.findall(text)
    elif name == _GEMFILE:
        pairs = [(gem, wanted) for gem, all_ in _LINE.findall(text) for wanted in re.findall(r"[\"']([^\"']*)", all_)[::2]]
    else:
        commands = _WORDS.sub(lambda found: re.sub(r"[\"',]+", " ", found[1]), joined(text))
        commands = filled(commands, variables_of(text))
        pairs = list(_installs(commands))
        yield from ((gem, _IS_FILE) for gem in _file_gems(commands) if own.fullmatch(gem))
    for gem, wanted in pairs:
        if own.fullmatch(gem):
            said = _WANTED.match(wanted)
            parts = said[2].split(".") if said is not None else []
            yield gem, "" if said is None else said[2] if said[1] != "~>" else ".".join([*parts[:-1], "x"])


def _installs(text: str) -> Iterator[tuple[str, str]]:
    """The gems that the commands of a Dockerfile install in a version."""
    for command in _COMMAND.findall(text):
        wanted = _VERSION.search(command)
        for word in islice(command.split(), 100):
            gem, _, version = word.partition(":")
            yield gem, version or (wanted[1].strip("\"'") if wanted is not None else "")


def _file_gems(text: str) -> Iterator[str]:
    """The gems that the commands of a Dockerfile install from files."""
    for command in _INSTALL.findall(text):
        for word in islice(command.split(), 100):
            if (found := _GEM_FILE.fullmatch(word.rpartition("/")[2])) is not None:
                yield found[1]
