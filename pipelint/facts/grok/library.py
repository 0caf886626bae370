"""The pattern library that a grok filter or parser works with: what its engine ships, its files, its own definitions."""

from __future__ import annotations

import os
from collections.abc import Iterator

from pipelint.base.block import Block, Param
from pipelint.base.disk import files
from pipelint.base.disk.text_file import read_source
from pipelint.base.text.document import Document, SourceFile
from pipelint.base.value import Value, ValueKind
from pipelint.regex.library import Edition, Library, shipped, shipped_by_any
from pipelint.regex.pattern_file import read_pattern_file
from pipelint.regex.references import Dialect
from pipelint.sources.glob import Budget, TooManyFiles, glob_files

_MOST_FILES = 200
_ECS = {"disabled": Edition.LEGACY, "v1": Edition.ECS, "v8": Edition.ECS}


def logstash_library(block: Block, ecs: str) -> Library:
    """The library of a grok filter. ``ecs`` is its pipeline's ``pipeline.ecs_compatibility``, "" where it says nothing.

    Without either setting the version of Logstash decides on the edition: then the names of both count as known.
    """
    edition = _ECS.get(block.value("ecs_compatibility", ecs))
    library = shipped_by_any() if edition is None else shipped(edition)
    folders = _texts(block.param("patterns_dir"))
    for folder in folders:
        library = _with_files(library, block.place.document, folder, block.value("patterns_files_glob", "*"), Dialect.LOGSTASH)
    own = block.param("pattern_definitions")
    return library.with_definitions(dict(_pairs(own.data))) if own and own.data else library


def fluentd_library(block: Block) -> Library:
    """The library of a grok or multiline_grok parser."""
    edition = Edition.ECS if block.value("grok_pattern_series") == Edition.ECS.value else Edition.LEGACY
    library = shipped(edition, Dialect.FLUENTD)
    path = block.param("custom_pattern_path")
    if path is None:
        return library
    if path.embedded:
        return library.with_a_part_missing()
    return _with_files(library, block.place.document, path.value, "*", Dialect.FLUENTD)


def pattern_paths(block: Block) -> Iterator[tuple[str, str]]:
    """The parameters of a section that name files of patterns, with what they name."""
    yield from (("patterns_dir", path) for path in _texts(block.param("patterns_dir")))
    own = block.param("custom_pattern_path")
    if own is not None and not own.embedded:
        yield "custom_pattern_path", own.value


def _texts(param: Param | None) -> list[str]:
    if param is None or param.data is None:
        return []
    values = param.data.items if param.data.kind is ValueKind.ARRAY else (param.data,)
    return [value.text for value in values]


def _pairs(value: Value) -> Iterator[tuple[str, str]]:
    """A hash's entries, or an array's items as names and definitions in turn."""
    if value.kind is ValueKind.ARRAY:
        yield from ((a.text, b.text.removesuffix("\n")) for a, b in zip(value.items[::2], value.items[1::2], strict=False))
    for entry in value.entries:
        yield entry.key.text, entry.value.text.removesuffix("\n")


def _with_files(library: Library, document: Document, path: str, names: str, dialect: Dialect) -> Library:
    """The library with the files of ``path``, where that leads into the config's project; else with a part missing."""
    texts = None if document.part else _read(document.file, path, names)
    if texts is None:
        return library.with_a_part_missing()
    for text in texts:
        library = library.with_definitions(read_pattern_file(text, dialect))
    return library


def leads_out(path: str, file: SourceFile) -> bool:
    """Whether the pattern files at ``path`` lie outside of the project of the config ``file``."""
    return "$" not in path and "\0" not in path and not files.within(_beside(path, file), file.project)


def _beside(path: str, file: SourceFile) -> str:
    return os.path.join(os.path.dirname(file.path), path)  # noqa: PTH118, PTH120


def _read(file: SourceFile, path: str, names: str) -> list[str] | None:
    """The texts of the pattern files, None where one of them, or the folder, lies outside of the project or cannot be read."""
    if "$" in path or "\0" in path + names or leads_out(path, file):
        return None
    wanted = _beside(path, file)
    try:
        found = glob_files(os.path.join(wanted, names), Budget()) if os.path.isdir(wanted) else [wanted]  # noqa: PTH112, PTH118
    except (TooManyFiles, ValueError):
        return None
    paths = [each for each in found if not os.path.isdir(each)]  # noqa: PTH112
    if len(paths) > _MOST_FILES or not all(files.within(each, file.project) for each in paths):
        return None
    read = [read_source(each) for each in paths]
    texts = [source.data.decode("utf-8", "replace") for source in read if isinstance(source, SourceFile)]
    return texts if len(texts) == len(paths) else None
