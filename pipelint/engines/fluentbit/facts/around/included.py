"""Whether a config nearby includes the file of a config by a path of the machine or container that it runs in."""

from __future__ import annotations

from fnmatch import fnmatchcase
from itertools import islice

from pipelint.base.disk import files
from pipelint.base.disk.around import full_path, source_at, sources_in
from pipelint.base.text.document import SourceFile
from pipelint.engines.fluentbit.discovery.gathered import gathered
from pipelint.engines.fluentbit.discovery.include import include_targets
from pipelint.language.config import Config

# Folders that are looked into: its own and those above it; and files of each.
_UP = 4
_MOST = 40
_FORMATS = (".conf", ".yaml", ".yml", ".j2", ".tpl")


def is_part_of_another(config: Config) -> bool:
    """Whether a config beside or above one without a service section includes a path that ends as the one to its file does.

    So does `@INCLUDE /etc/fluent-bit/pipelines/*.conf` beside the folder `pipelines`, which is mounted there. Or one includes
    its name which a Dockerfile copies into the same folder of an image.
    """
    document = config.documents[0]
    if document.part or any(block.name == "service" for block in config.root.blocks):
        return False
    return config.noted(_nearby) or config.noted(_copied)


def _nearby(config: Config) -> bool:
    file = config.documents[0].file
    path = full_path(file)
    return any(_includes(folder, path, file) for folder in islice(files.folders_within(path, file.project), _UP))


def _copied(config: Config) -> bool:
    file = config.documents[0].file
    beside = (path for path in islice(gathered(file), _MOST) if path.lower().endswith(_FORMATS))
    read = (source_at(path, file.project) for path in beside)
    wanted = [files.name(file.path)]
    return any(_fits(target.path, wanted) for each in read if each is not None for target in include_targets(each.data))


def _includes(folder: str, path: str, file: SourceFile) -> bool:
    wanted = path[len(folder.rstrip("/")) + 1 :].split("/")
    found = sources_in(folder, file.project, _FORMATS, _MOST)
    return any(_fits(target.path, wanted) for each in found if each.path != path for target in include_targets(each.data))


def _fits(pattern: str, wanted: list[str]) -> bool:
    """Whether the end of a pattern takes these folders and the name of the file."""
    said = pattern.split("/")[-len(wanted) :]
    return len(said) == len(wanted) and all(fnmatchcase(name, each) for name, each in zip(wanted, said, strict=True))
