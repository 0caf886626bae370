"""The sender of a transport."""

from __future__ import annotations

from pipelint.bench.model import Content, Sender, Target


def make_sender(target: Target, content: Content, index: int = 0, count: int = 1) -> Sender:
    """The sender of worker ``index`` of ``count``, ready to send. Raises BenchError, ValueError for no address, in words."""
    match target.transport:
        case "tail":
            from pipelint.bench.transport.tail import TailSender

            return TailSender(target, content, index, count)
        case "tcp":
            from pipelint.bench.transport.stream import TcpSender

            return TcpSender(target, content)
        case "udp":
            from pipelint.bench.transport.datagram import UdpSender

            return UdpSender(target, content)
        case "forward":
            from pipelint.bench.transport.forward import ForwardSender

            return ForwardSender(target, content)
        case "http":
            from pipelint.bench.transport.http import HttpSender

            return HttpSender(target, content)
    raise ValueError(f'there is no transport "{target.transport}"')
