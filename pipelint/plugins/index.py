"""The index of plugins: made of their files when the package is built, or in a checkout when a file is newer."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from typing import Any, cast  # What json gives.

from pipelint.base.disk import files
from pipelint.base.disk.pieces import Held, Pieces
from pipelint.base.disk.stamps import stamps_below
from pipelint.base.lean.record import dataclass
from pipelint.data import data_folder
from pipelint.plugins.behaviour import UNKNOWN, Events, Narrows, Passes, Plugin, Records, Sends, Tags
from pipelint.plugins.spec import ParamSpec, PluginSpec, SectionSpec

VERSION = 3
"""Of the layout of the index: lines about itself, of what each engine has, of where lines end; then two lines a plugin."""

_HEAD, _OWN_LINES = 65_536, 3
BUILT = "index.json"
CHECKOUT = ".index.json"
_PACKAGE = files.folders(__file__)[1]


@dataclass(frozen=True, slots=True, eq=False)
class Index:
    """All plugins: what each engine has (``heads``), and two lines of JSON a plugin, of which few are ever read."""

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
        found = None if head is None else head["plugins"].get(kind, {}).get(name)
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
    stamps = "\n".join([*stamps_below(folder, ".yaml"), *stamps_below(files.join(_PACKAGE, "plugins"), ".py")])
    checkout = files.join(folder, CHECKOUT)
    kept = _read(checkout, stamps)
    if kept is not None:
        return kept
    # Imported here: files are compiled once, and YAML and pathlib take their time to load.
    import contextlib
    from pathlib import Path

    from pipelint.base.disk.write import write_file
    from pipelint.plugins.form.compile import compile_folder

    data = compile_folder(Path(folder), stamps)
    # A folder that is read-only stays so.
    with contextlib.suppress(OSError):
        write_file(checkout, data)
    return _of(Held(data))[1]


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
    about = json.loads(first)
    if about["version"] != VERSION:
        raise ValueError(f"the plugin index has version {about['version']}, not {VERSION}")
    index = Index(json.loads(heads), file, len(first) + len(heads) + len(ends) + _OWN_LINES, json.loads(ends))
    if index.ends and index.start + index.ends[-1] != file.size + 1:
        raise ValueError("the plugin index is incomplete")
    return str(about["stamps"]), index


def _head(engine: str) -> Mapping[str, object]:
    """What all plugins of an engine have in common; nothing of an engine without plugin files."""
    return cast("Mapping[str, object]", load_index().heads.get(engine, {}))


@cache
def common_names(engine: str, what: str) -> tuple[str, ...]:
    """A list of names of ``shared.yaml``: ``named_by``, ``named_by_argument``, ``holders`` or ``secrets``."""
    return tuple(cast("list[str]", _head(engine).get(what, [])))


@cache
def stage_kinds(engine: str) -> Mapping[str, str]:
    """Which kind of plugin does the work of a stage, by the stage's kind (``source``, ``parse``)."""
    return cast("Mapping[str, str]", _head(engine).get("stages", {}))


@cache
def section_kinds(engine: str) -> Mapping[str, str]:
    """The kinds of plugins that read sections inside of others, by the section's name: their @type names the plugin."""
    return cast("Mapping[str, str]", _head(engine).get("owned", {}))


@cache
def plugin_kinds(engine: str) -> tuple[str, ...]:
    """All kinds of plugins that an engine has."""
    return tuple(dict.fromkeys((*stage_kinds(engine).values(), *section_kinds(engine).values())))


@cache
def plugin_of(engine: str, kind: str, name: str) -> Plugin:
    """What is known of the plugin of a stage, ``kind`` being the stage's."""
    return plugin_file(engine, stage_kinds(engine).get(kind, ""), name)


def plugin_file(engine: str, kind: str, name: str) -> Plugin:
    """What a plugin's file says, ``kind`` being the engine's as in ``plugin_spec``."""
    index = load_index()
    number = index.number(engine, kind, name)
    return UNKNOWN if number is None else _plugin(json.loads(index.line(number)))


@cache
def plugin_spec(engine: str, kind: str, name: str) -> PluginSpec | None:
    """What the plugin declares, common parameters included; None where that is not known.

    ``kind`` is the engine's: input, filter, output; codec (Logstash); parser, formatter, buffer, storage, sd, metrics (Fluentd).
    """
    index = load_index()
    number = index.number(engine, kind, name)
    said = None if number is None else json.loads(index.line(number + 1))
    if said is None:
        return None
    accepts = frozenset((*said.get("accepts", ()), *index.heads[engine]["accepts"]))
    return PluginSpec(engine, kind, name, said["as_of"], _section(said), accepts, tuple(said.get("patterns", ())))


@cache
def plugin_names(engine: str, kind: str) -> tuple[str, ...]:
    """The names of all plugins of a kind of which is known what they declare, sorted."""
    index = load_index()
    found = index.heads.get(engine, {}).get("plugins", {}).get(kind, {})
    return tuple(sorted(name for name, number in found.items() if index.line(number + 1) != b"null"))


def _plugin(said: Mapping[str, Any]) -> Plugin:
    holds = said.get("holds", {})
    return Plugin(
        said["name"],
        said["about"],
        said["link"],
        _events(said["events"]) if "events" in said else UNKNOWN.events,
        _records(said["records"]) if "records" in said else UNKNOWN.records,
        holds,
        tuple(said.get("unique", ())),
        said.get("runs_ruby", False),
        said.get("flat", {}),
        tuple(said.get("flat_own", ())),
        frozenset(name.split("/")[0] for what in ("regex", "grok") for name in holds.get(what, ())),
    )


def _events(said: Mapping[str, Any]) -> Events:
    return Events(
        Tags(said.get("tags", "unknown")),
        said.get("outside", True),
        Passes(said.get("passes", "unknown")),
        Narrows(said.get("narrows", "unknown")),
        said.get("errors", ""),
        said.get("timeout_label", ""),
        Sends(said.get("sends", "unknown")),
    )


def _records(said: Mapping[str, Any]) -> Records:
    known: dict[str, Any] = {key: tuple(value) if isinstance(value, list) else value for key, value in said.items()}
    return Records(**known)


def _section(said: Mapping[str, Any]) -> SectionSpec:
    return SectionSpec(
        {name: _param(name, param) for name, param in said.get("parameters", {}).items()},
        {name: _section(section) for name, section in said.get("sections", {}).items()},
        said.get("required", False),
    )


def _param(name: str, said: Mapping[str, Any]) -> ParamSpec:
    return ParamSpec(
        name,
        said["type"],
        said.get("required", False),
        said.get("default"),
        tuple(said.get("allowed", ())),
        bool(said.get("removed")),
        bool(said.get("deprecated")),
        tuple(said.get("renamed_to", ())),
        said.get("alias", ""),
        said.get("multiple", False),
        said.get("secret", said["type"] == "password"),
        said.get("since", ""),
        _version(said.get("deprecated")),
        _version(said.get("removed")),
    )


def _version(said: object) -> str:
    """The version of a ``deprecated`` or ``removed``; ``true`` stands for one that is not known."""
    return said if isinstance(said, str) else ""
