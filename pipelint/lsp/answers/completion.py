"""Completion: what may stand at the cursor, in each of the syntaxes that a config is written in."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from lsprotocol import types as lsp

from pipelint.base.text.span import Span
from pipelint.engines.fluentd.complete.config_format import fluentd_items
from pipelint.engines.fluentd.complete.sections import OUTERMOST, TAG
from pipelint.engines.fluentd.complete.yaml_format import looks_like_it, yaml_items
from pipelint.engines.logstash.complete.braces import SECTIONS
from pipelint.engines.logstash.complete.pipeline import logstash_items
from pipelint.lsp.complete import items
from pipelint.lsp.complete.block_key import block_key

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
    """What may stand in a file or key of a ConfigMap that does not look like a config yet: by its name and the line typed."""
    name = snapshot.path.lower()
    before = snapshot.text[:offset].decode("utf-8", "replace")
    if name.endswith((".yaml", ".yml")):
        if looks_like_it(snapshot.text):
            # A key without its colon makes a YAML file unreadable, and with it the config that it holds.
            yield from () if snapshot.checked else yaml_items(None, snapshot.text, offset)
            return
        name = block_key(before, len(before)).lower()
    elif snapshot.checked:
        return
    line = before[before.rfind("\n") + 1 :].lstrip()
    if name.endswith(".conf") and TAG.match(line):
        yield from (items.section(section, end) for section, end in OUTERMOST.items())
    elif name.endswith(".conf") and ("logstash" in name or "pipeline" in name) and line.isalpha():
        yield from (items.section(section, " {") for section in SECTIONS)
