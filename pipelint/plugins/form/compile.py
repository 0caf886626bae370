"""Makes indexes of plugins, as lines of JSON: of all files of the project, or of a team's own folders."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate
from pathlib import Path
from typing import Any  # What a checked file holds.

from pipelint.base.disk import files
from pipelint.base.text.document import SourceFile
from pipelint.base.text.span import Span
from pipelint.cost.model import load_model
from pipelint.data import data_folder
from pipelint.plugins.form.engine import RELEASES, SHARED, Engine, compact, read_bounded
from pipelint.plugins.form.errors import PluginFileError
from pipelint.plugins.form.read import read_file
from pipelint.plugins.index import VERSION
from pipelint.sources.boundary import Projects, outside

Json = dict[str, Any]

MAX_FILES = 1_000
"""Plugin files of a team's folder."""


def compile_folder(folder: Path, stamps: str = "") -> bytes:
    """The index of all plugins below ``folder``, ``stamps`` in its first line. Raises PluginFileError, OSError."""
    engines, errors = [], []
    for path in sorted(each for each in folder.iterdir() if each.is_dir()):
        try:
            shared, releases = (_of(path / name) for name in (SHARED, RELEASES))
        except PluginFileError as error:
            errors.append(error)
            continue
        plugins = (file for file in sorted(path.glob("*.yaml")) if file.name not in (SHARED, RELEASES))
        engines.append(Engine(path.name, plugins, shared, releases=releases))
    errors += [error for engine in engines for error in engine.errors]
    if errors:
        first, *rest = errors
        raise PluginFileError(first.file, first.span, first.message, tuple(rest))
    return _dump(engines, stamps)


def compile_team(folders: Sequence[Path]) -> tuple[bytes, list[PluginFileError]]:
    """The index of a team's own plugins, in ``<folder>/<engine>/``, and what is wrong with those that it leaves out."""
    project = Path(data_folder("plugins"))
    known = {path.name: path for path in sorted(project.iterdir()) if (path / SHARED).exists()}
    found: dict[str, list[Path]] = {}
    errors: list[PluginFileError] = []
    for folder in folders:
        try:
            _sort(folder, known, found, errors)
        except OSError as error:
            errors.append(_error(folder, f"cannot be read: {error.strerror}"))
    engines = []
    for name, paths in found.items():

        def of_project(key: tuple[str, str], folder: Path = known[name]) -> Json | None:
            path = folder / f"{key[0]}-{key[1]}.yaml"
            return read_file(read_bounded(path), "plugin") if path.exists() else None

        engines.append(Engine(name, paths, _of(known[name] / SHARED), of_project, load_model(name).coefficients))
    errors += [error for engine in engines for error in engine.errors]
    return _dump(engines, ""), errors


def _sort(folder: Path, known: Json, found: dict[str, list[Path]], errors: list[PluginFileError]) -> None:
    """Adds the files of a team's folder to those of their engines. Raises OSError."""
    allowed = Projects().of(str(folder), str(folder))
    if not files.is_folder(str(folder)):
        raise FileNotFoundError(2, "no such folder")
    below = files.walk(str(folder), lambda error: None)
    paths = sorted(Path(here, name) for here, _, names in below for name in names if name.endswith(".yaml"))
    for path in paths[:MAX_FILES]:
        engine = path.parent.name
        if path.parent.parent != folder or engine not in known:
            errors.append(_error(path, f"a plugin file lies in the folder of its engine: {' or '.join(known)}"))
        elif path.name in (SHARED, RELEASES):
            errors.append(_error(path, "what the plugins of an engine have in common is pipelint's own to say"))
        elif not files.within(str(path), allowed):
            errors.append(_error(path, outside("the link")))
        else:
            found.setdefault(engine, []).append(path)
    if len(paths) > MAX_FILES:
        errors.append(_error(paths[MAX_FILES], f"a folder has {MAX_FILES} plugin files at most; this one is left out"))


def _of(path: Path) -> Json:
    """What a file says that is no plugin's, called as its table; nothing where it is not there."""
    return read_file(read_bounded(path), path.stem) if path.exists() else {}


def _error(path: Path, message: str) -> PluginFileError:
    return PluginFileError(SourceFile(str(path), b""), Span(0, 0), message)


def _dump(engines: Sequence[Engine], stamps: str) -> bytes:
    lines: list[str] = []
    heads = {engine.name: engine.head(lines) for engine in engines}
    about = {"version": VERSION, "stamps": stamps}
    body = [line.encode("utf-8") for line in lines]
    ends = list(accumulate(len(line) + 1 for line in body))
    return b"\n".join([*(compact(part).encode("utf-8") for part in (about, heads, ends)), *body])
