"""The labels of other texts that may go with a config: of the manifests beside it, and of its chart."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from pipelint.base.disk import files
from pipelint.base.disk.around import full_path, sources_in
from pipelint.base.lean.late import late
from pipelint.engines.fluentd.discovery.discover import FluentdDiscovery
from pipelint.language.config import Config

_UP, _MOST = 4, 100
_TEXTS = (".yaml", ".yml", ".tpl", ".conf")
_LABEL = late(rb"(?m)^[ \t]*<label[ \t]+(\S+?)[ \t]*>")


def labels_beside(config: Config) -> list[str]:
    """Their names. None of what is beside a main file: that is all that runs, with what it includes."""
    document = config.documents[0]
    file = document.file
    if file.path.startswith("<") or {files.name(each.name) for each in config.documents} & FluentdDiscovery.main_files:
        return []
    path = full_path(file)
    chart = next((each for each in islice(files.folders_within(path, file.project), _UP) if _is_chart(each)), "")
    if not chart and not config.entry.kubernetes and not document.part:
        return []
    folders = dict.fromkeys((files.folder_by_name(path), *((chart, files.join(chart, "templates")) if chart else ())))
    return sorted({name.decode("utf-8", "replace") for folder in folders for name in _labels(folder, file.project)})


def _is_chart(folder: str) -> bool:
    return files.is_file(files.join(folder, "Chart.yaml"))


def _labels(folder: str, project: tuple[str, ...]) -> Iterator[bytes]:
    for each in sources_in(folder, project, _TEXTS, _MOST):
        if b"<label" in each.data:
            yield from _LABEL.findall(each.data)
