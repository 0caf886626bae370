"""UDP: a datagram a line. Who takes them too slowly loses some, and nobody is told."""

from __future__ import annotations

import errno
import socket

from pipelint.bench.model import BenchError, Content, Target
from pipelint.bench.payload.frames import line_ring
from pipelint.bench.transport.connection import address, why


class UdpSender:
    """Sends each line, without its line feed, in a datagram of its own."""

    # Few at once: a receiver's buffer holds some hundred.
    most = 100

    def __init__(self, target: Target, content: Content) -> None:
        """Raises BenchError."""
        self._ring = line_ring(content)
        host, port = address(target.to)
        self._name = f"{host}:{port}"
        try:
            family, kind, protocol, _, where = socket.getaddrinfo(host, port, type=socket.SOCK_DGRAM)[0]
            self._socket = socket.socket(family, kind, protocol)
            self._socket.connect(where)
        except OSError as error:
            raise BenchError(f"{self._name}: {why(error)}") from error

    def send(self, count: int) -> tuple[int, int]:
        """Sends datagrams."""
        size = 0
        lines = self._ring.take_each(count)
        try:
            for line in lines:
                size += self._socket.send(line[:-1])
        except OSError as error:
            if error.errno == errno.EMSGSIZE:
                raise BenchError(f"{self._name}: a line of {len(line) - 1:,} bytes is too long for a datagram") from error
            raise BenchError(f"{self._name}: {why(error)}") from error
        return len(lines), size

    def close(self) -> None:
        """Closes the socket."""
        self._socket.close()
