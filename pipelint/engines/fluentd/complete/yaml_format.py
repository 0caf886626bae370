"""Completion in Fluentd's YAML format: sections, plugins, parameters, values and labels."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from pipelint.engines.fluentd.complete.config_format import STAGES, event_tags, plugin_or_label, plugin_sections, reserved
from pipelint.engines.fluentd.complete.spelling import spelled
from pipelint.facts.editing import items
from pipelint.language.editing import Item
from pipelint.plugins import SectionSpec, joined
from pipelint.plugins.declarations import Declarations
from pipelint.yaml.structure.keys import Keys, Level, keys_at

if TYPE_CHECKING:
    from pipelint.language.config import Config

_TOP = re.compile(rb"^(?:config|system)[ \t]*:", re.MULTILINE)
_SECTIONS = ("source", "filter", "match", "label", "worker")
_HEADS = {"label": ("$name", "config"), "worker": ("$arg", "config")}


def looks_like_it(text: bytes) -> bool:
    """Whether a text has the outermost keys of the format. In Fluentd's own format no line begins so."""
    return _TOP.search(text) is not None


def yaml_items(config: Config | None, text: bytes, offset: int, known: Declarations) -> Iterator[Item]:
    """What may stand at a byte of a text; labels only where it could be read as a config."""
    keys = keys_at(text.decode("utf-8", "replace"), len(text[:offset].decode("utf-8", "replace")))
    if keys is None:
        return
    inner = keys.levels[-1]
    if keys.value_of:
        yield from _values(config, keys, inner, known)
    elif len(keys.levels) == 1:
        yield from (items.section(name, ":") for name in ("config", "system") if name not in inner.keys)
    elif inner.name == "config":
        yield from (items.section(name, ":") if keys.item else items.section(name, ":", "- ") for name in _SECTIONS)
    elif inner.name in _HEADS:
        yield from (items.section(name, ": " if name[0] == "$" else ":") for name in _HEADS[inner.name] if name not in inner.keys)
    else:
        yield from _body(keys, inner, known)


def _values(config: Config | None, keys: Keys, inner: Level, known: Declarations) -> Iterator[Item]:
    name = "@" + keys.value_of[1:] if keys.value_of.startswith("$") else keys.value_of
    yield from plugin_or_label(config, inner.name, name, known)
    if keys.value_of == "$tag" and config is not None:
        yield from items.names(event_tags(config))
    spec = _declared(keys, known)
    if spec is not None and name in spec.params:
        yield from items.values(spec.params[name])


def _body(keys: Keys, inner: Level, known: Declarations) -> Iterator[Item]:
    yield from items.parameters(reserved(inner.name, "$"), inner.keys, spelled, ": ", ": ")
    if inner.name in ("match", "filter") and "$tag" not in inner.keys:
        yield items.section("$tag", ": ")
    spec = _declared(keys, known)
    if spec is not None:
        yield from items.parameters(spec.params, inner.keys, spelled, ": ", ": ")
        yield from (items.section(name, ":") for name in spec.sections if name not in inner.keys)


def _declared(keys: Keys, known: Declarations) -> SectionSpec | None:
    """What the plugins around the cursor declare for the innermost mapping."""
    names = [level.name for level in keys.levels]
    outer = max((n for n, name in enumerate(names) if name in STAGES), default=None)
    if outer is None:
        return None
    found: SectionSpec | None = None
    for level in keys.levels[outer:]:
        declared = None if found is None else found.sections.get(level.name)
        own = known.spec(plugin_sections().get(level.name, ""), level.keys.get("$type", ""))
        body = None if own is None else own.body
        found = body if declared is None else declared if body is None else joined(declared, body)
    return found
