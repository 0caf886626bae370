"""Fluentd's configs on disk, and which of them are idle: parts that the main file beside them includes in a comment alone."""

from __future__ import annotations

import re
from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from fnmatch import fnmatchcase
from typing import TYPE_CHECKING

from pipelint.base.disk import files
from pipelint.base.disk.around import sources_in
from pipelint.base.lean.late import late
from pipelint.base.lean.record import replace
from pipelint.engines.fluentd.discovery.discover import FluentdDiscovery
from pipelint.sources.discovery import Disk

if TYPE_CHECKING:
    from pipelint.base.text.document import Document
    from pipelint.sources.entry import Entry
    from pipelint.sources.found import Plain
    from pipelint.sources.glob import Target

_LEFT_OUT = late(rb"(?m)^[ \t]*#[# \t]*(@?include[ \t]+[^\r\n]+)")
# What brings files into an image starts none of them.
_BROUGHT = rb"(?mi)^(?![ \t]*(?:COPY|ADD)[ \t])[^\n]*(?<![\w.-])%s(?![\w.-])"


class FluentdDisk(Disk):
    """Makes entries of files on disk."""

    def entries(self, files: Sequence[Plain]) -> dict[str, list[Entry]]:
        """An entry of each file."""
        made = super().entries(files)
        return {each: [replace(one, idle=True) if _is_left_out(one) else one for one in found] for each, found in made.items()}


def _is_left_out(entry: Entry) -> bool:
    """Whether main files in its folder include it in comments alone, and nothing that builds or starts an image names it."""
    document = entry.documents[0]
    file = document.file
    name = files.name(file.path)
    if file.path.startswith("<") or name in FluentdDiscovery.main_files:
        return False
    texts = [each.data for each in sources_in(files.folder_by_name(file.path), file.project, _is_main)]
    left_out = any(_leads_to(each, name) for text in texts for each in _targets(b"\n".join(_LEFT_OUT.findall(text))))
    if not left_out or any(each.problem or _leads_to(each, name) for text in texts for each in _targets(text)):
        return False
    return not _is_started(document, name)


def _targets(text: bytes) -> AbstractSet[Target]:
    # Imported here: few folders have parts that nothing includes.
    from pipelint.engines.fluentd.discovery.include import include_targets

    return include_targets(text) if text else frozenset()


def _leads_to(target: Target, name: str) -> bool:
    """Whether an include of a main file leads to the file ``name`` beside it."""
    return not target.folder and fnmatchcase(name, target.name)


def _is_main(name: str) -> bool:
    return name in FluentdDiscovery.main_files


def _is_started(document: Document, name: str) -> bool:
    from pipelint.sources.compose.starts import texts_around

    wanted = re.compile(_BROUGHT % re.escape(name).encode())
    return any(wanted.search(text) is not None for text in texts_around(document))
