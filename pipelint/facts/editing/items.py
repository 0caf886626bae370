"""What completion offers: plugins, parameters, values, sections and names."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING

from pipelint.facts.grok.meanings import MEANINGS
from pipelint.language.editing import Item, ItemKind
from pipelint.plugins import ParamSpec, plugin_names
from pipelint.plugins.declarations import Declarations

if TYPE_CHECKING:
    from pipelint.regex.library import Library

_TRUTH = ("bool", "boolean")
# A reference of grok up to the cursor: its name is still being typed.
_TYPED = re.compile(r"%\{(?P<typed>\w*)$")


def plugins(known: Declarations, folder: str | None) -> Iterator[Item]:
    """The plugins of a kind, by the name of the folder of their facts, but for those that the release comes without."""
    for name in plugin_names(known.engine, folder) if folder else ():
        if folder and known.left_out_of(folder, name):
            continue
        yield Item(name, ItemKind.PLUGIN, f"{folder} plugin")


def parameters(
    specs: Mapping[str, ParamSpec], there: Collection[str], spell: Callable[[ParamSpec], str], after: str = "", between: str = " "
) -> Iterator[Item]:
    """The parameters of a section that are not ``there`` yet, what is required first; ``after`` each name is written too.

    ``spell`` writes a default as the config would, ``between`` stands between a name and its value.
    """
    for spec in specs.values():
        if spec.name not in there and spec.alias not in there and not spec.removed:
            yield _parameter(spec, spell, after, between)


def _parameter(spec: ParamSpec, spell: Callable[[ParamSpec], str], after: str, between: str) -> Item:
    default = "" if spec.default is None else spell(spec)
    detail = spec.type + (", required" if spec.required else "") + (f" = {default}" if default else "")
    rank = 0 if spec.required else 2 if spec.deprecated else 1
    snippet = None
    if spec.required and between:
        choices = ",".join(_escaped(value).replace(",", r"\,").replace("|", r"\|") for value in spec.values)
        snippet = _escaped(spec.name + between) + (f"${{1|{choices}|}}" if choices else "$1")
    return Item(
        spec.name, ItemKind.PARAMETER, detail, spec.name + after if after else None, rank, bool(spec.deprecated), snippet=snippet
    )


def _escaped(text: str) -> str:
    """A text in a snippet."""
    return text.replace("\\", r"\\").replace("$", r"\$").replace("}", r"\}")


def values(spec: ParamSpec) -> Iterator[Item]:
    """The values that a parameter may have, where there are few."""
    for value in spec.values or (("true", "false") if spec.type in _TRUTH else ()):
        yield Item(value, ItemKind.VALUE, "default" if str(spec.default).lower() == value else None)


def names(found: Iterable[str]) -> Iterator[Item]:
    """Names that are defined elsewhere in the config, each once."""
    for name in dict.fromkeys(found):
        yield Item(name, ItemKind.NAME)


def section(name: str, after: str, before: str = "") -> Item:
    """A section; what stands ``before`` and ``after`` its name is written too."""
    return Item(name, ItemKind.SECTION, text=before + name + after)


def grok_names(before: str, library: Library) -> Iterator[Item]:
    """The names that may stand after the ``%{`` at the end of ``before``; nothing where there is none."""
    if _TYPED.search(before) is None:
        return
    for name in sorted(library.names):
        own = library.definitions.get(name)
        yield Item(name, ItemKind.PATTERN, definition=own, about=MEANINGS.get(name))


STRPTIME_PARTS: Mapping[str, str] = {
    "%Y": "year: 2026",
    "%m": "month: 01 to 12",
    "%d": "day of the month: 01 to 31",
    "%H": "hour: 00 to 23",
    "%M": "minute: 00 to 59",
    "%S": "second: 00 to 60",
    "%z": "offset from UTC: +0200, +02:00 or Z",
    "%b": "month's name, three letters: Jan",
    "%e": "day of the month with a blank before one digit",
    "%y": "year, two digits: 26",
    "%s": "seconds since 1970",
    "%T": "time of day: the same as %H:%M:%S",
    "%F": "date: the same as %Y-%m-%d",
}
"""What time formats have in C and in Ruby, the usual first, with what it stands for."""


def time_parts(parts: Mapping[str, str], typed: int = 0) -> Iterator[Item]:
    """The parts that a time format may have, with what each stands for; ``typed`` characters of one stand before the cursor."""
    for number, (part, meaning) in enumerate(parts.items()):
        yield Item(part, ItemKind.TIME, meaning, rank=number // 10, about=meaning, replaces=typed)
