"""What a check of one config finds."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

from pipelint.base.finding import Finding
from pipelint.checker import Settings, check


def found(text: str, name: str = "logstash.conf", settings: Settings | None = None) -> list[Finding]:
    """The findings of a text in a file of this name, ``.yml`` ones by that name."""
    with TemporaryDirectory() as folder:
        path = Path(folder, name)
        path.write_text(text, encoding="utf-8")
        report = check([str(path)], settings or Settings())
    return [finding for one in report.checked for finding in one.findings]


def codes(text: str, name: str = "logstash.conf", settings: Settings | None = None) -> set[str]:
    """Their codes."""
    return {finding.code for finding in found(text, name, settings)}


def messages(code: str, text: str, *, fixes: bool = False) -> list[str]:
    """The messages of the findings with this code, with ``fixes`` the texts that their fixes write, too."""
    chosen = [finding for finding in found(text) if finding.code == code]
    written = [edit.text for finding in chosen if finding.fix is not None for edit in finding.fix.edits]
    return [finding.message for finding in chosen] + (written if fixes else [])
