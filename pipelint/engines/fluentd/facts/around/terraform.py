"""Whether Terraform fills a config in: a module beside it, or above it, reads its file as a template."""

from __future__ import annotations

from itertools import islice

from pipelint.base.disk import files
from pipelint.base.disk.around import full_path, sources_in
from pipelint.base.lean.late import late
from pipelint.language.config import Config
from pipelint.sources.kinds import TERRAFORM_SUFFIX

_FOLDERS, _MODULES = 4, 40
# The path in `templatefile("${path.module}/conf/fluent.conf", ...)`, and in the `template_file` of older modules.
_READ = late(rb'(?:templatefile\(\s*|\btemplate\s*=\s*"?(?:\$\{)?\s*file\(\s*)"([^"\n]+)"')


def filled_by_terraform(config: Config) -> bool:
    """Whether a module names one of its files as a template. Of its own files those count that have ``${`` in them."""
    asked = {full_path(each.file): each.file for each in config.documents if b"${" in each.text}
    return any(_reads(path, file.project) for path, file in asked.items() if not file.path.startswith("<"))


def _reads(path: str, project: tuple[str, ...]) -> bool:
    for folder in islice(files.folders_within(path, project), _FOLDERS):
        ending = path[len(folder) :].lstrip("/").encode("utf-8", "surrogateescape")
        for module in sources_in(folder, project, (TERRAFORM_SUFFIX,), _MODULES):
            if any(_same(found, ending) for found in _READ.findall(module.data)):
                return True
    return False


def _same(named: bytes, ending: bytes) -> bool:
    """Whether a path as a module writes it is that of the file: ``${path.module}/`` before it may be any folder."""
    return named == ending or named.endswith((b"}/" + ending, b"./" + ending))
