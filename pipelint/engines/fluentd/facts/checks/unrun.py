"""Embedded Ruby that Fluentd does not run: ``#{...}`` outside of double quotes, and in a YAML config without ``!fluent/s``; and
``${ENV[...]}``."""

from __future__ import annotations

from collections.abc import Iterator

from pipelint.base.block import Block, Param
from pipelint.base.lean.late import late
from pipelint.plugins import plugin_of

# What people ask of the process when it starts. In a regular expression or a format `#{2}` may mean something else.
_CODE = late(r"#\{\s*(?:ENV\b|hostname\b|worker_id\b|Socket\.gethostname\b|use_nil\b|use_default\b)[^}]{0,1000}\}")
# Ruby in the braces of a placeholder, which only plugins that run Ruby of their own know.
_IN_PLACEHOLDER = late(r"\$\{\s*ENV\s*(?:\[|\.fetch\b).*\}")
_NAMES = frozenset({"command", "script", "code"})
_STAGES = frozenset({"store", "parse", "buffer", "format", "inject"})


def unrun_code(plugin: str, block: Block) -> list[Param]:
    """The parameters of a plugin's section, and of those in it that are no plugins, that hold such code."""
    # A plugin that runs Ruby of its own, or hands it to a program that may.
    if any(plugin_of("fluentd", kind, plugin).runs_ruby for kind in ("filter", "output")):
        return []
    return [param for param in _params(block) if not param.embedded and param.name not in _NAMES and _holds_code(param.value)]


def _holds_code(value: str) -> bool:
    if "#{" not in value:
        return "ENV" in value and _IN_PLACEHOLDER.fullmatch(value) is not None
    found = _CODE.search(value)
    # Behind a quote it is a part of code, which the plugin may run; `${` is filled in by the plugin.
    return found is not None and "${" not in value and not any(quote in value[: found.start()] for quote in "\"'`")


def _params(block: Block) -> Iterator[Param]:
    yield from block.params.values()
    for inner in block.blocks:
        if inner.name not in _STAGES and "@type" not in inner.params:
            yield from _params(inner)
