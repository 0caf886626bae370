"""What is the same on both sides is not loaded, unless something beside it may have changed what it means."""

from __future__ import annotations

from pathlib import Path

import pytest

from pipelint.checker.loading import load_found
from pipelint.compare import Comparison, Limits, compare, path_sides, run
from pipelint.compare.revisions.trees import revision_sides
from pipelint.settings.model import Settings
from pipelint.settings.project import Project
from tests.compare.support import commit

FLUENTD = "<source>\n  @type tail\n  path /var/log/{0}.log\n  pos_file /var/pos/{0}\n  tag {0}\n</source>\n"
TO_NULL = "<match **>\n  @type null\n</match>\n"


def compared(folder: Path, before: dict[str, str], after: dict[str, str]) -> Comparison:
    """The comparison of two folders with these files."""
    for side, files in (("before", before), ("after", after)):
        for name, text in files.items():
            path = folder / side / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
    old, new = path_sides(str(folder / "before"), str(folder / "after"))
    return compare(old, new, Project.of_one(Settings()), Limits(None, None))


def states(found: Comparison) -> dict[str, str]:
    return {Path(each.name).name: each.status.value for each in found.configs}


@pytest.fixture
def loaded(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The names of the configs that a comparison loads, as it goes on."""
    names: list[str] = []

    def counted(*words: object) -> object:
        found = load_found(*words)  # type: ignore[arg-type]
        names.extend(Path(config.name).name for config in found.configs)
        return found

    monkeypatch.setattr(run, "load_found", counted)
    return names


def test_of_many_configs_only_those_that_changed_are_loaded(tmp_path: Path, loaded: list[str]) -> None:
    same = {f"{name}.conf": FLUENTD.format(name) + TO_NULL for name in "abcde"}
    found = compared(tmp_path, same, {**same, "c.conf": same["c.conf"].replace("/c.log", "/other.log")})
    assert loaded == ["c.conf", "c.conf"]
    assert states(found) == dict.fromkeys(("a.conf", "b.conf", "d.conf", "e.conf"), "unchanged") | {"c.conf": "changed"}
    assert [Path(each.name).name for each in found.configs] == [f"{name}.conf" for name in "abcde"]


def test_a_config_whose_include_changed_is_compared(tmp_path: Path) -> None:
    main = FLUENTD.format("a") + "@include parts/*.conf\n"
    found = compared(
        tmp_path,
        {"fluent.conf": main, "parts/out.conf": TO_NULL},
        {"fluent.conf": main, "parts/out.conf": TO_NULL.replace("null", "stdout")},
    )
    assert states(found) == {"fluent.conf": "changed"}


def test_a_config_whose_pattern_files_may_have_changed_is_compared(tmp_path: Path) -> None:
    grok = 'grok { patterns_dir => ["./patterns"] match => { "message" => "%{OURS:x}" } }'
    main = f"input {{ stdin {{ }} }}\nfilter {{ {grok} }}\noutput {{ stdout {{ }} }}\n"
    files = {"logstash.conf": main, "patterns/ours": "OURS \\d+\n"}
    assert states(compared(tmp_path / "same", files, files)) == {"logstash.conf": "unchanged"}
    found = compared(tmp_path / "other", files, {**files, "patterns/ours": "THEIRS \\d+\n"})
    assert states(found) == {"logstash.conf": "changed"}
    assert found.configs[0].new


def test_a_config_that_another_release_runs_is_compared(tmp_path: Path) -> None:
    text = "input { stdin { } }\noutput { elasticsearch { hosts => ['x'] ssl => true } }\n"
    docker = "FROM docker.elastic.co/logstash/logstash:{}\nCOPY logstash.conf /usr/share/logstash/pipeline/\n"
    old, new = ({"logstash.conf": text, "Dockerfile": docker.format(version)} for version in ("8.19.0", "9.1.0"))
    assert states(compared(tmp_path / "same", old, old)) == {"logstash.conf": "unchanged"}
    found = compared(tmp_path / "other", old, new)
    assert states(found) == {"logstash.conf": "changed"}
    assert found.configs[0].new


def test_a_revision_is_run_by_the_release_that_stands_in_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, loaded: list[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    docker = "FROM docker.elastic.co/logstash/logstash:{}\nCOPY logstash.conf /usr/share/logstash/pipeline/\n"
    text = "input { stdin { } }\noutput { elasticsearch { hosts => ['x'] ssl => true } }\n"
    commit(tmp_path, {"logstash.conf": text, "Dockerfile": docker.format("8.19.0")})
    commit(tmp_path, {"other.txt": ""})
    with revision_sides("HEAD~1", None, ["."]) as (old, new):
        assert states(compare(old, new, Project.of_one(Settings()), Limits(None, None))) == {"logstash.conf": "unchanged"}
    assert not loaded
    commit(tmp_path, {"Dockerfile": docker.format("9.1.0")})
    with revision_sides("HEAD~1", None, ["."]) as (old, new):
        found = compare(old, new, Project.of_one(Settings()), Limits(None, None))
    assert states(found) == {"logstash.conf": "changed"}
    assert found.configs[0].new


def test_what_is_around_one_folder_is_said_of_the_configs_in_it_alone(tmp_path: Path) -> None:
    text = "input { stdin { } }\noutput { elasticsearch { hosts => ['x'] ssl => true } }\n"
    chart = "apiVersion: v2\nname: logstash\nversion: 1.0.0\nappVersion: {}\n"
    files = {"a/one.conf": text, "a/two.conf": text.replace("'x'", "'y'"), "b/three.conf": text, "four.conf": text}
    old, new = ({**files, "b/Chart.yaml": chart.format(version)} for version in ("8.19.0", "9.1.0"))
    found = states(compared(tmp_path, old, new))
    assert found == {"one.conf": "unchanged", "two.conf": "unchanged", "three.conf": "changed", "four.conf": "unchanged"}


def test_a_compose_file_above_counts_for_the_config_that_it_names(tmp_path: Path) -> None:
    text = "input { stdin { } }\noutput { elasticsearch { hosts => ['x'] ssl => true } }\n"
    compose = "services:\n  logstash:\n    image: docker.elastic.co/logstash/logstash:{}\n    volumes: [./in/one.conf:/c]\n"
    files = {"in/one.conf": text, "in/two.conf": text.replace("'x'", "'y'")}
    old, new = ({**files, "compose.yaml": compose.format(version)} for version in ("8.19.0", "9.1.0"))
    assert states(compared(tmp_path, old, new)) == {"one.conf": "changed", "two.conf": "unchanged"}


def test_a_listed_file_behind_a_link_is_none_of_the_working_tree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Git still lists what lay in a folder that has become a link since."""
    top = tmp_path / "repository"
    top.mkdir()
    monkeypatch.chdir(top)
    commit(top, {"in/a.conf": FLUENTD.format("a") + TO_NULL})
    (top / "in").rename(tmp_path / "away")
    (top / "in").symlink_to(tmp_path / "away")
    with revision_sides("HEAD", None, ["."]) as (_, new):
        assert str(top / "in/a.conf") in (new.files or ())
        assert not new.holds("in/a.conf")
