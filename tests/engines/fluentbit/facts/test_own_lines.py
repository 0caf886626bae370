"""Files whose writer stands in the project of the config."""

from __future__ import annotations

from pathlib import Path

import pytest

from pipelint.base.finding import Severity
from pipelint.checker import Settings, check

OUTPUT = "[OUTPUT]\n    Name null\n    Match *\n"


@pytest.mark.parametrize(
    ("name", "program", "path", "severity"),
    [
        ("app/main.py", 'FileHandler("/logs/shop.log")', "/var/shop/shop.log", Severity.INFO),
        ("app/main.js", "open('shop.log')", "/a/shop.log, /b/shop.log", Severity.INFO),
        ("app/main.py", 'FileHandler("/logs/shop.log")', "/var/shop/shop.log, /var/shop/other.log", Severity.WARNING),
        ("app/main.py", "# see shop.log of the shop", "/var/shop/shop.log", Severity.WARNING),
        ("app/main.py", 'FileHandler("/logs/server.log")', "/var/shop/server.log", Severity.WARNING),
        ("app/main.py", 'FileHandler("/logs/*.log")', "/var/shop/*.log", Severity.WARNING),
        ("app/main.py", 'FileHandler("/logs/a.log")', "/var/shop/a.log", Severity.WARNING),
        ("node_modules/main.js", 'open("shop.log")', "/var/shop/shop.log", Severity.WARNING),
        ("app/main.txt", 'open("shop.log")', "/var/shop/shop.log", Severity.WARNING),
    ],
)
def test_who_has_the_writer_knows_its_lines(tmp_path: Path, name: str, program: str, path: str, severity: Severity) -> None:
    file = tmp_path / name
    file.parent.mkdir(parents=True)
    file.write_text(program)
    (tmp_path / "fluent-bit.conf").write_text(f"[INPUT]\n    Name tail\n    Path {path}\n{OUTPUT}")
    found = [each.severity for each in check([str(tmp_path)], Settings()).findings if each.code == "FB211"]
    assert found == [severity]
