"""What a check of a file of Fluentd's finds, and the parts that such files here have."""

from __future__ import annotations

from pathlib import Path

from pipelint.checker import Settings, check

SOURCE = "<source>\n  @type tail\n  path /a/*.log\n  pos_file /b/x.pos\n  tag app.x\n"
SOURCE += "  <parse>\n    @type none\n  </parse>\n</source>\n"
OUT = "<match {}>\n  @type elasticsearch\n  host a\n{}</match>\n"


def found(path: Path) -> list[str]:
    """The code of each finding, sorted."""
    return sorted(finding.code for one in check([str(path)], Settings()).checked for finding in one.findings)


def codes(tmp_path: Path, text: str, name: str = "fluent.conf") -> list[str]:
    path = tmp_path / name
    path.write_text(text)
    return found(path)
