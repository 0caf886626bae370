"""Completion of sections: what may be opened after ``<``, and which end tag is due after ``</`` (Fluentd)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from pipelint.base.text.document import Place
from pipelint.facts.editing import items
from pipelint.facts.editing.section import section_at
from pipelint.plugins.declarations import Declarations

if TYPE_CHECKING:
    from pipelint.language.config import Config
    from pipelint.language.cursor import Cursor
    from pipelint.language.editing import Item

TAG = re.compile(r"^\s*<(?P<slash>/?)(?P<typed>\w*)$")
"""A line up to the cursor that begins a tag."""

_LINE = re.compile(rb"^[ \t]*<(/?)(\w+)[^\n]*?>[ \t\r]*(?:#[^\n]*)?$", re.MULTILINE)
# Sections that the engine itself reads, by what is around them, outermost last.
_ANYWHERE = ("source", "match", "filter")
_TOP = {"": (*_ANYWHERE, "label", "system", "worker"), "worker": (*_ANYWHERE, "label"), "label": ("filter", "match")}
# Where nothing is declared: an unknown plugin, or one that reads its sections in a way of its own.
_INSIDE = {
    "source": ("parse",),
    "filter": ("record", "parse"),
    "match": ("buffer", "format", "inject", "secondary"),
    "store": ("buffer", "format", "inject", "secondary"),
    "system": ("log", "counter_server", "counter_client", "metrics"),
}
# Sections that are written with an argument.
_ARGUED = frozenset({"match", "filter", "label", "worker", "buffer"})
OUTERMOST = {name: "" if name in _ARGUED else ">" for name in _TOP[""]}
"""The sections of the root, each with what stands after its name in a tag without an argument."""


def tags(config: Config, cursor: Cursor, before: str, known: Declarations) -> Iterator[Item]:
    """The tags that may stand at a cursor whose line begins with ``before``."""
    found = TAG.match(before)
    if found is None:
        return
    place = cursor.place
    open_sections = _open(place)
    rest = place.document.text[place.span.start :].split(b"\n", 1)[0]
    end = "" if rest.lstrip().startswith(b">") else ">"
    if found["slash"]:
        if open_sections:
            yield items.section(open_sections[-1], end)
        return
    around = open_sections[-1] if open_sections else ""
    if around in _TOP:
        names: tuple[str, ...] = _TOP[around]
    else:
        # What the plugin declares is more to the point than what any may have.
        names = _declared(config, cursor, around, known) or _INSIDE.get(around, ())
    for name in names:
        yield items.section(name, "" if name in _ARGUED else end)


def _declared(config: Config, cursor: Cursor, around: str, declared: Declarations) -> tuple[str, ...]:
    """The sections that are declared for the innermost section called ``around``: one further inside is the torn tag itself."""
    depth = max((n for n, block in enumerate(cursor.blocks) if block.name == around), default=None)
    known = None if depth is None else section_at(config, replace(cursor, blocks=cursor.blocks[: depth + 1]), declared)
    return () if known is None or known.reading is None else tuple(known.reading.spec.sections)


def _open(place: Place) -> list[str]:
    """The names of the sections that are open at a place, outermost first, by their tags alone: the tree may be broken there."""
    text = place.document.text
    sections: list[str] = []
    for slash, name in _LINE.findall(text[: text.rfind(b"\n", 0, place.span.start) + 1]):
        word = name.decode("ascii", "replace")
        if not slash:
            sections.append(word)
        elif word in sections:
            while sections.pop() != word:
                pass
    return sections
