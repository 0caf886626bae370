"""What builds an image, copies files to a machine or runs before an engine does: the texts of such files around a config."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from pipelint.base.disk import files
from pipelint.base.disk.around import sources_in
from pipelint.base.lean.late import late
from pipelint.base.text.document import Document
from pipelint.sources.compose.services import full_path

# Folders above a config that are looked into, and files of each.
_UP = 4
_MOST = 40
_STARTS = late(r"(?i)(?:docker|container)file.*|makefile|.+\.(?:ya?ml|sh|tf|hcl|service|ps1)")


def texts_around(document: Document) -> Iterator[bytes]:
    """Those beside a config and above it, but its own file."""
    file = document.file
    own = full_path(file)
    for folder in folders_above(document):
        found = sources_in(folder, file.project, _STARTS.fullmatch, _MOST)
        yield from (read.data for read in found if document.part or read.path != own)


def text_of(folders: tuple[str, ...], project: tuple[str, ...]) -> bytes:
    """All such texts of some folders, one after the other."""
    found = (each.data for folder in folders for each in sources_in(folder, project, _STARTS.fullmatch, _MOST))
    return b"\n".join(found)


def folders_above(document: Document) -> Iterator[str]:
    """The folder of a config and the next ones above it, as far as the project reaches."""
    return islice(files.folders_within(full_path(document.file), document.file.project), _UP)
