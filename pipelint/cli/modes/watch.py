"""``pipelint check --watch``: the check again whenever something that it has read changes."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING

from pipelint.base.disk import asked, files
from pipelint.cli.option import Exit, UsageError
from pipelint.cli.print_line import print_line
from pipelint.report.numbers import counted

if TYPE_CHECKING:
    from pipelint.cli.options import CheckOptions

# Seconds between two looks.
_PAUSE = 0.3
# Seconds in which who writes a file is done with it.
_SETTLED = 0.05
_CLEAR = "\x1b[2J\x1b[3J\x1b[H"
_HIDDEN = (".ignore", ".gitignore", ".pipelint.toml")

# What asks what a file or folder holds, by its path.
_OF_FILES = ("read", "listing")

Stamp = tuple[object, ...]


def watch(options: CheckOptions, check: Callable[[CheckOptions], int]) -> int:
    """Checks until Ctrl-C, which ends it with the exit code 0. Exits with a usage error on standard input."""
    if "-" in options.paths:
        raise UsageError("standard input cannot be watched", "--watch")
    paths: set[str] = set()
    try:
        while True:
            if sys.stdout.isatty():
                sys.stdout.write(_CLEAR)
            notes = asked.begin()
            # What --diff ends with.
            with suppress(Exit):
                check(options)
            asked.end()
            told = {each: answer for each, answer in notes.answers.items() if each[0] in _OF_FILES}
            # What is read once for all runs is not read again.
            paths |= {str(path) for _, path, *_ in told}
            stamps = {path: _stamp(path) for each in paths for path in (each, files.folders(each)[0])}
            sys.stdout.flush()
            if not all(asked.holds(answer, str(each[0]), *each[1:]) for each, answer in told.items()):
                continue  # something has changed while it was read
            print_line(f"watching {counted(len(stamps), 'file')} and folders, Ctrl-C ends", sys.stderr)
            sys.stderr.flush()
            while all(_stamp(path) == stamp for path, stamp in stamps.items()):
                time.sleep(_PAUSE)
            time.sleep(_SETTLED)
    except KeyboardInterrupt:
        return 0


def _stamp(path: str) -> Stamp:
    """What changes with a file; of a folder the names in it, without those that editors hide."""
    if not files.is_folder(path):
        return (files.changed(path),)
    try:
        names = os.listdir(path)  # noqa: PTH208 - what is read is noted
    except OSError:
        return ()
    return tuple(sorted(name for name in names if name in _HIDDEN or not (name.startswith(".") or name.endswith("~"))))
