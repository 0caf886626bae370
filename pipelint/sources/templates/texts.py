"""The texts of a file that may be configs, with marks in the place of a template's actions: what each kind of file holds."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pipelint.base.disk import files
from pipelint.base.lean.record import dataclass, field
from pipelint.base.text.document import SourceFile
from pipelint.base.text.sourcemap import SourceMap
from pipelint.sources.discovery import Engines
from pipelint.sources.hosts.protocol import Folder, Text, label
from pipelint.sources.kinds import (
    TERRAFORM_MARKS,
    TERRAFORM_SUFFIX,
    is_heredoc_host,
    is_yaml_name,
    looks_like_manifest,
    made_name,
)
from pipelint.sources.templates.actions import Language
from pipelint.sources.templates.maps import composed
from pipelint.sources.templates.reading import read_template

_JINJA = (".j2", ".jinja", ".jinja2")


@dataclass(frozen=True, slots=True, eq=False)
class TextFolder:
    """Texts by name, with marks, in one reading.

    What they are called is said as a ``Folder`` says it.
    """

    kind: str
    name: str
    texts: dict[str, SourceMap]
    kubernetes: bool = False
    path: str | None = ""
    where: dict[str, str] = field(default_factory=dict)
    open: bool = False

    def folder(self, file: SourceFile, texts: dict[str, Text]) -> Folder:
        """The same with ``texts``."""
        return Folder(
            file, self.kind, self.name, texts, kubernetes=self.kubernetes, path=self.path, where=self.where, open=self.open
        )

    @property
    def label(self) -> str:
        """What it is called in messages, and what its texts are."""
        return " ".join([self.path or label(self.kind, self.name), *self.where.values()])


def text_folders(file: SourceFile, engines: Engines) -> Iterator[Sequence[TextFolder]]:
    """What may be configs in ``file``: for each the readings of it, the first one first."""
    name = files.name(file.path)
    if is_heredoc_host(file):
        # Imported here, as below: few files have any of these.
        if name.endswith(TERRAFORM_SUFFIX):
            from pipelint.sources.templates.terraform import terraform_folders

            yield from terraform_folders(file)
        else:
            from pipelint.sources.templates.shell import shell_folders

            yield from shell_folders(file)
        return
    name = made_name(name)
    if is_yaml_name(name) or looks_like_manifest(file.data):
        from pipelint.sources.templates.manifest import manifest_folders

        yield from manifest_folders(file, engines)
        return
    language = language_of(file)
    if language is None:
        return
    if maps := template_maps(SourceMap.identity(file.data), language):
        yield [TextFolder("", "", {name: source}, where={name: ""}) for source in maps]


def template_maps(source: SourceMap, language: Language) -> list[SourceMap]:
    """The readings of a template, with maps to its file; none where it has no actions, or they cannot be read."""
    template = read_template(source.text, language)
    return [] if template is None else [composed(source, pieces) for pieces in template.readings()]


def language_of(file: SourceFile) -> Language | None:
    """Whose actions a file has, by its name and, where that does not say it, by what stands in it."""
    name, data = file.path.lower(), file.data
    if name.endswith(_JINJA):
        return Language.JINJA
    if any(mark in data for mark in TERRAFORM_MARKS):
        # Both in one text, as where one program makes a template for the other, are too much.
        return None if b"{{" in data else Language.TERRAFORM
    if b"{%" in data:
        return Language.JINJA
    return Language.GO if b"{{" in data else None
