"""Where a folder of patterns that a config names by its place on another machine, or in a container, lies in its project."""

from __future__ import annotations

import os
from collections.abc import Iterator
from itertools import islice

from pipelint.base.disk import files
from pipelint.base.disk.around import folders_in, names_in
from pipelint.base.text.document import Document, SourceFile

_PATTERNS = "patterns"
# Folders on the way up whose folders are looked at, how deep, and how many of these.
_ABOVE, _DEEP, _MOST = 4, 3, 300


def whereabouts(document: Document, path: str) -> list[str]:
    """What a compose file mounts there, or a Dockerfile copies; else what has its name beside the config, above or below that."""
    file = document.file
    if document.part or not file.project or not set("*$?[{\0").isdisjoint(path):
        return []
    return (brought(document, path) if path.startswith("/") else []) or list(_namesake(file, path))


def brought(document: Document, path: str) -> list[str]:
    """What a compose file mounts at an absolute path, above or below it, or a Dockerfile copies there."""
    # Imported here: most configs name no such folder.
    from pipelint.sources.compose.services import services_of
    from pipelint.sources.images.around import copied

    mounts = [mount for service in services_of(document) for mount in service.mounts if mount.host_path]
    there = [mount.host_path + path.rstrip("/")[len(mount.path.rstrip("/")) :] for mount in mounts if mount.covers(path)]
    inside = [mount.host_path for mount in mounts if mount.path.startswith(path.rstrip("/") + "/")]
    return [each for each in dict.fromkeys(there[-1:] or inside) if files.exists(each)] or copied(document.file, path)


def _namesake(file: SourceFile, path: str) -> Iterator[str]:
    """What has the last name of ``path`` in the nearest folder above the config, or below one of these; none where nothing has.

    A folder that is named for its patterns may stand for another one so named.
    """
    last = [part for part in path.split("/") if part not in ("", ".", "..")][-1:]
    if not last:
        return
    name, above = last[0].lower(), list(islice(files.folders_within(file.path, file.project), _ABOVE))
    for folder in above[:3]:
        there = names_in(folder)
        same = [each for each in there if each.lower() == name]
        alike = same or [each for each in there if _PATTERNS in name and _PATTERNS in each.lower()]
        if len(alike) == 1:
            yield files.join(folder, alike[0])
            return
    for folder in above:
        below = [each for each in islice(_below(folder, _DEEP), _MOST) if files.name(each).lower() == name]
        most = max((_shared(each, path) for each in below), default=0)
        best = [each for each in below if _shared(each, path) == most]
        if len(best) == 1:
            yield best[0]
        if best:
            return


def _below(folder: str, deep: int) -> Iterator[str]:
    """The folders below one, but for hidden ones."""
    for name in folders_in(folder):
        if not name.startswith(".") and name != "node_modules":
            inner = files.join(folder, name)
            yield inner
            if deep:
                yield from _below(inner, deep - 1)


def _shared(one: str, other: str) -> int:
    """How many names both end with."""
    pairs = zip(reversed(one.split("/")), reversed(os.path.normpath(other).split("/")), strict=False)
    return next((count for count, (a, b) in enumerate(pairs) if a != b), min(one.count("/"), other.count("/")))
