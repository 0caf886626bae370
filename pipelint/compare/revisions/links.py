"""The symbolic links of a revision: each leads straight to the file or folder of the revision that it means, or is not made."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterator, Mapping
from contextlib import suppress
from pathlib import Path

from pipelint.base.finding import Note

_MOST_HOPS = 40  # as Linux


def make_links(links: Mapping[str, str], files: Collection[str], into: Path) -> Iterator[Note]:
    """Makes the links of a revision, whose ``files`` have been written to ``into``; a note for each that is not made.

    Where a link leads is worked out of the revision's own names, before one of them is on the disk. So none that is made goes
    through another one, nor out of ``into``; and none is made in a folder that has become a link, as ``A`` does where ``a`` is
    one on a disk to which both are the same.
    """
    folders = {path[:at] for path in (*files, *links) for at, char in enumerate(path) if char == "/"}
    there = {*files, *folders, ""}
    top = into.resolve()
    meant = {path: _end(path, links) for path in links}
    for path in links:
        with suppress(OSError):
            (into / path).parent.mkdir(parents=True, exist_ok=True)
    for path, end in meant.items():
        if end is None or end not in there:
            yield Note(path, "symbolic link skipped: it points outside the revision, or nowhere", important=end is None)
            continue
        link, target = top / path, top / end
        try:
            if link.parent.resolve() != link.parent or target.resolve() != target:
                raise OSError(None, "another path of the revision has the same name on this disk")
            link.symlink_to(os.path.relpath(target, link.parent))
        except OSError as error:
            yield Note(path, f"symbolic link skipped: {error.strerror}", important=True)


def _end(link: str, links: Mapping[str, str]) -> str | None:
    """The path that a link leads to at last, other links on its way included; None where that is outside, or in a circle."""
    here: list[str] = []
    todo = link.split("/")[::-1]
    hops = 0
    while todo:
        name = todo.pop()
        if name in ("", "."):
            continue
        if name == "..":
            if not here:
                return None
            here.pop()
            continue
        here.append(name)
        target = links.get("/".join(here))
        if target is None:
            continue
        hops += 1
        if hops > _MOST_HOPS or target.startswith("/"):
            return None
        here.pop()
        todo += reversed(target.split("/"))
    return "/".join(here)
