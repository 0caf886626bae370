"""A text that stands in a scalar of YAML in base64: decoded, with a map three bytes wide, and written back in base64."""

from __future__ import annotations

import binascii
from base64 import b64decode, b64encode
from collections.abc import Sequence
from functools import cached_property

from pipelint.base.lean.record import dataclass
from pipelint.base.text.changes import Change
from pipelint.base.text.document import WayBack
from pipelint.base.text.sourcemap import SourceMap
from pipelint.base.text.span import Span
from pipelint.yaml.edit import read_scalar, write_scalar
from pipelint.yaml.text import scalar_map
from pipelint.yaml.tree import Scalar

MAX_BASE64 = 1_500_000
"""Bytes of base64 that are read: a Secret holds at most 1 MiB (MaxSecretSize in Kubernetes' API)."""

_BREAKS = b"\r\n"  # what Go's decoder, and so Kubernetes, passes over; blanks it refuses


def decoded(encoded: bytes) -> bytes:
    """What stands in base64; nothing where it is none, or no text (UTF-8 without NUL bytes)."""
    try:
        text = b64decode(encoded.translate(None, _BREAKS), validate=True)
        text.decode("utf-8")
    except (binascii.Error, ValueError):
        return b""
    return b"" if b"\0" in text else text


class InBase64:
    """The way back of a text that stands in base64, folded as it was."""

    def takes(self, text: bytes, changes: Sequence[Change]) -> bool:
        """Any change can be written."""
        return True

    def written(self, data: bytes, start: int, text: bytes) -> bytes:
        """The file with the text in its scalar. Raises YamlEditError."""
        former = read_scalar(data, start)
        lines = former.split(b"\n")
        encoded = b64encode(text)
        if len(lines[0]) < len(former.rstrip(b"\n")):
            width = len(lines[0])
            encoded = b"\n".join(encoded[at : at + width] for at in range(0, len(encoded), width))
        return write_scalar(data, start, encoded + former[len(former.rstrip(b"\n")) :])


@dataclass(frozen=True, eq=False)
class Base64Text:
    """A scalar of YAML that holds a text in base64."""

    scalar: Scalar

    @property
    def span(self) -> Span:
        """Where it stands in its file."""
        return Span(self.scalar.start, self.scalar.end)

    @property
    def back(self) -> WayBack:
        """In base64."""
        return InBase64()

    @cached_property
    def _decoded(self) -> bytes:
        return decoded(self.scalar.encoded)

    def value(self) -> bytes:
        """The text; empty where there is none."""
        return self._decoded

    def map(self, data: bytes) -> SourceMap:
        """The text with its map to ``data``: three bytes stand where their four letters do."""
        outer = scalar_map(data, self.scalar)
        letters = [
            piece.file.start + offset
            for piece in outer.pieces()
            for offset, letter in enumerate(piece.doc.cut(outer.text) if piece.verbatim else b"")
            if letter not in _BREAKS
        ]
        text = self.value()
        if len(letters) < len(outer.text.translate(None, _BREAKS)):
            # Some letters are escapes, which nobody writes: the whole text has one place.
            return SourceMap.join(data, [(text, whole)] if (whole := outer.whole) else [])
        ends = [at + 1 for at in letters[3::4]]
        return SourceMap(text, data, range(0, len(text), 3), letters[::4], dict(enumerate(ends)))
