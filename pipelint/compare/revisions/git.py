"""Reads the files of a git revision into a folder of their own; changes nothing in the repository and runs nothing of it.

Contents come from ``git cat-file``, which applies no filters, so no program that a repository's settings or attributes name runs;
file system monitors, hooks, prompts and the fetching of missing objects are switched off.
"""

from __future__ import annotations

import os
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

from pipelint.base.disk.text_file import max_bytes
from pipelint.base.finding import Note
from pipelint.base.lean.record import dataclass
from pipelint.compare.revisions.links import make_links

_GIT = ("git", "--no-pager", "--no-optional-locks", "-c", "core.fsmonitor=false", "-c", f"core.hooksPath={os.devnull}")
_ENVIRONMENT = {"LC_ALL": "C", "GIT_TERMINAL_PROMPT": "0", "GIT_NO_LAZY_FETCH": "1", "GIT_ALLOW_PROTOCOL": "", "GIT_PAGER": "cat"}
MAX_FILES = 500_000
"""Of a revision; with more, paths and folders have to be compared instead."""


class GitError(Exception):
    """What keeps a revision from being read, in one line."""


MAX_TREE_BYTES = 2 * 1024**3
"""Of all files of a revision that are written: one file, committed under many names, takes no room in a repository."""
MAX_DEPTH = 200
"""Folders inside each other."""
_PART = 1024 * 1024


@dataclass(frozen=True, slots=True)
class _Blob:
    """A file or a link of a revision: its mode, the name of its content, its size in bytes, its path from the top."""

    mode: str
    name: str
    size: int
    path: str

    @property
    def is_link(self) -> bool:
        return self.mode == "120000"


def repository(folder: Path) -> Path:
    """The top folder of the repository that ``folder`` lies in. Raises GitError."""
    return Path(os.fsdecode(_run(folder, "rev-parse", "--show-toplevel").removesuffix(b"\n")))


def commit_of(root: Path, revision: str) -> str:
    """The commit that a revision means; ``REV...`` is the one at which HEAD left REV. Raises GitError."""
    if revision.endswith("..."):
        start = commit_of(root, revision[:-3])
        try:
            return _run(root, "merge-base", start, "HEAD").decode("ascii").split()[0]
        except (GitError, IndexError) as error:
            raise GitError(f'"{revision[:-3]}" and HEAD have no common commit{_shallow(root)}') from error
    if not revision or revision.startswith("-"):
        raise GitError(f'"{revision}" is not a git revision')
    try:
        return _run(root, "rev-parse", "--verify", "--quiet", f"{revision}^{{commit}}").decode("ascii").strip()
    except GitError as error:
        raise GitError(f'unknown git revision "{revision}"{_shallow(root)}') from error


def files_of_work_tree(root: Path) -> frozenset[str]:
    """The files of the working tree that a commit of all of it would hold, as full paths: no ignored ones, none of submodules.

    Raises GitError.
    """
    listed = _run(root, "ls-files", "--cached", "--others", "--exclude-standard", "-z")
    top = root.resolve()
    return frozenset(str(top / os.fsdecode(name)) for name in listed.split(b"\0") if name)


def write_tree(root: Path, commit: str, into: Path) -> list[Note]:
    """Writes the files of a commit into the empty folder ``into``; the notes say what of it was passed over. Raises GitError.

    Of a file that is too large to be read only the size is kept. Nothing is written outside of ``into``, whatever the tree holds.
    """
    notes: list[Note] = []
    blobs = list(_blobs(root, commit, notes))
    if sum(blob.size for blob in blobs if blob.size <= max_bytes(blob.path)) > MAX_TREE_BYTES:
        raise GitError(f"the revision has more than {MAX_TREE_BYTES // 1024**3} GiB of files: compare folders instead")
    links: dict[str, str] = {}
    # All files first: as long as there are no links, no name leads elsewhere.
    for blob, data in _contents(root, blobs):
        if blob.is_link:
            links[blob.path] = os.fsdecode(data)
            continue
        path = into / blob.path
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            with path.open("xb") as stream:
                stream.write(data)
                stream.truncate(blob.size)
        except OSError as error:
            notes.append(Note(blob.path, f"skipped: {error.strerror}"))
    return [*notes, *make_links(links, [blob.path for blob in blobs if not blob.is_link], into)]


