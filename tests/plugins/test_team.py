"""A team's own plugins: known in the configs whose settings name them, and nowhere else; what is wrong with them is said."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from pipelint.base.finding import Finding
from pipelint.checker.named_files import NamedFiles
from pipelint.checker.result import Report
from pipelint.checker.run import check, estimate_only
from pipelint.compare.model import Limits
from pipelint.compare.revisions.sides import path_sides
from pipelint.compare.run import compare
from pipelint.cost.events.walk import any_of
from pipelint.cost.events.work import Grade
from pipelint.cost.model import load_model
from pipelint.graph.stage import Kind
from pipelint.plugins.index import plugin_file, plugin_names, plugin_spec
from pipelint.plugins.team import knowing
from pipelint.rules.index import load_index
from pipelint.settings.project import Project
from tests.command_line import pipelint, text_of

OWNER = """name: owner
about: Adds the team that owns a service to each record.
link: https://wiki.example.org/fluentd-owner
events: {passes: all, narrows: nothing}
records: {sets: [owner]}
cost: {terms: {us: 3.5 + 0.002 * state.record}}
parameters:
  table: {type: string, required: true}
  ttl: {type: time, default: 60}
"""
CONFIG = """<source>
  @type forward
</source>
<filter **>
  @type owner
  table /etc/owners
  tll 5m
</filter>
<match **>
  @type null
</match>
"""


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with settings, a plugin and a config; beside it one with the config alone."""
    own = tmp_path / "own"
    for name, text in {
        "own/pipelint.toml": 'plugins = ["lint-plugins"]\n',
        "own/lint-plugins/fluentd/filter-owner.yaml": OWNER,
        "own/fluent.conf": CONFIG,
        "other/fluent.conf": CONFIG,
    }.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    monkeypatch.chdir(tmp_path)
    return own


def found(*paths: str) -> Report:
    return check(list(paths), Project(lambda: load_index().rules))


def codes(report: Report, name: str) -> set[str]:
    findings: list[Finding] = [f for each in report.checked if each.config.name.startswith(name) for f in each.findings]
    return {finding.code for finding in findings}


def test_its_parameters_are_checked_where_the_settings_name_it_and_nowhere_else(project: Path) -> None:
    report = found("own", "other")
    assert "FD351" in codes(report, "own") and "FD351" not in codes(report, "other")
    (unknown,) = (note for note in report.notes if "filter owner" in note.message)
    assert unknown.path == "other/fluent.conf"
    assert not report.problems


def test_an_estimate_counts_its_microseconds(project: Path) -> None:
    (mine,), (theirs,) = (estimate_only([name], Project(lambda: load_index().rules)).checked for name in ("own", "other"))
    assert mine.estimate is not None and theirs.estimate is not None
    (owner,) = [stage for stage in mine.estimate.stages if stage.stage.plugin == "owner"]
    (unknown,) = [stage for stage in theirs.estimate.stages if stage.stage.plugin == "owner"]
    assert (owner.grade, unknown.grade) == (Grade.MEASURED, Grade.UNKNOWN)
    # Its own work for what a filter adds in the middle; a record has the line's 250 bytes and what the keys take.
    a_filter = load_model("fluentd").coefficients[any_of(Kind.FILTER)].mid
    assert owner.us_per_event.mid - unknown.us_per_event.mid == pytest.approx(3.5 + 0.002 * 265 - a_filter, abs=0.01)


def test_one_that_is_named_like_one_of_pipelints_counts_in_its_place(project: Path) -> None:
    (project / "lint-plugins/fluentd/filter-grep.yaml").write_text(OWNER.replace("name: owner", "name: grep"))
    settings = Project(lambda: load_index().rules).settings(str(project / "fluent.conf"))
    with knowing(NamedFiles().plugins(settings)):
        assert plugin_file("fluentd", "filter", "grep").about.startswith("Adds the team")
        assert "owner" in plugin_names("fluentd", "filter")
    assert plugin_file("fluentd", "filter", "grep").about.startswith("Keeps")
    assert plugin_spec("fluentd", "filter", "owner") is None


