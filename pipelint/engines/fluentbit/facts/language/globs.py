"""Includes with a wildcard: Fluent Bit reads their files as the disk lists them (``read_glob`` of flb_cf_fluentbit.c, 5.1.1)."""

from __future__ import annotations

import re
from collections.abc import Iterator

from pipelint.base.lean.late import late
from pipelint.base.lean.record import dataclass
from pipelint.base.text.document import Document, Place
from pipelint.base.text.span import Span
from pipelint.engines.fluentbit.discovery.include import include_target
from pipelint.language.config import Config

_GLOB = late(rb"^@INCLUDE ([^\r\n]*\*[^\r\n]*)", re.MULTILINE | re.IGNORECASE)


@dataclass(frozen=True, eq=False)
class GlobFact:
    """An include with a wildcard: ``path`` as written, and how many of its ``files`` have filters."""

    path: str
    files: int
    place: Place


def filter_globs(config: Config) -> Iterator[GlobFact]:
    """The includes of the classic format whose wildcard brings several files with filters."""
    filters = {block.place.document for block in config.root.blocks if block.name == "filter"}
    if len(filters) < 2:
        return
    for document in config.documents:
        for found in _GLOB.finditer(document.text):
            path = found[1].decode("utf-8", "replace")
            brought = _brought(config, path) & filters
            if len(brought) > 1:
                yield GlobFact(path, len(brought), Place(document, Span(*found.span(1))))


def _brought(config: Config, path: str) -> set[Document]:
    # Paths lead from the folder of the main file.
    return set(config.entry.bundle.resolve(include_target(path), config.entry.documents[0]).documents)
