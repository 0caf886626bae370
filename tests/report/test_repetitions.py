"""What is repeated in a config is one finding with places: for people; machines that mark lines still get each place."""

from __future__ import annotations

import json
import re
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from pipelint.base.finding import Related, Severity
from pipelint.base.lean.record import replace
from pipelint.checker import Checked, Report, Settings, check
from pipelint.checker.result import folded
from pipelint.compare.gate import failures
from pipelint.compare.model import Limits
from pipelint.lsp.snapshot import ProjectFiles, take_snapshot
from pipelint.report.findings.parts.finding_lines import finding_text
from pipelint.report.formats import CheckFormat, render
from pipelint.report.look import Look
from pipelint.settings.project import Project
from pipelint.suppress.baseline import read_baseline, write_baseline
from tests.command_line import pipelint, text_of
from tests.report.support import finding, place, replacement, whole

# The old name stands in the lines 2, 8 and 12.
OLD = """\
<source>
  type forward
  bind 127.0.0.1
</source>
<match a.**>
  @type roundrobin
  <store>
    type stdout
  </store>
</match>
<match **>
  type null
</match>
"""
LINES = [2, 8, 12]
TEXT = "x\n" * 60


@pytest.fixture
def report(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Report:
    monkeypatch.chdir(tmp_path)
    Path("fluent.conf").write_text(OLD)
    return check(["fluent.conf"], Settings())


def test_text_has_it_once_with_the_other_lines(report: Report) -> None:
    text = render(report, CheckFormat.TEXT)
    assert text.count("FD503") == 1
    assert "fluent.conf:2:8: info[FD503]" in text and "= also: 2 more places: lines 8, 12\n" in text
    assert text.endswith("1 info in 1 config, 13 lines; 1 fixable with --fix\n")


def test_json_has_it_once_with_all_that_is_needed_to_mend_the_others(report: Report) -> None:
    found = json.loads(render(report, CheckFormat.JSON))
    (one,) = found["findings"]
    assert [place["location"]["start"]["line"] for place in (one, *one["more"])] == LINES
    assert [place["fix"]["edits"][0]["text"] for place in (one, *one["more"])] == ["@type"] * 3
    assert found["summary"]["info"] == 1


def test_junit_has_one_case(report: Report) -> None:
    (case,) = ET.fromstring(render(report, CheckFormat.JUNIT)).iter("testcase")
    assert "lines 8, 12" in "".join(case.itertext())


@pytest.mark.parametrize(
    ("format_", "line"),
    [
        (CheckFormat.CONCISE, r"fluent\.conf:(\d+):\d+: info\[FD503\]"),
        (CheckFormat.GITHUB, r"::notice file=fluent\.conf,line=(\d+),.*FD503"),
        (CheckFormat.GITLAB, r'"begin": (\d+)'),
    ],
)
def test_what_marks_lines_gets_each_place(report: Report, format_: CheckFormat, line: str) -> None:
    assert [int(number) for number in re.findall(line, render(report, format_))] == LINES


def test_sarif_has_a_result_for_each_place(report: Report) -> None:
    """What can be mended at each place by itself are results of their own (SARIF 2.1.0, 3.27.12)."""
    (run,) = json.loads(render(report, CheckFormat.SARIF))["runs"]
    places = [each["physicalLocation"]["region"]["startLine"] for result in run["results"] for each in result["locations"]]
    assert places == LINES
    assert len({result["partialFingerprints"]["pipelint/v1"] for result in run["results"]}) == 3


def test_github_gets_what_is_repeated_last(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It shows the first ten commands of a kind."""
    monkeypatch.chdir(tmp_path)
    Path("fluent.conf").write_text(OLD.replace("bind 127.0.0.1", "bind 0.0.0.0"))
    told = re.findall(r"line=(\d+).*title=(FD\d+)", render(check(["fluent.conf"], Settings()), CheckFormat.GITHUB))
    assert told == [("1", "FD407"), ("2", "FD503"), ("8", "FD503"), ("12", "FD503")]


def test_an_editor_marks_each_place(report: Report) -> None:
    taken = take_snapshot("fluent.conf", OLD.encode(), 1, ProjectFiles(Project.of_one(Settings())), "utf-16")
    assert [OLD.encode()[: each.place.file_span.start].count(b"\n") + 1 for each in taken.findings] == LINES


def test_a_comment_hides_its_own_place_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("fluent.conf").write_text(OLD.replace("  type forward", "  type forward # pipelint: ignore[FD503]"))
    text = render(check(["fluent.conf"], Settings()), CheckFormat.TEXT)
    assert "fluent.conf:8:10: info[FD503]" in text and "= also: 1 more place: line 12\n" in text
    assert text.endswith("1 info in 1 config, 13 lines; 1 hidden by comments; 1 fixable with --fix\n")


def test_a_baseline_knows_each_place(report: Report, tmp_path: Path) -> None:
    (tmp_path / "b.json").write_text(write_baseline(report.findings[:2], tmp_path))
    new, known = read_baseline(tmp_path / "b.json").split(report.findings)
    assert (len(new), len(known)) == (1, 2)
    assert "3 findings written" in text_of(pipelint("baseline", "write", "fluent.conf", "--isolated", cwd=tmp_path)).stdout


def test_a_fix_mends_each_place(report: Report, tmp_path: Path) -> None:
    done = text_of(pipelint("check", "fluent.conf", "--isolated", "--fix", cwd=tmp_path))
    assert "3 fixes" in done.stdout + done.stderr
    assert Path("fluent.conf").read_text() == re.sub(r"\btype\b", "@type", OLD.replace("@type", "type"))


def test_a_diff_says_how_often(tmp_path: Path) -> None:
    (tmp_path / "old.conf").write_text(OLD.replace(" type", " @type").replace("@@", "@"))
    (tmp_path / "new.conf").write_text(OLD)
    words = ("diff", "old.conf", "new.conf", "--isolated")
    text = text_of(pipelint(*words, cwd=tmp_path)).stdout
    assert "(and 2 more places)" in " ".join(text.split()) and "1 new finding, 0 fixed" in text
    (config,) = json.loads(text_of(pipelint(*words, "--format", "json", cwd=tmp_path)).stdout)["configs"]
    assert [(each["code"], len(each["more"])) for each in config["new"]] == [("FD503", 2)]


def test_a_gate_counts_what_is_shown() -> None:
    document = whole(TEXT)
    found = folded(finding(place(document, "x", which)) for which in range(3))
    (failure,) = failures(found, None, None, None, Settings(fail_on=Severity.WARNING), Limits())
    assert failure.message == "1 new finding at warning or above"


def test_many_places_are_counted_and_fit_on_80_columns() -> None:
    document = whole(TEXT)
    (one,) = folded(finding(place(document, "x", which)) for which in range(60))
    text = finding_text(one, Look(width=80))
    assert "59 more places: lines 2, 3, 4," in text and "21 and 39 more\n" in text
    assert max(map(len, text.splitlines()[1:])) <= 80
    # Twenty are named, and then nothing is left.
    (one,) = folded(finding(place(document, "x", which)) for which in range(21))
    assert finding_text(one, Look(width=200)).endswith("20, 21\n")


def test_a_place_in_another_file_is_named() -> None:
    first, second = whole(TEXT, "a.conf"), whole(TEXT, "b.conf")
    places = place(first, "x"), place(second, "x", 4), place(first, "x", 2), place(second, "x")
    (one,) = folded(map(finding, places))
    assert "= also: 3 more places: line 3; b.conf lines 1, 5\n" in finding_text(one, Look())


def test_what_says_something_else_is_a_finding_of_its_own() -> None:
    document = whole(TEXT)
    at = [place(document, "x", which) for which in range(12)]
    there = [
        finding(at[0]),
        finding(at[1], "another"),
        finding(at[2], severity=Severity.ERROR),
        finding(at[3], reason="another"),
        finding(at[4], fix=replacement(at[4], "y")),
        finding(at[5], fix=replacement(at[5], "y", title="another")),
        replace(finding(at[6]), related=(Related(at[9], "here"),)),
        replace(finding(at[7]), related=(Related(at[10], "here"),)),
        replace(finding(at[8]), code="FD102"),
    ]
    assert folded(there) == there
    again = replace(there[7], place=at[11])
    assert folded([*there, again]) == [*there[:7], replace(there[7], more=(again,)), there[8]]


def test_configs_are_not_mixed(tmp_path: Path) -> None:
    for name in ("a.conf", "b.conf"):
        (tmp_path / name).write_text(OLD)
    report = check([str(tmp_path)], Settings())
    assert [len(each.more) for each in report.folded] == [2, 2]
    assert isinstance(report.checked[0], Checked) and len(report.findings) == 6
