"""Fluent's forward protocol, version 1: PackedForward, compressed or not, with or without acknowledgements."""

from __future__ import annotations

import base64
import gzip
import os
import socket

from pipelint.bench.model import BenchError, Content, Target
from pipelint.bench.payload.frames import entry_ring
from pipelint.bench.payload.msgpack import binary_head, encode
from pipelint.bench.transport.connection import Links, address, deliver, why


class ForwardSender:
    """Sends messages of many entries over connections in turn. With ``ack``, each is acknowledged before the next."""

    def __init__(self, target: Target, content: Content) -> None:
        """Raises BenchError."""
        self.most = target.batch
        self._ring, self._target = entry_ring(content), target
        self._start = b"\x93" + encode(target.tag)
        self._links = Links(target, *address(target.to, 24224))
        self._waits: dict[int, bytes] = {}

    def send(self, count: int) -> tuple[int, int]:
        """Sends a message."""
        number, link = self._links.next()
        self._await_ack(number, link)
        records, entries = self._ring.take(count)
        option: dict[str, object] = {"size": records}
        body: bytes | memoryview = entries
        if self._target.gzip:
            option["compressed"] = "gzip"
            body = gzip.compress(entries, 1)
        if self._target.ack:
            chunk = base64.b64encode(os.urandom(16)).decode()
            option["chunk"] = chunk
            self._waits[number] = encode({"ack": chunk})
        message = b"".join((self._start, binary_head(len(body)), body, encode(option)))
        deliver(link, message, self._links.name)
        return records, len(message)

    def _await_ack(self, number: int, link: socket.socket) -> None:
        """Reads the acknowledgement that a connection waits for."""
        expected = self._waits.pop(number, b"")
        got = b""
        try:
            while len(got) < len(expected):
                more = link.recv(len(expected) - len(got))
                if not more:
                    raise BenchError(f"{self._links.name}: the receiver has closed the connection without an acknowledgement")
                got += more
        except OSError as error:
            raise BenchError(f"{self._links.name}: no acknowledgement: {why(error)}") from error
        if got != expected:
            raise BenchError(f"{self._links.name}: this is no acknowledgement of what was sent: {got[:60]!r}")

    def close(self) -> None:
        """Waits for the last acknowledgements, then closes the connections."""
        try:
            for number, link in self._links.numbered():
                self._await_ack(number, link)
        finally:
            self._links.close()
