"""A port that a pipeline sends its output to: lines, forward messages and HTTP requests, told apart by how they begin."""

from __future__ import annotations

import socket
import threading
from contextlib import suppress

from pipelint.bench.watch.unpack import MoreError, acknowledgement, read_message

_PIECE = 1024 * 1024


class PortOutput:
    """Counts what arrives at a port of this machine; each connection has a thread, which ends with the process."""

    def __init__(self, port: int) -> None:
        """Port 0 is any free one. Raises OSError."""
        self._counts: list[int] = []
        self._socket = socket.create_server(("127.0.0.1", port))
        self.port: int = self._socket.getsockname()[1]
        threading.Thread(target=self._accept, daemon=True).start()

    def count(self) -> int:
        """Records that have arrived."""
        return sum(self._counts)

    def close(self) -> None:
        """Accepts no more."""
        # Closing alone does not wake who waits in accept.
        with suppress(OSError):
            self._socket.shutdown(socket.SHUT_RDWR)
        self._socket.close()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                link, _ = self._socket.accept()
                # Before the thread, which counts at once.
                self._counts.append(0)
                threading.Thread(target=self._serve, args=(link, len(self._counts) - 1), daemon=True).start()

    def _serve(self, link: socket.socket, index: int) -> None:
        with suppress(OSError, ValueError), link:
            data = link.recv(_PIECE)
            if data[:1] and data[0] in (0x92, 0x93, 0x94):
                self._forward(link, index, data)
            elif data.startswith((b"POST ", b"PUT ")):
                self._http(link, index, data)
            else:
                while data:
                    self._counts[index] += data.count(b"\n")
                    data = link.recv(_PIECE)

    def _forward(self, link: socket.socket, index: int, data: bytes) -> None:
        # So much has to be there before it is worth another look.
        enough = 0
        while True:
            at = 0
            try:
                while len(data) > max(at, enough):
                    message = read_message(data, at)
                    at, enough = message.end, 0
                    self._counts[index] += message.events
                    if message.chunk:
                        link.sendall(acknowledgement(message.chunk))
            except MoreError:
                enough = len(data) - at
            more = link.recv(_PIECE)
            if not more:
                return
            data = data[at:] + more

    def _http(self, link: socket.socket, index: int, data: bytes) -> None:
        """Requests with a length: each line of a body is a record, and what follows the last of them."""
        while True:
            while b"\r\n\r\n" not in data:
                if not (more := link.recv(_PIECE)):
                    return
                data += more
            head, _, data = data.partition(b"\r\n\r\n")
            lengths = [line.split(b":")[1] for line in head.lower().split(b"\r\n") if line.startswith(b"content-length:")]
            size = int(lengths[0]) if lengths else 0
            while len(data) < size:
                if not (more := link.recv(_PIECE)):
                    return
                data += more
            body, data = data[:size], data[size:]
            self._counts[index] += body.count(b"\n") + (not body.endswith(b"\n") if body else 0)
            link.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
