"""Paths of files as plain text: what every run asks of them. pathlib takes longer to load than a small config to check."""

from __future__ import annotations

import os


def name(path: str) -> str:
    """What stands behind the last slash."""
    return os.path.basename(_path(path))


def suffix(path: str) -> str:
    """The ending of its name with the dot, as pathlib has it: "" for ``.profile`` and for ``name.``."""
    found = name(path)
    dot = found.rfind(".")
    return found[dot:] if 0 < dot < len(found) - 1 else ""


def stem(path: str) -> str:
    """Its name without the ending."""
    return name(path).removesuffix(suffix(path))


def parts(path: str) -> list[str]:
    """The names of the folders on the way, and its own."""
    return path.split(os.sep)


def join(folder: str, *names: str) -> str:
    """The path of something in a folder."""
    return os.path.join(folder, *names)


def folders(path: str) -> list[str]:
    """The absolute paths of the folder that holds it and of all above, nearest first. Links and ``..`` stand as they are."""
    plain = _path(path)
    found = [os.path.dirname(plain if os.path.isabs(plain) else os.path.join(os.getcwd(), plain))]
    while (above := os.path.dirname(found[-1])) != found[-1]:
        found.append(above)
    return found


def mode(path: str) -> int:
    """What the system says it is, as ``stat`` reads it. Raises OSError, and ValueError for what no path can be."""
    return os.stat(_path(path)).st_mode


def exists(path: str) -> bool:
    """Whether there is anything; false where that cannot be seen."""
    return os.path.exists(_path(path))


def is_folder(path: str) -> bool:
    """Whether it is a folder, or a link to one."""
    return os.path.isdir(_path(path))


def is_file(path: str) -> bool:
    """Whether it is a regular file, or a link to one."""
    return os.path.isfile(_path(path))


def entries(folder: str) -> list[str]:
    """The names of what lies in a folder, in no order; none where there is no folder. Raises OSError."""
    return os.listdir(folder) if is_folder(folder) else []


def read(path: str, most: int = -1) -> bytes:
    """Its bytes, the first ``most`` of them. Raises OSError, and ValueError for what no path can be."""
    with open(_path(path), "rb") as stream:
        return stream.read(most)


def _path(path: str) -> str:
    """As pathlib takes it: nothing is the folder at hand, and a slash at the end says nothing."""
    return (path.rstrip("/") or "/") if path.endswith("/") else path or "."
