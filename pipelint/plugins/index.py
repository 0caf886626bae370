"""The index of plugins: made of their files when the package is built, or in a checkout when a file is newer."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any, TypeAlias, cast  # What json gives.

from pipelint.base.disk import files
from pipelint.base.disk.pieces import Held, Pieces
from pipelint.base.lean.own_json import read_json
from pipelint.base.lean.record import dataclass
from pipelint.data import data_folder
from pipelint.plugins.behaviour import UNKNOWN, Plugin, plugin_from
from pipelint.plugins.spec import PluginSpec, section_from
from pipelint.plugins.team import team

if TYPE_CHECKING:
    from pathlib import Path

    from pipelint.plugins.form.errors import PluginFileError

VERSION = 7
"""Of the layout of the index: lines about itself, of what each engine has, of where lines end; then three lines a plugin
(what it does, what it takes, what its versions are) and one of an engine's releases."""

Json: TypeAlias = "Any"  # What json gives.
_HEAD, _OWN_LINES = 65_536, 3
_MOST = 8192
"""Plugins that are kept at a time: names come from configs."""
BUILT = "index.json"
CHECKOUT = ".index.json"
_PACKAGE = files.folders(__file__)[1]
# What files are compiled by, and the classes that their expressions speak of.
_CODE = ("plugins", "plugins/form", "cost", *(f"predicate{room}" for room in ("", "/syntax", "/check", "/evaluate")))


@dataclass(frozen=True, slots=True, eq=False)
class Index:
    """All plugins: what each engine has (``heads``), and three lines of JSON a plugin, of which few are ever read."""

    heads: Mapping[str, Any]
    file: Pieces | Held
    start: int
    ends: list[int]

    def line(self, number: int) -> bytes:
        """One line."""
        before = self.ends[number - 1] if number else 0
        return self.file.cut(self.start + before, self.ends[number] - 1 - before)

    def number(self, engine: str, kind: str, name: str) -> int | None:
        """Where a plugin's lines begin, None where no file says anything of it."""
        head = self.heads.get(engine)
        if head is None:
            return None
        found = head["plugins"].get(kind, {}).get(name, head["plugins"].get(head["also"].get(kind), {}).get(name))
        return cast("int | None", found)


@cache
def load_index() -> Index:
    """The project's index. In a checkout it is made anew when a file, or code that it depends on, has changed.

    Raises PluginFileError (only in a checkout), FileNotFoundError where the installation is incomplete.
    """
    folder = data_folder("plugins")
    built = files.join(folder, BUILT)
    if files.is_file(built):
        return _of(Pieces(built))[1]
    # Imported here, as below: what is built has no stamps, and YAML and pathlib take their time to load.
    from pipelint.base.disk.stamps import stamps_below, stamps_in

    code = (stamp for room in _CODE for stamp in stamps_in(files.join(_PACKAGE, room), ".py")[0])
    stamps = "\n".join([*stamps_below(folder, ".yaml"), *code, *stamps_in(data_folder("grammars"), ".lark")[0]])
    checkout = files.join(folder, CHECKOUT)
    kept = _read(checkout, stamps)
    if kept is not None:
        return kept
    import contextlib
    from pathlib import Path

    from pipelint.base.disk.write import write_file
    from pipelint.plugins.form.compile import compile_folder

    data = compile_folder(Path(folder), stamps)
    # A folder that is read-only stays so.
    with contextlib.suppress(OSError):
        write_file(checkout, data)
    return _of(Held(data))[1]


def team_index(folders: Sequence[Path]) -> tuple[Index, list[PluginFileError]]:
    """A team's own plugins, and what is wrong with the files that are left out."""
    from pipelint.plugins.form.compile import compile_team

    data, errors = compile_team(folders)
    return _of(Held(data))[1], errors


def _read(path: str, stamps: str) -> Index | None:
    """A checkout's index, None where it is missing, damaged or older than its files."""
    try:
        kept, index = _of(Pieces(path))
    except (OSError, ValueError, KeyError, TypeError):
        return None
    return index if kept == stamps else None


def _of(file: Pieces | Held) -> tuple[str, Index]:
    """The stamps and the index. Raises OSError, ValueError, KeyError or TypeError for what is none."""
    size = _HEAD
    while (head := file.cut(0, size)).count(b"\n") < _OWN_LINES and len(head) == size:
        size *= 2
    first, heads, ends, *_ = head.split(b"\n", _OWN_LINES)
    about = read_json(first)
    if about["version"] != VERSION:
        raise ValueError(f"the plugin index has version {about['version']}, not {VERSION}")
    index = Index(read_json(heads), file, len(first) + len(heads) + len(ends) + _OWN_LINES, read_json(ends))
    if index.ends and index.start + index.ends[-1] != file.size + 1:
        raise ValueError("the plugin index is incomplete")
    return str(about["stamps"]), index


def _head(engine: str) -> Mapping[str, object]:
    """What all plugins of an engine have in common; nothing of an engine without plugin files."""
    return cast("Mapping[str, object]", load_index().heads.get(engine, {}))


@cache
def common_names(engine: str, what: str) -> tuple[str, ...]:
    """A list of names of ``shared.yaml``: ``accepts``, ``named_by``, ``named_by_argument``, ``holders`` or ``secrets``."""
    return tuple(cast("list[str]", _head(engine).get(what, [])))


