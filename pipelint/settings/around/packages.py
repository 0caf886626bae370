"""The package of an engine that scripts, Dockerfiles, templates and roles of Ansible around a config install, by its repository.

Where they install none, what a README there tells to install.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from pipelint.base.disk import files
from pipelint.base.lean.late import late
from pipelint.engines.registry import ENGINES
from pipelint.settings.around.container import Found, builds, folders_around, read

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pipelint.base.text.document import SourceFile
    from pipelint.sources.entry import Entry

# What a role of Ansible consists of.
_TASKS, _ROLE = "tasks", ("defaults", "files", "tasks", "templates", "vars")
_SCRIPT = ".sh"
# Other texts by which a machine is set up: PowerShell, Vagrant's, the user data in a template of CloudFormation.
_SET_UP = (".ps1", ".template")
_DATA = (".json", ".yaml", ".yml", ".txt")
_SETS_UP = late(r"(?i).{0,80}(?:cloud-?formation|user-?data|cloud-?init|[-_]stack\b)")
_README = frozenset(("readme", "readme.md", "readme.rst", "readme.txt", "readme.adoc"))
_LISTS = (".yml", ".yaml", ".repo", ".repo.j2", ".list", ".list.j2", _SCRIPT)
_COMMENT = late(r"(?m)^[ \t]*#.*")
_MOST = 64  # files of a folder


def packages_around(entry: Entry) -> tuple[Found, ...]:
    """The release of the package that the nearest folder on the way up installs, where one does, and only one."""
    repositories = ENGINES.discovery(entry.engine).repositories
    file = entry.documents[0].file if entry.documents else None
    if not repositories or entry.kubernetes or file is None or not file.project or file.path.startswith("<"):
        return ()
    for folder in folders_around(file):
        found = _found(_installing(folder), file, repositories) or _found(_notes(folder), file, repositories)
        if found:
            return () if len({each.package for each in found}) > 1 or not found[0].package else (found[0],)
    return ()


def _found(there: list[tuple[str, str]], file: SourceFile, repositories: Mapping[str, str]) -> list[Found]:
    """What files with names and paths say to install."""
    texts = [(name, _COMMENT.sub("", read(path, file, {}))) for name, path in there]
    return [
        Found("", name, release)
        for name, text in texts
        for said, release in repositories.items()
        if late(said).search(text) is not None
    ]


def _installing(folder: str) -> list[tuple[str, str]]:
    """The files of a folder, and of the role that it holds, that may install something."""
    there = [(name, files.join(folder, name)) for name in _scripts(folder, files.changed(folder))]
    if files.is_folder(files.join(folder, _TASKS)):
        parts = [files.join(folder, part) for part in _ROLE]
        there += [(name, files.join(part, name)) for part in parts for name in _lists(part, files.changed(part))]
    return there


def _notes(folder: str) -> list[tuple[str, str]]:
    """Its README."""
    return [(name, files.join(folder, name)) for name in _readmes(folder, files.changed(folder))]


@lru_cache(maxsize=512)
def _scripts(folder: str, _changed: int) -> list[str]:
    """The scripts, templates and Dockerfiles of a folder.

    The configs of one folder share the list, as long as nothing came into it.
    """
    return [name for name in _there(folder) if name.endswith(_SCRIPT) or builds(name) or _sets_up(name.lower())]


def _sets_up(name: str) -> bool:
    return name.endswith(_SET_UP) or name.startswith("vagrantfile") or (name.endswith(_DATA) and bool(_SETS_UP.match(name)))


@lru_cache(maxsize=512)
def _readmes(folder: str, _changed: int) -> list[str]:
    return [name for name in _there(folder) if name.lower() in _README]


@lru_cache(maxsize=512)
def _lists(folder: str, _changed: int) -> list[str]:
    """The tasks, variables and lists of packages in a folder of a role."""
    return [name for name in _there(folder) if name.endswith(_LISTS)]


def _there(folder: str) -> list[str]:
    try:
        return [name for name, kind in files.listing(folder) if kind == "file"][:_MOST]
    except OSError:
        return []
