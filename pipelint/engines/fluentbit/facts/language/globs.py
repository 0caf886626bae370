"""Includes with a wildcard: Fluent Bit reads their files as the disk lists them (``read_glob`` of flb_cf_fluentbit.c, 5.1.1)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import combinations

from pipelint.base.block import Block
from pipelint.base.lean.late import late
from pipelint.base.lean.record import dataclass
from pipelint.base.text.document import Document, Place
from pipelint.base.text.span import Span
from pipelint.engines.fluentbit.discovery.include import include_target
from pipelint.engines.fluentbit.match import taken
from pipelint.graph.bounds import TooLargeError, TooMuchWorkError
from pipelint.language.config import Config

_GLOB = late(rb"^@INCLUDE ([^\r\n]*\*[^\r\n]*)", re.MULTILINE | re.IGNORECASE)


@dataclass(frozen=True, eq=False)
class GlobFact:
    """An include with a wildcard: ``path`` as written, and how many of its ``files`` have filters for events of another."""

    path: str
    files: int
    place: Place


def filter_globs(config: Config) -> Iterator[GlobFact]:
    """The includes of the classic format whose wildcard brings several files with filters for the same events."""
    filters: dict[Document, list[Block]] = {}
    for block in config.root.blocks:
        if block.name == "filter":
            filters.setdefault(block.place.document, []).append(block)
    if len(filters) < 2:
        return
    for document in config.documents:
        for found in _GLOB.finditer(document.text):
            path = found[1].decode("utf-8", "replace")
            pairs = combinations(_brought(config, path) & filters.keys(), 2)
            met = {each for pair in pairs if _meet(*(filters[one] for one in pair)) for each in pair}
            if met:
                yield GlobFact(path, len(met), Place(document, Span(*found.span(1))))


def _meet(filters: Sequence[Block], others: Sequence[Block]) -> bool:
    """Whether one of ``filters`` may take an event that one of ``others`` takes."""
    return any(_share(one, other) for one in filters for other in others)


def _share(one: Block, other: Block) -> bool:
    if one.param("match_regex") is not None or other.param("match_regex") is not None:
        return True
    tags, others = taken(one.value("match")), taken(other.value("match"))
    try:
        return tags is None or others is None or not (tags & others).is_empty
    except (TooLargeError, TooMuchWorkError):
        return True


def _brought(config: Config, path: str) -> set[Document]:
    # Paths lead from the folder of the main file.
    return set(config.entry.bundle.resolve(include_target(path), config.entry.documents[0]).documents)
