"""Which file of a folder Logstash is started with, as the command of a compose file's service says it."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator

from pipelint.base.disk import files
from pipelint.base.lean.late import late
from pipelint.base.text.document import Document
from pipelint.sources.compose.services import Service, services_of

# --path.config and its short form, with the value in the same word or the next.
_OPTION = late(r"(?:-f|--path\.config)(?:=|(?=/)|$)")
_PATTERN = late(r"[*?\[{$]")


def started_alone(document: Document, own_images: str) -> frozenset[str]:
    """The names of the files in the folder of ``document`` with which the services that have it start Logstash, a file each.

    None where one of them is started otherwise.
    """
    image = re.compile(own_images)
    services = [each for each in services_of(document) if image.search(each.image) or "logstash" in each.words]
    folder = files.folder_by_name(document.file.path)
    names = [next(_names(each, folder), "") for each in services]
    return frozenset(names) if all(names) else frozenset()


def _names(service: Service, folder: str) -> Iterator[str]:
    """The one file of the folder that its command names."""
    words = [word.strip("\"'") for word in service.words]
    given = [found for at, word in enumerate(words) if (found := _value(word, words[at + 1 :]))]
    if len(given) != 1 or _PATTERN.search(given[0]):
        return
    for mount in service.mounts:
        inside = posixpath.relpath(given[0], mount.path) if mount.host_path and mount.covers(given[0]) else ".."
        path = posixpath.normpath(posixpath.join(mount.host_path, inside))
        if not inside.startswith("..") and files.folder_by_name(path) == folder and files.is_file(path):
            yield files.name(path)


def _value(word: str, rest: list[str]) -> str:
    found = _OPTION.match(word)
    return "" if found is None else word[found.end() :] or next(iter(rest), "")
