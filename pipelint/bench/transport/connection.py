"""Connections: HOST:PORT in words, TCP with or without TLS, and sending that can be stopped."""

from __future__ import annotations

import socket
from collections.abc import Iterable
from contextlib import suppress
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from pipelint.bench.model import BenchError, Target

if TYPE_CHECKING:
    import ssl

PATIENCE = 10.0
"""Seconds after which a receiver that takes or answers nothing is given up."""


def address(to: str, default_port: int | None = None) -> tuple[str, int]:
    """Host and port of HOST:PORT or [IPV6]:PORT. Raises ValueError, in words."""
    try:
        parts = urlsplit(f"//{to}")
        host, port = parts.hostname, parts.port or default_port
    except ValueError:
        host = port = None
    if not host or not port or parts.path or "@" in to:
        raise ValueError(f'"{to}" is no address such as 127.0.0.1:24224')
    return host, port


def connect(host: str, port: int, tls: ssl.SSLContext | None = None) -> socket.socket:
    """An open connection. Raises BenchError."""
    try:
        link = socket.create_connection((host, port), PATIENCE)
        link.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        return link if tls is None else tls.wrap_socket(link, server_hostname=host)
    except OSError as error:
        raise BenchError(f"{host}:{port}: {why(error)}") from error


def tls_of(target: Target) -> ssl.SSLContext | None:
    """Whom TLS trusts, None without TLS. Raises BenchError for a file of certificates that cannot be read."""
    if not target.tls:
        return None
    import ssl

    try:
        context = ssl.create_default_context(cafile=target.ca_file)
    except OSError as error:
        raise BenchError(f"{target.ca_file}: {error.strerror or error}") from error
    if target.insecure:
        context.check_hostname = False
        context.verify_mode = ssl.CERT_NONE
    return context


def deliver(link: socket.socket, data: bytes | memoryview, name: str) -> None:
    """Sends all of it. Raises BenchError where the receiver closes the connection, or takes nothing for ``PATIENCE`` seconds."""
    view, at = memoryview(data), 0
    try:
        while at < len(view):
            at += link.send(view[at:])
    except TimeoutError as error:
        raise BenchError(f"{name} has taken nothing for {PATIENCE:.0f} s") from error
    except OSError as error:
        raise BenchError(f"{name}: {why(error)}") from error


def why(error: OSError) -> str:
    """What went wrong with a connection, in words."""
    if isinstance(error, TimeoutError):
        return f"no answer for {PATIENCE:.0f} s"
    if isinstance(error, ConnectionRefusedError):
        return "connection refused; nothing listens there"
    if isinstance(error, BrokenPipeError | ConnectionResetError):
        return "the receiver has closed the connection"
    return str(getattr(error, "verify_message", "") or error.strerror or error)


class Links:
    """The connections of a sender, which take turns."""

    def __init__(self, target: Target, host: str, port: int) -> None:
        """Raises BenchError."""
        self.name = f"{host}:{port}"
        tls = tls_of(target)
        self._links: list[socket.socket] = []
        self._turn = -1
        try:
            for _ in range(target.connections):
                self._links.append(connect(host, port, tls))
        except BenchError:
            self.close()
            raise

    def next(self) -> tuple[int, socket.socket]:
        """The next connection, and its number."""
        self._turn = (self._turn + 1) % len(self._links)
        return self._turn, self._links[self._turn]

    def numbered(self) -> Iterable[tuple[int, socket.socket]]:
        """All connections with their numbers."""
        return enumerate(self._links)

    def close(self) -> None:
        """Closes all of them; what was sent still arrives."""
        for link in self._links:
            if hasattr(link, "unwrap"):
                # The goodbye of TLS, without which the receiver reports an error.
                with suppress(OSError, ValueError):
                    link.settimeout(1)
                    link.unwrap()
            link.close()
