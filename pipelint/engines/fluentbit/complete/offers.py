"""What may be typed in a section of either format: its keys, and the values of one."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from pipelint.engines.fluentbit.complete.symbols import PARSERS, holding, symbols
from pipelint.engines.fluentbit.discovery.named import BUILT_IN
from pipelint.facts.editing import items
from pipelint.language.editing import Item
from pipelint.plugins import ParamSpec

if TYPE_CHECKING:
    from pipelint.language.config import Config
    from pipelint.plugins.declarations import Declarations

_NAMED = ("input", "filter", "output", "custom", "processor")
# The key that says of which kind a section of parsers is, and its value where it is missing.
_KINDS = {"parser": ("format", ""), "multiline_parser": ("type", "regex")}
_TIME_PARTS: Mapping[str, str] = {**items.STRPTIME_PARTS, "%L": "fraction of a second, any number of digits"}


def keys(section: str, there: Mapping[str, str], known: Declarations) -> dict[str, ParamSpec]:
    """The keys that a section of this kind with these keys may have."""
    kind = _KINDS.get(section, ("", ""))[0]
    own = ("name", kind) if section != "service" else ()
    first = {name: ParamSpec(name, "string", required=True) for name in own if name}
    spec = known.spec(section, plugin_of_section(section, there))
    return first if spec is None else {**spec.params, **first}


def plugin_of_section(section: str, there: Mapping[str, str]) -> str:
    """The plugin that a section is, by its keys."""
    if section == "service":
        return section
    key, usual = _KINDS.get(section, ("name", ""))
    return there.get(key, usual).lower()


def values(config: Config | None, section: str, there: Mapping[str, str], key: str, known: Declarations) -> Iterator[Item]:
    """The values that a key may have."""
    plugin = plugin_of_section(section, there)
    if key == "name" and section in _NAMED:
        yield from items.plugins(known, section)
        if section == "processor":
            yield from items.plugins(known, "filter")
    elif key == _KINDS.get(section, ("", ""))[0]:
        yield from items.plugins(known, section)
    elif key == "match" and config is not None:
        yield from items.names(symbol.name for symbol in symbols(config) if symbol.kind == "tag" and symbol.defines)
    elif (kind := next((kind for kind in PARSERS if key in holding(section, plugin, kind)), "")) and config is not None:
        names = [symbol.name for symbol in symbols(config) if symbol.kind == kind and symbol.defines]
        yield from items.names([*names, *(BUILT_IN if kind == "multiline_parser" else ())])
    elif (spec := known.spec(section, plugin)) is not None and key in spec.params:
        yield from items.values(spec.params[key])


def time_parts(typed: str) -> Iterator[Item]:
    """The parts of a time format, of one of which so much was typed."""
    return items.time_parts(_TIME_PARTS, len(typed))


def spelled(spec: ParamSpec) -> str:
    """The default of a key as a config would say it."""
    return spec.default if isinstance(spec.default, str) else json.dumps(spec.default)
