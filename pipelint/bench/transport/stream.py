"""TCP: lines, one after the other."""

from __future__ import annotations

from pipelint.bench.model import Content, Target
from pipelint.bench.payload.frames import line_ring
from pipelint.bench.transport.connection import Links, address, deliver


class TcpSender:
    """Sends lines over TCP connections in turn, with or without TLS."""

    most = 100_000

    def __init__(self, target: Target, content: Content) -> None:
        """Raises BenchError."""
        self._ring = line_ring(content)
        self._links = Links(target, *address(target.to))

    def send(self, count: int) -> tuple[int, int]:
        """Sends lines over the next connection."""
        records, data = self._ring.take(count, 1024 * 1024)
        deliver(self._links.next()[1], data, self._links.name)
        return records, len(data)

    def close(self) -> None:
        """Closes the connections."""
        self._links.close()
