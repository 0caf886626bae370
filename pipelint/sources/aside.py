"""Configs that nothing runs, as far as the names around them say."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from pipelint.base.disk import files
from pipelint.base.lean.late import late
from pipelint.base.lean.record import replace
from pipelint.sources.entry import Entry

_OLD = late(r"(?:^|[/._-])(?:old|bak|deprecated|disabled|unused|obsolete|orig)(?=[/._-]|$)|\.backup$", re.IGNORECASE)
# Folders of examples, files that are called so, and notes.
_EXAMPLES = late(
    r"(?:^|/)(?:examples?|samples?)/|(?:^|/)example[-_.][^/]*$|[-_.]example(?:\.\w+)?$|\.sample$|\.txt$", re.IGNORECASE
)
# What such names hold: most paths have none of it, and no regex is compiled for them.
_OLD_WORDS = ("old", "bak", "deprecated", "disabled", "unused", "obsolete", "orig", "backup")
_EXAMPLE_WORDS = ("example", "sample", ".txt")


def is_old(entry: Entry) -> bool:
    """Whether the names of all files that it begins with, or of folders around them, say that it is out of use."""
    return _any_of(_OLD_WORDS, [entry]) and _all_in(entry, _OLD)


def beside_examples(entries: Sequence[Entry]) -> tuple[Entry, ...]:
    """The entries; those that are examples by their names are ``aside`` where another one of their engine is none."""
    if not _any_of(_EXAMPLE_WORDS, entries):
        return tuple(entries)
    shown = {id(entry) for entry in entries if _all_in(entry, _EXAMPLES)}
    real = {entry.engine for entry in entries if id(entry) not in shown}
    return tuple(replace(each, aside=True) if id(each) in shown and each.engine in real else each for each in entries)


def _any_of(words: Sequence[str], entries: Sequence[Entry]) -> bool:
    paths = [each.file.path.lower() for entry in entries for each in entry.documents]
    return any(word in path for path in paths for word in words)


def _all_in(entry: Entry, names: re.Pattern[str]) -> bool:
    found = [each.file for each in entry.documents]
    return bool(found) and all(names.search(each.path) and names.search(_inner(each.path, each.project)) for each in found)


@lru_cache(maxsize=512)
def _inner(path: str, project: tuple[str, ...]) -> str:
    """A file's path in its project; its name where it is in none."""
    home = next((each for each in project if files.within(path, [each])), "")
    return files.real(path)[len(home) :] or files.name(path) if home else files.name(path)
