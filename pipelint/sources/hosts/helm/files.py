"""Values of Helm charts: any text in them that is a config by what it says, with its key path as its name."""

from __future__ import annotations

import re
from collections.abc import Iterator

from pipelint.base.disk import files
from pipelint.base.lean.late import late
from pipelint.base.text.document import SourceFile
from pipelint.sources.discovery import Engines
from pipelint.sources.hosts.helm.values import Values, folders_in
from pipelint.sources.hosts.protocol import Folder
from pipelint.yaml.tree import Mapping

_NAME = late(r"(?:^|[-_.])values(?:[-_.]|$)", re.IGNORECASE)
_FILE_KEY = late(rb"""^[ \t]*["']?[\w.-]+\.conf["']?[ \t]*:[ \t]+[|>"'&!]|^[ ]+(?:in|out)puts:[ \t]+\|""", re.MULTILINE)


class HelmValues:
    """Files of values: those that are named so, and others that hold files by their names (``04_outputs.conf: |``) or parts."""

    kinds = ()
    certain = False

    def __init__(self, engines: Engines) -> None:
        self._engines = engines

    def may_be_in(self, file: SourceFile, *, yaml: bool) -> bool:
        """By the file's name, or the key of a text."""
        return yaml and (_is_named(file) or (self._says_key(file.data) and _FILE_KEY.search(file.data) is not None))

    def _says_key(self, data: bytes) -> bool:
        return b".conf" in data or b"puts: |" in data

    def held(self, file: SourceFile, node: Mapping, kind: str) -> Iterator[Folder]:
        """The texts in a document, map by map."""
        yield from folders_in(Values(file, node), self._engines, by_name=not _is_named(file))


def _is_named(file: SourceFile) -> bool:
    return _NAME.search(files.stem(files.name(file.path))) is not None
