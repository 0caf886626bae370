"""Writes fixed texts into their files, also into the scalars of manifests: all of a file or nothing of it."""

from __future__ import annotations

import os
from collections.abc import Mapping

from pipelint.base.disk.write import write_file
from pipelint.base.finding import Problem
from pipelint.base.lean.late import late
from pipelint.base.lean.record import dataclass
from pipelint.base.text.changes import split_lines
from pipelint.base.text.document import Document, SourceFile
from pipelint.yaml.edit import YamlEditError, write_scalar

# Control characters, quotes, backslashes, and bytes that are no UTF-8.
_ODD_NAME = late(r'[\x00-\x1f\x7f"\\\udc80-\udcff]')

NOT_FIXED = "not fixed"


@dataclass(frozen=True, slots=True)
class Rewritten:
    """The new bytes of files, and what could not be written back."""

    files: dict[SourceFile, bytes]
    problems: tuple[Problem, ...]


def rewrite(texts: Mapping[Document, bytes], failed: str = NOT_FIXED) -> Rewritten:
    """The files of documents with their new texts. A file in which one of them cannot be written stays as it is.

    ``failed``: how the problem then begins.
    """
    by_file: dict[SourceFile, list[tuple[Document, bytes]]] = {}
    for document, text in texts.items():
        if text != document.text:
            by_file.setdefault(document.file, []).append((document, text))
    files: dict[SourceFile, bytes] = {}
    problems: list[Problem] = []
    for file, changed in by_file.items():
        try:
            files[file] = _rewritten(file, changed)
        except ValueError as error:
            problems.append(Problem(file.path, f"{failed}: {error}"))
    return Rewritten(files, tuple(problems))


def _rewritten(file: SourceFile, changed: list[tuple[Document, bytes]]) -> bytes:
    """Raises ValueError."""
    data = file.data
    written: dict[int, bytes] = {}
    # From the last to the first: what stands before keeps its place.
    for document, text in sorted(changed, key=lambda pair: -start_in_file(pair[0])):
        start = start_in_file(document)
        if written.setdefault(start, text) != text:
            raise YamlEditError("YAML aliases share this text, and the fix would make two different texts")
        whole = len(document.map.slices) == 1 and document.text == file.data
        if document.back is not None:
            data = document.back.written(data, start, text)
        else:
            data = text if whole else write_scalar(data, start, text)
    return data


def start_in_file(document: Document) -> int:
    """Where a document begins in its file: the same for all that are aliases of one scalar."""
    whole = document.map.whole
    return 0 if whole is None else whole.start


def write_files(files: Mapping[SourceFile, bytes], failed: str = NOT_FIXED) -> list[Problem]:
    """Puts the new bytes into their files, each at once. What has changed since it was read or is read-only stays as it is.

    ``failed`` as in ``rewrite``.
    """
    problems: list[Problem] = []
    for file, data in files.items():
        try:
            write_file(file.path, data, file.data)
        except OSError as error:
            problems.append(Problem(file.path, f"{failed}: {error.strerror}"))
    return problems


def unified_diff(name: str, old: bytes, new: bytes) -> bytes:
    """The change of a file called ``name`` as ``git apply`` and ``patch -p1`` read it, in the bytes of the file."""
    from difflib import diff_bytes
    from difflib import unified_diff as lines

    out = []
    for line in diff_bytes(lines, split_lines(old), split_lines(new), _header(f"a/{name}"), _header(f"b/{name}")):
        out.append(line if line.endswith(b"\n") else line + b"\n\\ No newline at end of file\n")
    return b"".join(out)


def _header(name: str) -> bytes:
    """A file's name as git writes it in a diff: in quotes where it has odd characters, a tab after it where it has blanks."""
    raw = os.fsencode(name)
    if _ODD_NAME.search(os.fsdecode(raw)):
        return b'"' + b"".join(_escaped(byte) for byte in raw) + b'"'
    return raw + b"\t" if b" " in raw else raw


def _escaped(byte: int) -> bytes:
    plain = 0x20 <= byte < 0x7F and byte not in b'"\\'
    return bytes([byte]) if plain else b"\\%03o" % byte
