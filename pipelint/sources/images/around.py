"""The Dockerfiles around a config: which of them take it into an image, what else they copy there, and how it starts."""

from __future__ import annotations

import posixpath
from collections.abc import Iterator

from pipelint.base.disk import files
from pipelint.base.disk.around import folders_with, full_path, source_at, sources_in
from pipelint.base.text.document import Document, Place, SourceFile
from pipelint.base.text.span import Span
from pipelint.sources.images.dockerfile import START, WORD, copies, joined, start_of
from pipelint.sources.kinds import is_build_name

MOST_UP = 3
"""Folders on the way up that are looked into."""
_MOST_COPIED = 8


def build_files(folder: str, file: SourceFile) -> Iterator[SourceFile]:
    """The Dockerfiles of a folder."""
    return sources_in(folder, file.project, is_build_name)


def copied(file: SourceFile, path: str) -> list[str]:
    """What the Dockerfiles of the nearest folder that has such copy to the absolute ``path`` of their image, or into it."""
    if not file.project or file.path.startswith("<"):
        return []
    for folder in folders_with(full_path(file), file.project, is_build_name, _MOST_COPIED):
        found = [each for read in build_files(folder, file) for each in _copied(folder, read.data.decode(), path.rstrip("/"))]
        if found := [each for each in found if files.exists(each) and files.within(each, file.project)]:
            return found
    return []


def _copied(folder: str, text: str, path: str) -> Iterator[str]:
    for copy in copies(text):
        to = copy.to.rstrip("/")
        for source in copy.sources if to.startswith("/") and not copy.staged and "$" not in "".join((*copy.sources, to)) else ():
            if path == to or path.startswith(f"{to}/"):
                yield posixpath.normpath(files.join(folder, source, path[len(to) + 1 :]))
            elif to.startswith(f"{path}/"):
                yield posixpath.normpath(files.join(folder, source))


def starts_of(file: SourceFile) -> Iterator[tuple[str, str]]:
    """How the images start that Dockerfiles on the way up make with a config in them: the text of each, and what its last CMD and
    ENTRYPOINT say, with the scripts that they name and that stand beside it."""
    for folder, text in taking(file):
        yield text, "\n".join(_started(folder, file, text))


def taking(file: SourceFile) -> Iterator[tuple[str, str]]:
    """The texts of the Dockerfiles on the way up that take a config into their images, each with its folder."""
    if not file.project or file.path.startswith("<"):
        return
    path = full_path(file)
    for folder in folders_with(path, file.project, is_build_name, MOST_UP):
        for read in build_files(folder, file):
            text = read.data.decode()
            if takes(text, path[len(folder) :].strip("/")):
                yield folder, text


def takes(text: str, way: str) -> bool:
    """Whether a Dockerfile copies the file that ``way`` leads to from its folder, or a folder on that way."""
    parts = way.split("/")
    held = {"/".join(parts[: count + 1]) for count in range(len(parts))} | {"", ".", parts[-1]}
    return any(source.removeprefix("./").strip("/") in held for copy in copies(text) for source in copy.sources)


def build_texts(file: SourceFile) -> Iterator[str]:
    """The Dockerfiles on the way up, without comments, each command in one line."""
    for folder in folders_with(full_path(file), file.project, is_build_name, MOST_UP) if file.project else ():
        yield from (joined(read.data.decode()) for read in build_files(folder, file))


def start_words(file: SourceFile) -> list[tuple[str, ...]]:
    """The words with which the images start that the Dockerfiles of the nearest folder with such make."""
    for folder in folders_with(full_path(file), file.project, is_build_name, MOST_UP) if file.project else ():
        if found := [_words(read.data.decode()) for read in build_files(folder, file)]:
            return found
    return []


def _words(text: str) -> tuple[str, ...]:
    said = start_of(text)
    return tuple(word for key in ("ENTRYPOINT", "CMD") for word in said.get(key, ()))


def _started(folder: str, file: SourceFile, text: str) -> Iterator[str]:
    for said in {found[1].upper(): found[2] for found in START.finditer(text)}.values():
        yield said
        for word in WORD.findall(said):
            script = script_of(folder, file, text, word)
            if script is not None:
                yield script.data.decode()


def script_of(folder: str, file: SourceFile, text: str, word: str) -> SourceFile | None:
    """The script that a Dockerfile starts by this name: it lies there as it lies in the image, or is copied from a folder."""
    name = files.name(word)
    named = [each for copy in copies(text) for each in copy.sources if files.name(each) == name] or [name]
    script = source_at(posixpath.normpath(files.join(folder, named[0])), file.project)
    return script if script is not None and script.data.startswith(b"#!") else None


def place_of(document: Document, text: str, start: int, length: int) -> Place:
    """Of a text in a file the span in its bytes."""
    before = len(text[:start].encode())
    return Place(document, Span(before, before + len(text[start : start + length].encode())))
