"""Completion of fields: in ``%{...}``, in the brackets of conditions, and in settings that name what they read."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import chain
from typing import TYPE_CHECKING

from pipelint.base.lean.record import replace
from pipelint.base.text.document import Document, Place, SourceFile
from pipelint.base.text.sourcemap import SourceMap
from pipelint.base.text.span import Span
from pipelint.engines.logstash.complete.fields import PATTERNS, fields
from pipelint.engines.logstash.facts.dataflow.reads import naming
from pipelint.facts.editing import known_fields

if TYPE_CHECKING:
    from pipelint.engines.logstash.complete.braces import Frame, Where
    from pipelint.language.config import Config
    from pipelint.language.editing import Item

_SPRINTF = re.compile(r"%\{(?P<typed>[\w@.\[\]-]*)$")
_BRACKETS = re.compile(r"(?P<typed>(?:\[[^\[\]{}\"'\s]*\])*\[[\w@.-]*)$")
_WORD = re.compile(r"[\w@.\[\]-]*$")
# Every event has these, but that some inputs call the text otherwise.
_ALWAYS = (("message",), ("@timestamp",), ("@version",), ("tags",), ("host",))
# Logstash fills in nothing there.
_LITERAL = ("id",)
_REMOVES = ("remove_field",)


def reference_items(config: Config, place: Place, found: Where, frame: Frame | None) -> Iterator[Item] | None:
    """The fields that may stand at a place; None where no field does."""
    typed = _typed(place, found, frame)
    if typed is None:
        return None
    sound, at = _sound(config, place, len(typed.encode()))
    # A fixed field of an input or filter, and one that a text sets, is the same here.
    return known_fields.items(chain(known_fields.set_before(sound, at, fields(sound)), _ALWAYS), typed)


def _typed(place: Place, found: Where, frame: Frame | None) -> str | None:
    """The reference up to the cursor."""
    text = place.document.text
    before = text[text.rfind(b"\n", 0, place.span.start) + 1 : place.span.start].decode("utf-8", "replace")
    if found.asks and found.string is None:
        begun = _BRACKETS.search(before)
        return None if begun is None else begun["typed"]
    if frame is None or found.inert:
        return None
    said = before if found.string is None else found.string
    literal = (*_LITERAL, *PATTERNS.get(frame.name, ()))
    filled = _SPRINTF.search(said) if found.string is not None and found.setting not in literal else None
    if filled is not None:
        return filled["typed"]
    if "%{" in said.rpartition("}")[2]:
        return None
    how = "items" if found.setting in _REMOVES else naming(frame.name).get(found.setting, "")
    allowed = {"hash": how == "keys" and not found.after_arrow, "plugin": found.after_arrow, "array": True}.get(found.top, False)
    first = how != "first" or found.top == "plugin" or _is_first(before)
    if not how or not allowed or not first or (how == "keys" and found.top != "hash"):
        return None
    word = _WORD.search(said)
    return word[0] if word else ""


def _is_first(before: str) -> bool:
    """Whether the item of an array up to the cursor is its first one, on this line."""
    opened = before.rpartition("[")[2]
    return opened.count(",") == 0


def _sound(config: Config, place: Place, typed: int) -> tuple[Config, Place]:
    """The config without what makes it unreadable while it is typed, and the place in it; as it is where that does not help."""
    if not config.errors:
        return config, place
    text, cursor = place.document.text, place.span.start
    start, end = text.rfind(b"\n", 0, cursor) + 1, text.find(b"\n", cursor)
    end = len(text) if end < 0 else end
    begun = cursor - typed
    after = cursor + text.startswith(b"]", cursor)
    for cut, by in ((Span(begun, after), b"[x]"), (Span(start, end), b"")):
        new = cut_out(place.document, cut, by)
        sound = config.engine.load(config.entry, {place.document: new})
        if not sound.errors:
            return sound, Place(new, Span(cut.start, cut.start))
    return config, place


def cut_out(document: Document, cut: Span, by: bytes) -> Document:
    """A document with a part replaced, read as if it were a file."""
    text = document.text[: cut.start] + by + document.text[cut.end :]
    return replace(document, file=SourceFile(document.file.path, text), map=SourceMap.identity(text))
