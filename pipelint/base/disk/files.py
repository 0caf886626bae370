"""Paths of files as plain text: what every run asks of them. pathlib takes longer to load than a small config to check."""

from __future__ import annotations

import errno
import os
import stat
import sys
from itertools import islice

from pipelint.base.disk.asked import follows, question

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from pipelint._native import IgnoreRules

MAX_BYTES = 64 * 1024 * 1024
"""What no file that pipelint reads is larger than, unless its reader says less."""

NOT_REGULAR = "is not a regular file"
_PART = 64 * 1024
AT_ONCE = getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOCTTY", 0) | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_BINARY", 0)
"""How a file is opened: what is no regular file may not be waited for (a pipe), nor become the terminal of the process."""


class TooLarge(OSError):
    """A file with more bytes than its reader takes."""

    def __init__(self, most: int) -> None:
        super().__init__(errno.EFBIG, f"is larger than {most // (1024 * 1024)} MiB")


SCRATCH = (".pipelint-", ".tmp")
"""How the name of a file begins and ends that pipelint writes before it takes another one's place."""


def is_scratch(path: str) -> bool:
    """Whether it is such a file: of a process that is writing, or that has ended while it was."""
    return name(path).startswith(SCRATCH[0]) and path.endswith(SCRATCH[1])


def name(path: str) -> str:
    """What stands after the last slash."""
    return os.path.basename(_path(path))


def suffix(path: str) -> str:
    """The ending of its name with the dot, as pathlib has it: "" for ``.profile`` and for ``name.``."""
    found = name(path)
    dot = found.rfind(".")
    return found[dot:] if 0 < dot < len(found) - 1 else ""


def stem(path: str) -> str:
    """Its name without the ending."""
    return name(path).removesuffix(suffix(path))


def parts(path: str) -> list[str]:
    """The names of the folders on the way, and its own."""
    return path.split(os.sep)


def join(folder: str, *names: str) -> str:
    """The path of something in a folder."""
    return os.path.join(folder, *names)


def folders(path: str) -> list[str]:
    """The absolute paths of the folder that holds it and of all above, nearest first. Links and ``..`` stand as they are."""
    plain = _path(path)
    folder = os.path.dirname(plain if os.path.isabs(plain) else os.path.join(os.getcwd(), plain))
    known = _known.get(folder)
    if known is None:
        found = [folder]
        while (above := os.path.dirname(found[-1])) != found[-1]:
            found.append(above)
        known = _known[folder] = tuple(found)
    return [*known]


_known: dict[str, tuple[str, ...]] = {}
"""Each folder with those above it, which follow from its name: the files of one folder ask for the same."""


def folder_by_name(path: str) -> str:
    """The absolute path of the folder that holds it, ``.`` and ``..`` taken out by name alone: links stand as they are."""
    return os.path.dirname(os.path.abspath(_path(path)))


def from_here(path: str) -> str:
    """What leads to an absolute path from the working folder, where it lies below that; else the path itself."""
    return path.removeprefix(os.path.join(os.getcwd(), ""))


@question
def mode(path: str, /) -> int:
    """What the system says it is, as ``stat`` reads it. Raises OSError, and ValueError for what no path can be."""
    return os.stat(_path(path)).st_mode


def changed(path: str) -> int:
    """When a file, or what a folder lists, was changed last (ns); 0 where that cannot be seen.

    No question: it may only decide whether something is asked again.
    """
    try:
        return os.stat(_path(path)).st_mtime_ns
    except (OSError, ValueError):
        return 0


@question
def exists(path: str, /) -> bool:
    """Whether there is anything; false where that cannot be seen."""
    return os.path.exists(_path(path))


@question
def is_there(path: str, /) -> bool:
    """Whether there is anything of this name, be it a link to nowhere."""
    return os.path.lexists(path)


@question
def is_folder(path: str, /) -> bool:
    """Whether it is a folder, or a link to one."""
    return os.path.isdir(_path(path))


@question
def is_file(path: str, /) -> bool:
    """Whether it is a regular file, or a link to one."""
    return os.path.isfile(_path(path))


def entries(folder: str) -> list[str]:
    """The names of what lies in a folder, in no order; none where there is no folder. Raises OSError."""
    return [name for name, _ in listing(folder)] if is_folder(folder) else []


FOLDER, FILE, LINK, OTHER = "folder", "file", "link to a folder", "other"
"""What lies in a folder."""


@question
def listing(folder: str, most: int = sys.maxsize, /) -> list[tuple[str, str]]:
    """What lies in a folder, sorted: names, and what they are; of more than ``most`` so many of them. Raises OSError."""
    with os.scandir(folder) as entries:
        return sorted((entry.name, _kind(entry)) for entry in islice(entries, most))


def _kind(entry: os.DirEntry[str]) -> str:
    if entry.is_dir(follow_symlinks=False):
        return FOLDER
    if entry.is_file(follow_symlinks=False):
        return FILE
    return LINK if os.path.isdir(entry.path) else OTHER  # which, of a link to nowhere, raises nothing


