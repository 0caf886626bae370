"""Configs with more stages, or tags, than are followed: each plugin is judged by itself, which one line says."""

from __future__ import annotations

from pathlib import Path

import pytest

from pipelint.checker.run import check
from pipelint.engines.fluentd.routing import graph as fluentd
from pipelint.engines.logstash import stages as logstash
from pipelint.settings.model import Settings

FLUENTD = """<source>
  @type forward
</source>
<match never>
  @type elasticsearch
  host a
  foo bar
</match>
<match **>
  @type stdout
</match>
<match late>
  @type grep
</match>
"""
LOGSTASH = (
    "input { stdin { } }\nfilter { mutate { lowercas => ['a'] } grok { match => { 'm' => '(a+)+$' } } }\noutput { stdout { } }\n"
)


@pytest.mark.parametrize(
    ("text", "alone", "beside"),
    [(FLUENTD, {"FD351"}, {"FD313"}), (LOGSTASH, {"LS351", "RX101"}, set[str]())],
    ids=["fluentd", "logstash"],
)
def test_each_plugin_is_judged_by_itself(
    text: str, alone: set[str], beside: set[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "a.conf").write_text(text)
    whole = {finding.code for finding in check([str(tmp_path)], Settings()).findings}
    assert alone | beside <= whole
    monkeypatch.setattr(fluentd, "MAX_STAGES", 0)
    monkeypatch.setattr(logstash, "MAX_STAGES", 0)
    report = check([str(tmp_path)], Settings())
    assert [problem.message for problem in report.problems] == [
        "too many plugins and tags to follow: each plugin was only checked by itself"
    ]
    found = {finding.code for finding in report.findings}
    assert alone <= found <= whole - beside
