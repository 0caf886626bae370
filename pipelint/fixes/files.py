"""Writes fixed texts into their files, also into the scalars of manifests: all of a file or nothing of it."""

from __future__ import annotations

import contextlib
import os
import shutil
import stat
import tempfile
from collections.abc import Mapping
from pathlib import Path

from pipelint.base.document import Document, SourceFile
from pipelint.base.finding import Problem
from pipelint.base.record import dataclass
from pipelint.sources.yaml_edit import YamlEditError, write_scalar

_WRITABLE = stat.S_IWUSR | stat.S_IWGRP | stat.S_IWOTH


@dataclass(frozen=True, slots=True)
class Rewritten:
    """The new bytes of files, and what could not be written back."""

    files: dict[SourceFile, bytes]
    problems: tuple[Problem, ...]


def rewrite(texts: Mapping[Document, bytes]) -> Rewritten:
    """The files of documents with their new texts. A file in which one of them cannot be written stays as it is."""
    by_file: dict[SourceFile, list[tuple[Document, bytes]]] = {}
    for document, text in texts.items():
        if text != document.text:
            by_file.setdefault(document.file, []).append((document, text))
    files: dict[SourceFile, bytes] = {}
    problems: list[Problem] = []
    for file, changed in by_file.items():
        try:
            files[file] = _rewritten(file, changed)
        except YamlEditError as error:
            problems.append(Problem(file.path, f"not fixed: {error}"))
    return Rewritten(files, tuple(problems))


def _rewritten(file: SourceFile, changed: list[tuple[Document, bytes]]) -> bytes:
    """Raises YamlEditError."""
    data = file.data
    # From the last to the first: what stands before keeps its place.
    for document, text in sorted(changed, key=lambda pair: -_start(pair[0])):
        whole = len(document.map.slices) == 1 and document.text == file.data
        data = text if whole else write_scalar(data, _start(document), text)
    return data


def _start(document: Document) -> int:
    slices = document.map.slices
    return slices[0].file.start if slices else 0


def write_files(files: Mapping[SourceFile, bytes]) -> list[Problem]:
    """Puts the new bytes into their files, each at once. What has changed since it was read or is read-only stays as it is."""
    return [problem for file, data in files.items() if (problem := _write(file, data)) is not None]


def _write(file: SourceFile, data: bytes) -> Problem | None:
    path = Path(os.path.realpath(file.path))
    try:
        if path.read_bytes() != file.data:
            return Problem(file.path, "not fixed: the file has changed meanwhile")
        now = path.stat()
        # A new file takes its place, which its own mode would not prevent.
        if not now.st_mode & _WRITABLE:
            return Problem(file.path, "not fixed: the file is read-only")
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
        try:
            with os.fdopen(handle, "wb") as stream:
                stream.write(data)
            shutil.copymode(path, name)
            with contextlib.suppress(OSError):
                os.chown(name, now.st_uid, now.st_gid)
            Path(name).replace(path)
        except BaseException:
            with contextlib.suppress(OSError):
                Path(name).unlink()
            raise
    except OSError as error:
        return Problem(file.path, f"not fixed: {error.strerror}")
    return None


def unified_diff(file: SourceFile, data: bytes) -> list[str]:
    """The change of a file as ``diff -u`` prints it, line by line without line ends."""
    from difflib import unified_diff as lines

    old, new = (_lines(text.decode("utf-8", "replace")) for text in (file.data, data))
    out = []
    name = file.path.lstrip("/")
    for line in lines(old, new, f"a/{name}", f"b/{name}"):
        out += [line[:-1]] if line.endswith("\n") else [line, "\\ No newline at end of file"]
    return out


def _lines(text: str) -> list[str]:
    lines = [line + "\n" for line in text.split("\n")]
    lines[-1] = lines[-1][:-1]
    return lines if lines[-1] else lines[:-1]
