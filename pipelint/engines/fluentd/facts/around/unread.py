"""Whether nothing reads a file: it has filters alone, beside a main file that includes nothing."""

from __future__ import annotations

from pipelint.base.disk import files
from pipelint.base.disk.around import full_path, sources_in
from pipelint.base.lean.late import late
from pipelint.engines.fluentd.discovery.discover import FluentdDiscovery
from pipelint.language.config import Config

_RUNS = late(rb"(?m)^[ \t]*(?:<(?:source|match|label|system|worker)\b|@include\b)")
_INCLUDES = late(rb"(?m)^[ \t]*@?include[ \t]|config_include_dir")


def is_left_out(config: Config) -> bool:
    """Whether the config cannot run by itself, and what lies in its folder under the name of a main file includes no other."""
    document = config.documents[0]
    file = document.file
    alone = len(config.documents) == 1 and not config.entry.kubernetes and not document.part
    if not alone or file.path.startswith("<") or files.name(file.path) in FluentdDiscovery.main_files:
        return False
    if _RUNS.search(document.text) is not None:
        return False
    mains = list(sources_in(files.folder_by_name(full_path(file)), file.project, _is_main))
    return bool(mains) and not any(_INCLUDES.search(each.data) is not None for each in mains)


def _is_main(name: str) -> bool:
    return name in FluentdDiscovery.main_files
