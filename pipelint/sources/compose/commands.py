"""The commands of services, also in compose files of other names, and of services that are known in part."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from pipelint.base.disk import files
from pipelint.base.disk.around import full_path, sources_in
from pipelint.base.lean.record import dataclass
from pipelint.base.text.document import SourceFile
from pipelint.sources.compose.said import words_of
from pipelint.yaml.tree import Mapping, read_yaml

# Folders on the way up that are looked into, and files of each.
_MOST, _MOST_FILES = 4, 40
_YAML = (".yml", ".yaml")


@dataclass(frozen=True, slots=True)
class Command:
    """The ``image`` of a service as it is written, and the ``words`` of its command."""

    image: str
    words: tuple[str, ...]


def commands_around(file: SourceFile, word: str) -> Iterator[Command]:
    """Those of all services of the YAML files around a config, as far as these have ``word`` at all."""
    if not file.project or file.path.startswith("<"):
        return
    for folder in islice(files.folders_within(full_path(file), file.project), _MOST):
        for each in sources_in(folder, file.project, _YAML, _MOST_FILES):
            if b"services:" in each.data and b"command:" in each.data and word.encode() in each.data:
                yield from _commands(each)


def _commands(file: SourceFile) -> Iterator[Command]:
    root = next(iter(read_yaml(file.bytes).roots), None)
    services = root.values.get("services") if isinstance(root, Mapping) else None
    for node in services.values.values() if isinstance(services, Mapping) else ():
        if isinstance(node, Mapping):
            yield Command(node.text("image"), (*words_of(node.values.get("entrypoint")), *words_of(node.values.get("command"))))
