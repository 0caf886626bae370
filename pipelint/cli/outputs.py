"""Results for programs and files: ``--output FORMAT:FILE``, and texts on a standard output of any encoding."""

from __future__ import annotations

import enum
import os
import sys
from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, TypeVar

from pipelint.base.disk import asked
from pipelint.cli.option import UsageError

if TYPE_CHECKING:
    from pathlib import Path

    from pipelint.checker import Report

K = TypeVar("K", bound=enum.Enum)


def use_colour(when: str) -> None:
    """Decides it for all that this process and those that it starts print: by the variables that they ask."""
    if when != "auto":
        on, off = ("FORCE_COLOR", "NO_COLOR") if when == "always" else ("NO_COLOR", "FORCE_COLOR")
        os.environ.pop(off, None)
        os.environ[on] = "1"


def outputs(words: Sequence[str], formats: type[K]) -> list[tuple[K, Path]]:
    """The formats and files of ``--output``. Exits with a usage error on what is no ``FORMAT:FILE``."""
    if not words:
        return []
    # Imported here: most runs write no files, and it takes as long as half of Python's own start.
    from pathlib import Path

    found = []
    known = {str(kind.value): kind for kind in formats}
    for word in words:
        name, colon, path = word.partition(":")
        if not colon or not path or name not in known:
            raise UsageError(f'expected FORMAT:FILE, got "{word}"; formats are {", ".join(known)}', "--output")
        found.append((known[name], Path(path)))
    return found


def write_outputs(files: Sequence[tuple[K, Path]], render: Callable[[K], str | bytes], *, force: bool) -> bool:
    """Writes the result in each format to its file, with an error for each that cannot be written. Whether all could."""
    done = [write_output(path, partial(render, kind), force=force) for kind, path in files]
    return all(done)


def write_output(path: Path, render: Callable[[], str | bytes], *, force: bool) -> bool:
    """Writes a result to a file, or prints an error where that cannot be done. Whether it could."""
    text = render() if not (wrong := taken(path, force=force)) else b""
    # What is no text, a byte of a file's name, becomes a question mark.
    data = text if isinstance(text, bytes) else text.encode("utf-8", "replace")
    if wrong := wrong or put(path, data):
        from pipelint.cli.print_line import print_line

        asked.unrepeatable()
        print_line(f"{path}: error: {wrong}", sys.stderr)
    elif asked.notes is not None:
        asked.notes.written.append((str(path), force, data))
    return not wrong


def taken(path: Path, *, force: bool) -> str:
    """What speaks against writing a result to a file, empty where nothing does: it is not one of pipelint's own."""
    from pipelint.base.disk.write import is_stream
    from pipelint.report.ours import is_ours

    try:
        ours = force or not path.exists() or is_stream(str(path)) or is_ours(path)
    except OSError as error:
        return f"cannot be written: {error.strerror}"
    return "" if ours else "already exists and was not written by pipelint (--force overwrites it)"


def put(path: Path, text: str | bytes) -> str:
    """Writes a text, or bytes, to a file. Returns in words why it could not, empty where it could."""
    from pipelint.base.disk.write import write_file

    sys.stdout.flush()
    try:
        write_file(str(path), text if isinstance(text, bytes) else text.encode("utf-8", "replace"))
    except OSError as error:
        return f"cannot be written: {error.strerror}"
    return ""


def broken_alone(report: Report) -> Report:
    """A run whose findings a picture shows: of them only what keeps a config from being read has to be said beside it."""
    from pipelint.base.lean.record import replace

    return replace(report, checked=tuple(each if each.config.errors else replace(each, findings=()) for each in report.checked))


def say_what_is_broken(report: Report) -> int:
    """Says what keeps configs from being read, on standard error. Returns the exit code for it."""
    from pipelint.cli.overrides import FAILURE, UNREADABLE

    if report.problems or report.findings or any(note.important for note in report.notes):
        from pipelint.report.findings.text import print_report

        print_report(report, sys.stderr, verbose=False)
    return UNREADABLE if report.problems else FAILURE if report.findings else 0


def print_for_programs(text: str | bytes) -> None:
    """Prints a result as it is, a text as UTF-8, which programs expect whatever the terminal can show."""
    _print(text, "utf-8")


def print_for_people(text: str) -> None:
    """Prints a text as the terminal can show it."""
    _print(text, sys.stdout.encoding or "utf-8")


def _print(text: str | bytes, encoding: str) -> None:
    sys.stdout.flush()
    sys.stdout.buffer.write(text if isinstance(text, bytes) else text.encode(encoding, "replace"))
