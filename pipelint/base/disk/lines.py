"""The lines of a file that may be larger than memory."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from typing import BinaryIO

from pipelint.base.disk import files

MOST = 16 * 1024 * 1024
"""Bytes that a line has at most: a longer one is cut there, and goes on as the next."""


def lines_of_file(path: str) -> Iterator[bytes]:
    """The lines of a regular file without their line feeds. Raises OSError, ValueError for what no path can be."""
    if not stat.S_ISREG(files.mode(path)):
        raise OSError(None, files.NOT_REGULAR)
    with os.fdopen(os.open(path, os.O_RDONLY | files.AT_ONCE), "rb") as file:
        yield from lines_of_stream(file)


def lines_of_stream(stream: BinaryIO) -> Iterator[bytes]:
    """The lines of an open file without their line feeds."""
    while line := stream.readline(MOST):
        yield line.removesuffix(b"\n")
