"""Sink: a server on loopback that takes what an output sends."""

from __future__ import annotations

import socket
import threading
import time
from abc import ABC, abstractmethod
from contextlib import suppress

from pipelint.base.lean.record import dataclass

_PIECE, _MOST = 1024 * 1024, 1024 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class Manners:
    """How a sink answers: after so many seconds, and with errors to a share (0 to 1) of what it is asked."""

    latency: float = 0.0
    error_rate: float = 0.0


class Link:
    """A connection that is read from in pieces. The end of it is EOFError."""

    def __init__(self, link: socket.socket) -> None:
        self._link, self._data = link, bytearray()

    def some(self) -> bytes:
        """What comes next, whatever that is."""
        data = bytes(self._data) or self._link.recv(_PIECE)
        self._data.clear()
        if not data:
            raise EOFError
        return data

    def exactly(self, size: int) -> bytes:
        """So many bytes. Raises ValueError where that is no size of a message."""
        if not 0 <= size <= _MOST:
            raise ValueError(f"a message of {size} bytes")
        while len(self._data) < size:
            self._more()
        return self._taken(size)

    def until(self, mark: bytes) -> bytes:
        """Everything before ``mark``, which is taken, too."""
        at = 0
        while (found := self._data.find(mark, at)) < 0:
            at = max(0, len(self._data) - len(mark))
            self._more()
        return self._taken(found + len(mark))[:found]

    def send(self, data: bytes) -> None:
        """Answers."""
        self._link.sendall(data)

    def _more(self) -> None:
        data = self._link.recv(_PIECE)
        if not data:
            raise EOFError
        self._data += data

    def _taken(self, size: int) -> bytes:
        data = bytes(self._data[:size])
        del self._data[:size]
        return data


class Sink(ABC):
    """Listens at ``port``; each connection has a thread, which ends with it. ``asked``: how often something was sent."""

    def __init__(self, manners: Manners) -> None:
        """Raises OSError."""
        self._manners, self.asked, self._wrong = manners, 0, 0.0
        self._lock = threading.Lock()
        self._links: set[socket.socket] = set()
        self._socket = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._socket.getsockname()[1]
        threading.Thread(target=self._accept, daemon=True).start()

    @abstractmethod
    def serve(self, link: Link) -> None:
        """Takes what comes over one connection, to its end. Raises EOFError, OSError, ValueError."""

    def fails(self) -> bool:
        """Counts what was sent, waits as long as it should, and says whether the answer is an error."""
        if self._manners.latency:
            time.sleep(self._manners.latency)
        with self._lock:
            self.asked += 1
            self._wrong += self._manners.error_rate
            if self._wrong < 1:
                return False
            self._wrong -= 1
            return True

    def close(self) -> None:
        """Ends it, and its connections."""
        for each in (self._socket, *self._links):
            # Closing alone does not wake who waits.
            with suppress(OSError):
                each.shutdown(socket.SHUT_RDWR)
            each.close()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                link, _ = self._socket.accept()
                self._links.add(link)
                threading.Thread(target=self._one, args=(link,), daemon=True).start()

    def _one(self, link: socket.socket) -> None:
        with suppress(OSError, EOFError, ValueError), link:
            link.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            self.serve(Link(link))
        self._links.discard(link)
