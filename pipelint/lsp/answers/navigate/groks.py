"""Names of grok patterns: where one is defined, in the config, in a file of patterns, or in the set that the engine ships."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pipelint.engines.parts import parts_of
from pipelint.facts.editing.fields import characters
from pipelint.facts.grok.library import defined_in
from pipelint.facts.grok.troubles import GrokUse
from pipelint.language.cursor import within
from pipelint.lsp.answers.navigate.found import Found, Page, distinct
from pipelint.regex.grok import expand

if TYPE_CHECKING:
    from pipelint.base.block import Block
    from pipelint.base.text.document import Place
    from pipelint.language.config import Config
    from pipelint.regex.references import GrokDialect, Reference

# Names that the definition of one leads to are shown with it, so many.
_MOST_SHOWN = 200


def grok_at(config: Config, place: Place) -> Found | None:
    """The name of a grok pattern at a place: its definition, and the patterns that refer to it."""
    if b"%{" not in place.document.text:
        return None
    if not any(within(stage.block.place, place) and b"%{" in _text(stage.block) for stage in config.graph.stages):
        return None
    facts = parts_of(config).facts
    built = facts.build(config)
    stages = built.config.stages
    groks = [(stage.block, grok) for stage in stages for used in facts.groks(stage) for grok in (used, *_own(stage.block, used))]
    built.take_apart()
    for block, grok in groks:
        for found, here in names_in(grok) if within(grok.place, place) else ():
            if within(here, place):
                text = grok.library.definitions.get(found.name)
                same = [
                    at
                    for _, g in groks
                    for f, at in names_in(g)
                    if (f.name, g.library.definitions.get(f.name)) == (found.name, text)
                ]
                defined = (here,) if found.definition is not None else distinct(_defined(config, block, grok, found.name))
                page = None if defined or text is None else _page(found.name, grok)
                return Found(here, defined, distinct(same), defined, page)
    return None


def names_in(grok: GrokUse) -> Iterator[tuple[Reference, Place]]:
    """The references of a grok pattern, each with the place of its name."""
    at = 0
    while (found := grok.dialect.next_reference(grok.text, at)) is not None:
        if found.name:
            yield found, characters(grok.place, grok.text, found.start + 2, found.start + 2 + len(found.name))
        at = found.end


def _text(block: Block) -> bytes:
    return block.place.span.cut(block.place.document.text)


def _own(block: Block, grok: GrokUse) -> Iterator[GrokUse]:
    """The definitions that the section of a grok pattern has itself, which are such patterns too."""
    for param in block.params.values():
        for entry in () if param.data is None else param.data.entries:
            if grok.library.definitions.get(entry.key.text) == entry.value.text.removesuffix("\n"):
                yield GrokUse(entry.value.text, entry.value.place, grok.dialect, grok.library)


def _defined(config: Config, block: Block, grok: GrokUse, name: str) -> Iterator[Place]:
    text = grok.library.definitions.get(name)
    for param in block.params.values():
        for entry in () if param.data is None else param.data.entries:
            if entry.key.text == name and entry.value.text.removesuffix("\n") == text:
                yield characters(entry.key.place, name, 0, len(name))
                return
    for _, path in parts_of(config).facts.pattern_paths(block):
        found = None if text is None else defined_in(block.place.document, path, name, text, grok.dialect)
        if found is not None:
            yield found
            return


def _page(name: str, grok: GrokUse) -> Page:
    """What a name stands for that the engine ships: its definition, those that this leads to, and the expansion."""
    definitions = grok.library.definitions
    expansion = expand(definitions[name], grok.library, grok.dialect)
    inside = list(_inside(name, grok))
    lines = [f"# {name}: {grok.library.origin}", f"{name} {definitions[name]}", ""]
    lines += ["# It refers to", *(f"{each} {definitions[each]}" for each in inside), ""] if inside else []
    lines += ["# It expands to", expansion.regex, ""] if expansion.complete and expansion.regex != definitions[name] else []
    edition = grok.library.origin.partition(" ")[0]
    return Page(f"{edition}/{name}.grok", "\n".join(lines), 1)


def _inside(name: str, grok: GrokUse) -> Iterator[str]:
    """The names that a definition leads to, nearest first."""
    definitions, dialect = grok.library.definitions, grok.dialect
    seen = {name: None}
    todo = [name]
    for each in todo:
        for inner in _referred(definitions[each], dialect):
            if inner in definitions and inner not in seen and len(seen) <= _MOST_SHOWN:
                seen[inner] = None
                todo.append(inner)
                yield inner


def _referred(text: str, dialect: GrokDialect) -> Iterator[str]:
    at = 0
    while (found := dialect.next_reference(text, at)) is not None:
        yield found.name
        at = found.end
