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
    if not any(name.encode() in document.text for name in facts.pattern_params for document in config.documents):
        return
    found: dict[str, str] = {}
    for block in config.root.walk():
        for name, path in facts.pattern_paths(block):
            document = block.place.document
            if not document.part and leads_out(path, document.file):
                found.setdefault(outside(f"{name} {path}"), document.file.path)
    yield from (Note(path, said, important=True) for said, path in found.items())
