"""Changes of files as unified diffs, without the secrets on their lines."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from pipelint.cli.print_line import print_line
from pipelint.report.uri import shown_path

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from pipelint.base.text.document import SourceFile
    from pipelint.language.config import Config


def print_diffs(files: Mapping[SourceFile, bytes], configs: Iterable[Config], instead: str) -> None:
    """What changes in each file, without the secrets on its lines; says on standard error where that leaves no patch, and what
    makes the changes ``instead``.
    """
    from pipelint.fixes.files import unified_diff
    from pipelint.report.findings.parts.patch import masked_patch
    from pipelint.report.look import secrets_of

    secrets, masked = secrets_of(tuple(configs)), 0
    for file, data in files.items():
        whole = unified_diff(_name(file.path), file.data, data)
        shown = masked_patch(whole, secrets.file(file, 0, len(file.data)), secrets.lines(data, file))
        masked += shown != whole
        # The bytes of the file: whatever the terminal can show, patch has to read them.
        sys.stdout.buffer.write(shown)
    if masked:
        sys.stdout.flush()
        what = "secrets are masked in this output: as a patch it does not apply to the lines that contain them"
        print_line(f"{what} ({masked:,} of {len(files):,} files); {instead} makes the changes", sys.stderr)


def _name(path: str) -> str:
    """What a diff calls a file: its path from here, of one that lies elsewhere from the root."""
    shown = shown_path(path)
    return (str(Path(path).resolve()) if shown.startswith("../") else shown).lstrip("/")
