"""What an image has in the folder of a config, though it lies elsewhere in the project: a Dockerfile copies both there."""

from __future__ import annotations

import posixpath
from collections.abc import Iterator
from fnmatch import fnmatchcase
from itertools import islice

from pipelint.base.disk import files
from pipelint.base.disk.around import full_path, names_in, sources_in
from pipelint.base.text.document import SourceFile
from pipelint.sources.images.dockerfile import copies
from pipelint.sources.kinds import is_build_name

# Folders on the way up that are looked into, and Dockerfiles of each.
_UP = 4
_MOST = 20


def gathered(file: SourceFile) -> Iterator[str]:
    """The paths of the other files that a Dockerfile above copies into the folder of an image into which it copies this one."""
    path = full_path(file)
    if not file.project or file.path.startswith("<"):
        return
    for folder in islice(files.folders_within(path, file.project), _UP):
        for read in sources_in(folder, file.project, is_build_name, _MOST):
            brought = [*_copies(folder, read.data.decode("utf-8", "replace"))]
            into = {to for source, to in brought if path in _files(source, to, path)}
            yield from (each for source, to in brought if to in into for each in _files(source, to) if each != path)


def _copies(folder: str, text: str) -> Iterator[tuple[str, str]]:
    """What is copied, and into which folder of the image."""
    for copy in copies(text):
        if copy.to.startswith("/") and not copy.staged:
            found = (posixpath.normpath(f"{folder}/{source.lstrip('/')}") for source in copy.sources)
            yield from ((source, copy.to) for source in found if source.startswith(f"{folder}/"))


def _files(source: str, to: str, one: str = "") -> Iterator[str]:
    """The files that a source of a copy means: ``one`` of them, or all. A file that gets a name of its own is none."""
    folder, _, name = source.rpartition("/")
    if files.is_folder(source):
        folder, name = source, "*"
    elif not to.endswith("/"):
        return
    found = [one] if one else [files.join(folder, each) for each in names_in(folder)]
    yield from (each for each in found if posixpath.dirname(each) == folder and fnmatchcase(posixpath.basename(each), name))
