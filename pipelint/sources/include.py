"""What the path of a Fluentd ``@include`` means: a file path or glob, a URL, or nothing that Fluentd takes."""

from __future__ import annotations

import fnmatch
import os
import re
from collections.abc import Iterator
from itertools import islice

from pipelint.base.lean.late import late
from pipelint.base.lean.record import dataclass
from pipelint.sources.entry import IncludeProblem

SCAN_LIMIT = 300_000
"""Names that all globs of one bundle may look at, a look costing ``LOOK`` more: `/**/*.conf` must not walk a disk."""

LOOK = 50

_INCLUDE = late(rb"^[ \t]*@?include[ \t]+(\S+)", re.MULTILINE)
_YAML_INCLUDE = late(rb"""!include[ \t]+("[^"\r\n]*"|'[^'\r\n]*'|[^\s,\]}]+)""")
_BRACES = late(r"\{([^{}]*)\}")
MAX_CHOICES = 200
_SCHEME = late(r"([A-Za-z][A-Za-z0-9+.-]*):(.*)", re.DOTALL)
# RFC 3986, section 3.3: pchar and "/". Ruby's URI.parse, through which Fluentd reads the path, refuses any other.
_URI_PATH = late(r"(?:[A-Za-z0-9._~!$&'()*+,;=:@/-]|%[0-9A-Fa-f]{2})*")
_REMOTE = frozenset({"http", "https", "ftp"})  # what Ruby's open-uri opens


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
        """What stands behind the last ``/``."""
        return self.path.rpartition("/")[2]


def include_patterns(text: bytes) -> Iterator[str]:
    """The paths of what look like include lines in ``text``; the engine's parser knows better."""
    for found in _INCLUDE.finditer(text):
        yield found[1].decode("utf-8", "replace").strip("\"'")


def include_targets(text: bytes) -> set[Target]:
    """Where what look like includes in ``text`` lead, in either of Fluentd's formats."""
    if b"include" not in text:
        return set()
    targets = {include_target(pattern) for pattern in include_patterns(text)}
    for found in _YAML_INCLUDE.finditer(text):
        targets.add(yaml_include_target(found[1].decode("utf-8", "replace").strip("\"'")))
    return targets


def as_target(wanted: str | Target) -> Target:
    """A target as it is; a text is the path of an ``@include``."""
    return include_target(wanted) if isinstance(wanted, str) else wanted


def yaml_include_target(path: str) -> Target:
    """What Fluentd makes of ``!include path``: Ruby's ``Dir.glob`` of it as it stands."""
    if "\0" in path or not path:
        return Target(problem="invalid", detail="no file has such a name")
    if "\\" in path:
        return Target(problem="elsewhere", detail="a backslash in a glob is not followed")
    return Target(path, braces=True)


def include_target(pattern: str) -> Target:
    """What Fluentd makes of ``@include pattern`` (v1 parser, ``eval_include``): blanks stand, ``%XX`` is decoded.

    Braces, brackets, backslashes and letters outside ASCII make it fail, a ``?`` or ``#`` make it no file path.
    """
    if "#{" in pattern:
        return Target(problem="elsewhere", detail="the path is made by embedded Ruby, which is not run")
    uri = pattern.replace(" ", "+")
    scheme = _SCHEME.fullmatch(uri)
    if scheme is not None:
        name, rest = scheme[1].lower(), scheme[2]
        if name in _REMOTE:
            return Target(problem="remote", detail="a URL: not fetched")
        if name != "file" and len(name) > 1:
            return Target(problem="invalid", detail=f"Fluentd opens no {name}: address")
        uri = re.sub(r"^//[^/]*", "", rest)
        if not uri.startswith("/"):
            return Target(problem="invalid", detail="Fluentd reads no path after the scheme")
    if not uri or uri.startswith("//") or _URI_PATH.fullmatch(uri) is None:
        return Target(problem="invalid", detail="Fluentd reads the path as a URI, and this is none")
    # Imported here: it takes longer to load than most configs to read, of which few include anything.
    from urllib.parse import unquote_plus

    path = unquote_plus(uri)
    if "\0" in path:
        return Target(problem="invalid", detail="no file has a NUL in its name")
    return Target(path)


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
            todo.extend((f"{entry.path}/", at) for entry in _scan(base, budget) if _is_plain_folder(entry))
            continue
        if any(char in part for char in "*?["):
            names = [entry.path for entry in _scan(base, budget) if _fits(entry.name, part)]
        else:
            names = [base + part] if os.path.lexists(base + part) else []
        if last:
            yield from names
        else:
            todo.extend((f"{name}/", at + 1) for name in names)


def _scan(base: str, budget: Budget) -> list[os.DirEntry[str]]:
    entries: list[os.DirEntry[str]] = []
    try:
        with os.scandir(base or ".") as listing:
            entries.extend(islice(listing, budget.left + 1))
    except OSError:
        pass  # what may not be listed matches nothing, as in Ruby
    budget.spend(len(entries))
    return entries


def _is_plain_folder(entry: os.DirEntry[str]) -> bool:
    return not entry.name.startswith(".") and entry.is_dir(follow_symlinks=False)


def _fits(name: str, pattern: str) -> bool:
    if name.startswith(".") and not pattern.startswith("."):
        return False
    return fnmatch.fnmatchcase(name, pattern.replace("[^", "[!"))
