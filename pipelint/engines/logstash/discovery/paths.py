"""Which files the ``path.config`` of a pipeline means, on the machine or in the checkout that its pipelines.yml is from."""

from __future__ import annotations

import os
from collections.abc import Iterator

from pipelint.base.disk import files
from pipelint.base.lean.late import late
from pipelint.sources.boundary import fixed_folder
from pipelint.sources.glob import Budget, expand_braces, glob_files

NEIGHBOURS = ("pipeline", "pipelines", "conf.d", "config", "conf")
"""Folders that repositories keep pipelines in, beside pipelines.yml or beside its folder."""

_MAX_SUFFIX = 8
_REMOTE = late(r"(?!file:)[A-Za-z][A-Za-z0-9+.-]+://")


def is_remote(path: str) -> bool:
    """Whether ``path`` is a URL that Logstash would fetch."""
    return _REMOTE.match(path) is not None


def config_files(path: str, folder: str, budget: Budget, project: tuple[str, ...]) -> list[str]:
    """The files in ``project`` that ``path`` means for the pipelines.yml in ``folder``, sorted; none where nothing fits.

    A path that exists is taken as Logstash takes it: a relative one from the folder that it is started in, which is ``folder``,
    the one around it or the working folder. Mostly, though, a path is one inside of a container or on a server: then its
    longest end that exists below ``folder`` or beside it counts, so that ``/usr/share/logstash/pipeline/*.conf`` finds
    ``../pipeline/*.conf``. What stands before a ``${VAR}`` is not known. Raises TooManyFiles, and ValueError for a name that
    no file can have.
    """
    for candidate in _candidates(path.removeprefix("file://"), folder):
        if files.within(fixed_folder(candidate), project):
            found = [file for file in _matches(candidate, budget) if files.within(file, project)]
            if found:
                return found
    return []


def leads_out(path: str, folder: str, project: tuple[str, ...]) -> bool:
    """Whether ``path``, as it stands, leads out of ``project``."""
    plain = path.removeprefix("file://")
    return "${" not in plain and not files.within(fixed_folder(_join(folder, plain)), project)


def _candidates(path: str, folder: str) -> Iterator[str]:
    parts = [part for part in path.split("/") if part not in ("", ".")]
    if path.startswith("/") and "${" not in path:
        yield path
    while any("${" in part for part in parts):
        parts.pop(0)
    if not parts:
        return
    bases = [folder, _join(folder, "..")]
    # A relative path is not of another machine: without any of its folders it would mean other files.
    relative = not path.startswith(("/", "$"))
    ends = [parts] if relative else [parts[-count:] for count in range(min(len(parts), _MAX_SUFFIX), 0, -1)]
    if relative:
        bases.append(os.getcwd())  # noqa: PTH109
        if parts[0] == "config" and len(parts) > 1:
            # Logstash is started above the folder of settings, in which pipelines.yml is: that has any name here.
            yield _join(folder, *parts[1:])
    for end in ends:
        if end[0] == "**" and not relative:
            # Without a name before it, it means every file of the checkout.
            continue
        # Of a bare file name, what is below a folder for pipelines comes before what merely stands beside pipelines.yml.
        below = [[neighbour, *end] for neighbour in NEIGHBOURS] if len(end) == 1 else []
        if relative and len(parts) == 1:
            below.insert(0, end)
        for names in [*below, end]:
            if names != ["*"]:
                # A folder of the path's own, as well two above: etc/logstash/pipelines.yml beside etc.
                above = [_join(folder, "..", "..")] if len(end) > 1 and not relative else []
                found = (_join(base, *names) for base in [*bases, *above])
                yield from (each for each in found if len(names) > 1 or relative or _may_be(each, parts))


def _may_be(path: str, parts: list[str]) -> bool:
    """Whether what ``path`` means, in a folder of the checkout, may be what all of ``parts`` mean on another machine.

    All files of a folder are not those of one with another name.
    """
    named = "*" in parts[-1] and len(parts) > 1 and "*" not in parts[-2]
    return not named or files.name(os.path.dirname(path)) == parts[-2]  # noqa: PTH120


def _join(*parts: str) -> str:
    return os.path.normpath(os.path.join(*parts))  # noqa: PTH118


def _matches(path: str, budget: Budget) -> list[str]:
    """As Logstash's ConfigPathLoader: of a folder all files, globs sorted, no folders, no editor's copies (``~``)."""
    pattern = _join(path, "*") if files.is_folder(path) else path
    found = {each for one in expand_braces(pattern) for each in glob_files(one, budget)}
    return sorted(each for each in found if files.is_file(each) and not each.endswith("~"))
