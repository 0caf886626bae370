"""PluginFileError: what is wrong with a plugin file, at its place in the file."""

from __future__ import annotations

from typing import ClassVar

from pipelint.base.text.file_error import FileError


class PluginFileError(FileError):
    """A file that does not fit the form of plugin files (``docs/plugins.md``)."""

    what: ClassVar[str] = "plugin file"
