"""Scratch: the one folder that a run writes to, the lock that lets one run measure at a time, and what ends a run."""

from __future__ import annotations

import os
import shutil
import signal
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from types import FrameType
from typing import NoReturn

from pipelint.base.running.stopping import STOPPING, leave_terminal
from pipelint.engines.launch import LaunchError


class StoppedError(BaseException):
    """Somebody wants the run to end. ``number``: of the signal."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number


@contextmanager
def stoppable() -> Iterator[None]:
    """In this, Ctrl-C, a plain kill and the end of the terminal raise StoppedError once; later ones do not disturb the end."""

    def stop(number: int, frame: FrameType | None) -> NoReturn:
        for each in STOPPING:
            signal.signal(each, signal.SIG_IGN)
        leave_terminal(number)
        raise StoppedError(number)

    before = {each: signal.signal(each, stop) for each in STOPPING}
    try:
        yield
    finally:
        for each, handler in before.items():
            signal.signal(each, handler)


class Scratch:
    """A folder in the system's folder for such; ``most`` bytes may be in it. Only one at a time."""

    def __init__(self, most: int) -> None:
        self._most = most

    def __enter__(self) -> Scratch:
        """Raises LaunchError where another run measures, or nothing can be written."""
        import fcntl

        parent = Path(tempfile.gettempdir())
        name = parent / f"pipelint-measure-{os.getuid()}.lock"
        try:
            self._lock = os.open(name, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC, 0o600)
        except OSError as error:
            raise LaunchError(f"{name}: cannot be written: {error.strerror}") from error
        try:
            fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            other = os.pread(self._lock, 20, 0).decode("ascii", "replace").strip()
            os.close(self._lock)
            raise LaunchError(
                f"process {other} measures already, and two would take each other's CPU: wait for it, or end it"
            ) from error
        os.ftruncate(self._lock, 0)
        os.pwrite(self._lock, str(os.getpid()).encode(), 0)
        try:
            # Short, since tags may have the path in them; real, since processes name open files so.
            self.folder = Path(tempfile.mkdtemp(prefix="pl-")).resolve()
        except OSError as error:
            os.close(self._lock)
            raise LaunchError(f"{parent}: no folder can be made there: {error.strerror}") from error
        return self

    def __exit__(self, *_: object) -> None:
        shutil.rmtree(self.folder, ignore_errors=True)
        if self.folder.exists():
            shutil.rmtree(self.folder, ignore_errors=True)
        os.close(self._lock)

    def check(self) -> None:
        """Raises LaunchError where too much is in it, or the disk is nearly full."""
        free = shutil.disk_usage(self.folder).free
        if free < self._most // 20:
            raise LaunchError(f"{self.folder.parent}: the disk is full ({free / 1e6:,.0f} MB are left)")
        size = 0
        for folder, _, names in os.walk(self.folder):
            for name in names:
                with suppress(OSError):
                    # What is on the disk: a file of holes takes none.
                    size += os.lstat(os.path.join(folder, name)).st_blocks * 512  # noqa: PTH118
        if size > self._most:
            raise LaunchError(
                f"the run has written {size / 1e6:,.0f} MB, more than it may (--max-disk): lines are kept or written out"
            )
