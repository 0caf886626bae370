"""What a sender sends, and a receiver on this machine that keeps what it gets."""

from __future__ import annotations

import socket
import ssl
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from pipelint.bench.model import Sender

Answer = Callable[[bytes], tuple[bytes, bytes]]
"""From what has arrived and is not answered yet: the answer, and what is left."""


class Sink:
    """What has arrived, a text a connection."""

    def __init__(self, answer: Answer | None, tls: ssl.SSLContext | None) -> None:
        self.got: list[bytearray] = []
        self._answer, self._tls = answer, tls
        self._socket = socket.create_server(("127.0.0.1", 0))
        self.to = f"127.0.0.1:{self._socket.getsockname()[1]}"
        self._last: object = None
        self._threads = [threading.Thread(target=self._accept, daemon=True)]
        self._threads[0].start()

    def _accept(self) -> None:
        while True:
            try:
                link, caller = self._socket.accept()
            except OSError:
                return
            if caller == self._last:
                link.close()
                return
            self.got.append(bytearray())
            thread = threading.Thread(target=self._serve, args=(link, self.got[-1]), daemon=True)
            self._threads.append(thread)
            thread.start()

    def _serve(self, link: socket.socket, got: bytearray) -> None:
        try:
            link = link if self._tls is None else self._tls.wrap_socket(link, server_side=True)
            waiting = b""
            while data := link.recv(1 << 20):
                got += data
                if self._answer is not None:
                    answer, waiting = self._answer(waiting + data)
                    link.sendall(answer)
        except OSError:
            pass
        finally:
            link.close()

    def finish(self) -> None:
        """Waits for all that was sent, and accepts no more: connections come in order, so none is left before its own."""
        with socket.socket() as last:
            last.bind(("127.0.0.1", 0))
            self._last = last.getsockname()
            last.connect(self._socket.getsockname())
            self._threads[0].join(10)
        self._socket.close()
        for thread in self._threads[1:]:
            thread.join(10)


@contextmanager
def sink(answer: Answer | None = None, tls: ssl.SSLContext | None = None) -> Iterator[Sink]:
    """A receiver; after the block, all that was sent has arrived."""
    made = Sink(answer, tls)
    try:
        yield made
    finally:
        made.finish()


def send(sender: Sender, records: int) -> tuple[int, int]:
    """Sends so many: records and bytes."""
    left, size = records, 0
    while left:
        count, written = sender.send(min(left, sender.most))
        left, size = left - count, size + written
    sender.close()
    return records, size
