"""The quick way: is this very run known? Loads next to nothing, since most of such a run is the start of Python."""

from __future__ import annotations

import io
import os
import sys

from pipelint import build
from pipelint.base.disk import files  # noqa: F401 - it has the questions
from pipelint.base.disk.asked import hash_of
from pipelint.replay import shelf
from pipelint.replay.entry import Entry, unpack

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence


def key_of(words: Sequence[str]) -> str | None:
    """What a run is kept under: all that is known of it before it asks anything. None for one that is not to be kept."""
    # What comes by standard input is no answer to a question.
    if not build.ID or "-" in words or "--no-cache" in words or shelf.home() is None:
        return None
    out, err = sys.stdout, sys.stderr
    if not isinstance(out, io.TextIOWrapper) or not isinstance(err, io.TextIOWrapper):
        return None
    try:
        streams = [(each.isatty(), each.encoding, each.errors) for each in (out, err)]
        python = sys.version, tuple(sys.flags), sys.warnoptions, sys.getfilesystemencoding()
        said = repr((build.ID, os.getcwd(), words, streams, python))
    except (OSError, ValueError):
        return None
    return hash_of(said.encode("utf-8", "surrogatepass"))


def find(key: str, words: Sequence[str]) -> Entry | None:
    """The run of this key and command line, if all that it asked has the same answers now."""
    data = shelf.get(key)
    entry = None if data is None else unpack(data, key)
    return entry if entry is not None and entry.holds(words) else None


def print_again(entry: Entry) -> None:
    """Prints what a run has printed, in the same order."""
    before = 0
    for number, data in entry.printed:
        if before not in (0, number):
            (sys.stdout if before == 1 else sys.stderr).flush()
        (sys.stdout if number == 1 else sys.stderr).buffer.write(data)
        before = number
