"""Findings about Fluentd's costs whose severity hangs on what mends them."""

from __future__ import annotations

from pathlib import Path

import pytest

from pipelint.base.finding import Severity
from pipelint.checker import Settings, check

CONFIG = """\
<source>
  @type forward
</source>
<filter **>
  @type record_transformer
  enable_ruby true
  {option}
  <record>
{fields}
  </record>
</filter>
{more}
<match **>
  @type null
</match>
"""
MODIFIER = "<filter x>\n  @type record_modifier\n</filter>"


@pytest.mark.parametrize(
    ("ruby", "plain", "option", "more", "severity", "said"),
    [
        (1, 7, "", "", Severity.WARNING, "7 of them need no Ruby"),
        (4, 4, "", "", Severity.INFO, "4 of them need no Ruby"),
        (8, 0, "", "", Severity.INFO, "record_modifier, of another gem"),
        (7, 1, "", "", Severity.INFO, "record_modifier, of another gem"),
        (8, 0, "", MODIFIER, Severity.WARNING, "record_modifier, of another gem"),
        # Another filter would see nothing but what this one leaves.
        (1, 7, "renew_record true", "", Severity.INFO, "record_modifier, of another gem"),
        (0, 8, "", "", Severity.WARNING, "without Ruby 6 µs, by the same plugin"),
    ],
)
def test_ruby_for_many_fields_is_worth_another_filter_where_most_need_none(
    tmp_path: Path, ruby: int, plain: int, option: str, more: str, severity: Severity, said: str
) -> None:
    fields = [f'    r{at} ${{record["m"].to_s}}' for at in range(ruby)] + [f"    p{at} ${{tag}}" for at in range(plain)]
    (tmp_path / "fluent.conf").write_text(CONFIG.format(option=option, fields="\n".join(fields), more=more))
    (found,) = [each for each in check([str(tmp_path)], Settings()).findings if each.code == "FD130"]
    assert found.severity == severity
    assert said in found.reason
