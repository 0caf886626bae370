"""The files around a config: those of a folder, never one that leads out of the config's project."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from functools import lru_cache
from itertools import islice
from typing import TypeAlias

from pipelint.base.disk import files
from pipelint.base.disk.asked import follows
from pipelint.base.disk.text_file import read_source
from pipelint.base.lean.record import replace
from pipelint.base.text.document import SourceFile

Wanted: TypeAlias = "tuple[str, ...] | Callable[[str], object]"
"""Which names: the endings that they may have, in lower case, or what goes by the name alone, the same object at each call."""


def names_in(folder: str) -> list[str]:
    """What is in a folder, sorted; nothing where it cannot be listed."""
    try:
        return sorted(files.entries(folder))
    except OSError:
        return []


def folders_in(folder: str) -> list[str]:
    """The names of the folders in a folder, and of links to such, sorted; none where it cannot be listed."""
    try:
        return [name for name, kind in files.listing(folder) if kind in (files.FOLDER, files.LINK)]
    except OSError:
        return []


@follows
def wanted_in(folder: str, wanted: Wanted, /) -> tuple[str, ...]:
    """The names in a folder that are wanted, sorted. The configs of one folder share what is found."""
    if isinstance(wanted, tuple):
        return tuple(name for name in names_in(folder) if name.lower().endswith(wanted))
    return tuple(filter(wanted, names_in(folder)))


def folders_with(path: str, project: Collection[str], wanted: Wanted, most: int) -> tuple[str, ...]:
    """Of the first ``most`` folders on the way up from a file, those of the project, the ones that have wanted names."""
    return _folders_with(files.folders(path)[0], tuple(project), wanted, most)


@follows
def _folders_with(folder: str, project: tuple[str, ...], wanted: Wanted, most: int, /) -> tuple[str, ...]:
    above = islice(files.folders_within(files.join(folder, "any"), project), most)
    return tuple(each for each in above if wanted_in(each, wanted))


@lru_cache(maxsize=16)
def full_path(file: SourceFile) -> str:
    """Where a file is, as its folders are asked for. Each of some twenty facts of a config asks for it."""
    return files.join(files.folder_by_name(file.path), files.name(file.path))


def source_at(path: str, project: Collection[str]) -> SourceFile | None:
    """The text of a file in the project; None where there is none that can be read."""
    read = read_source(path, tuple(project)) if files.is_file(path) and files.within(path, project) else None
    return replace(read, shown=files.from_here(path)) if isinstance(read, SourceFile) else None


def sources_in(folder: str, project: Collection[str], wanted: Wanted, most: int | None = None) -> Iterator[SourceFile]:
    """Those of the first ``most`` files (None: all) of a folder with ``wanted`` names that are texts in the project."""
    paths = (files.join(folder, name) for name in islice(wanted_in(folder, wanted), most))
    return (read for path in paths if (read := source_at(path, project)) is not None)
