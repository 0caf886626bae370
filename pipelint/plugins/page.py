"""A plugin as a page for people: what ``pipelint explain`` prints of one that is no rule."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from textwrap import wrap
from typing import Any  # What json gives.

from pipelint.base.lean.record import dataclass
from pipelint.plugins.behaviour import Plugin
from pipelint.plugins.counterparts import counterparts_of
from pipelint.plugins.form.history import BY_ENGINE
from pipelint.plugins.history import PluginHistory, plugin_history, plugin_version
from pipelint.plugins.index import all_plugins, plugin_file, plugin_spec
from pipelint.plugins.spec import ParamSpec, SectionSpec
from pipelint.plugins.versions import Release, distributions, releases

_WIDTH = 80


def plugin_pages(name: str) -> str:
    """The pages of all plugins of that name as Markdown, one after another; "" where there are none."""
    return "\n".join(_page(*plugin) for plugin in all_plugins() if plugin[2] == name)


@dataclass(frozen=True, slots=True)
class PluginRow:
    """A plugin in a list. ``first`` and ``last`` are the versions of its ``gem`` known to have it, "" where none are known."""

    engine: str
    kind: str
    name: str
    about: str
    gem: str
    first: str
    last: str


def plugin_rows() -> Iterator[PluginRow]:
    """Every plugin, aliases too."""
    for plugin in all_plugins():
        history, about = plugin_history(*plugin), plugin_file(*plugin).about
        if history is not None:
            yield PluginRow(*plugin, about, next(iter(history.gems), ""), history.first, history.last)


def _page(engine: str, kind: str, name: str) -> str:
    plugin, spec = plugin_file(engine, kind, name), plugin_spec(engine, kind, name)
    lines = [f"# {engine} {kind} {name}", "", plugin.about, "", f"More: {plugin.link}", ""]
    if plugin.name != name:
        lines += [f"Alias of {plugin.name}.", ""]
    if others := list(counterparts_of(engine, kind, plugin.name)):
        lines += ["## In other engines", *(line for other in others for line in _item("", other)), ""]
    history = plugin_history(engine, kind, name)
    if history is not None and (versions := list(_versions(engine, kind, name, history))):
        lines += ["## Versions", *versions, ""]
    if spec is None or history is None:
        lines += ["Its parameters are unknown.", ""]
    else:
        lines += [f"## Parameters (as of {spec.as_of})", *_parameters(spec.body, history.said, engine, ""), ""]
    return "\n".join([*lines, *_cost(plugin)])


def _cost(plugin: Plugin) -> list[str]:
    """The work that an estimate counts, and what that rests on."""
    if plugin.cost is None:
        return []
    terms = dict.fromkeys(f"`{term}`" for key in ("terms", "failed", "writes") for term in plugin.cost.get(key, ()))
    by_code = "code of the engine says what its work is" if len(plugin.cost) == 1 else "no work of its own"
    work = f"work that an estimate counts: {', '.join(terms)}" if terms else by_code
    rows = ", ".join(f"`{row}`" for row in plugin.cost.get("measured", ()))
    return ["## Cost", *_item("", work), *(_item("", f"measurements: {rows}") if rows else ()), ""]


def _versions(engine: str, kind: str, name: str, history: PluginHistory) -> Iterator[str]:
    """The gems of a plugin, and what the newest release of each major version bundles."""
    if history.first:
        until = f", no longer in {history.removed}" if history.removed else ""
        yield from _item("", f"`{history.gems[0]}`: {history.first} to {history.last}{until}")
    if earlier := history.gems[1:]:
        yield from _item("", f"before that in {' and '.join(f'`{gem}`' for gem in earlier)}")
    shown = set()
    for distribution in distributions(engine):
        known = releases(engine, distribution)
        newest = {release.split(".")[0]: release for release in known}.values()
        of_it = ((one, plugin_version(engine, kind, name, Release(one, distribution))) for one in newest)
        found = ", ".join(f"{one} has {version}" for one, version in of_it if version and version != one)
        if found and found not in shown:
            shown.add(found)
            yield from _item("", f"{distribution}: {found}")


def _parameters(section: SectionSpec, history: Mapping[str, Any], engine: str, indent: str) -> Iterator[str]:
    versions = history.get("parameters", {})
    for param in section.params.values():
        facts = [*_facts(param), *_history(param, versions.get(param.name, {}), engine)]
        yield from _item(indent, f"`{param.name}`: {', '.join(facts)}")
    for name, said in versions.items():
        if "gone" in said:
            since = f", from {said['since']} on" if "since" in said else ""
            yield from _item(indent, f"`{name}`: {said['type']}{since}, gone in {_version(said, said['gone'], engine)}")
    for name, inner in section.sections.items():
        said = history.get("sections", {}).get(name, {})
        since = f", since {_version(said, said['since'], engine)}" if "since" in said else ""
        yield from _item(indent, f"`<{name}>`{', required' if inner.required else ''}{since}")
        yield from _parameters(inner, said, engine, indent + "  ")


def _facts(param: ParamSpec) -> Iterator[str]:
    """What is known of a parameter, in a few words each."""
    yield param.type
    if param.required:
        yield "required"
    if param.default is not None:
        yield f"default `{json.dumps(param.default, ensure_ascii=False)}`"
    if param.values:
        yield f"one of {', '.join(param.values)}"
    if param.alias:
        yield f"alias `{param.alias}`"
    if param.needs:
        yield "only with " + " or ".join(f"`{other}` {' or '.join(values)}" for other, values in param.needs.items())


def _history(param: ParamSpec, said: Mapping[str, Any], engine: str) -> Iterator[str]:
    """What became of a parameter, version by version."""
    if "since" in said:
        yield f"since {_version(said, said['since'], engine)}"
    before = ""
    for was in said.get("was", ()):
        if facts := [_was(key, value) for key, value in was.items() if key != "until"]:
            span = f"from {before} until" if before else "before"
            yield f"{' and '.join(facts)} {span} {_version(said, was['until'], engine)}"
        before = was["until"]
    for word, holds in (("deprecated", param.deprecated), ("removed", param.removed)):
        if holds or word in said:
            yield f"{word} in {_version(said, said[word], engine)}" if word in said else word
    if param.replaced_by:
        yield f"use {' or '.join(param.replaced_by)} instead"


def _was(key: str, value: object) -> str:
    match key, value:
        case "default", None:
            return "without a default"
        case "allowed", list():
            return f"one of {', '.join(map(str, value))}" if value else "of any value"
        case "default", _:
            return f"default `{json.dumps(value, ensure_ascii=False)}`"
        case "type", str():
            return value
        case _, bool():
            return _FLAGS[key, value]
    return f"{key} {value}"


_FLAGS = {
    ("required", True): "required",
    ("required", False): "not required",
    ("multiple", True): "also a list",
    ("multiple", False): "no list",
    ("deprecated", True): "deprecated",
    ("deprecated", False): "not deprecated",
    ("removed", True): "refused",
    ("removed", False): "not refused",
    ("secret", True): "a secret",
    ("secret", False): "no secret",
    ("gone", True): "unknown",
}


def _version(said: Mapping[str, Any], version: str, engine: str) -> str:
    """A version of the plugin, or of the engine."""
    return f"{engine} {version}" if BY_ENGINE in said else version


def _item(indent: str, text: str) -> list[str]:
    """An item of a list, broken where it does not fit."""
    return wrap(
        text,
        _WIDTH,
        initial_indent=f"{indent}- ",
        subsequent_indent=f"{indent}  ",
        break_long_words=False,
        break_on_hyphens=False,
    )
