"""What tests of the search for configs share."""

from __future__ import annotations

import os
from pathlib import Path

from pipelint.sources import Collected, collect
from tests.sources.common import ENGINES

CONF = "<source>\n  @type forward\n</source>\n"


def write(folder: Path, files: dict[str, str | bytes]) -> None:
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text if isinstance(text, bytes) else text.encode())


def found_in(folder: Path, *paths: str) -> tuple[Collected, list[str]]:
    """What ``paths`` below ``folder`` give, and the names of the entries, relative to it."""
    found = collect([str(folder / path) for path in paths], ENGINES)
    return found, [os.path.relpath(entry.name, folder) for entry in found.entries]


def messages(found: Collected) -> list[str]:
    return [problem.message for problem in found.problems]
