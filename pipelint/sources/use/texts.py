"""The texts of a project that may name a config: what builds, starts or copies something, other configs, and notes."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from pipelint.base.disk import files
from pipelint.base.disk.around import source_at, sources_in
from pipelint.base.disk.asked import follows
from pipelint.base.lean.late import late
from pipelint.base.lean.record import dataclass
from pipelint.base.text.document import Document, SourceFile
from pipelint.sources.compose.starts import folders_above, may_start
from pipelint.sources.kinds import is_build_name, is_compose_name, is_config_name

# Folders of a project that are looked into, and files that are read. Of a larger project nothing is known.
_MOST_FOLDERS, _MOST_FILES = 300, 200
# Files of each folder above a config.
_MOST_NEAR = 40
_PROSE = (".md", ".rst", ".adoc")
_ENDINGS = (".conf", ".bash", ".bat", ".cmd", ".mk", ".nomad", ".env", ".tpl", ".tmpl", ".j2", ".jinja2", ".erb", *_PROSE)
_NAMES = frozenset(("justfile", "vagrantfile", "jenkinsfile", "procfile", "taskfile", "readme", "gnumakefile"))
_HIDDEN = frozenset((".github", ".gitlab", ".circleci", ".devcontainer", ".docker"))
# What others have written.
_FOREIGN = frozenset(("node_modules", "vendor", "venv", "site-packages", "__pycache__", "bower_components"))
_COMMENT = late(rb"(?m)^[ \t]*#(?!!).*$")


@dataclass(frozen=True, slots=True)
class Text:
    """A file and what it says without comments; ``prose``: a person reads it."""

    file: SourceFile
    said: bytes
    prose: bool

    @property
    def folder(self) -> str:
        """Where it lies."""
        return files.folder_by_name(self.file.path)

    @property
    def name(self) -> str:
        """What it is called."""
        return files.name(self.file.path)

    @property
    def is_compose(self) -> bool:
        """Whether it is a compose file: what its containers have comes from paths in it, or from images."""
        return is_compose_name(self.name)

    @property
    def builds(self) -> bool:
        """Whether it is a Dockerfile: what it copies is in its own folder, or in one above."""
        return is_build_name(self.name)

    @property
    def is_config(self) -> bool:
        """Whether its patterns mean files beside it."""
        return is_config_name(self.name)


def home_of(file: SourceFile) -> str:
    """The folder of the project that holds a file; "" for none."""
    return next((each for each in file.project if files.within(file.path, [each])), "")


def texts_of(document: Document) -> tuple[Text, ...]:
    """Those of the whole project of a config, and where that is too large of the folders above it."""
    project = tuple(document.file.project)
    found = _below(home_of(document.file), project)
    return _near(tuple(folders_above(document)), project) if found is None else found


def is_whole(document: Document) -> bool:
    """Whether they are those of the whole project."""
    return _below(home_of(document.file), tuple(document.file.project)) is not None


@follows
def _below(home: str, project: tuple[str, ...], /) -> tuple[Text, ...] | None:
    paths = [*islice(_paths(home), _MOST_FILES + 1)]
    return None if not paths or len(paths) > _MOST_FILES else tuple(_read(paths, project))


def _paths(home: str) -> Iterator[str]:
    """The files of a project with such names, or more than are read where it has too many folders."""
    for number, (here, folders, names) in enumerate(files.walk(home, lambda _: None)):
        folders[:] = [each for each in folders if each not in _FOREIGN and (each[0] != "." or each in _HIDDEN)]
        yield from (files.join(here, each) for each in names if _may_name(each))
        if number > _MOST_FOLDERS:
            yield from [here] * (_MOST_FILES + 1)


@follows
def _near(folders: tuple[str, ...], project: tuple[str, ...], /) -> tuple[Text, ...]:
    found = (each.path for folder in folders for each in sources_in(folder, project, _may_name, _MOST_NEAR))
    return tuple(_read(found, project))


def _read(paths: Iterator[str] | list[str], project: tuple[str, ...]) -> Iterator[Text]:
    for path in paths:
        if (read := source_at(path, project)) is not None:
            prose = path.lower().endswith(_PROSE) or files.name(path).lower() == "readme"
            yield Text(read, read.data if prose else _COMMENT.sub(b"", read.data), prose)


def _may_name(name: str) -> bool:
    return may_start(name) or name.lower().endswith(_ENDINGS) or name.lower() in _NAMES or is_build_name(name)
