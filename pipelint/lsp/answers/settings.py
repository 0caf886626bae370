"""Settings files: what may be typed in one, and what a key means, by the table of settings.

It goes by lines: while somebody types few of these files are TOML.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from pipelint.language.editing import Item, ItemKind
from pipelint.rules.index import load_index
from pipelint.rules.select import GROUPS
from pipelint.settings.keys import SETTINGS, Key, Listed, MapOf, Number, Switch, Table, Tables, Text, Type
from pipelint.settings.project import NAMES

if TYPE_CHECKING:
    from pipelint.lsp.snapshot import Snapshot

_HEAD = re.compile(r"^\s*(\[\[?)\s*([\w.\"'-](?:[\w.\"' -]*[\w.\"'-])?)\s*\]\]?", re.MULTILINE)
_OPENED = re.compile(r"^\s*(\[\[?)\s*([\w.-]*)$")
_GIVEN = re.compile(r"^\s*([\w-]+|\"[^\"]*\"|'[^']*')\s*=\s*(.*)$", re.DOTALL)
_WRITTEN = re.compile(r"^\s*([\w-]+)\s*=", re.MULTILINE)
# In a pyproject.toml everything is below these.
_BELOW = ("tool", "pipelint")
# Settings whose values, or whose keys, select rules.
_SELECTING = ("select", "extend-select", "ignore", "per-file-ignores")
_SELECTED_BY_KEY = "severity"


def is_settings(snapshot: Snapshot) -> bool:
    """Whether the file is one that settings are read from."""
    name = Path(snapshot.path).name
    return name in NAMES and (name != NAMES[-1] or b"pipelint" in snapshot.text)


def settings_items(snapshot: Snapshot, offset: int) -> Iterator[Item]:
    """What may be typed at a byte of a settings file."""
    before = snapshot.text[:offset].decode("utf-8", "replace")
    line = before.rpartition("\n")[2]
    if (opened := _OPENED.match(line)) is not None:
        rest = snapshot.text[offset:].partition(b"\n")[0].decode("utf-8", "replace")
        yield from _heads(opened[1], opened[2], _prefix(snapshot), "" if "]" in rest else "]" * len(opened[1]))
        return
    path = _path(snapshot, before)
    here = None if path is None else _type_at(path)
    given = _value_of(before, line)
    if path is None or here is None or line.lstrip().startswith("#"):
        return
    if given is None:
        yield from _keys(here, path, _in_table(snapshot, before))
    else:
        found = _inside(here, given[0])
        quote = "" if given[1].count('"') % 2 or given[1].count("'") % 2 else '"'
        selecting = bool({given[0], *path} & set(_SELECTING))
        yield from _rules(quote) if selecting and found is not None else _values(found, quote)


def setting_at(snapshot: Snapshot, offset: int) -> str | None:
    """What the key at a byte of a settings file means."""
    text = snapshot.text.decode("utf-8", "replace") if snapshot.text.isascii() else ""
    start, end = text.rfind("\n", 0, offset) + 1, text.find("\n", offset)
    line = text[start : end if end >= 0 else len(text)]
    named = _WRITTEN.match(line)
    if named is None or not start + named.start(1) <= offset <= start + named.end(1):
        return None
    path = _path(snapshot, text[:start])
    here = None if path is None else _type_at(path)
    key = next((key for key in _known(here) if key.name == named[1]), None)
    if key is None:
        return None
    example = f"\n\nfor example `{key.name} = {key.example}`" if key.example else ""
    return f"**{key.name}**: {_words(key.type)}\n\n{key.meaning}{example}"


def _prefix(snapshot: Snapshot) -> tuple[str, ...]:
    return _BELOW if Path(snapshot.path).name == NAMES[-1] else ()


def _path(snapshot: Snapshot, before: str) -> tuple[str, ...] | None:
    """The keys of the table that a text ends in; None outside of the settings."""
    heads = list(_HEAD.finditer(before))
    keys = tuple(part.strip(" \"'") for part in heads[-1][2].split(".")) if heads else ()
    prefix = _prefix(snapshot)
    return keys[len(prefix) :] if keys[: len(prefix)] == prefix else None


def _type_at(path: Sequence[str]) -> Type | None:
    here: Type | None = Table(SETTINGS)
    for name in path:
        here = None if here is None else _inside(here, name)
    return here


def _inside(here: Type, name: str) -> Type | None:
    if isinstance(here, MapOf):
        return here.item
    return next((key.type for key in _known(here) if key.name == name.strip("\"'")), None)


def _known(here: Type | None) -> tuple[Key, ...]:
    return here.keys if isinstance(here, Table | Tables) else ()


def _value_of(before: str, line: str) -> tuple[str, str] | None:
    """The key whose value is typed, and what of it stands there already; of an array also on lines before."""
    given = _GIVEN.match(line)
    if given is not None:
        return given[1].strip("\"'"), given[2]
    start = before.rfind("=")
    opened = before[start + 1 :] if start >= 0 else ""
    if opened.lstrip().startswith("[") and opened.count("[") > opened.count("]"):
        key = re.search(r"([\w-]+)[\"']?\s*$", before[:start].rpartition("\n")[2])
        return None if key is None else (key[1], opened)
    return None


def _in_table(snapshot: Snapshot, before: str) -> set[str]:
    """The keys that the table at the end of a text has, also after it."""
    heads = list(_HEAD.finditer(before))
    after = snapshot.text[len(before.encode()) :].decode("utf-8", "replace")
    following = _HEAD.search(after)
    return set(
        _WRITTEN.findall(before[heads[-1].end() if heads else 0 :] + after[: following.start() if following else len(after)])
    )


def _heads(brackets: str, typed: str, prefix: Sequence[str], closing: str) -> Iterator[Item]:
    if prefix and len(brackets) == 1:
        name = ".".join(prefix)
        yield Item(name, ItemKind.SECTION, "the settings of pipelint", name + closing, replaces=len(typed))
    for path, key in _tables(SETTINGS, prefix):
        if (len(brackets) == 2) == isinstance(key.type, Tables):
            name = ".".join((*path, key.name))
            yield Item(name, ItemKind.SECTION, key.meaning, name + closing, replaces=len(typed))


def _tables(keys: Sequence[Key], path: Sequence[str]) -> Iterator[tuple[tuple[str, ...], Key]]:
    for key in keys:
        if isinstance(key.type, Table | Tables | MapOf):
            yield tuple(path), key
            yield from _tables(_known(key.type), (*path, key.name))


def _keys(here: Type, path: Sequence[str], written: set[str]) -> Iterator[Item]:
    if isinstance(here, MapOf) and path[-1] == _SELECTED_BY_KEY:
        yield from (Item(item.label, item.kind, item.detail, f"{item.label} = ") for item in _rules(""))
    for key in _known(here):
        if key.name not in written and not isinstance(key.type, Table | Tables | MapOf):
            snippet = f"{key.name} = ${{1:{_escaped(key.example)}}}" if key.example else None
            yield Item(key.name, ItemKind.PARAMETER, _words(key.type), f"{key.name} = ", about=key.meaning, snippet=snippet)


def _values(kind: Type | None, quote: str) -> Iterator[Item]:
    match kind:
        case Text(choices):
            yield from (Item(choice, ItemKind.VALUE, text=f"{quote}{choice}{quote}") for choice in choices)
        case Listed(item):
            yield from _values(item, quote)
        case Switch() if quote:
            yield from (Item(word, ItemKind.VALUE) for word in ("true", "false"))
        case _:
            return


def _rules(quote: str) -> Iterator[Item]:
    yield from (Item(group, ItemKind.VALUE, "a group of rules", f"{quote}{group}{quote}") for group in GROUPS)
    for rule in load_index().rules:
        yield Item(rule.code, ItemKind.VALUE, rule.name, f"{quote}{rule.code}{quote}", about=rule.title)


def _words(kind: Type) -> str:
    match kind:
        case Text(choices):
            return f"one of {', '.join(choices)}" if choices else "text"
        case Number(low, high):
            return f"a number from {low:g} to {high:g}"
        case Switch():
            return "true or false"
        case Listed(item):
            return f"a list: {_words(item)}"
        case MapOf(item):
            return f"a table: {_words(item)}"
        case Table() | Tables():
            return "a table"


def _escaped(text: str) -> str:
    return re.sub(r"([\\$}])", r"\\\1", text)
