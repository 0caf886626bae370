"""What ``pipelint regex`` and ``pipelint grok`` are given: a pattern, and a file of log lines to try it on."""

from __future__ import annotations

import sys

from pipelint.cli.option import Annotated, Exit, Option, UsageError
from pipelint.cli.overrides import UNREADABLE, read_stdin
from pipelint.cli.print_line import print_line

# Lines of a sample that are looked at.
_MOST_LINES = 1_000

Sample = Annotated[
    str | None,
    Option("--sample", "File of log lines to try it on, or -.", metavar="FILE", show_default=False),
]


def check_text(*words: str) -> None:
    """Exits with a usage error on a pattern whose bytes are no UTF-8."""
    for word in words:
        if not word.isascii() and any("\ud800" <= char <= "\udfff" for char in word):
            raise UsageError("the pattern is not valid UTF-8", "PATTERN")


def sample_lines(sample: str | None) -> list[str]:
    """The first lines of a file, none without one. Lines end where engines end them: at line feeds. Exits as ``read_text``."""
    if sample is None:
        return []
    lines = read_text(sample, read_stdin([sample])).split("\n")
    return [line.removesuffix("\r") for line in (lines[:-1] if lines[-1] == "" else lines)[:_MOST_LINES]]


def read_text(path: str, stdin: bytes | None = None) -> str:
    """The text of a file, or ``stdin``. Exits with an error where it cannot be read."""
    from pipelint.base.disk.text_file import read_file

    read = read_file(path, stdin)
    if isinstance(read, str):
        print_line(f"pipelint: {path}: {read}", sys.stderr)
        raise Exit(UNREADABLE)
    return read.data.decode("utf-8", "replace")
