"""Configs on disk that an open file is a part of: one that includes it, or one of a list that names it."""

from __future__ import annotations

import glob
import os
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

from pipelint.base.disk import files
from pipelint.checker.loading import load
from pipelint.engines.parts import parts_of
from pipelint.engines.registry import ENGINES
from pipelint.sources.entry import Unknown

if TYPE_CHECKING:
    from pipelint.language.config import Config

# Somebody waits for the answer: so many files are read, of the file's folder and of the one above it, and so many bytes of them.
_MOST = 100
_MOST_BYTES = 1024 * 1024


def containing(path: str) -> list[Config]:
    """The configs with more documents than the file itself that it is one of; read anew at each call."""
    if not Path(path).is_file():
        return []
    own = os.path.realpath(path)
    beside = [str(file) for file in _beside(Path(path).absolute())]
    loaded = load(beside, unknown=Unknown.SKIPPED) if beside else None
    return [config for config in (() if loaded is None else loaded.configs) if own in _files(config) and len(_files(config)) > 1]


def _files(config: Config) -> set[str]:
    return {os.path.realpath(document.file.path) for document in config.documents}


def _beside(path: Path) -> Iterator[Path]:
    """Files that may name or include another one."""
    engines = [ENGINES.parts(name).editing for name in ENGINES.names]
    lists = [name for engine in engines for name in engine.lists]
    includes = [(suffix, mark) for engine in engines for suffix, marks in engine.includes.items() for mark in marks]
    suffixes = {suffix for suffix, _ in includes}
    above = list(path.parents)[:3]
    yield from (file for folder in above for name in lists if (file := folder / name).is_file())
    found = (file for folder in above[:2] for file in _listed(folder) if file.suffix in suffixes and file != path)
    left = _MOST_BYTES
    for file in islice(found, _MOST):
        try:
            text = files.read(str(file), left)
        except OSError:
            continue
        left -= len(text)
        if file.name not in lists and any(mark in text for suffix, mark in includes if suffix == file.suffix):
            yield file


def _listed(folder: Path) -> list[Path]:
    try:
        return sorted(folder.iterdir())
    except OSError:
        return []


def folder_config(config: Config, path: str) -> Config | None:
    """The config that the files of a file's folder are together, read from disk; None where the file's engine joins none."""
    if not parts_of(config).editing.joins_folder:
        return None
    folder = Path(path).parent
    files = [file for file in _listed(folder) if file.suffix == ".conf"]
    if not 1 < len(files) <= _MOST or sum(map(_size, files)) > _MOST_BYTES:
        return None
    loaded = load([f"{glob.escape(str(folder))}/*.conf"], unknown=Unknown.SKIPPED)
    found = [whole for whole in loaded.configs if whole.engine is config.engine and len(whole.documents) > 1]
    return next((whole for whole in found if path in {document.file.path for document in whole.documents}), None)


def _size(file: Path) -> int:
    try:
        return file.stat().st_size
    except OSError:
        return 0
