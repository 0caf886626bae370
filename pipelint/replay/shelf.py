"""Where entries lie: one file each, in folders of the user's own cache that nobody else can write to."""

from __future__ import annotations

import os
import stat
import sys
import time

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

FOLDER = "PIPELINT_CACHE_DIR"
"""The variable that names another folder; empty it says that nothing is kept."""

MOST_BYTES, MOST_ENTRIES = 2 * 1024 * 1024, 64
"""Of each of the 16 folders, by the first letter of keys: 32 MiB and 1,024 entries in all. What was not used longest goes."""

LARGEST = MOST_BYTES // 2
"""Bytes of an entry."""

_HOUR = 3600
_PLAIN = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
_OTHERS = stat.S_IRWXG | stat.S_IRWXO


def get(key: str) -> bytes | None:
    """What is kept under a key, None where there is nothing to be trusted."""
    try:
        path = _path(key)
        if path is None:
            return None
        handle = os.open(path, os.O_RDONLY | _PLAIN)
        try:
            found = os.fstat(handle)
            if not stat.S_ISREG(found.st_mode) or not _is_mine(found) or found.st_size > LARGEST:
                return None
            data = os.read(handle, LARGEST + 1)
        finally:
            os.close(handle)
        if time.time() - found.st_mtime > _HOUR:
            os.utime(path)
    except (OSError, ValueError):
        return None
    return data if len(data) == found.st_size else None


def put(key: str, data: bytes | None) -> None:
    """Keeps ``data``, at once or not at all. Nothing is said where that cannot be done."""
    if data is None or len(data) > LARGEST:
        return
    try:
        path = _path(key, make=True)
        if path is not None:
            _make_room(os.path.dirname(path), len(data))
            _write(path, data)
    except (OSError, ValueError):
        pass


def home() -> str | None:
    """The folder of all entries, None where the user has none."""
    named = os.environ.get(FOLDER)
    if named is not None:
        return os.path.abspath(named) if named else None
    if sys.platform == "win32":
        above = os.environ.get("LOCALAPPDATA", "")
    elif sys.platform == "darwin":
        above = os.path.join(os.environ.get("HOME", ""), "Library", "Caches")
    else:
        above = os.environ.get("XDG_CACHE_HOME", "")
        if not os.path.isabs(above):
            above = os.path.join(os.environ.get("HOME", ""), ".cache")
    return os.path.join(above, "pipelint") if os.path.isabs(above) else None


def _path(key: str, *, make: bool = False) -> str | None:
    """The file of a key, None where a folder on the way is not the user's alone. Raises OSError where there is none."""
    above = home()
    if above is None:
        return None
    folder = os.path.join(above, key[0])
    if make:
        os.makedirs(os.path.dirname(above), exist_ok=True)
        for each in (above, folder):
            try:
                os.mkdir(each, stat.S_IRWXU)
            except FileExistsError:
                continue
    # The upper one may have been made by the user, or a CI system: it may be looked into.
    found, inner = os.lstat(above), os.lstat(folder)
    safe = stat.S_ISDIR(found.st_mode) and _is_mine(found, stat.S_IWGRP | stat.S_IWOTH)
    return os.path.join(folder, key[1:]) if safe and stat.S_ISDIR(inner.st_mode) and _is_mine(inner) else None


def _is_mine(found: os.stat_result, closed: int = _OTHERS) -> bool:
    """Whether something is this user's, and others may do nothing with it of what ``closed`` names."""
    if sys.platform == "win32":
        return True  # the access list of the user's folder holds below it
    return found.st_uid == os.geteuid() and not found.st_mode & closed


def _make_room(folder: str, size: int) -> None:
    with os.scandir(folder) as entries:
        found = sorted((status.st_mtime_ns, status.st_size, each.path) for each, status in _statuses(entries))
    left, total = len(found), sum(each[1] for each in found)
    for _, freed, path in found:
        if left < MOST_ENTRIES and total + size <= MOST_BYTES:
            break
        os.unlink(path)
        left, total = left - 1, total - freed


def _statuses(entries: Iterable[os.DirEntry[str]]) -> Iterator[tuple[os.DirEntry[str], os.stat_result]]:
    for each in entries:
        try:
            yield each, each.stat(follow_symlinks=False)
        except OSError:
            continue  # another process has just taken it away


def _write(path: str, data: bytes) -> None:
    scratch = f"{path}.{os.getpid()}.{time.time_ns()}"
    handle = os.open(scratch, os.O_WRONLY | os.O_CREAT | os.O_EXCL | _PLAIN, stat.S_IRUSR | stat.S_IWUSR)
    try:
        try:
            written = os.write(handle, data)
        finally:
            os.close(handle)
        if written < len(data):
            raise OSError("the disk is full")
        os.replace(scratch, path)
    except BaseException:
        os.unlink(scratch)
        raise
