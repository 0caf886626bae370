"""The boundary of a project: what a file's own words (includes, links, settings) may lead to, and what they may not.

A stranger's pull request says ``@include ../../.ssh/id_rsa`` as easily as ``@include conf.d/*.conf``.
"""

from __future__ import annotations

from collections.abc import Iterable

from pipelint.base.disk import files

_WILD = frozenset("*?[{")


def outside(what: str) -> str:
    """What is said of ``what``, which leads outside the project."""
    return f"{what} leads outside the project, so it was not read (allow it with --allow-outside PATH)"


class Projects:
    """The projects of files: each one's git work tree, else the folder that was named. Every folder is looked at once."""

    def __init__(self, opened: Iterable[str] = ()) -> None:
        """``opened``: files and folders that the user opened to all projects, as real paths."""
        self._opened = tuple(opened)
        self._work_trees: dict[str, str | None] = {}
        self._known: dict[str, str] = {}

    def of(self, path: str, named: str | None = None) -> tuple[str, ...]:
        """The real paths of the folders that what is said in the file ``path`` may lead to; links on the way to it stand.

        ``named`` is the folder that was named, where it is not the file's own. Nothing for what no path can be.
        """
        # Names alone decide what a project is: where a link leads must not change which folder it may lead to.
        folder = files.folder_by_name(path)
        try:
            return (self._real(self._work_tree(folder) or named or folder), *self._opened)
        except ValueError:
            return ()

    def _real(self, folder: str) -> str:
        if folder not in self._known:
            self._known[folder] = files.real(folder)
        return self._known[folder]

    def _work_tree(self, folder: str) -> str | None:
        if folder not in self._work_trees:
            above = (here for here in (folder, *files.folders(folder)) if files.is_there(files.join(here, ".git")))
            self._work_trees[folder] = next(above, None)
        return self._work_trees[folder]


def fixed_folder(pattern: str) -> str:
    """Of a glob the folder that it looks into whatever its wildcards match; of another path itself."""
    parts = pattern.split("/")
    wild = next((at for at, part in enumerate(parts) if _WILD.intersection(part)), None)
    return pattern if wild is None else "/".join(parts[:wild]) or ("/" if pattern.startswith("/") else ".")
