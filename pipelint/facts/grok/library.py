"""Files of grok patterns that a config names, read where they lie in its project."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable

from pipelint.base.disk import files
from pipelint.base.disk.text_file import read_source
from pipelint.base.text.document import Document, Place, SourceFile
from pipelint.base.text.span import Span
from pipelint.regex.library import Library
from pipelint.regex.pattern_file import read_pattern_file
from pipelint.regex.references import GrokDialect
from pipelint.sources.glob import Budget, TooManyFiles, glob_files

_MOST_FILES = 200


def with_files(library: Library, document: Document, path: str, names: str, dialect: GrokDialect) -> Library:
    """The library with the files of ``path``, where that leads into the config's project; else with a part missing.

    Of a path of another machine, or in a container, what lies in the project in its place is known then.
    """
    sources = None if document.part else _read(document.file, path, names)
    if sources is None:
        library = library.with_a_part_missing()
        # Imported here: most patterns lie where the config says.
        from pipelint.facts.grok.whereabouts import whereabouts

        sources = [source for each in whereabouts(document, path) for source in _read(document.file, each, names) or ()]
    return _with(library, sources, dialect)


def with_brought(library: Library, document: Document, folders: Iterable[str], dialect: GrokDialect) -> Library:
    """The library with what compose files mount and Dockerfiles copy into folders that the engine reads without being told."""
    from pipelint.facts.grok.whereabouts import brought

    found = [each for folder in folders for each in brought(document, folder)]
    return _with(library, [source for each in found for source in _read(document.file, each, "*") or ()], dialect)


def _with(library: Library, sources: list[SourceFile], dialect: GrokDialect) -> Library:
    for source in sources:
        library = library.with_definitions(read_pattern_file(_text(source), dialect))
    return library


def defined_in(document: Document, path: str, name: str, definition: str, dialect: GrokDialect) -> Place | None:
    """Where a file of ``path`` defines a name so; None where none does, or they cannot be read."""
    for source in reversed(() if document.part else _read(document.file, path, "*") or ()):
        if read_pattern_file(_text(source), dialect).get(name) == definition:
            *_, line = re.finditer(rb"^[ \t\r\f\v]*(%s)[ \t\r\f\v]" % re.escape(name.encode()), source.data, re.MULTILINE)
            return Place(Document.whole(source), Span(*line.span(1)))
    return None


def leads_out(path: str, file: SourceFile) -> bool:
    """Whether the pattern files at ``path`` lie outside of the project of the config ``file``."""
    return "$" not in path and "\0" not in path and not files.within(_beside(path, file), file.project)


def _beside(path: str, file: SourceFile) -> str:
    return os.path.join(os.path.dirname(file.path), path)  # noqa: PTH118, PTH120


def _read(file: SourceFile, path: str, names: str) -> list[SourceFile] | None:
    """The pattern files, None where one of them, or the folder, lies outside of the project or cannot be read."""
    if "$" in path or "\0" in path + names or leads_out(path, file):
        return None
    wanted = _beside(path, file)
    try:
        found = glob_files(os.path.join(wanted, names), Budget()) if files.is_folder(wanted) else [wanted]  # noqa: PTH118
    except (TooManyFiles, ValueError):
        return None
    paths = [each for each in found if not files.is_folder(each)]
    if len(paths) > _MOST_FILES or not all(files.within(each, file.project) for each in paths):
        return None
    read = [read_source(each) for each in paths]
    sources = [source for source in read if isinstance(source, SourceFile)]
    return sources if len(sources) == len(paths) else None


def _text(source: SourceFile) -> str:
    return source.data.decode("utf-8", "replace")
