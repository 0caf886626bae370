"""Fluentd's configs on disk. Idle are those that the main file beside them includes in a comment alone, and those in a folder of
which a service runs another file."""

from __future__ import annotations

import re
from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from fnmatch import fnmatchcase
from typing import TYPE_CHECKING

from pipelint.base.disk import files
from pipelint.base.disk.around import source_at, sources_in, wanted_in
from pipelint.base.lean.late import late
from pipelint.base.lean.record import replace
from pipelint.engines.fluentd.discovery.discover import OWN_IMAGE, FluentdDiscovery
from pipelint.sources.discovery import Disk, looked_at
from pipelint.sources.kubernetes.workload import starts_a_shell

if TYPE_CHECKING:
    from pipelint.base.text.document import Document
    from pipelint.sources.compose.services import Service
    from pipelint.sources.entry import Entry
    from pipelint.sources.found import Plain
    from pipelint.sources.glob import Target

_LEFT_OUT = late(rb"(?m)^[ \t]*#[# \t]*(@?include[ \t]+[^\r\n]+)")
_SEVERAL = 2
_CONFIG = late(r"(?<!\S)(?:-c[ =]?|--config[ =])([^\s=]\S*)")
# What brings files into an image starts none of them.
_BROUGHT = rb"(?mi)^(?![ \t]*(?:COPY|ADD)[ \t])[^\n]*(?<![\w.-])%s(?![\w.-])"


class FluentdDisk(Disk):
    """Makes entries of files on disk."""

    def entries(self, files: Sequence[Plain]) -> dict[str, list[Entry]]:
        """An entry of each file, idle or aside where nothing runs it."""
        return looked_at(super().entries(files), _marked)


def _marked(entry: Entry) -> Entry:
    document = entry.documents[0]
    folder = files.folder_by_name(document.file.path)
    # Imported below: few folders have several configs.
    if document.file.path.startswith("<") or len(wanted_in(folder, (".conf",))) < _SEVERAL:
        return entry
    if _is_left_out(entry) or _is_passed_over(document):
        return replace(entry, idle=True)
    from pipelint.engines.fluentd.discovery.unnamed import is_unnamed

    return replace(entry, aside=True) if is_unnamed(document) else entry


def _is_left_out(entry: Entry) -> bool:
    """Whether main files in its folder include it in comments alone, and nothing that builds or starts an image names it."""
    document = entry.documents[0]
    file = document.file
    name = files.name(file.path)
    if name in FluentdDiscovery.main_files:
        return False
    texts = [each.data for each in sources_in(files.folder_by_name(file.path), file.project, _is_main)]
    left_out = any(_leads_to(each, name) for text in texts for each in _targets(b"\n".join(_LEFT_OUT.findall(text))))
    if not left_out or any(each.problem or _leads_to(each, name) for text in texts for each in _targets(text)):
        return False
    return not _is_started(document, name)


def _targets(text: bytes) -> AbstractSet[Target]:
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


def _is_passed_over(document: Document) -> bool:
    """Whether all services that have it in a folder run another file of that, which does not include it."""
    folder, name = files.folder_by_name(document.file.path), files.name(document.file.path)
    from pipelint.sources.compose.services import services_of

    run = [_run_by(service) for service in services_of(document)]
    return bool(run) and all(_runs_without(path, folder, name, document) for path in run)


def _runs_without(path: str, folder: str, name: str, document: Document) -> bool:
    """Whether ``path`` is another file of the folder, whose includes are known and do not lead to the one called ``name``."""
    beside = files.folder_by_name(path) == folder and files.name(path) != name
    read = source_at(path, document.file.project) if path and beside else None
    return read is not None and not any(each.problem or _leads_to(each, name) for each in _targets(read.data))


def _run_by(service: Service) -> str:
    """The path on the host of the config that a service with an image of Fluentd's own runs; "" where that is not known."""
    said = " ".join(word.strip("\"'") for word in service.words)
    if OWN_IMAGE.search(service.image) is None or (service.built and not said) or starts_a_shell(service.words):
        return ""
    named = [found[1] for found in _CONFIG.finditer(said)]
    main = service.settings.get(FluentdDiscovery.main_variable, "fluent.conf").strip("\"'")
    given = named[0] if len(named) == 1 else "" if named else f"/fluentd/etc/{main}"
    return service.on_host(given)
