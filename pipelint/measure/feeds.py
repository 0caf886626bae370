"""Feed: gives one source exactly so many lines, and sees when the engine has read them."""

from __future__ import annotations

import ctypes
import socket
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Protocol

from pipelint.bench.model import BenchError, Content, Target
from pipelint.bench.transport.make import make_sender
from pipelint.engines.launch import LaunchError
from pipelint.measure.lines import Lines
from pipelint.measure.process import Running

_BATCH = 1_000
# Of datagrams that wait no more than so many bytes, or the system drops some.
_QUEUE = 32_768
# FALLOC_FL_KEEP_SIZE and FALLOC_FL_PUNCH_HOLE (man 2 fallocate).
_HOLE = 0x01 | 0x02


class Feed(Protocol):
    """How lines come to one source."""

    def ready(self) -> bool:
        """Whether the engine listens."""
        ...

    def add(self, count: int, check: Callable[[], None]) -> None:
        """Gives it so many lines. ``check`` is called meanwhile, and may raise. Raises LaunchError."""
        ...

    def read(self, engine: Running) -> bool:
        """Whether the engine has taken all of them."""
        ...

    def forget(self) -> None:
        """Gives back the room of what was read."""
        ...


class FileFeed:
    """A file that grows."""

    def __init__(self, path: Path, lines: Lines) -> None:
        self._path, self._content, self._size = path, Content(file=lines.path), 0
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()

    def ready(self) -> bool:
        """A file need not be listened to."""
        return True

    def add(self, count: int, check: Callable[[], None]) -> None:
        """See Feed."""
        self._size += _sent(Target("tail", str(self._path)), self._content, count, check)

    def read(self, engine: Running) -> bool:
        """By the position of the file that the engine has open."""
        return engine.position(str(self._path)) >= self._size

    def forget(self) -> None:
        """Makes a hole of it: the file keeps its size, which the engine goes by."""
        with suppress(OSError, AttributeError), self._path.open("r+b") as file:
            ctypes.CDLL(None).fallocate(file.fileno(), _HOLE, ctypes.c_longlong(0), ctypes.c_longlong(self._size))


class PortFeed:
    """A port of this machine. ``transport`` as in ``pipelint bench``."""

    def __init__(self, transport: str, port: int, lines: Lines) -> None:
        self._port, self._udp = port, transport == "udp"
        to = f"http://127.0.0.1:{port}/measured" if transport == "http" else f"127.0.0.1:{port}"
        self._target = Target(transport, to, batch=_BATCH, tag="measured")
        self._content = Content(file=lines.path, form="jsonl" if lines.objects else "raw")

    def ready(self) -> bool:
        """Whether somebody listens there."""
        if self._udp:
            return _waiting(self._port, ("udp", "udp6")) is not None
        with suppress(OSError), socket.create_connection(("127.0.0.1", self._port), 1):
            return True
        return False

    def add(self, count: int, check: Callable[[], None]) -> None:
        """See Feed."""

        def paced() -> None:
            check()
            while self._udp and (_waiting(self._port, ("udp", "udp6")) or 0) > _QUEUE:
                check()
                time.sleep(0.001)

        _sent(self._target, self._content, count, paced)

    def read(self, engine: Running) -> bool:
        """Whether the system holds nothing back for that port."""
        return not _waiting(self._port, ("tcp", "tcp6", "udp", "udp6"))

    def forget(self) -> None:
        """Nothing is kept."""


def _sent(target: Target, content: Content, count: int, check: Callable[[], None]) -> int:
    """Sends so many records. Returns their bytes. Raises LaunchError."""
    size = 0
    try:
        sender = make_sender(target, content)
        try:
            while count:
                records, written = sender.send(min(count, sender.most))
                count -= records
                size += written
                check()
        finally:
            sender.close()
    except BenchError as error:
        raise LaunchError(str(error)) from error
    return size


def _waiting(port: int, tables: tuple[str, ...]) -> int | None:
    """Bytes that came for a local port and that nobody has read (man 5 proc, /proc/net/tcp); None where it is not open."""
    found = None
    for table in tables:
        with suppress(OSError, ValueError, IndexError):
            for line in Path(f"/proc/net/{table}").read_text().splitlines()[1:]:
                words = line.split()
                if int(words[1].rpartition(":")[2], 16) == port:
                    # A socket that listens has its queue of connections there.
                    found = (found or 0) + (0 if words[3] == "0A" else int(words[4].partition(":")[2], 16))
    return found
