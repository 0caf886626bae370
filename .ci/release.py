"""Checks that a tag is that of the package and of the change log: `python .ci/release.py v0.3.0`. Prints what is new in it."""

from __future__ import annotations

import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]


def main(tag: str) -> None:
    """Prints the notes of the release, or exits with what does not agree."""
    version = re.search(r'^__version__ = "(.+)"$', (ROOT / "pipelint/__init__.py").read_text("utf-8"), re.MULTILINE)
    if version is None or tag != f"v{version[1]}":
        sys.exit(f"The tag is {tag}, but __version__ in pipelint/__init__.py is {version and version[1]}.")
    head, *sections = re.split(r"^## ", (ROOT / "CHANGELOG.md").read_text("utf-8"), flags=re.MULTILINE)
    title, _, notes = sections[0].partition("\n") if sections else (head, "", "")
    if title.strip() != version[1]:
        sys.exit(f"The first section of CHANGELOG.md is {title.strip()!r}: name it {version[1]!r}.")
    if not notes.strip():
        sys.exit(f"CHANGELOG.md says nothing of {version[1]}.")
    print(notes.strip())


if __name__ == "__main__":
    main(*sys.argv[1:])
