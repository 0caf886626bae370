"""Fluent Bit's configs on disk. Idle are those that a service has in a folder and runs another file in place of, and those that
a compose file mounts in a comment alone."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from pipelint.base.disk import files
from pipelint.base.disk.around import source_at
from pipelint.base.lean.late import late
from pipelint.base.lean.record import replace
from pipelint.engines.fluentbit.discovery.discover import FluentBitDiscovery
from pipelint.sources.discovery import Disk, looked_at
from pipelint.sources.kubernetes.workload import starts_a_shell

if TYPE_CHECKING:
    from pipelint.base.text.document import Document
    from pipelint.sources.compose.services import Service
    from pipelint.sources.entry import Entry
    from pipelint.sources.found import Plain

_PIPELINE = late(rb"(?mi)^(?:[ \t]*\[(?:INPUT|OUTPUT)\]|pipeline:)")
_IMAGE = late(rf"(?:{FluentBitDiscovery.own_images})(?=[:@]|$)")
_CONFIG = late(r"(?<!\S)(?:-c[ =]?|--config[ =])([^\s=]\S*)")
_MAIN = "/fluent-bit/etc/fluent-bit.conf"
# A line of a compose file's list of volumes that is a comment.
_MOUNT = rb"(?m)^[ \t]*#[# \t]*-[ \t]*[\"']?[^\s:#]*(?<![\w.-])%s:/"
_SAID = rb"(?m)^(?![ \t]*#)[^\n]*(?<![\w.-])%s(?![\w.-])"


class FluentBitDisk(Disk):
    """Makes entries of files on disk."""

    def entries(self, files: Sequence[Plain]) -> dict[str, list[Entry]]:
        """An entry of each file, idle or aside where nothing runs it."""
        return looked_at(super().entries(files), _marked)


def _marked(entry: Entry) -> Entry:
    document = entry.documents[0]
    if document.file.path.startswith("<") or _PIPELINE.search(document.text) is None:
        return entry
    return replace(entry, idle=True) if _is_passed_over(document) else entry


def _is_passed_over(document: Document) -> bool:
    """Whether all services that have it run another file, which includes none; of what no service has, whether one had it."""
    from pipelint.base.disk.around import full_path
    from pipelint.sources.compose.services import services_of

    # An image that is built around it, of another program, does not run it.
    services = [each for each in services_of(document) if not each.built or _IMAGE.search(each.image) is not None]
    if not services:
        return _was_mounted(document)
    own = full_path(document.file)
    return all(path not in ("", own) and _includes_nothing(path, document) for path in map(_run_by, services))


def _includes_nothing(path: str, document: Document) -> bool:
    from pipelint.engines.fluentbit.discovery.include import include_targets

    read = source_at(path, document.file.project)
    return read is not None and next(include_targets(read.data), None) is None


def _run_by(service: Service) -> str:
    """The path on the host of the config that a service with an image of its project runs; "" where that is not known."""
    said = " ".join(word.strip("\"'") for word in service.words)
    if _IMAGE.search(service.image) is None or service.built or service.chosen or starts_a_shell(service.words):
        return ""
    named = [found[1] for found in _CONFIG.finditer(said)]
    given = named[0] if len(named) == 1 else "" if said else _MAIN
    return service.on_host(given) if given else ""


def _was_mounted(document: Document) -> bool:
    """Whether what starts containers around it mounts it in a comment, and says neither its name nor its folder's elsewhere."""
    from pipelint.sources.compose.starts import texts_around

    path = document.file.path
    name, folder = files.name(path), files.name(files.folder_by_name(path))
    texts = [text for text in texts_around(document) if name.encode() in text]
    mount = re.compile(_MOUNT % re.escape(name).encode())
    if not any(mount.search(text) is not None for text in texts):
        return False
    words = [name, folder] if name not in FluentBitDiscovery.main_files else [folder]
    said = [re.compile(_SAID % re.escape(word).encode()) for word in words if word]
    return not any(each.search(text) is not None for text in texts_around(document) for each in said)
