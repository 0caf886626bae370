"""What a config names outside of its project, and so was not read: a note for each path, with nothing of what lies there."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pipelint.base.finding import Note
from pipelint.sources.boundary import outside

if TYPE_CHECKING:
    from pipelint.language.config import Config


def outside_notes(config: Config) -> Iterator[Note]:
    """The notes of a config, one a path: the files of a pipeline often name the same one."""
    for include in config.includes:
        if include.problem == "outside":
            yield Note(include.place.document.file.path, outside(f"include {include.path}"), important=True)
    if any(b"pattern" in document.text and not document.part for document in config.documents):
        yield from _patterns(config)


def _patterns(config: Config) -> Iterator[Note]:
    # Imported here: most configs name no files of patterns.
    from pipelint.engines.parts import parts_of
    from pipelint.facts.grok.library import leads_out

    facts = parts_of(config).facts
    found: dict[str, str] = {}
    for block in config.root.walk():
        file = block.place.document.file
        for name, path in () if block.place.document.part else facts.pattern_paths(block):
            if leads_out(path, file):
                found.setdefault(outside(f"{name} {path}"), file.path)
    yield from (Note(path, said, important=True) for said, path in found.items())
