"""How bad it is that a tail reads the log of Fluent Bit itself: some outputs write a line for each chunk they have sent."""

from pathlib import Path

import pytest

from pipelint.base.finding import Severity
from pipelint.checker import Settings, check

MAP = """apiVersion: v1
kind: ConfigMap
metadata: {{name: logs}}
data:
  fluent-bit.conf: |
    [SERVICE]
        Log_Level {level}
    [INPUT]
        Name tail
        Path /var/log/containers/*.log
        multiline.parser docker, cri
    [OUTPUT]
        Name {output}
        Match *
        {more}
"""


@pytest.mark.parametrize(
    ("output", "level", "more", "severity"),
    [
        ("http", "info", "Host a", Severity.WARNING),
        ("opentelemetry", "info", "Host a", Severity.WARNING),
        ("http", "warn", "Host a", Severity.INFO),
        ("http", "info", "Log_Level error", Severity.INFO),
        ("http", "error", "Log_Level info", Severity.WARNING),
        ("http", "${LEVEL}", "Host a", Severity.INFO),
        ("forward", "info", "Host a", Severity.INFO),
    ],
)
def test_a_line_for_each_chunk_is_the_next_chunk(tmp_path: Path, output: str, level: str, more: str, severity: Severity) -> None:
    (tmp_path / "map.yaml").write_text(MAP.format(output=output, level=level, more=more))
    assert [each.severity for each in check([str(tmp_path)], Settings()).findings if each.code == "FB246"] == [severity]
