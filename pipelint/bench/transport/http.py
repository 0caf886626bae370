"""HTTP: a POST with a JSON array of records, over connections that stay open."""

from __future__ import annotations

import gzip
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from select import select
from urllib.parse import SplitResult, urlsplit

from pipelint.bench.model import BenchError, Content, Target
from pipelint.bench.payload.frames import json_ring
from pipelint.bench.transport.connection import PATIENCE, tls_of, why


def url(to: str) -> SplitResult:
    """The parts of a URL. Raises ValueError, in words."""
    try:
        parts = urlsplit(to)
        known = parts.scheme in ("http", "https") and parts.hostname and (parts.port or True)
    except ValueError:
        known = False
    if not known or "@" in parts.netloc:
        raise ValueError(f'"{to}" is no URL such as http://127.0.0.1:9880/app.log')
    return parts


class HttpSender:
    """Sends requests over connections in turn: each is answered before the connection has the next one."""

    def __init__(self, target: Target, content: Content) -> None:
        """Raises BenchError."""
        self.most = target.batch
        self._ring, self._gzip = json_ring(content), target.gzip
        to = url(target.to)
        self._name = to.netloc
        self._path = (to.path or "/") + (f"?{to.query}" if to.query else "")
        tls = tls_of(target)
        self._links: list[HTTPConnection] = [
            HTTPConnection(to.hostname or "", to.port, PATIENCE)
            if tls is None
            else HTTPSConnection(to.hostname or "", to.port, timeout=PATIENCE, context=tls)
            for _ in range(target.connections)
        ]
        self._busy: set[int] = set()
        self._turn = -1
        try:
            for link in self._links:
                link.connect()
        except OSError as error:
            raise BenchError(f"{self._name}: {why(error)}") from error

    def send(self, count: int) -> tuple[int, int]:
        """Sends a request."""
        self._turn = (self._turn + 1) % len(self._links)
        self._await_answer(self._turn)
        records, objects = self._ring.take(count)
        body = b"".join((b"[", objects[:-1], b"]"))
        headers = {"Content-Type": "application/json"}
        if self._gzip:
            body = gzip.compress(body, 1)
            headers["Content-Encoding"] = "gzip"
        link = self._links[self._turn]
        if link.sock is not None and select([link.sock], [], [], 0)[0]:
            # Nothing is asked and something comes: the end of a connection that was idle too long. The request opens another.
            link.close()
        try:
            link.request("POST", self._path, body, headers)
        except OSError as error:
            raise BenchError(f"{self._name}: {why(error)}") from error
        self._busy.add(self._turn)
        return records, len(body)

    def _await_answer(self, number: int) -> None:
        if number not in self._busy:
            return
        self._busy.remove(number)
        try:
            answer = self._links[number].getresponse()
            answer.read()
        except OSError as error:
            raise BenchError(f"{self._name}: {why(error)}") from error
        except HTTPException as error:
            raise BenchError(f"{self._name}: its answer is no HTTP ({type(error).__name__})") from error
        if answer.status >= 300:
            raise BenchError(f"{self._name}: answers {answer.status} {answer.reason}")

    def close(self) -> None:
        """Waits for the last answers, then closes the connections."""
        try:
            for number in range(len(self._links)):
                self._await_answer(number)
        finally:
            for link in self._links:
                link.close()
