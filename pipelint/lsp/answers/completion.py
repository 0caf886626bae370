"""Completion: what may stand at the cursor, as the engine of the config says."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from lsprotocol import types as lsp

from pipelint.base.text.span import Span
from pipelint.checker.config.versions import version_text
from pipelint.engines.parts import parts_of
from pipelint.engines.registry import ENGINES
from pipelint.language.editing import Begun, Item, ItemKind
from pipelint.lsp.answers.settings import is_settings, settings_items
from pipelint.lsp.markdown import cut, fence
from pipelint.yaml.block_key import block_key

if TYPE_CHECKING:
    from pipelint.lsp.snapshot import Snapshot

# What is replaced by what is chosen. Editors differ in whether a mark belongs to a word, so they are told.
_TYPED = re.compile(rb"[$@]?[\w.-]*\Z")
_KINDS = {
    ItemKind.PLUGIN: lsp.CompletionItemKind.Module,
    ItemKind.PARAMETER: lsp.CompletionItemKind.Property,
    ItemKind.VALUE: lsp.CompletionItemKind.EnumMember,
    ItemKind.NAME: lsp.CompletionItemKind.Reference,
    ItemKind.SECTION: lsp.CompletionItemKind.Struct,
    ItemKind.PATTERN: lsp.CompletionItemKind.Constant,
    ItemKind.FIELD: lsp.CompletionItemKind.Field,
    ItemKind.TIME: lsp.CompletionItemKind.Unit,
}
# Characters of a definition that are shown beside its name, and below it.
_BESIDE, _BELOW = 60, 600


def completions(snapshot: Snapshot, position: lsp.Position, *, snippets: bool) -> list[lsp.CompletionItem]:
    """What may stand at a position. ``snippets``: the editor has tab stops."""
    offset = snapshot.positions.offset(position)
    line = snapshot.text[snapshot.text.rfind(b"\n", 0, offset) + 1 : offset]
    typed = _TYPED.search(line)
    word = len(typed[0]) if typed else 0
    ranges = {word: snapshot.positions.range(Span(offset - word, offset))}
    found: list[lsp.CompletionItem] = []
    for item in _items(snapshot, offset):
        size = word if item.replaces is None else item.replaces
        if size not in ranges:
            ranges[size] = snapshot.positions.range(Span(offset - size, offset))
        found.append(_shown(item, ranges[size], snippets=snippets))
    return found


def _shown(item: Item, replaced: lsp.Range, *, snippets: bool) -> lsp.CompletionItem:
    detail, documentation = item.detail, None
    if item.definition is not None:
        detail = cut(item.definition, _BESIDE)
        if detail != item.definition:
            documentation = lsp.MarkupContent(lsp.MarkupKind.Markdown, fence(cut(item.definition, _BELOW)))
    tab_stops = snippets and item.snippet is not None
    text = (item.snippet if tab_stops else item.text) or item.label
    return lsp.CompletionItem(
        item.label,
        label_details=None if item.about is None else lsp.CompletionItemLabelDetails(description=item.about),
        kind=_KINDS[item.kind],
        detail=detail,
        documentation=documentation,
        tags=[lsp.CompletionItemTag.Deprecated] if item.deprecated else None,
        sort_text=None if item.rank is None else f"{item.rank}{item.label}",
        insert_text=item.text,
        insert_text_format=lsp.InsertTextFormat.Snippet if tab_stops else None,
        text_edit=lsp.TextEdit(replaced, text),
    )


def _items(snapshot: Snapshot, offset: int) -> Iterator[Item]:
    if is_settings(snapshot):
        yield from settings_items(snapshot, offset)
        return
    found = snapshot.at(offset)
    if found is not None:
        checked, place = found
        version = version_text(checked.config.entry, checked.settings)
        yield from parts_of(checked.config).editing.items(checked.config, place, version)
    elif (begun := _begun(snapshot, offset)) is not None:
        for name in ENGINES.names:
            yield from ENGINES.parts(name).editing.first_items(begun)


def _begun(snapshot: Snapshot, offset: int) -> Begun | None:
    """A file, or a key of a ConfigMap, that does not look like a config yet; None beside a config that is the whole file."""
    name = snapshot.path.lower()
    in_yaml, beside = name.endswith((".yaml", ".yml")), bool(snapshot.checked)
    if beside and not in_yaml:
        return None
    if in_yaml:
        before = snapshot.text[:offset].decode("utf-8", "replace")
        name = block_key(before, len(before)).lower()
    return Begun(snapshot.text, offset, name, in_yaml, beside)
