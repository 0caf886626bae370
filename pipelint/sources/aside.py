"""Configs that nothing runs, as far as the names around them say."""

from __future__ import annotations

import re
from collections.abc import Sequence as ListOf
from functools import lru_cache

from pipelint.base.disk import files
from pipelint.base.disk.text_file import read_source
from pipelint.base.lean.late import late
from pipelint.base.lean.record import replace
from pipelint.base.text.document import SourceFile
from pipelint.sources.entry import Entry
from pipelint.yaml.tree import Mapping, Sequence, read_yaml

_OLD = late(r"(?:^|[/._-])(?:old|bak|deprecated|disabled|unused|obsolete|orig)(?=[/._-]|$)|\.backup$", re.IGNORECASE)
# Folders of examples, and notes.
_EXAMPLES = late(r"(?:^|/)(?:examples?|samples?)/|\.txt$", re.IGNORECASE)
# What such names hold: most paths have none of it, and no regex is compiled for them.
_OLD_WORDS = ("old", "bak", "deprecated", "disabled", "unused", "obsolete", "orig", "backup")
# Of a file that has another one of its name without this beside it; and of what `helm show values` wrote.
_COPY = late(r"(?:[-_. ](?:backup|bkp|bu|copy)|[-_.]defaults?(?:[-_.]v?[\d.]+)?(?=\.ya?ml$))(?=\.\w+$)", re.IGNORECASE)
_COPY_WORDS = ("backup", "bkp", "bu.", "copy", "default")
_VALUES = late(r".*values[-_.]\w.*\.ya?ml$|values\.ya?ml$", re.IGNORECASE)
_CHARTS = "/charts/"
_EXAMPLE_WORDS = ("example", "sample", ".txt")


def is_old(entry: Entry) -> bool:
    """Whether the names of all files that it begins with, or of folders around them, say that it is out of use, or another's.

    That is a copy beside the file itself, the default values of a chart beside one's own, and a chart that another one was
    downloaded with.
    """
    if _any_of(_OLD_WORDS, [entry]) and _all_in(entry, _OLD):
        return True
    found = [each.file for each in entry.documents]
    if _any_of((*_COPY_WORDS, _CHARTS), [entry]):
        return bool(found) and all(_is_copy(each.path) or _is_of_another(each.path, each.project) for each in found)
    return False


def beside_examples(entries: ListOf[Entry]) -> tuple[Entry, ...]:
    """The entries; those that are examples by their names are ``aside`` where another one of their engine is none."""
    if not _any_of(_EXAMPLE_WORDS, entries):
        return tuple(entries)
    shown = {id(entry) for entry in entries if _all_in(entry, _EXAMPLES)}
    real = {entry.engine for entry in entries if id(entry) not in shown}
    return tuple(replace(each, aside=True) if id(each) in shown and each.engine in real else each for each in entries)


def _any_of(words: ListOf[str], entries: ListOf[Entry]) -> bool:
    paths = [each.file.path.lower() for entry in entries for each in entry.documents]
    return any(word in path for path in paths for word in words)


def _all_in(entry: Entry, names: re.Pattern[str]) -> bool:
    found = [each.file for each in entry.documents]
    return bool(found) and all(names.search(each.path) and names.search(_inner(each.path, each.project)) for each in found)


def _is_copy(path: str) -> bool:
    name = files.name(path)
    found = _COPY.search(name)
    if found is None:
        return False
    folder = files.folder_by_name(path)
    if "default" in found[0].lower():
        return any(_VALUES.match(each) and each != name for each in _names(folder)) and "values" in name.lower()
    return files.is_file(files.join(folder, name[: found.start()] + name[found.end() :]))


def _is_of_another(path: str, project: tuple[str, ...]) -> bool:
    """Whether it lies in a chart that the chart around it has from a repository of charts."""
    parts = path.split(_CHARTS)
    return any(_depends(_CHARTS.join(parts[:at]), parts[at].partition("/")[0], project) for at in range(1, len(parts)))


def _depends(chart: str, name: str, project: tuple[str, ...]) -> bool:
    for file in ("Chart.yaml", "requirements.yaml"):
        path = files.join(chart, file)
        read = read_source(path) if files.is_file(path) and files.within(path, project) else None
        root = next(iter(read_yaml(read.data).roots), None) if isinstance(read, SourceFile) else None
        listed = root.values.get("dependencies") if isinstance(root, Mapping) else None
        for each in listed.items if isinstance(listed, Sequence) else []:
            named = isinstance(each, Mapping) and name in (each.text("name"), each.text("alias"))
            if isinstance(each, Mapping) and named and each.text("repository").startswith(("http", "oci:")):
                return True
    return False


def _names(folder: str) -> list[str]:
    try:
        return files.entries(folder)
    except OSError:
        return []


@lru_cache(maxsize=512)
def _inner(path: str, project: tuple[str, ...]) -> str:
    """A file's path in its project; its name where it is in none."""
    home = next((each for each in project if files.within(path, [each])), "")
    return files.real(path)[len(home) :] or files.name(path) if home else files.name(path)
