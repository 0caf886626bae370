"""A plugin as a page for people: what ``pipelint explain`` prints of one that is no rule."""

from __future__ import annotations

import json
from collections.abc import Iterator

from pipelint.plugins.index import load_index, plugin_file, plugin_spec
from pipelint.plugins.spec import ParamSpec, SectionSpec


def plugin_pages(name: str) -> str:
    """The pages of all plugins of that name as Markdown, one after another; "" where there are none."""
    found = [
        _page(engine, kind, name)
        for engine, head in load_index().heads.items()
        for kind, plugins in head["plugins"].items()
        if name in plugins
    ]
    return "\n".join(found)


def plugin_rows() -> Iterator[tuple[str, str, str, str]]:
    """Engine, kind, name and sentence of every plugin, aliases too, sorted."""
    for engine, head in load_index().heads.items():
        for kind, plugins in head["plugins"].items():
            yield from ((engine, kind, name, plugin_file(engine, kind, name).about) for name in sorted(plugins))


def _page(engine: str, kind: str, name: str) -> str:
    plugin, spec = plugin_file(engine, kind, name), plugin_spec(engine, kind, name)
    about = [f"# {engine} {kind} {name}", "", plugin.about, "", f"More: {plugin.link}", ""]
    if plugin.name != name:
        about += [f"Alias of {plugin.name}.", ""]
    if spec is None:
        return "\n".join([*about, "Its parameters are unknown.", ""])
    return "\n".join([*about, f"## Parameters (as of {spec.as_of})", *_parameters(spec.body, ""), ""])


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
        yield f"alias `{param.alias}`"
