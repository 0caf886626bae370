"""Plain files that a ConfigMap beside them has as keys, which pods mount: the files are what it was made of, or copies."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from pipelint.base.disk import files
from pipelint.base.lean.late import late
from pipelint.base.lean.record import replace
from pipelint.base.text.document import Document
from pipelint.sources.compose.starts import texts_around
from pipelint.sources.entry import Entry

# Of a hundred lines so many are the same.
_ALIKE = 90
# What may take the file without its name: a folder of files, into an image or a ConfigMap.
_TAKES = late(
    rb"(?mi)^[ \t]*(?:COPY|ADD)[ \t]+(?:--\S+[ \t]+)*\.?/?[ \t]|\*\.conf|from-file|fileglob|configMapGenerator|\.Files\."
)


def beside_copies(entries: Sequence[Entry]) -> tuple[Entry, ...]:
    """The entries; files beside a ConfigMap that has them as keys, nearly as they are, are ``idle`` where pods run that alone."""
    run: dict[tuple[str, str, str], bytes] = {}
    for each in entries:
        if each.kubernetes and each.workloads:
            run |= {(each.engine, files.folder_by_name(one.file.path), one.name): one.text for one in each.documents if one.part}
    return tuple(replace(each, idle=True) if run and _is_copy(each, run) else each for each in entries)


def _is_copy(entry: Entry, run: dict[tuple[str, str, str], bytes]) -> bool:
    if entry.kubernetes or entry.pipelines or len(entry.documents) != 1:
        return False
    document = entry.documents[0]
    name, folder = files.name(document.file.path), files.folder_by_name(document.file.path)
    text = None if document.part else run.get((entry.engine, folder, name))
    return text is not None and _are_alike(document.text, text) and not _is_taken(document, name, files.name(folder))


def _are_alike(one: bytes, other: bytes) -> bool:
    """Whether two texts have nearly the same lines."""
    mine, theirs = (Counter(line.strip() for line in text.splitlines() if line.strip()) for text in (one, other))
    return (mine & theirs).total() * 100 >= max(mine.total(), theirs.total(), 1) * _ALIKE


def _is_taken(document: Document, name: str, folder: str) -> bool:
    """Whether what builds or starts something around a file names it or its folder, or may take it. Most manifests do neither."""
    words = "|".join(re.escape(word) for word in (name, folder) if word)
    named = re.compile(rf"(?<![\w.-])(?:{words})(?![\w.-])".encode())
    said = (text for text in texts_around(document) if b"apiVersion:" not in text or b"kustomize" in text or b"Generator" in text)
    return any(_TAKES.search(text) is not None or named.search(text) is not None for text in said)
