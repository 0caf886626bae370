"""Files that several configs read: each finding once, and a comment that hides something in one of them is used."""

from __future__ import annotations

from pathlib import Path

import pytest

from pipelint.checker import Settings, check
from pipelint.report.findings.concise import render_findings
from pipelint.suppress.baseline import read_baseline, write_baseline

TAIL = """\
<source>
  @type tail
  path /var/log/shop/*.log
  read_from_head true
  pos_file /var/lib/k.pos
  tag k
  <parse>
    @type json
    time_format %Y-%m-%dT%H:%M:%S.%NZ
  </parse>
</source>
"""
# Only where the other config sends such a tag is it reached.
PART = "<match a.**> # pipelint: ignore[FD301]\n  @type null\n</match>\n" + TAIL
REST = "<match **>\n  @type null\n</match>\n"
FORWARD = TAIL.replace("shop/*", "app/a").replace("tag k", "tag a.b").replace("k.pos", "a.pos").replace("%NZ", "%N%z")


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("part.conf").write_text(PART)
    Path("reached.conf").write_text(FORWARD + "@include part.conf\n" + REST)
    Path("unreached.conf").write_text("@include part.conf\n" + REST)


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_finding_of_a_shared_file_is_said_once(jobs: int) -> None:
    report = check(["reached.conf", "unreached.conf"], Settings(), jobs=jobs)
    assert [finding.code for finding in report.findings] == ["FD101"]
    assert render_findings(report).count("\n") == 1
    assert [[finding.code for finding in each.findings] for each in report.checked] == [["FD101"], ["FD101"]]


def test_a_comment_is_unused_where_it_hides_nothing_in_any_config() -> None:
    (alone,) = check(["reached.conf"], Settings()).checked
    assert [finding.code for finding in alone.findings] == ["FD101", "PL601"]
    both = check(["reached.conf", "unreached.conf"], Settings())
    assert [len(each.hidden) for each in both.checked] == [0, 1]
    Path("unreached.conf").write_text(Path("reached.conf").read_text())
    again = check(["reached.conf", "unreached.conf"], Settings())
    assert [finding.code for finding in again.findings] == ["FD101", "PL601"]


def test_a_baseline_of_both_knows_both(tmp_path: Path) -> None:
    report = check(["reached.conf", "unreached.conf"], Settings())
    Path("known.json").write_text(write_baseline(report.findings, tmp_path))
    assert sum(read_baseline(Path("known.json")).known.values()) == 1
    assert not check(["reached.conf", "unreached.conf"], Settings(baseline=Path("known.json"))).findings
