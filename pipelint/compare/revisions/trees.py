"""Sides that are git revisions: what is committed, and the working tree."""

from __future__ import annotations

import glob
import os
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from pipelint.compare.revisions.git import GitError, commit_of, files_of_work_tree, repository, write_tree
from pipelint.compare.revisions.sides import Side, SideError


def is_revision(word: str) -> bool:
    """Whether a word means a commit of the repository that the working folder lies in."""
    try:
        return bool(commit_of(repository(Path.cwd()), word))
    except GitError:
        return False


@contextmanager
def revision_sides(base: str, head: str | None, paths: Sequence[str]) -> Iterator[tuple[Side, Side]]:
    """``paths`` in the revision ``base``, and in ``head`` or (None) the working tree. Raises SideError.

    What revisions hold is written to a temporary folder, which is gone afterwards; nothing in the repository changes.
    """
    here = Path.cwd()
    try:
        root = repository(here)
        seen = [_below(path, here, root) for path in paths]
        commits = [commit_of(root, revision) for revision in (base, head) if revision is not None]
        inner = here.resolve().relative_to(root.resolve())
        with tempfile.TemporaryDirectory(prefix="pipelint-diff-") as scratch:
            # Settings are searched for up the tree: those of whatever lies above the scratch folder do not count.
            (Path(scratch) / "pipelint.toml").touch()
            old = _revision(base, root, commits[0], Path(scratch) / "base", inner, seen)
            new = _working_tree(here, root, seen)
            if head is not None:
                new = _revision(head, root, commits[1], Path(scratch) / "head", inner, seen)
            lost = [path for path in seen if path not in old.paths and path not in new.paths]
            if lost:
                raise SideError(f"{lost[0]}: no such file or folder on either side")
            yield old, new
    except GitError as error:
        raise SideError(str(error)) from error


def _revision(title: str, root: Path, commit: str, into: Path, inner: Path, paths: Sequence[str]) -> Side:
    into.mkdir()
    notes = write_tree(root, commit, into)
    folder = into / inner
    folder.mkdir(parents=True, exist_ok=True)
    return Side(title, folder, _there(paths, folder), notes=tuple(notes), opened=(os.path.realpath(into),))


def _working_tree(here: Path, root: Path, paths: Sequence[str]) -> Side:
    """What git would commit, and what is named: the rest, such as rendered charts, is in no revision to compare it with."""
    there = _there(paths, here)
    named = {os.path.realpath(here / path) for path in there if (here / path).is_file()}
    return Side("the working tree", here, there, files=files_of_work_tree(root) | named)


def _there(paths: Sequence[str], folder: Path) -> tuple[str, ...]:
    """Those of the paths, seen from ``folder``, that exist; of globs those that match something."""
    return tuple(path for path in paths if _exists(folder / path))


def _exists(path: Path) -> bool:
    try:
        return os.path.lexists(path) or next(glob.iglob(str(path), recursive=True), None) is not None  # noqa: PTH207
    except (OSError, ValueError):
        return False


def _below(path: str, here: Path, root: Path) -> str:
    """A path of the command line as seen from the working folder. Raises GitError where it leads out of the repository."""
    if path == "-":
        raise GitError("standard input has no revisions: name files or folders")
    full = Path(os.path.normpath(here / path))
    # As far as it is no glob and exists; a deleted file's folder may be gone, too.
    if not full.is_relative_to(here) and not full.resolve().is_relative_to(root.resolve()):
        raise GitError(f"{path}: outside the git repository {root}")
    return os.path.relpath(full.resolve(), here.resolve()) if Path(path).is_absolute() else path
