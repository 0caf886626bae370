"""Configs beside the ones that a compose file mounts: nothing runs them."""

from __future__ import annotations

import re
from itertools import islice

from pipelint.base.disk import files
from pipelint.base.disk.around import full_path, sources_in
from pipelint.base.text.document import Document
from pipelint.sources.compose.builds import brings_nothing, starts_of
from pipelint.sources.compose.services import Service, services_near, services_of

# Folders on the way up whose other files may bring it.
_MOST = 4


def is_unmounted(document: Document, own_images: str) -> bool:
    """Whether the one service around a file that runs Logstash mounts what lies beside it or its folder, and not the file.

    No other service has it, and no Dockerfile, kustomization or command around names it.
    """
    file = document.file
    if document.part or not file.project or file.path.startswith("<"):
        return False
    found = services_near(document, re.compile(rf"(?:{own_images})(?=[:@]|$)"))
    if len(found) != 1 or (found[0].built and not brings_nothing(found[0])):
        return False
    service, path = found[0], full_path(file)
    if any(each.name != service.name for each in services_of(document)) or not _is_beside(service, path):
        return False
    return not any(files.name(path) in word for word in service.words) and not _is_named(document)


def _is_beside(service: Service, path: str) -> bool:
    given = [each.host_path for each in service.mounts if each.host_path]
    if files.within(path, given):
        return False
    home = files.folder_by_name(service.place.document.file.path)
    folders = {*map(files.folder_by_name, given)}
    folders |= {*map(files.folder_by_name, folders)}
    return files.within(path, (each for each in folders if each != home and files.within(each, [home])))


def _is_named(document: Document) -> bool:
    """Whether a Dockerfile around takes the file, or a kustomization names it."""
    file = document.file
    name = files.name(file.path).encode()
    folders = islice(files.folders_within(full_path(file), file.project), _MOST)
    made = (read for folder in folders for read in sources_in(folder, file.project, _makes_config_maps))
    return any(name in read.data for read in made) or next(starts_of(file), None) is not None


def _makes_config_maps(name: str) -> bool:
    return files.stem(name).lower() == "kustomization"
