"""Paths as formats for machines want them: relative to where the run started, with slashes."""

from __future__ import annotations

import os
from contextlib import suppress
from urllib.parse import quote


def shown_path(path: str) -> str:
    """``path`` relative to the working folder where it lies below it, with forward slashes."""
    with suppress(ValueError):  # on Windows a drive has no way to another one
        relative = os.path.relpath(path)
        path = path if relative.startswith(os.pardir) else relative
    return os.path.normpath(path).replace(os.sep, "/")


def uri(path: str) -> str:
    """The same as a URI reference; an absolute path outside of the working folder as ``file://``."""
    shown = shown_path(path)
    drive, rest = os.path.splitdrive(shown)
    if drive.startswith("//"):
        return "file:" + quote(shown)
    # As the file system has it: a name need not be UTF-8.
    path = quote(os.fsencode(rest))
    return f"file:///{drive}{path}" if drive else f"file://{path}" if shown.startswith("/") else path
