"""What completion offers: plugins, parameters, values and sections, as an editor lists them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping

from lsprotocol import types as lsp

from pipelint.plugins import ParamSpec, plugin_names

_TRUTH = ("bool", "boolean")


def plugins(engine: str, folder: str | None) -> Iterator[lsp.CompletionItem]:
    """The plugins of a kind, by the name of the folder of their facts."""
    for name in plugin_names(engine, folder) if folder else ():
        yield lsp.CompletionItem(name, kind=lsp.CompletionItemKind.Module, detail=f"{folder} plugin")


def parameters(specs: Mapping[str, ParamSpec], there: Collection[str], behind: str = "") -> Iterator[lsp.CompletionItem]:
    """The parameters of a section that are not ``there`` yet, what is required first; ``behind`` each name is written too."""
    for spec in specs.values():
        if spec.name not in there and spec.alias not in there and not spec.removed:
            yield _parameter(spec, behind)


def _parameter(spec: ParamSpec, behind: str) -> lsp.CompletionItem:
    detail = spec.type + (", required" if spec.required else "") + ("" if spec.default is None else f" = {spec.default}")
    return lsp.CompletionItem(
        spec.name,
        kind=lsp.CompletionItemKind.Property,
        detail=detail,
        tags=[lsp.CompletionItemTag.Deprecated] if spec.deprecated else None,
        sort_text=f"{0 if spec.required else 2 if spec.deprecated else 1}{spec.name}",
        insert_text=spec.name + behind if behind else None,
    )


def values(spec: ParamSpec) -> Iterator[lsp.CompletionItem]:
    """The values that a parameter may have, where there are few."""
    for value in spec.values or (("true", "false") if spec.type in _TRUTH else ()):
        mark = "default" if str(spec.default).lower() == value else None
        yield lsp.CompletionItem(value, kind=lsp.CompletionItemKind.EnumMember, detail=mark)


def names(found: Iterable[str]) -> Iterator[lsp.CompletionItem]:
    """Names that are defined elsewhere in the config, each once."""
    for name in dict.fromkeys(found):
        yield lsp.CompletionItem(name, kind=lsp.CompletionItemKind.Reference)


def section(name: str, behind: str, before: str = "") -> lsp.CompletionItem:
    """A section; what stands ``before`` and ``behind`` its name is written too."""
    return lsp.CompletionItem(name, kind=lsp.CompletionItemKind.Struct, insert_text=before + name + behind)
