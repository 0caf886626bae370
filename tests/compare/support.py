"""What the tests of comparisons share: configs made of text, and git repositories made by the test."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

from pipelint.base.text.document import Document, SourceFile
from pipelint.engines.registry import engine
from pipelint.language.config import Config
from pipelint.sources.bundle import NoBundle
from pipelint.sources.entry import Entry, Pipeline

NAMES = {f"GIT_{who}_{what}": "t@example.org" for who in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")}
# Nothing of the machine's own settings; no repository above the test's folder.
ENVIRONMENT = {**NAMES, "GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_SYSTEM": os.devnull, "GIT_CONFIG_NOSYSTEM": "1"}


def fluentd(text: str, path: str = "fluent.conf") -> Config:
    """A Fluentd config of one file."""
    document = Document.whole(SourceFile(path, text.encode()))
    return engine("fluentd").load(Entry("fluentd", (document,), NoBundle(), path))


def logstash(text: str, path: str = "pipeline.conf") -> Config:
    """A Logstash pipeline of one file."""
    document = Document.whole(SourceFile(path, text.encode()))
    return engine("logstash").load(Entry("logstash", (document,), NoBundle(), path, pipelines=(Pipeline("main", (document,)),)))


def git(folder: Path, *words: str) -> str:
    """What a git command prints. Raises CalledProcessError."""
    env = {**os.environ, **ENVIRONMENT}
    return subprocess.run(["git", *words], cwd=folder, env=env, check=True, capture_output=True, text=True).stdout


def commit(folder: Path, files: dict[str, str | None]) -> None:
    """Commits files, of which None is one to remove; makes the repository first where there is none."""
    if not (folder / ".git").exists():
        folder.mkdir(parents=True, exist_ok=True)
        git(folder, "init", "-q", "-b", "main")
    for name, text in files.items():
        path = folder / name
        if text is None:
            path.unlink()
        else:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
    git(folder, "add", "-A")
    git(folder, "commit", "-q", "-m", "a change")
