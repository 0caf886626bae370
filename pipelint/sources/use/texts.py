"""The texts of a project that may name a config: what builds, starts or copies something, other configs, and notes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice

from pipelint.base.disk import files
from pipelint.base.disk.around import source_at, wanted_in
from pipelint.base.disk.asked import follows
from pipelint.base.lean.late import late
from pipelint.base.lean.record import dataclass
from pipelint.base.text.document import Document, SourceFile
from pipelint.sources.compose.starts import folders_above, may_start
from pipelint.sources.kinds import is_build_name, is_compose_name, is_config_name

# Folders of a project that are looked into, and files that are read. Of a larger project nothing is known.
_MOST_FOLDERS, _MOST_FILES = 400, 300
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


def texts_of(document: Document) -> Iterator[Text]:
    """Those of the whole project of a config, and where that is too large of the folders above it: first what starts things."""
    yield from starters_of(document)
    yield from _read(_around(document)[1], tuple(document.file.project))


def starters_of(document: Document) -> tuple[Text, ...]:
    """Those that are neither configs nor prose."""
    return _read(_around(document)[0], tuple(document.file.project))


def is_whole(document: Document) -> bool:
    """Whether they are those of the whole project."""
    return _below(home_of(document.file)) is not None


def _around(document: Document) -> tuple[tuple[str, ...], tuple[str, ...]]:
    found = _below(home_of(document.file))
    return _near(tuple(folders_above(document))) if found is None else found


@follows
def _below(home: str, /) -> tuple[tuple[str, ...], tuple[str, ...]] | None:
    paths = [*islice(_paths(home), _MOST_FILES + 1)]
    return None if len(paths) > _MOST_FILES else _sorted(paths)


@follows
def _near(folders: tuple[str, ...], /) -> tuple[tuple[str, ...], tuple[str, ...]]:
    return _sorted(files.join(each, name) for each in folders for name in wanted_in(each, _may_name)[:_MOST_NEAR])


def _sorted(paths: Iterable[str]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """What may start something, and the others."""
    found: tuple[list[str], list[str]] = [], []
    for each in paths:
        found[is_config_name(each) or _is_prose(each)].append(each)
    return tuple(found[0]), tuple(found[1])


def _paths(home: str) -> Iterator[str]:
    """The files of a project with such names, or more than are read where it has too many folders."""
    for number, (here, folders, names) in enumerate(files.walk(home, lambda _: None)):
        folders[:] = [each for each in folders if each not in _FOREIGN and (each[0] != "." or each in _HIDDEN)]
        yield from (files.join(here, each) for each in names if _may_name(each))
        if number > _MOST_FOLDERS:
            yield from [here] * (_MOST_FILES + 1)


@follows
def _read(paths: tuple[str, ...], project: tuple[str, ...], /) -> tuple[Text, ...]:
    read = (source_at(each, project) for each in paths)
    return tuple(Text(each, _said(each), _is_prose(each.path)) for each in read if each is not None)


def _said(file: SourceFile) -> bytes:
    return file.data if _is_prose(file.path) else _COMMENT.sub(b"", file.data)


def _is_prose(path: str) -> bool:
    return path.lower().endswith(_PROSE) or files.name(path).lower() == "readme"


def _may_name(name: str) -> bool:
    return may_start(name) or name.lower().endswith(_ENDINGS) or name.lower() in _NAMES or is_build_name(name)
