"""Severities that depend on what stands around the line that a rule is about."""

from __future__ import annotations

from pathlib import Path

import pytest

from pipelint.base.finding import Severity
from pipelint.checker import Settings, check

RUBY = 'input { stdin { } }\nfilter { ruby { code => "%s" } }\noutput { stdout { } }\n'


def severities(folder: Path, files: dict[str, str], code: str) -> list[Severity]:
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
    return [each.severity for each in check([str(folder)], Settings()).findings if each.code == code]


@pytest.mark.parametrize(
    ("code", "severity"),
    [
        ("event['x'] = 1", Severity.ERROR),
        ("event['x'] = 1 # no rescue", Severity.ERROR),
        ("begin\nf(event.get('a'))\nrescue => e\nevent['x'] = 1\nend", Severity.WARNING),
    ],
)
def test_code_with_a_rescue_need_not_fail_for_each_event(tmp_path: Path, code: str, severity: Severity) -> None:
    assert severities(tmp_path, {"a.conf": RUBY % code}, "LS369") == [severity]
