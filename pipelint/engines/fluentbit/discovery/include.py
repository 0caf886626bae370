"""What the path of an ``@INCLUDE``, or of an item of ``includes``, means."""

from __future__ import annotations

import re
from collections.abc import Iterator

from pipelint.base.lean.late import late
from pipelint.sources.glob import Target

_CLASSIC = late(rb"^@INCLUDE ([^\r\n]+)", re.MULTILINE | re.IGNORECASE)
_YAML = late(rb"^includes:[ \t]*\r?\n((?:[ \t]*(?:-[^\n]*|#[^\n]*)?\r?(?:\n|\Z))+)", re.MULTILINE)
_ITEM = late(rb"^[ \t]*-[ \t]+[\"']?([^\"'#\s](?:[^\"'#\r\n]*[^\"'#\s])?)[\"']?[ \t]*(?:#[^\n]*)?\r?$", re.MULTILINE)
_STARS = late(r"\*+")
# The main file of an image, which that of a container includes, and not itself.
_MAIN_FILES = frozenset(f"{stem}.{suffix}" for stem in ("fluent-bit", "td-agent-bit") for suffix in ("conf", "yaml", "yml"))


def unread_include(word: bytes) -> bytes:
    """A line that includes what is not known, for what a template calls ``word``: its target is elsewhere."""
    return b"@INCLUDE \\" + word


def include_target(path: str) -> Target:
    """Where a path leads: a ``*`` makes it a glob, without one all stands for itself, blanks, quotes and ``${...}`` too."""
    if "\0" in path or not path:
        return Target(problem="invalid", detail="not a valid file name")
    if path != path.strip() or path[0] in "\"'":
        return Target(problem="missing", detail="blanks and quotes are a part of the name")
    if "${" in path:
        return Target(problem="missing", detail="no variable is replaced here")
    if "\\" in path:
        return Target(problem="elsewhere", detail="a path with a backslash is not followed")
    if "*" not in path and ("?" in path or "[" in path):
        return Target(problem="missing", detail="only * stands for other characters here")
    return Target(_STARS.sub("*", path))


def in_container(target: Target) -> Iterator[Target]:
    """Where the files of an absolute path may lie beside the config, if that is copied or mounted with its folder: its ends,
    the longest first. Of a pattern a folder has to be there as well.
    """
    if target.problem is not None or not target.path.startswith("/") or target.name in _MAIN_FILES:
        return
    parts = target.path.split("/")[1:]
    for start in range(1, len(parts) - 1 if target.is_glob else len(parts)):
        yield Target("/".join(parts[start:]))


def include_targets(text: bytes) -> Iterator[Target]:
    """Where what looks like includes in ``text`` leads, in either format."""
    for path in _said(text):
        target = include_target(path.decode("utf-8", "replace"))
        yield target
        yield from in_container(target)


def _said(text: bytes) -> Iterator[bytes]:
    yield from (found[1] for found in _CLASSIC.finditer(text))
    for block in _YAML.finditer(text):
        yield from (item[1] for item in _ITEM.finditer(block[1]))
