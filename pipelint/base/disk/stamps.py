"""Names, sizes and times of files: whether what was compiled of them is older than they are."""

from __future__ import annotations

import os


def stamps_below(folder: str, ending: str) -> list[str]:
    """The stamps of the files below a folder, folder by folder. Raises OSError."""
    found: list[str] = []
    todo = [folder]
    for here in todo:
        stamps, folders = stamps_in(here, ending)
        found += (here, *stamps)
        todo += folders
    return found


def stamps_in(folder: str, ending: str) -> tuple[list[str], list[str]]:
    """The stamps of the files in a folder, and the folders in it. With ``scandir``: every start in a checkout waits for this."""
    stamps: list[str] = []
    folders: list[str] = []
    with os.scandir(folder) as entries:
        for entry in entries:
            if entry.name.endswith(ending):
                stat = entry.stat()
                stamps.append(f"{entry.name} {stat.st_size} {stat.st_mtime_ns}")
            elif entry.is_dir() and entry.name != "__pycache__":
                folders.append(entry.path)
    return sorted(stamps), sorted(folders)
