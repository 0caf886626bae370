"""Why a file holds no config, in words."""

from __future__ import annotations

from collections.abc import Iterator

from pipelint.base.finding import Note
from pipelint.sources.discovery import Engines

EMPTY = "is empty or holds only comments"
HELM = "is a Helm template: render it first (helm template)"


def no_config(engines: Engines) -> str:
    """What is said of a file without a config."""
    return f"contains no {' or '.join(engines.titles)} config"


def of_another(program: str) -> str:
    """What is said of a config of another program."""
    return f"a {program} config, which pipelint does not read yet"


class OtherPrograms:
    """Configs of other programs that a search has found: there may be many, so each program is named once."""

    def __init__(self) -> None:
        self._paths: dict[str, list[str]] = {}

    def add(self, program: str, path: str) -> None:
        """Notes one."""
        self._paths.setdefault(program, []).append(path)

    def notes(self, *, important: bool) -> Iterator[Note]:
        """A note a program, at the first of its files."""
        for program, paths in self._paths.items():
            more = len(paths) - 1
            said = f" ({more:,} more file{'s' * (more > 1)})" if more else ""
            yield Note(paths[0], of_another(program) + said, important=important)
