"""What includes resolve against: files on disk, the other texts of one folder in a host (keys of a ConfigMap), or nothing."""

from __future__ import annotations

import fnmatch
import os
from typing import TYPE_CHECKING

from pipelint.base.disk import files
from pipelint.base.disk.text_file import Rejected, Why, read_source
from pipelint.base.lean.record import dataclass, field
from pipelint.base.text.document import Document, SourceFile
from pipelint.sources.boundary import fixed_folder
from pipelint.sources.entry import Included
from pipelint.sources.glob import Budget, Target, TooManyFiles, glob_files

if TYPE_CHECKING:
    from collections.abc import Set as AbstractSet

    from pipelint.sources.hosts.protocol import Folder

TOO_MANY = "the globs of this config match too many files"
# Endings of files that programs fill in.
_TEMPLATES = (".tmpl", ".tpl", ".ctmpl", ".template", ".j2", ".erb")


@dataclass(frozen=True, slots=True, eq=False)
class DiskBundle:
    """Files on disk. A file is read once, whatever path leads to it."""

    _known: dict[str, Document | Rejected] = field(default_factory=dict, repr=False)
    _budget: Budget = field(default_factory=Budget, repr=False)

    def add(self, file: SourceFile, identity: str = "") -> Document:
        """The document of a file that has been read already; ``identity`` is its real path, of who knows it."""
        identity = identity or files.real(file.path)
        known = self._known.get(identity)
        if isinstance(known, Document):
            return known
        document = Document.whole(file)
        self._known[identity] = document
        return document

    def paths(self, target: Target, file: SourceFile) -> list[str]:
        """The paths that an include in ``file`` leads to; empty where there is any problem."""
        try:
            return [] if target.problem else self._glob(target, file)[0]
        except (TooManyFiles, ValueError):
            return []

    def _glob(self, target: Target, file: SourceFile) -> tuple[list[str], bool]:
        """The paths in the project of ``file``, sorted, and whether the target leads out of it."""
        patterns = [_join(each, file.path) for each in target.paths]
        # What lies outside is not even looked for: that a file is there says something, too.
        inner = [pattern for pattern in patterns if files.within(fixed_folder(pattern), file.project)]
        found = {path for pattern in inner for path in glob_files(pattern, self._budget)}
        allowed = sorted(path for path in found if files.within(path, file.project))
        return allowed, len(inner) < len(patterns) or len(allowed) < len(found)

    def resolve(self, target: Target, from_document: Document) -> Included:
        """Relative to the folder of the including file, globs sorted, a folder among them is an error."""
        if target.problem is not None:
            return Included(problem=target.problem, detail=target.detail)
        try:
            paths, leads_out = self._glob(target, from_document.file)
        except TooManyFiles:
            return Included(problem="unreadable", detail=TOO_MANY)
        except ValueError:  # the file system has no such letters
            return Included(problem="invalid", detail="not a valid file name")
        if not paths and not leads_out and not target.is_glob:
            made = self._made_of(target, from_document.file)
            return Included(problem="elsewhere", detail=f"made of {made}") if made else Included(problem="missing")
        documents: list[Document] = []
        failed: list[Rejected] = []
        for path in paths:
            known = self.read(path, from_document.file.project)
            if isinstance(known, Document):
                documents.append(known)
            else:
                failed.append(known)
        if not failed:
            return Included(tuple(documents), "outside" if leads_out else None)
        first = failed[0]
        detail = f"{first.problem.path}: {first.problem.message}"
        return Included(tuple(documents), "missing" if first.why is Why.MISSING else "unreadable", detail)

    def _made_of(self, target: Target, file: SourceFile) -> str:
        """The template beside a missing file, of which a program makes it: ``app.conf`` of ``app.conf.j2`` or ``app.tmpl``."""
        for each in target.paths:
            for stem in (each, os.path.splitext(each)[0]):  # noqa: PTH122
                for suffix in _TEMPLATES:
                    if self.paths(Target(stem + suffix), file):
                        return os.path.basename(stem + suffix)  # noqa: PTH119
        return ""

    def read(self, path: str, project: tuple[str, ...]) -> Document | Rejected:
        """The document of the file at ``path``, which lies in ``project``, or why it is not taken."""
        identity = files.real(path)
        if identity not in self._known:
            read = read_source(path, project)
            self._known[identity] = Document.whole(read) if isinstance(read, SourceFile) else read
        return self._known[identity]


def _join(path: str, from_path: str) -> str:
    """``path`` seen from the folder of ``from_path``, ``.`` and ``..`` resolved by name alone, as Ruby does."""
    return os.path.normpath(os.path.join(os.path.dirname(from_path), path))  # noqa: PTH118, PTH120


@dataclass(frozen=True, slots=True)
class NoBundle:
    """For a config of an engine without includes, in a manifest."""

    def resolve(self, target: Target, from_document: Document) -> Included:
        """Nothing: there is no include to resolve."""
        return Included(problem="elsewhere")


@dataclass(frozen=True, slots=True, eq=False)
class KeyBundle:
    """The texts of one folder in a host: where that folder is mounted, the host alone does not say.

    ``mounts`` are the folders in which its own includes name one of its keys. With none, any folder may be the one.
    ``main_files`` are the names of engines' main files.
    """

    folder: Folder
    main_files: AbstractSet[str] = frozenset()
    mounts: frozenset[str] = frozenset()
    _budget: Budget = field(default_factory=Budget, repr=False)

    def keys(self, target: Target, from_key: str) -> list[str]:
        """The keys that an include in ``from_key`` leads to, sorted; empty where there is any problem.

        The base name counts; of a glob that begins with a wildcard the folder too, where ``mounts`` are known. A glob
        takes neither the key that it stands in nor a main file: those are not in the folder of parts that it is for.
        """
        try:
            return [] if target.problem else self._fitting(target, from_key)
        except TooManyFiles:
            return []

    def _fitting(self, target: Target, from_key: str) -> list[str]:
        name = target.name
        if target.braces and len(target.paths) > 1:
            return sorted({key for path in target.paths for key in self._fitting(Target(path), from_key)})
        if not target.is_glob:
            return [name] if name in self.folder.texts else []
        if self.mounts and name.startswith("*") and target.folder and target.folder not in self.mounts:
            return []
        self._budget.spend(len(self.folder.texts))
        fits = fnmatch.filter(self.folder.texts, name) if name else []
        return sorted(key for key in fits if key != from_key and key not in self.main_files)

    def resolve(self, target: Target, from_document: Document) -> Included:
        """The keys that fit, or ``elsewhere``: another volume or the image may have the file."""
        if target.problem is not None:
            return Included(problem=target.problem, detail=target.detail)
        try:
            keys = self._fitting(target, from_document.name)
        except TooManyFiles:
            return Included(problem="unreadable", detail=TOO_MANY)
        if not keys:
            return Included(problem="elsewhere", detail=f"not a key of {self.folder.label}")
        return Included(tuple(self.folder.document(key) for key in keys))
