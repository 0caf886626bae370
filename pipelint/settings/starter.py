"""The settings file that ``pipelint init`` writes: all settings with what they mean, those set that the repository shows."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from textwrap import wrap

from pipelint import REPOSITORY, __version__
from pipelint.settings.keys import SETTINGS, Key, MapOf, Table, Tables

_WIDTH = 100

SCHEMA = f"{REPOSITORY}/raw/v{__version__}/docs/pipelint.schema.json"
"""Where the JSON schema of the settings file is published, as this release has it: editors of TOML complete by it."""


def starter(known: Mapping[str, str]) -> str:
    """A ``pipelint.toml`` in which the settings of ``known`` (dotted name: value as TOML) are set and all others are comments."""
    plain = [key for key in SETTINGS if not isinstance(key.type, Table | Tables | MapOf)]
    tables = [key for key in SETTINGS if key not in plain]
    lines = [f"#:schema {SCHEMA}"]
    lines += ["# pipelint settings for the configs in this folder and below. Commented-out lines are examples.", ""]
    lines += _keys(plain, "", known)
    for table in tables:
        lines += ["", *_comment(table.meaning), f"[{table.name}]"]
        if isinstance(table.type, Table):
            lines += _keys(table.type.keys, f"{table.name}.", known)
        else:
            lines.append(f"# {table.example}")
    return "\n".join(lines) + "\n"


def _keys(keys: Sequence[Key], where: str, known: Mapping[str, str]) -> Iterator[str]:
    for key in keys:
        value = known.get(where + key.name)
        if value is not None:
            yield from _comment(key.meaning)
            yield f"{key.name} = {value}"
        elif key.example:
            yield from _comment(key.meaning)
            yield f"# {key.name} = {key.example}"


def _comment(text: str) -> list[str]:
    return [f"# {row}" for row in wrap(text, _WIDTH)]
