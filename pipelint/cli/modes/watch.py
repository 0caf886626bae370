"""``pipelint check --watch``: the check again whenever something that it has read changes."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING

import typer

from pipelint.base.disk import files
from pipelint.cli.print_line import print_line
from pipelint.report.numbers import counted

if TYPE_CHECKING:
    from pipelint.cli.options import CheckOptions

# Seconds between two looks.
_PAUSE = 0.3
_CLEAR = "\x1b[2J\x1b[3J\x1b[H"
_HIDDEN = (".ignore", ".gitignore", ".pipelint.toml")

Stamp = tuple[object, ...]


class _Seen:
    """Files and folders that were read, each as it was then."""

    def __init__(self) -> None:
        self.stamps: dict[str, Stamp] = {}

    def note(self, path: str) -> None:
        """Notes one, the first time."""
        if path not in self.stamps:
            self.stamps[path] = _stamp(path)


def watch(options: CheckOptions, check: Callable[[CheckOptions], int]) -> int:
    """Checks until Ctrl-C, which ends it with the exit code 0. Exits with a usage error on standard input."""
    if "-" in options.paths:
        raise typer.BadParameter("standard input cannot be watched", param_hint="--watch")
    known: list[str] = []
    try:
        while True:
            if sys.stdout.isatty():
                sys.stdout.write(_CLEAR)
            seen = _Seen()
            # What --diff ends with.
            with files.noting(seen.note), suppress(typer.Exit):
                check(options)
            for path in (*known, *seen.stamps):
                seen.note(path)
                seen.note(files.folders(path)[0])
            # What is read once for all runs is not read again.
            known = list(seen.stamps)
            sys.stdout.flush()
            print_line(f"watching {counted(len(seen.stamps), 'file')} and folders, Ctrl-C ends", sys.stderr)
            sys.stderr.flush()
            while all(_stamp(path) == stamp for path, stamp in seen.stamps.items()):
                time.sleep(_PAUSE)
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