def _blobs(root: Path, commit: str, notes: list[Note]) -> Iterator[_Blob]:
    """The files and links of a commit, with notes on what else is in it. Raises GitError."""
    count = 0
    for row in _rows(root, "ls-tree", "-r", "-z", "-l", "--full-tree", commit):
        head, tab, name = row.partition(b"\t")
        if not tab:
            continue
        count += 1
        if count > MAX_FILES:
            raise GitError(f"the revision has more than {MAX_FILES:,} files: compare folders instead")
        mode, kind, object_, size = head.decode("ascii").split()
        path = os.fsdecode(name)
        parts = path.split("/")
        if kind == "commit":
            notes.append(Note(path, "submodule skipped: its files are in another repository", important=True))
        # A tree that was made by hand may hold names that lead elsewhere.
        elif kind != "blob" or {"", ".", "..", ".git"} & set(parts):
            notes.append(Note(path, "skipped: not a name that git gives a file"))
        elif len(parts) > MAX_DEPTH:
            notes.append(Note(path, f"skipped: more than {MAX_DEPTH} nested folders"))
        else:
            yield _Blob(mode, object_, int(size), path)


def _contents(root: Path, blobs: list[_Blob]) -> Iterator[tuple[_Blob, bytes]]:
    """Every file with its content, of one that is too large with none."""
    small = [blob for blob in blobs if blob.size <= max_bytes(blob.path)]
    yield from ((blob, b"") for blob in blobs if blob.size > max_bytes(blob.path))
    with tempfile.TemporaryFile() as asked:
        asked.write("".join(f"{blob.name}\n" for blob in small).encode("ascii"))
        asked.seek(0)
        process = subprocess.Popen(
            [*_GIT, "cat-file", "--batch"], cwd=root, stdin=asked, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=_env()
        )
        with process:
            answers = process.stdout
            assert answers is not None
            for blob in small:
                head = answers.readline().split()
                if len(head) != 3 or head[1] != b"blob":
                    process.kill()
                    raise GitError(f"{blob.path}: its content is missing here: fetch the revision with its files first")
                yield blob, answers.read(int(head[2]) + 1)[:-1]


def _rows(root: Path, *words: str) -> Iterator[bytes]:
    """What git prints, cut at its NUL bytes, as it comes: a tree can be made whose list no memory holds. Raises GitError."""
    nothing = subprocess.DEVNULL
    process = subprocess.Popen([*_GIT, *words], cwd=root, stdin=nothing, stdout=subprocess.PIPE, stderr=nothing, env=_env())
    with process:
        answers = process.stdout
        assert answers is not None
        rest = b""
        try:
            while part := answers.read(_PART):
                *rows, rest = (rest + part).split(b"\0")
                yield from rows
        finally:
            # Of what is not asked for to its end.
            process.kill()
    if rest:
        raise GitError(f"git {words[0]} ended early")


def _run(folder: Path, *words: str) -> bytes:
    try:
        done = subprocess.run([*_GIT, *words], cwd=folder, capture_output=True, check=False, env=_env(), stdin=subprocess.DEVNULL)
    except FileNotFoundError as error:
        raise GitError("git is not installed, or not in the PATH: compare two folders instead") from error
    except OSError as error:
        raise GitError(f"git cannot be run: {error.strerror}") from error
    if done.returncode != 0:
        said = done.stderr.decode("utf-8", "replace").strip().splitlines()
        line = said[0].removeprefix("fatal: ") if said else f"git {words[0]} failed"
        raise GitError("this folder is not in a git repository" if line.startswith("not a git repository") else line)
    return done.stdout


def _shallow(root: Path) -> str:
    """A hint where the history was cut off."""
    try:
        cut = _run(root, "rev-parse", "--is-shallow-repository").strip() == b"true"
    except GitError:
        return ""
    return ": this clone is shallow, fetch more history first" if cut else ""


def _env() -> dict[str, str]:
    return {**os.environ, **_ENVIRONMENT}
