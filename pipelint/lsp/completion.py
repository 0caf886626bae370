"""Completion: what may stand at the cursor, in each of the syntaxes that a config is written in."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from lsprotocol import types as lsp

from pipelint.base.span import Span
from pipelint.lsp.complete import items
from pipelint.lsp.complete.braces import SECTIONS
from pipelint.lsp.complete.fluentd import fluentd_items
from pipelint.lsp.complete.logstash import logstash_items
from pipelint.lsp.complete.tags import OUTERMOST, TAG
from pipelint.lsp.complete.yaml_format import looks_like_it, yaml_items

if TYPE_CHECKING:
    from pipelint.lsp.snapshot import Snapshot

# What is replaced by what is chosen. Editors differ in whether a mark belongs to a word, so they are told.
_TYPED = re.compile(rb"[$@]?[\w.-]*\Z")


def completions(snapshot: Snapshot, position: lsp.Position) -> list[lsp.CompletionItem]:
    """What may stand at a position."""
    offset = snapshot.positions.offset(position)
    line = snapshot.text[snapshot.text.rfind(b"\n", 0, offset) + 1 : offset]
    typed = _TYPED.search(line)
    replaced = snapshot.positions.range(Span(offset - (len(typed[0]) if typed else 0), offset))
    found = list(_items(snapshot, offset))
    for item in found:
        item.text_edit = lsp.TextEdit(replaced, item.insert_text or item.label)
    return found


def _items(snapshot: Snapshot, offset: int) -> Iterator[lsp.CompletionItem]:
    found = snapshot.at(offset)
    if found is None:
        # A key without its colon makes a YAML file unreadable, and with it the config that it holds.
        if not snapshot.checked:
            yield from _begun(snapshot, offset)
        return
    checked, place = found
    if checked.config.engine.name == "logstash":
        yield from logstash_items(checked.config, place)
    elif looks_like_it(place.document.text):
        yield from yaml_items(checked.config, place.document.text, place.span.start)
    else:
        yield from fluentd_items(checked.config, place)


def _begun(snapshot: Snapshot, offset: int) -> Iterator[lsp.CompletionItem]:
    """What may stand in a file that does not look like a config yet, by its name and how the line begins."""
    path = snapshot.path.lower()
    if path.endswith((".yaml", ".yml")):
        if looks_like_it(snapshot.text):
            yield from yaml_items(None, snapshot.text, offset)
    elif path.endswith(".conf"):
        line = snapshot.text[snapshot.text.rfind(b"\n", 0, offset) + 1 : offset].decode("utf-8", "replace")
        if TAG.match(line):
            yield from (items.section(name, end) for name, end in OUTERMOST.items())
        elif "logstash" in path and line.isalpha():
            yield from (items.section(name, " {") for name in SECTIONS)
