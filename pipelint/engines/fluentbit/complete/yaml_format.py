"""Completion in the YAML format: sections, plugins, keys and values."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pipelint.engines.fluentbit.complete import offers
from pipelint.facts.editing import items
from pipelint.language.editing import Item
from pipelint.yaml.structure.keys import Keys, keys_at

if TYPE_CHECKING:
    from pipelint.language.config import Config
    from pipelint.plugins.declarations import Declarations

TOP = ("service", "pipeline", "parsers", "multiline_parsers", "includes", "env", "plugins", "stream_processor")
"""The outermost keys."""
_PIPELINE = ("inputs", "filters", "outputs")
_SIGNALS = ("logs", "metrics", "traces")
# What the items of a list are.
_LISTS = {"inputs": "input", "filters": "filter", "outputs": "output", "customs": "custom"}
_LISTS |= {"parsers": "parser", "multiline_parsers": "multiline_parser"}


def yaml_items(config: Config | None, text: bytes, offset: int, known: Declarations) -> Iterator[Item]:
    """What may stand at a byte of a text; names of parsers and tags only where it could be read as a config."""
    keys = keys_at(text.decode("utf-8", "replace"), len(text[:offset].decode("utf-8", "replace")))
    if keys is None:
        return
    inner = keys.levels[-1]
    names = [level.name for level in keys.levels]
    section = _section(names)
    if section and keys.value_of:
        yield from offers.values(config, section, inner.keys, keys.value_of, known)
    elif section:
        specs = offers.keys(section, inner.keys, known)
        begin = "" if keys.item or section == "service" or inner.keys else "- "
        found = items.parameters(specs, inner.keys, offers.spelled, ": ", ": ")
        # The first key of an item comes with its dash.
        yield from found if not begin else [items.section("name", ": ", begin)]
        if section == "input" and "processors" not in inner.keys and not begin:
            yield items.section("processors", ":")
    elif not keys.value_of:
        yield from (items.section(name, ":") for name in _sections(keys, names) if name not in inner.keys)


def _section(names: list[str]) -> str:
    """What the innermost mapping is: the kind of a section, or nothing."""
    if names == ["", "service"]:
        return "service"
    if len(names) > 3 and names[-2] == "processors" and names[-1] in _SIGNALS:
        return "processor"
    listed = (names[:2] == ["", "pipeline"] and len(names) == 3) or len(names) == 2
    return _LISTS.get(names[-1], "") if listed else ""


def _sections(keys: Keys, names: list[str]) -> tuple[str, ...]:
    """The keys of mappings that are no sections themselves."""
    if keys.item:
        return ()
    if len(names) == 1:
        return TOP
    return _PIPELINE if names == ["", "pipeline"] else _SIGNALS if names[-1] == "processors" else ()