@question
def matches(pattern: str, /) -> list[str]:
    """The paths that a glob of the command line means, sorted. Raises RecursionError."""
    import glob

    return sorted(glob.glob(pattern, recursive=True))


_ignoring: tuple[str, IgnoreRules] | None = None


@question
def ignored(folder: str, here: str, /) -> list[str]:
    """What ``.gitignore`` and the like leave out in the folder ``here``, in a search that began in ``folder``.

    The rules above, and the user's own, are read where ``here`` is ``folder``: with that a search begins.
    """
    global _ignoring
    from pipelint._native import IgnoreRules

    if _ignoring is None or _ignoring[0] != folder or here == folder:
        _ignoring = folder, IgnoreRules(folder)
    rules = _ignoring[1]
    try:
        with os.scandir(here) as entries:
            found = [(entry.name, entry.is_dir(follow_symlinks=False)) for entry in entries]
    except OSError:
        return []
    return sorted(name for name, inner in found if rules.ignores(join(here, name).removeprefix(folder).lstrip("/"), inner))


def read_own(path: str) -> bytes:
    """The bytes of a file of pipelint's own, of which nobody takes notes: it is a part of the program. Raises as ``read``."""
    return _read(path, MAX_BYTES)


@question
def read(path: str, most: int = MAX_BYTES, /) -> bytes:
    """The bytes of a regular file. Raises OSError, TooLarge for more than ``most`` bytes, ValueError for what no path can be.

    Whatever the path leads to, nothing is waited for: a pipe, a terminal or a device is no regular file, and of a file that says
    it is empty and is not, such as those of ``/proc``, no more than ``most`` bytes are read.
    """
    return _read(path, most)


def _read(path: str, most: int) -> bytes:
    plain = _path(path)
    # Before it is opened, since opening alone does something to some devices; and after, since it may be another file by now.
    _check(os.stat(plain), most)
    handle = os.open(plain, os.O_RDONLY | AT_ONCE)
    try:
        size = _check(os.fstat(handle), most)
        # Mostly there is one part, which is not copied: fresh memory takes longer than its reading.
        parts, found = list[bytes](), 0
        while part := os.read(handle, max(size + 1 - found, _PART)):
            parts.append(part)
            found += len(part)
            if found > most:
                raise TooLarge(most)
        return parts[0] if len(parts) == 1 else b"".join(parts)
    finally:
        os.close(handle)


def _check(status: os.stat_result, most: int) -> int:
    """The size of a regular file. Raises OSError for anything else, TooLarge."""
    if stat.S_ISDIR(status.st_mode):
        raise IsADirectoryError(errno.EISDIR, "is a directory")
    if not stat.S_ISREG(status.st_mode):
        raise OSError(errno.EINVAL, NOT_REGULAR)
    if status.st_size > most:
        raise TooLarge(most)
    return status.st_size


def walk(folder: str, failed: Callable[[OSError], None]) -> Iterator[tuple[str, list[str], dict[str, str]]]:
    """Each folder from ``folder`` on with the names of the folders in it, and by name what else is there but links to folders.

    As ``os.walk``: folders that are taken out of their list are not gone into. That one calls itself for each folder inside
    another one, which ends at a thousand of them.
    """
    todo = [folder]
    while todo:
        here = todo.pop()
        try:
            found = listing(here)
        except OSError as error:
            failed(error)
            continue
        folders = [name for name, kind in found if kind is FOLDER]
        yield here, folders, {name: kind for name, kind in found if kind in (FILE, OTHER)}
        todo += (os.path.join(here, name) for name in reversed(folders))


@question
def real(path: str, /) -> str:
    """Its absolute path without links, as far as it exists. Raises ValueError for what no path can be."""
    return os.path.realpath(_path(path))


def within(path: str, folders: Iterable[str]) -> bool:
    """Whether a path leads into one of ``folders`` (real paths), links followed; false for what no path can be."""
    try:
        return inside(real(path), folders)
    except (OSError, ValueError):
        return False


def inside(path: str, folders: Iterable[str]) -> bool:
    """Whether a real path is one of ``folders`` (real paths), or lies in one."""
    return any(path == folder or path.startswith(folder.rstrip(os.sep) + os.sep) for folder in folders)


def folders_within(path: str, project: Iterable[str]) -> Iterator[str]:
    """Of ``folders`` of a path those that lie in ``project`` (real paths), links followed. Raises ValueError."""
    return iter(_within(tuple(folders(path)), tuple(project)))


@follows
def _within(above: tuple[str, ...], project: tuple[str, ...], /) -> list[str]:
    found, straight = [], False
    for each in above:
        # What is above a folder on the way to which there is no link has none on its way, either.
        there = each if straight else real(each)
        straight = there == each
        if inside(there, project):
            found.append(each)
    return found


def _path(path: str) -> str:
    """As pathlib takes it: nothing is the folder at hand, and a slash at the end says nothing."""
    return (path.rstrip("/") or "/") if path.endswith("/") else path or "."
