"""Runs of ``pipelint check`` with a cache, each in a copy of this process, as if it were one of its own."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from subprocess import CompletedProcess
from unittest.mock import patch

from pipelint import build
from tests.command_line import PLAIN, bounded


@dataclass(frozen=True, slots=True)
class Runs:
    """Runs in ``folder`` with the cache in ``cache``."""

    folder: Path
    cache: Path

    def check(self, *words: str, build_id: str = "a build", **env: str) -> CompletedProcess[bytes]:
        """A run that may take its result from the cache, or keep it there."""
        said = {**PLAIN, "PIPELINT_CACHE_DIR": str(self.cache), **env}
        with patch.object(build, "ID", build_id):
            return bounded("check", *words, cwd=self.folder, megabytes=1000, seconds=60, env=said)

    def plain(self, *words: str, **env: str) -> CompletedProcess[bytes]:
        """The same without any cache."""
        return self.check(*words, build_id="", **env)

    def is_known(self, *words: str, build_id: str = "a build", **env: str) -> bool:
        """Whether the result is in the cache: then nothing is checked."""
        with patch("pipelint.cli.commands.check.check_paths", side_effect=AssertionError):
            return b"AssertionError" not in self.check(*words, build_id=build_id, **env).stderr

    @property
    def entries(self) -> list[Path]:
        """The files of the cache."""
        return sorted(path for path in self.cache.rglob("*") if path.is_file())


def said(done: CompletedProcess[bytes]) -> tuple[int, bytes, bytes]:
    """All that a user sees of a run."""
    return done.returncode, done.stdout, done.stderr