def test_it_may_be_like_one_of_pipelints_and_name_its_groups(project: Path) -> None:
    text = OWNER.replace("name: owner", "name: owner\nlike: grep\nwith: [compat]")
    (project / "lint-plugins/fluentd/filter-owner.yaml").write_text(text)
    settings = Project(lambda: load_index().rules).settings(str(project / "fluent.conf"))
    with knowing(NamedFiles().plugins(settings)):
        spec = plugin_spec("fluentd", "filter", "owner")
    assert spec is not None and {"regexp", "exclude"} <= spec.sections.keys() and "table" in spec.params
    assert "time_slice_format" in spec.accepts or "keep_time_key" in spec.accepts


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("fluentd/filter-owner.yaml", OWNER.replace("table:", "tab:").replace("string", "{"), "YAML error"),
        ("fluentd/filter-owner.yaml", OWNER.replace("state.record", "state.size"), '"size" is not a field of State'),
        ("fluentd/filter-owner.yaml", OWNER.replace("{us:", "{uss:"), 'the cost model has no term "uss"'),
        ("fluentd/filter-x.yaml", OWNER, "the file of owner must be called filter-owner.yaml"),
        ("fluentd/fliter-owner.yaml", OWNER, 'unknown kind of plugin "fliter"'),
        ("vector/filter-owner.yaml", OWNER, "a plugin file lies in the folder of its engine: fluentbit or fluentd or logstash"),
        ("filter-owner.yaml", OWNER, "a plugin file lies in the folder of its engine: fluentbit or fluentd or logstash"),
        ("fluentd/shared.yaml", "stages: {}\n", "pipelint's own to say"),
        ("fluentd/filter-owner.yaml", OWNER + "like: nothing\n", 'no other filter plugin is called "nothing"'),
        ("fluentd/filter-owner.yaml", "x" * 300_000, "cannot be read"),
    ],
)
def test_what_is_wrong_with_a_file_is_said_and_the_others_count(project: Path, name: str, text: str, message: str) -> None:
    folder = project / "lint-plugins"
    (folder / "fluentd" / "filter-owner.yaml").unlink()
    (folder / name).parent.mkdir(exist_ok=True)
    (folder / name).write_text(text)
    (folder / "fluentd" / "filter-second.yaml").write_text(OWNER.replace("name: owner", "name: second"))
    (project / "second.conf").write_text(CONFIG.replace("owner\n", "second\n"))
    report = found("own")
    assert [problem.path for problem in report.problems] == [str(Path("own/lint-plugins") / name)]
    assert message in report.problems[0].message
    assert "FD351" in codes(report, "own/second.conf")


def test_files_that_change_are_read_anew(project: Path) -> None:
    file = project / "lint-plugins/fluentd/filter-owner.yaml"
    text = file.read_text()
    for said, known in ((text, True), (text.replace("name: owner", "name: [owner"), False), (text, True)):
        file.write_text(said)
        assert ("FD351" in codes(found("own"), "own")) is known


def test_a_folder_that_is_not_there_is_a_problem(project: Path) -> None:
    (project / "pipelint.toml").write_text('plugins = ["nowhere"]\n')
    (problem,) = found("own").problems
    assert (problem.path, "no such folder" in problem.message) == (str(Path("own/nowhere")), True)


def test_no_link_leads_out_of_the_folder(project: Path, tmp_path: Path) -> None:
    secret = tmp_path / "filter-secret.yaml"
    secret.write_text(OWNER.replace("name: owner", "name: secret"))
    (project / "lint-plugins/fluentd/filter-secret.yaml").symlink_to(secret)
    subprocess.run(["git", "init", "-q", str(project)], check=True)
    (problem,) = found("own").problems
    assert "outside" in problem.message


def test_diff_knows_them_on_both_sides(project: Path, tmp_path: Path) -> None:
    (tmp_path / "before").mkdir()
    (tmp_path / "before/fluent.conf").write_text(CONFIG.replace("  tll 5m\n", ""))
    base, head = path_sides("before", "own")
    (one,) = compare(base, head, Project(lambda: load_index().rules), Limits()).configs
    assert [finding.code for finding in one.new] == ["FD351"]
    assert one.before_estimate is not None and not one.before_estimate.plugins(Grade.UNKNOWN)


def test_commands_show_them(project: Path) -> None:
    assert "Adds the team" in text_of(pipelint("plugins", cwd=project)).stdout
    assert "`table`: string, required" in text_of(pipelint("explain", "owner", cwd=project)).stdout
    assert pipelint("explain", "owner", "--isolated", cwd=project).returncode == 2


def test_inside_a_team_without_plugins_there_are_none_and_after_it_those_of_before(project: Path) -> None:
    settings = Project(lambda: load_index().rules).settings(str(project / "fluent.conf"))
    own = NamedFiles().plugins(settings)
    assert own is not None
    with knowing(own):
        with knowing(None):
            assert plugin_spec("fluentd", "filter", "owner") is None
        assert plugin_spec("fluentd", "filter", "owner") is not None
    assert plugin_spec("fluentd", "filter", "owner") is None
