"""A Kafka broker that leads every partition of any topic and forgets what it is sent: ApiVersions, Metadata and Produce."""

from __future__ import annotations

import struct

from pipelint.measure.sinks.base import Link, Sink

# Keys and versions of requests as Kafka's protocol guide numbers them; the highest versions that are answered here.
_PRODUCE, _METADATA, _VERSIONS = 0, 3, 18
_ANSWERED = {_PRODUCE: 3, _METADATA: 1, _VERSIONS: 0}
_PARTITIONS = 2
_NOT_AVAILABLE = 5  # LEADER_NOT_AVAILABLE, which every client tries again


class KafkaSink(Sink):
    """See the module."""

    def serve(self, link: Link) -> None:
        """See Sink."""
        while True:
            (size,) = struct.unpack(">i", link.exactly(4))
            request = link.exactly(size)
            key, version, number = struct.unpack_from(">hhi", request)
            reader = _Reader(request, 8)
            reader.text()
            if version > _ANSWERED.get(key, -1):
                # UNSUPPORTED_VERSION, after which a client asks for less, or says what it misses.
                body = struct.pack(">hi", 35, 0)
            elif key == _VERSIONS:
                body = struct.pack(">hi", 0, len(_ANSWERED)) + b"".join(
                    struct.pack(">hhh", k, 0, v) for k, v in _ANSWERED.items()
                )
            elif key == _METADATA:
                body = self._metadata(reader, version)
            else:
                acks, body = self._produce(reader, version)
                if not acks:
                    continue
            link.send(struct.pack(">ii", len(body) + 4, number) + body)

    def _metadata(self, reader: _Reader, version: int) -> bytes:
        topics = [reader.text() for _ in range(max(0, reader.number(">i")))]
        broker = struct.pack(">ii", 1, 0) + _text(b"127.0.0.1") + struct.pack(">i", self.port)
        # From version 1 on: the rack of a broker, the controller, whether a topic is the broker's own.
        found = broker + (_text(None) + struct.pack(">i", 0) if version else b"") + struct.pack(">i", len(topics))
        for topic in topics:
            found += struct.pack(">h", 0) + _text(topic) + (b"\0" if version else b"") + struct.pack(">i", _PARTITIONS)
            for partition in range(_PARTITIONS):
                found += struct.pack(">hiiiiii", 0, partition, 0, 1, 0, 1, 0)
        return found

    def _produce(self, reader: _Reader, version: int) -> tuple[int, bytes]:
        if version >= 3:
            reader.text()  # the id of a transaction
        acks = reader.number(">h")
        reader.number(">i")
        wrong = _NOT_AVAILABLE if self.fails() else 0
        count = reader.number(">i")
        found = struct.pack(">i", count)
        for _ in range(count):
            topic, partitions = reader.text(), reader.number(">i")
            found += _text(topic) + struct.pack(">i", partitions)
            for _ in range(partitions):
                partition, size = reader.number(">i"), reader.number(">i")
                reader.at += size
                found += struct.pack(">ihq", partition, wrong, 0) + (struct.pack(">q", -1) if version >= 2 else b"")
        return acks, found + (struct.pack(">i", 0) if version >= 1 else b"")


class _Reader:
    def __init__(self, data: bytes, at: int) -> None:
        self.data, self.at = data, at

    def number(self, form: str) -> int:
        """Raises ValueError where there is no more."""
        try:
            (value,) = struct.unpack_from(form, self.data, self.at)
        except struct.error as error:
            raise ValueError("no request of Kafka") from error
        self.at += struct.calcsize(form)
        return int(value)

    def text(self) -> bytes | None:
        """Bytes with their length before them."""
        size = self.number(">h")
        if size < 0:
            return None
        self.at += size
        return self.data[self.at - size : self.at]


def _text(value: bytes | None) -> bytes:
    return struct.pack(">h", -1) if value is None else struct.pack(">h", len(value)) + value
