"""Sides: where the two states of the configs lie. Those of git revisions are in ``trees``: paths need none of it."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from pipelint.base.disk import files
from pipelint.base.finding import Note
from pipelint.base.lean.record import dataclass, field


class SideError(Exception):
    """What keeps a side from being read at all, in one line."""


@dataclass(frozen=True, slots=True)
class Side:
    """One state of the configs: what it is called, the folder that ``paths`` are seen from, and what of them is there.

    ``root`` is the folder or file that paths are seen from when configs are paired; empty where those of both sides are alike.
    ``notes`` say what could not be had of it. ``files`` are the full paths of all that belongs to it, None for all there is;
    ``opened`` the real path of its top folder, where nothing on the disk says so.
    """

    title: str
    folder: Path
    paths: tuple[str, ...]
    root: str = ""
    notes: tuple[Note, ...] = ()
    files: frozenset[str] | None = None
    opened: tuple[str, ...] = ()
    _straight: dict[str, bool] = field(default_factory=dict, compare=False, repr=False)  # folders, whether no link leads to them

    def holds(self, path: str) -> bool:
        """Whether the file of this path, seen from where the side is read, belongs to it; what is no file does."""
        if self.files is None:
            return True
        folder = files.folder_by_name(path)
        full = files.join(folder, files.name(path))
        if folder not in self._straight:
            self._straight[folder] = os.path.realpath(folder) == folder
        if self._straight[folder] and full in self.files and not Path(full).is_symlink():
            return True
        return not Path(path).is_file() or os.path.realpath(path) in self.files


@contextmanager
def standing_in(folder: Path) -> Iterator[None]:
    """Makes ``folder`` the working folder: paths and includes of a revision then read like those of the working tree."""
    before = Path.cwd()
    os.chdir(folder)
    try:
        yield
    finally:
        os.chdir(before)


def path_sides(base: str, head: str) -> tuple[Side, Side]:
    """Two files or two folders. Raises SideError where one of them is missing."""
    for path in (base, head):
        if not Path(path).exists():
            raise SideError(f"{path}: not a file, a folder or a git revision")
    here = Path.cwd()
    return Side(base, here, (base,), base), Side(head, here, (head,), head)
