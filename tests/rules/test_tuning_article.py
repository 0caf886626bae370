"""The example of the tuning article: the config before names every known problem at its line, the one after has no slow part."""

from pathlib import Path

import pytest

from pipelint.base.finding import Severity
from pipelint.base.text.lines import lines_of
from pipelint.checker import Report, Settings, check

EXAMPLES = Path(__file__).resolve().parents[2] / "examples" / "fluentd"

# Code, and how the line begins that the finding points at.
BEFORE = [
    ("FD101", "time_format %Y-%m-%dT%H:%M:%S.%NZ"),
    ("FD110", "<match raw.**>"),
    ("FD111", "<filter kubernetes.**>"),
    ("FD112", "<match raw.**>"),
    ("FD120", "<filter kubernetes.**>"),
    ("FD121", "<filter kubernetes.**>"),
    ("FD130", "enable_ruby true"),
    ("FD150", "@log_level debug"),
    ("FD151", "<source>"),
    ("FD160", "compression_codec gzip"),
    ("FD161", "chunk_limit_size 256M"),
    ("FD162", "flush_thread_count 16"),
    ("FD200", "<match kubernetes.**>"),
    ("FD201", "overflow_action drop_oldest_chunk"),
    ("FD203", "<filter kubernetes.**>"),
    ("FD219", "<filter kubernetes.**>"),
    ("FD240", "path /var/log/containers/*.log"),
    ("FD272", "<match kubernetes.**>"),
    ("FD296", "<parse>"),
    ("FD306", "queue_limit_length 16"),
    ("FD703", "<match raw.**>"),
    ("FD809", "<match kubernetes.**>"),
    ("FD853", 'hostname "#{Socket.gethostname}"'),
]


def run(name: str) -> Report:
    return check([str(EXAMPLES / f"tuning-article-{name}.conf")], Settings())


def test_the_config_before_names_all_of_them() -> None:
    found: list[tuple[str, str]] = []
    for finding in run("before").findings:
        lines = lines_of(finding.place.document.text)
        found.append((finding.code, lines.content(lines.line(finding.place.span.start)).decode().strip()))
    assert sorted(found) == BEFORE


@pytest.mark.parametrize("code", ["FD101", "FD110", "FD120", "FD130"])
def test_each_slow_part_comes_with_a_gain(code: str) -> None:
    (finding,) = [finding for finding in run("before").findings if finding.code == code]
    assert finding.gain is not None and finding.gain.ratio > 1.02


def test_the_config_after_has_no_slow_part() -> None:
    slow = [f.code for f in run("after").findings if f.category == "performance" and f.severity >= Severity.WARNING]
    assert slow == []
