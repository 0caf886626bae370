"""Sinks of streams: lines, and forward messages with their acknowledgements."""

from __future__ import annotations

from pipelint.bench.watch.unpack import MoreError, acknowledgement, read_message
from pipelint.measure.sinks.base import Link, Sink


class LineSink(Sink):
    """Takes everything, and says nothing; an error is the end of the connection."""

    def serve(self, link: Link) -> None:
        """See Sink."""
        while link.some():
            if self.fails():
                return


class ForwardSink(Sink):
    """Acknowledges each message that asks for it; an error is no acknowledgement, but the end of the connection."""

    def serve(self, link: Link) -> None:
        """See Sink."""
        data, enough = b"", 0
        while True:
            # So much has to be there before it is worth another look.
            data += link.some()
            at = 0
            try:
                while len(data) > max(at, enough):
                    message = read_message(data, at)
                    at, enough = message.end, 0
                    if self.fails():
                        return
                    if message.chunk:
                        link.send(acknowledgement(message.chunk))
            except MoreError:
                enough = len(data) - at
            data = data[at:]