@cache
def has_namesakes(engine: str, name: str) -> bool:
    """Whether somebody else's plugin may have that name: not where plugins are compiled in, but for a few."""
    return name in cast("list[str]", _head(engine).get("namesakes", [name]))


@cache
def stage_kinds(engine: str) -> Mapping[str, str]:
    """Which kind of plugin does the work of a stage, by the stage's kind (``source``, ``parse``)."""
    return cast("Mapping[str, str]", _head(engine).get("stages", {}))


@cache
def ended_of_all(engine: str, kind: str) -> Mapping[str, str]:
    """Parameters that every plugin of a kind once took, with the first number of the engine's first version without them."""
    return cast("Mapping[str, Mapping[str, str]]", _head(engine).get("ended", {})).get(kind, {})


@cache
def section_kinds(engine: str) -> Mapping[str, str]:
    """The kinds of plugins that read sections inside of others, by the section's name: their @type names the plugin."""
    return cast("Mapping[str, str]", _head(engine).get("owned", {}))


@cache
def plugin_kinds(engine: str) -> tuple[str, ...]:
    """All kinds of plugins that an engine has."""
    return tuple(dict.fromkeys((*stage_kinds(engine).values(), *section_kinds(engine).values())))


def plugin_of(engine: str, kind: str, name: str) -> Plugin:
    """What is known of the plugin of a stage, ``kind`` being the stage's."""
    return _of_stage(team.get(), engine, kind, name)


def plugin_file(engine: str, kind: str, name: str) -> Plugin:
    """What a plugin's file says, ``kind`` being the engine's as in ``plugin_spec``."""
    return _file(team.get(), engine, kind, name)


def plugin_spec(engine: str, kind: str, name: str) -> PluginSpec | None:
    """What the plugin declares, common parameters included; None where that is not known.

    ``kind`` is the engine's: input, filter, output; codec (Logstash); parser, formatter, buffer, storage, sd, metrics (Fluentd).
    """
    return _spec(team.get(), engine, kind, name)


def plugin_names(engine: str, kind: str) -> tuple[str, ...]:
    """The names of all plugins of a kind of which is known what they declare, sorted."""
    return _names(team.get(), engine, kind)


def all_plugins() -> Iterator[tuple[str, str, str]]:
    """Engine, kind and name of every plugin, aliases too, sorted by engine."""
    indexes = [index for index in (load_index(), team.get()) if index is not None]
    for engine in load_index().heads:
        kinds = [index.heads.get(engine, {}).get("plugins", {}) for index in indexes]
        for kind in dict.fromkeys(kind for each in kinds for kind in each):
            names = {name for each in kinds for name in each.get(kind, ())}
            yield from ((engine, kind, name) for name in sorted(names))


def plugin_lines(engine: str, kind: str, name: str) -> tuple[Json, Json] | None:
    """What the index has of a plugin's newest version (null where its file says nothing of it) and of its history."""
    found = _found(team.get(), engine, kind, name)
    return None if found is None else _lines(*found)


@lru_cache(maxsize=_MOST)
def _lines(index: Index, number: int) -> tuple[Json, Json]:
    return read_json(index.line(number + 1)), read_json(index.line(number + 2))


def _found(own: Index | None, engine: str, kind: str, name: str) -> tuple[Index, int] | None:
    """The index that knows a plugin, and where its lines begin: a team's own comes first."""
    for index in (own, load_index()):
        number = None if index is None else index.number(engine, kind, name)
        if index is not None and number is not None:
            return index, number
    return None


@lru_cache(maxsize=_MOST)
def _file(own: Index | None, engine: str, kind: str, name: str) -> Plugin:
    found = _found(own, engine, kind, name)
    return UNKNOWN if found is None else plugin_from(read_json(found[0].line(found[1])))


@lru_cache(maxsize=_MOST)
def _of_stage(own: Index | None, engine: str, kind: str, name: str) -> Plugin:
    return _file(own, engine, stage_kinds(engine).get(kind, ""), name)


@lru_cache(maxsize=_MOST)
def _spec(own: Index | None, engine: str, kind: str, name: str) -> PluginSpec | None:
    found = _found(own, engine, kind, name)
    said = None if found is None else read_json(found[0].line(found[1] + 1))
    return None if said is None else spec_of(engine, kind, name, said)


def spec_of(engine: str, kind: str, name: str, said: Mapping[str, Any]) -> PluginSpec:
    """The specification that a line of the index makes."""
    accepts = frozenset((*said.get("accepts", ()), *common_names(engine, "accepts")))
    patterns, exact = tuple(said.get("patterns", ())), said.get("exact", False)
    return PluginSpec(engine, kind, name, said["as_of"], section_from(said), accepts, patterns, exact)


@lru_cache(maxsize=_MOST)
def _names(own: Index | None, engine: str, kind: str) -> tuple[str, ...]:
    names: set[str] = set()
    for index in (own, load_index()):
        if index is not None:
            head = index.heads.get(engine, {})
            for each in (kind, head.get("also", {}).get(kind)):
                found = head.get("plugins", {}).get(each, {})
                names.update(name for name, number in found.items() if index.line(number + 1) != b"null")
    return tuple(sorted(names))
