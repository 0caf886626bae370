"""What commands say beside their results: one line, in which an argument or a file's name may hold any character."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from pipelint.base.text.printable import printable

if TYPE_CHECKING:
    from typing import TextIO


def print_line(text: str, stream: TextIO | None = None) -> None:
    """Writes a line, to standard output where nothing else is named; a character that the stream lacks becomes ``?``."""
    out = stream or sys.stdout
    encoding = out.encoding or "utf-8"
    out.write(printable(text).encode(encoding, "replace").decode(encoding) + "\n")
