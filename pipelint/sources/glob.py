"""What the path of an include or of a setting may mean: a file, a glob as Ruby has them, or nothing that can be read."""

from __future__ import annotations

import fnmatch
from collections.abc import Iterator

from pipelint.base.disk import files
from pipelint.base.lean.late import late
from pipelint.base.lean.record import dataclass
from pipelint.sources.entry import IncludeProblem

SCAN_LIMIT = 300_000
"""Names that all globs of one bundle may look at, a look costing ``LOOK`` more: `/**/*.conf` must not walk a disk."""

LOOK = 50
MAX_CHOICES = 200

_BRACES = late(r"\{([^{}]*)\}")


@dataclass(frozen=True, slots=True)
class Target:
    """The file path or glob of an include, or the problem with it. ``braces`` says that ``{a,b}`` is a choice in it."""

    path: str = ""
    problem: IncludeProblem | None = None
    detail: str = ""
    braces: bool = False

    @property
    def is_glob(self) -> bool:
        """Whether it may mean several files, or none without an error."""
        return any(char in self.path for char in "*?[") or len(self.paths) > 1

    @property
    def paths(self) -> list[str]:
        """The path or glob, or those that its braces stand for."""
        return expand_braces(self.path) if self.braces else [self.path]

    @property
    def folder(self) -> str:
        """What stands before the last ``/``, without ``./`` in front."""
        return self.path.rpartition("/")[0].removeprefix("./").removeprefix(".")

    @property
    def name(self) -> str:
        """What stands after the last ``/``."""
        return self.path.rpartition("/")[2]


def expand_braces(pattern: str) -> list[str]:
    """The patterns that the braces of a Ruby glob stand for, at most ``MAX_CHOICES``; innermost first, as they nest."""
    todo: list[str] = [pattern]
    done: list[str] = []
    while todo:
        here = todo.pop()
        found = _BRACES.search(here)
        if found is None or len(todo) + len(done) >= MAX_CHOICES:
            done.append(here)
        else:
            todo.extend(here[: found.start()] + choice + here[found.end() :] for choice in reversed(found[1].split(",")))
    return list(dict.fromkeys(done))


class TooManyFiles(Exception):
    """Globs looked at more than ``SCAN_LIMIT`` names."""


@dataclass(slots=True)
class Budget:
    """How many names globs may still look at."""

    left: int = SCAN_LIMIT

    def spend(self, names: int) -> None:
        """Takes off one look at ``names`` names. Raises TooManyFiles."""
        self.left -= LOOK + names
        if self.left < 0:
            raise TooManyFiles


def glob_files(pattern: str, budget: Budget) -> list[str]:
    """The paths that match ``pattern`` as Ruby's ``Dir.glob`` has them, sorted.

    ``**/`` goes into all folders, hidden ones apart, without following links; any other ``**`` is a ``*``; case counts.
    Raises TooManyFiles.
    """
    root = "/" if pattern.startswith("/") else ""
    parts = [part for part in pattern.split("/") if part]
    return sorted(set(_expand(root, parts, budget)))


def _expand(root: str, parts: list[str], budget: Budget) -> Iterator[str]:
    """Paths under ``root`` (``""`` or ending in ``/``) that match ``parts``."""
    todo = [(root, 0)]
    while todo:
        base, at = todo.pop()
        part, last = parts[at], at == len(parts) - 1
        if part == "**" and not last:
            todo.append((base, at + 1))
            inner = (name for name, kind in _scan(base, budget) if kind == files.FOLDER and not name.startswith("."))
            todo.extend((f"{base or './'}{name}/", at) for name in inner)
            continue
        if any(char in part for char in "*?["):
            names = [(base or "./") + name for name, _ in _scan(base, budget) if _fits(name, part)]
        else:
            names = [base + part] if files.is_there(base + part) else []
        if last:
            yield from names
        else:
            todo.extend((f"{name}/", at + 1) for name in names)


def _scan(base: str, budget: Budget) -> list[tuple[str, str]]:
    try:
        found = files.listing(base or ".", budget.left + 1)
    except OSError:
        found = []  # what may not be listed matches nothing, as in Ruby
    budget.spend(len(found))
    return found


def _fits(name: str, pattern: str) -> bool:
    if name.startswith(".") and not pattern.startswith("."):
        return False
    return fnmatch.fnmatchcase(name, pattern.replace("[^", "[!"))
