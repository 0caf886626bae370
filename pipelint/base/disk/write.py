"""The one way in which pipelint writes a file: beside it first, then in its place, so that there is the old or the new one."""

from __future__ import annotations

import contextlib
import errno
import os
import stat
import sys
import tempfile
from functools import cache
from pathlib import Path

from pipelint.base.disk.files import SCRATCH, is_scratch

_WRITABLE = stat.S_IWUSR | stat.S_IWGRP | stat.S_IWOTH
# What people have set: a file that has lost it is another one. All else the system may keep to itself (security.selinux).
_SET_BY_PEOPLE = ("user.", "system.posix_acl_")


def write_file(path: str, data: bytes, read: bytes | None = None) -> None:
    """Puts ``data`` into a file, all of it or nothing: after a crash, too, there is the old file or the new one.

    Behind a link its target is written. Mode, owner, extended attributes and access lists stay. What is no file of a folder (a
    pipe, a device, the open standard output) is written as it is. ``read`` is what was read of the file and has to be in it
    still. Raises OSError, whose ``strerror`` says why nothing was written.
    """
    try:
        if is_stream(path):
            with os.fdopen(_open_stream(path), "wb") as stream:
                stream.write(data)
        else:
            _replace(path, data, read)
    except OSError as error:
        # Not the name of the file beside it.
        error.filename, error.filename2 = path, None
        raise


def _replace(path: str, data: bytes, read: bytes | None) -> None:
    real = Path(os.path.realpath(path))
    now = real.stat() if real.exists() else None
    if now is not None:
        _refuse(real, now)
    _remove_strays(real.parent)
    handle, scratch = _scratch(real.parent)
    try:
        # It stays open, and so locked, until it has its name: nobody takes it for a stray.
        with os.fdopen(handle, "wb") as stream:
            stream.write(data)
            stream.flush()
            _dress(stream.fileno(), real, now)
            os.fsync(stream.fileno())
            if sys.platform != "win32":
                _rename(scratch, real, read)
        if sys.platform == "win32":
            # What is open has no other name there.
            _rename(scratch, real, read)
    except BaseException:
        with contextlib.suppress(OSError):
            scratch.unlink()
        raise
    _sync(real.parent)


def _rename(scratch: Path, real: Path, read: bytes | None) -> None:
    if read is not None and real.read_bytes() != read:
        raise OSError(errno.EBUSY, "the file has changed since it was read")
    scratch.replace(real)


def is_stream(path: str) -> bool:
    """Whether it is no file of a folder, or one that is open as standard output or error: no other can take its place."""
    try:
        found = Path(path).stat()
    except (OSError, ValueError):
        return False
    return not stat.S_ISREG(found.st_mode) or str(Path(path).parent) == "/dev/fd" or _standard(found) is not None


def _standard(found: os.stat_result) -> int | None:
    """The number of the standard output or error that a file is open as."""
    for number in (1, 2):
        with contextlib.suppress(OSError):
            if os.path.samestat(found, os.fstat(number)):
                return number
    return None


def _open_stream(path: str) -> int:
    # A file that is open goes on where it is: opened anew it would be written from its beginning.
    number = _standard(Path(path).stat())
    return os.open(path, os.O_WRONLY | os.O_APPEND) if number is None else os.dup(number)


def _refuse(path: Path, now: os.stat_result) -> None:
    """Raises OSError for a file in whose place no other may be put, though the folder would allow it."""
    if not now.st_mode & _WRITABLE or not os.access(path, os.W_OK):
        raise OSError(errno.EACCES, "the file is read-only")
    if now.st_nlink > 1:
        # Replaced it would be two files from then on, written in place it could be lost half way. Nothing is lost by a word.
        raise OSError(errno.EMLINK, f"the file has {now.st_nlink} hard links, and all but this one would keep the old text")


def _scratch(folder: Path) -> tuple[int, Path]:
    """A new file in a folder, locked as long as it is open."""
    while True:
        handle, name = tempfile.mkstemp(dir=folder, prefix=SCRATCH[0], suffix=SCRATCH[1])
        with contextlib.suppress(OSError):
            _lock(handle, wait=True)
        if Path(name).exists():
            return handle, Path(name)
        # Another process has taken it for a stray before it was locked.
        os.close(handle)


def _lock(handle: int, *, wait: bool) -> None:
    """Locks an open file. Raises OSError where another process has, and where the system or the disk knows no locks."""
    if sys.platform == "win32":
        raise OSError(errno.ENOLCK, os.strerror(errno.ENOLCK))
    import fcntl

    fcntl.flock(handle, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))


@cache
def _remove_strays(folder: Path) -> None:
    """Removes what processes have left in a folder that ended while they wrote; once for each folder is enough."""
    with contextlib.suppress(OSError):
        for path in folder.iterdir():
            if is_scratch(str(path)):
                _remove_stray(path)


def _remove_stray(path: Path) -> None:
    with contextlib.suppress(OSError):
        handle = os.open(path, os.O_RDWR | getattr(os, "O_NOFOLLOW", 0))
        try:
            # Who still writes it has it locked.
            _lock(handle, wait=False)
            path.unlink()
        finally:
            os.close(handle)


def _dress(handle: int, path: Path, now: os.stat_result | None) -> None:
    """Gives the new file what the old one has beside its bytes, and one without a predecessor the mode of any new file."""
    if sys.platform == "win32":
        return  # A folder's access list holds for all that is made in it.
    if now is None:
        mask = os.umask(0)
        os.umask(mask)
        os.chmod(handle, 0o666 & ~mask)
        return
    # The owner first: a file that changes hands loses bits of its mode.
    with contextlib.suppress(OSError):
        os.chown(handle, now.st_uid, now.st_gid)
    os.chmod(handle, stat.S_IMODE(now.st_mode))
    _dress_attributes(handle, path)


def _dress_attributes(handle: int, path: Path) -> None:
    if sys.platform != "linux":
        return  # Python has no words for them elsewhere.
    try:
        old, new = os.listxattr(path), os.listxattr(handle)
    except OSError:
        return  # A disk that has none.
    for name in new:
        if name not in old and name.startswith(_SET_BY_PEOPLE):
            # An access list that every new file of the folder gets.
            os.removexattr(handle, name)
    for name in old:
        try:
            os.setxattr(handle, name, os.getxattr(path, name))
        except OSError:
            if name.startswith(_SET_BY_PEOPLE):
                raise


def _sync(folder: Path) -> None:
    """Has the new name written to the disk, where folders can be."""
    with contextlib.suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
