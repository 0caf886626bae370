"""Expands the paths of the command line to files: directories are walked, globs matched, each file taken once."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator, Sequence

from pipelint.base.disk import files
from pipelint.base.finding import Note, Problem
from pipelint.base.lean.enum import Enum
from pipelint.base.lean.record import dataclass
from pipelint.sources.boundary import Projects, fixed_folder, outside

STDIN = "-"

# Prose and program code quote configs; a search for configs passes them over, naming one on the command line does not.
_NO_CONFIG = frozenset(
    {".adoc", ".html", ".md", ".rst", ".xml", ".csv", ".jsonl", ".log", ".sql"}
    | {".c", ".cc", ".cpp", ".cs", ".css", ".go", ".h", ".java", ".js", ".php", ".pl", ".ps1", ".py", ".rb", ".rs"}
    | {".scala", ".sh", ".ts"}
)

# Copies of editors and package managers, and what people switch off: no engine's `conf.d/*.conf` means them.
_COPIES = (
    *("~", ".bak", ".back", ".bkp", ".backup", ".disabled", ".off", ".old", ".orig", ".save", ".swp", ".swo"),
    *(".rpmsave", ".rpmnew", ".rpmorig", ".dpkg-old", ".dpkg-new", ".dpkg-dist", ".dpkg-bak", ".ucf-old", ".ucf-dist"),
)

_OUTSIDE = outside("the link")
_IGNORED = "skipped: .gitignore, .ignore or git's excludes name it (--no-ignore)"

# What makes a path a glob.
_MAGIC = frozenset("*?[")


class Origin(Enum):
    """How a file came to be looked at: its path was given, or it was found in a directory or by a glob."""

    NAMED = "named"
    FOUND = "found"


@dataclass(frozen=True, slots=True)
class Candidate:
    """A file to look at. ``identity`` is the same for two paths to one file; ``project`` as of a ``SourceFile``."""

    path: str
    origin: Origin
    identity: str
    project: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Places:
    """The files to look at, in order; ``groups`` has the identities of those found in each folder or by each glob."""

    candidates: tuple[Candidate, ...]
    groups: dict[str, frozenset[str]]
    problems: tuple[Problem, ...]
    notes: tuple[Note, ...]


def find_files(paths: Sequence[str], stdin_filename: str, opened: Sequence[str] = (), *, ignored: bool = False) -> Places:
    """The files that ``paths`` mean. A directory's are sorted; hidden folders and ``node_modules`` are passed over, and unless
    they are wanted (``ignored``) files that ``.gitignore`` and the like name.

    ``-`` becomes a candidate of that path, in the project of ``stdin_filename``. A link that leads out of its project, and not to
    anything ``opened``, is passed over; where it is named that is a problem.
    """
    search = _Search(stdin_filename, Projects((*opened, *_named(paths, Projects(opened)))), ignored)
    for path in paths:
        search.add(path)
    return Places(tuple(search.candidates.values()), search.groups, tuple(search.problems), tuple(search.notes))


def _named(paths: Sequence[str], projects: Projects) -> list[str]:
    """The real paths of the files and folders that were named: every config may lead to what was asked for anyway."""
    there = (path for path in paths if files.exists(path))
    found = ((path, projects.of(path, path if files.is_folder(path) else None)) for path in there)
    return [_identity(path) for path, project in found if files.within(path, project)]


class _Search:
    """Files found so far, by identity."""

    def __init__(self, stdin_filename: str, projects: Projects, ignored: bool) -> None:
        self._stdin_filename = stdin_filename
        self._ignored = ignored
        self._projects = projects
        self.candidates: dict[str, Candidate] = {}
        self.groups: dict[str, frozenset[str]] = {}
        self.problems: list[Problem] = []
        self.notes: list[Note] = []

    def add(self, path: str) -> None:
        """Takes one path of the command line."""
        if path == STDIN:
            project = self._projects.of(self._stdin_filename)
            self.candidates.setdefault(STDIN, Candidate(STDIN, Origin.NAMED, STDIN, project))
        elif files.is_folder(path):
            if files.within(path, self._projects.of(path, path)):
                self._group(path, self._walk(path), path)
            else:
                self.problems.append(Problem(path, _OUTSIDE))
        elif _MAGIC.intersection(path) and "\0" not in path and not files.exists(path):
            self._group(path, self._matches(path), fixed_folder(path))
            if not self.groups[path]:
                self.problems.append(Problem(path, "matches no file"))
        else:
            identity = _identity(path)
            known = self.candidates.get(identity)
            project = self._projects.of(path)
            if files.is_file(path) and not files.within(path, project):
                self.problems.append(Problem(path, _OUTSIDE))
            else:
                self.candidates[identity] = Candidate(known.path if known else path, Origin.NAMED, identity, project)

    def _group(self, given: str, found: Iterator[tuple[str, str]], folder: str) -> None:
        """Takes the files of a folder or a glob: paths and identities."""
        members = []
        projects: dict[str, tuple[str, ...]] = {}
        for path, identity in found:
            here = path[: path.rfind(os.sep) + 1]
            project = projects.get(here)
            if project is None:
                project = projects[here] = self._projects.of(path, folder)
            if files.inside(identity, project):
                members.append(identity)
                self.candidates.setdefault(identity, Candidate(path, Origin.FOUND, identity, project))
            else:
                self.notes.append(Note(path, _OUTSIDE, important=True))
        self.groups[given] = frozenset(members)

    def _matches(self, pattern: str) -> Iterator[tuple[str, str]]:
        try:
            found = files.matches(pattern)
        except RecursionError:
            self.problems.append(Problem(pattern, "the folders are nested too deeply: name one of them"))
            return
        for path in found:
            if "node_modules" in files.parts(path):
                continue
            if files.is_folder(path):
                # `**` names the folders as well as what is in them.
                if "**" not in pattern:
                    yield from self._walk(path)
            elif self._wanted(path):
                yield path, _identity(path)

    def _walk(self, folder: str) -> Iterator[tuple[str, str]]:
        found: dict[str, str] = {}  # by path the identity of what is known to be a regular file, of anything else nothing
        # No link is followed on the way: to ask each folder takes a look at all above it.
        above = _identity(folder)
        for here, folders, inside in files.walk(folder, self._unreadable):
            for name in [name for name in folders if name.startswith(".") or name == "node_modules"]:
                self.notes.append(Note(_inside(folder, here, name), "skipped: hidden folder or node_modules"))
                folders.remove(name)
            ignored = frozenset(() if self._ignored else files.ignored(folder, here))
            self.notes += (Note(_inside(folder, here, name), _IGNORED) for name in (*folders, *inside) if name in ignored)
            folders[:] = [name for name in folders if name not in ignored]
            top = files.join(above, here[len(folder) :].lstrip("/"), "")
            for name, kind in inside.items():
                if name not in ignored:
                    found[_inside(folder, here, name)] = top + name if kind == files.FILE else ""
        for path in sorted(found, key=files.parts):
            if self._wanted(path, known=found[path] != ""):
                yield path, found[path] or _identity(path)

    def _wanted(self, path: str, *, known: bool = False) -> bool:
        """Whether a found file is one to look into; of one that is ``known`` to be a regular file nothing more is asked."""
        if files.suffix(path).lower() in _NO_CONFIG:
            self.notes.append(Note(path, "skipped: the name suggests prose, data or code"))
            return False
        if path.lower().endswith(_COPIES):
            self.notes.append(Note(path, "skipped: the name suggests a copy, or a file that is switched off"))
            return False
        if files.is_scratch(path):
            self.notes.append(Note(path, "skipped: temporary file of an interrupted pipelint run"))
            return False
        try:
            regular = known or stat.S_ISREG(files.mode(path))
        except OSError as error:
            self.notes.append(Note(path, f"skipped: {error.strerror}"))
            return False
        if not regular:  # a FIFO would be waited for for ever
            self.notes.append(Note(path, "skipped: not a regular file"))
        return regular

    def _unreadable(self, error: OSError) -> None:
        self.problems.append(Problem(str(error.filename), f"cannot be read: {error.strerror or error}"))


def _inside(given: str, here: str, name: str) -> str:
    """The path of a file as people write it: seen from the working folder without ``./``, else with the folder as given.

    A name that begins like an option or standard input keeps it.
    """
    path = files.join(here, name)
    bare = path.removeprefix("./").lstrip("/")
    return bare if given in (".", "./") and not bare.startswith("-") else path


def _identity(path: str) -> str:
    try:
        return files.real(path)
    except (OSError, ValueError):
        return path
