"""GitLab's code quality report: what GitLab takes, with fingerprints that stay."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft7Validator

from pipelint.base.finding import Problem, Severity
from pipelint.checker import Checked, Report, check
from pipelint.report.findings.gitlab import render_gitlab
from pipelint.settings.model import Settings
from tests.report.machine import FILES, project
from tests.report.support import config_of, finding, place, whole

# What GitLab demands of each entry (app/validators/json_schemas/codeclimate.json of its source; one that breaks it is left out
# there without a word), and what its documentation adds ("Code Quality report format").
SCHEMA = {
    "type": "array",
    "items": {
        "type": "object",
        "required": ["description", "check_name", "fingerprint", "severity", "location"],
        "properties": {
            "description": {"type": "string", "minLength": 1},
            "check_name": {"type": "string", "minLength": 1},
            "fingerprint": {"type": "string", "minLength": 1},
            "severity": {"enum": ["info", "minor", "major", "critical", "blocker"]},
            "location": {
                "type": "object",
                "required": ["path", "lines"],
                "properties": {
                    "path": {"type": "string", "pattern": r"^(?!\./)(?!.*\\)"},
                    "lines": {
                        "type": "object",
                        "required": ["begin"],
                        "properties": {"begin": {"type": "integer", "minimum": 1}, "end": {"type": "integer", "minimum": 1}},
                    },
                },
            },
        },
    },
}
VALIDATOR = Draft7Validator(SCHEMA)


@pytest.fixture
def rows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[dict]:
    monkeypatch.chdir(tmp_path)
    return json.loads(render_gitlab(project(tmp_path)))


def test_gitlab_takes_it(rows: list[dict]) -> None:
    assert [error.message for error in VALIDATOR.iter_errors(rows)] == []
    assert len({row["fingerprint"] for row in rows}) == len(rows)


def lines(rows: list[dict]) -> dict[str, int]:
    return {row["location"]["path"]: row["location"]["lines"]["begin"] for row in rows}


def test_where_and_how_bad(rows: list[dict]) -> None:
    times = [row for row in rows if row["check_name"] == "FD101"]
    assert {row["severity"] for row in times} == {"major"}
    # What a comment or the baseline hides is not in it: GitLab has no word for that.
    assert lines(times) == {"plain/größe und #1 100%.conf": 8, "maps/block.yaml": 15, "maps/quoted.yaml": 7}
    unreadable = lines([row for row in rows if row["severity"] == "blocker"])
    assert unreadable == {"maps/broken.yaml": 9, "not there.conf": 1}


def test_fingerprints_of_what_cannot_be_read_are_all_different_and_stay(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)

    def prints(*names: str) -> list[str]:
        problems = tuple(Problem(name, "broken") for name in names)
        return [row["fingerprint"] for row in json.loads(render_gitlab(Report((), problems, ())))]

    both = prints("a.conf", "b.conf", "b.conf")
    assert len(set(both)) == 3
    assert prints("b.conf", "b.conf") == both[1:]


def test_a_path_below_the_working_folder_is_relative(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    project(tmp_path)
    for given_ in ("./plain/known.conf", str(tmp_path / "plain/known.conf"), "maps/../plain/known.conf"):
        found = json.loads(render_gitlab(check([given_], Settings())))
        assert {row["location"]["path"] for row in found} == {"plain/known.conf"}


def test_fingerprints_stay_when_lines_move(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    project(tmp_path)

    def prints() -> list[str]:
        return [row["fingerprint"] for row in json.loads(render_gitlab(check(["plain/known.conf"], Settings())))]

    before = prints()
    (tmp_path / "plain/known.conf").write_text("# moved\n" + FILES["plain/known.conf"])
    assert prints() == before


def test_nothing_found_is_an_empty_list() -> None:
    assert render_gitlab(Report((), (), ())) == "[]\n"


@given(st.text(min_size=1, max_size=40), st.text(max_size=20), st.sampled_from(Severity))
def test_any_text(message: str, path: str, severity: Severity) -> None:
    document = whole("<source>\n  @type tail\n</source>\n", path)
    found = finding(place(document, "tail"), message, severity=severity)
    rows = json.loads(render_gitlab(Report((Checked(config_of(document), (found, found), None),), (Problem("x", message),), ())))
    assert len({row["fingerprint"] for row in rows}) == 3
    for row in rows:
        row["location"]["path"] = "x"
    assert [error.message for error in VALIDATOR.iter_errors(rows)] == []
