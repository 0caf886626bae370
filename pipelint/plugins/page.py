"""A plugin as a page for people: what ``pipelint explain`` prints of one that is no rule."""

from __future__ import annotations

import json
from collections.abc import Iterator

from pipelint.plugins.behaviour import Plugin
from pipelint.plugins.index import all_plugins, plugin_file, plugin_spec
from pipelint.plugins.spec import ParamSpec, SectionSpec


def plugin_pages(name: str) -> str:
    """The pages of all plugins of that name as Markdown, one after another; "" where there are none."""
    return "\n".join(_page(*plugin) for plugin in all_plugins() if plugin[2] == name)


def plugin_rows() -> Iterator[tuple[str, str, str, str]]:
    """Engine, kind, name and sentence of every plugin, aliases too."""
    yield from ((*plugin, plugin_file(*plugin).about) for plugin in all_plugins())


def _page(engine: str, kind: str, name: str) -> str:
    plugin, spec = plugin_file(engine, kind, name), plugin_spec(engine, kind, name)
    about = [f"# {engine} {kind} {name}", "", plugin.about, "", f"More: {plugin.link}", ""]
    if plugin.name != name:
        about += [f"Another name of {plugin.name}.", ""]
    cost = _cost(plugin)
    if spec is None:
        return "\n".join([*about, "Of its parameters nothing is known.", "", *cost])
    return "\n".join([*about, f"## Parameters (as of {spec.as_of})", *_parameters(spec.body, ""), "", *cost])


def _cost(plugin: Plugin) -> list[str]:
    if plugin.cost is None:
        return []
    terms = list(dict.fromkeys(term for key in ("terms", "failed", "writes") for term in plugin.cost.get(key, ())))
    work = [f"- work that an estimate counts: {', '.join(f'`{term}`' for term in terms)}"] if terms else []
    rows = plugin.cost.get("measured", ())
    measured = [f"- measurements: {', '.join(f'`{row}`' for row in rows)}"] if rows else []
    none = ["- code of the engine says what its work is" if len(plugin.cost) == 1 else "- none of its own"]
    return ["## Cost", *(work or none), *measured, ""]


def _parameters(section: SectionSpec, indent: str) -> Iterator[str]:
    for param in section.params.values():
        yield f"{indent}- `{param.name}`: {', '.join(_facts(param))}"
    for name, inner in section.sections.items():
        yield f"{indent}- `<{name}>`{', required' if inner.required else ''}"
        yield from _parameters(inner, indent + "  ")


def _facts(param: ParamSpec) -> Iterator[str]:
    """What is known of a parameter, in a few words each."""
    yield param.type
    if param.required:
        yield "required"
    if param.default is not None:
        yield f"default `{json.dumps(param.default, ensure_ascii=False)}`"
    if param.values:
        yield f"one of {', '.join(param.values)}"
    if param.since:
        yield f"since {param.since}"
    if param.removed or param.deprecated:
        word, version = ("removed", param.removed_in) if param.removed else ("deprecated", param.deprecated_in)
        yield f"{word} in {version}" if version else word
    if param.replaced_by:
        yield f"use {' or '.join(param.replaced_by)} instead"
    if param.alias:
        yield f"also called `{param.alias}`"
