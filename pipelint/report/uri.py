"""Paths as formats for machines want them: relative to where the run started, with slashes."""

from __future__ import annotations

import os
from pathlib import PurePath
from urllib.parse import quote


def shown_path(path: str) -> str:
    """``path`` relative to the working folder where it lies below it, with forward slashes."""
    if PurePath(path).is_absolute():
        relative = os.path.relpath(path)
        path = path if relative.startswith(os.pardir) else relative
    return PurePath(os.path.normpath(path)).as_posix()


def uri(path: str) -> str:
    """The same as a URI reference; an absolute path outside of the working folder as ``file://``."""
    shown = shown_path(path)
    # As the file system has it: a name need not be UTF-8.
    return ("file://" if shown.startswith("/") else "") + quote(os.fsencode(shown))
