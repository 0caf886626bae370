"""One problem, one finding: where two rules could speak of the same cause, the more exact one does and the other is silent."""

from __future__ import annotations

from pathlib import Path

import pytest

from pipelint.checker import Settings, check

SOURCE = """<source>
  @type forward
  bind 127.0.0.1
</source>
"""
TAIL = """<source>
  @type tail
  path /var/log/a.log
  pos_file /var/log/fluentd/a.pos
  tag app.a
  <parse>
    @type none
  </parse>
</source>
"""
RUBY = """<filter app.**>
  @type record_transformer
  enable_ruby true
  <record>
    a ${record["b"].upcase}
  </record>
</filter>
"""
PARSER = r"""<filter app.**>
  @type parser
  key_name log
  <parse>
    @type regexp
    expression /(?<a>\S+) +(?<b>\S+) (?<c>\d+)ms$/
  </parse>
</filter>
"""
CONCAT = r"""<filter **>
  @type concat
  key {}
  multiline_start_regexp /^\d/
</filter>
"""
OPEN = "<match **>\n  @type elasticsearch\n  host es\n  scheme https\n  ssl_verify false\n</match>\n"
TAKES_ALL = "<match **>\n  @type null\n</match>\n"


def codes(folder: Path, text: str, name: str = "fluent.conf") -> list[str]:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return sorted(finding.code for finding in check([str(path)], Settings()).findings)


def grok(folder: Path, pattern: str) -> list[str]:
    beats = "input { beats { port => 5044 ssl_enabled => true } }\n"
    text = f'{beats}filter {{ grok {{ match => {{ "message" => "{pattern}" }} }} }}\noutput {{ null {{ }} }}\n'
    return [code for code in codes(folder, text, "logstash.conf") if code != "LS103"]


@pytest.mark.parametrize(("part", "code"), [(RUBY, "FD130"), (PARSER, "FD170")])
def test_what_no_event_reaches_costs_nothing(tmp_path: Path, part: str, code: str) -> None:
    assert code in codes(tmp_path, SOURCE + part + TAKES_ALL)
    behind = codes(tmp_path, SOURCE + TAKES_ALL + part)
    assert "FD314" in behind
    assert code not in behind


def test_what_no_event_reaches_may_still_be_a_hole(tmp_path: Path) -> None:
    assert {"FD313", "FD403"} <= set(codes(tmp_path, SOURCE + TAKES_ALL + OPEN))


def test_concat_that_joins_nothing_loses_nothing(tmp_path: Path) -> None:
    assert "FD203" in codes(tmp_path, TAIL + CONCAT.format("message") + TAKES_ALL)
    found = codes(tmp_path, TAIL + CONCAT.format("log") + TAKES_ALL)
    assert "FD330" in found
    assert "FD203" not in found


@pytest.mark.parametrize(
    ("pattern", "expected"),
    [
        # A class for each delimiter leaves nothing of the attack.
        ("^%{DATA:a},%{DATA:b},%{DATA:c},%{DATA:d};$", ["RX107"]),
        # The wildcards that it does not speak of leave one.
        ("^%{DATA:a}: %{DATA:b}: %{DATA:c}: %{DATA:d};$", ["RX102"]),
        ("%{COMBINEDAPACHELOG}", ["LS101"]),
        # Where a time could begin is seen at once, with ^ and without it: rows grok_iso_fail_100 to grok_iso_fail_4000.
        ("%{TIMESTAMP_ISO8601:time} %{LOGLEVEL:level} %{WORD:action} %{GREEDYDATA:text}", []),
        # Without the wildcard there is nothing left to anchor.
        (".*?%{WORD:a} %{WORD:b} %{INT:c}ms", ["RX104"]),
    ],
)
def test_a_grok_pattern_is_slow_for_one_reason(tmp_path: Path, pattern: str, expected: list[str]) -> None:
    assert grok(tmp_path, pattern) == expected
