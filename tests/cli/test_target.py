"""``--target``: what a config is to another version of its engine."""

from __future__ import annotations

import json
from pathlib import Path
from subprocess import CompletedProcess

import pytest

from tests.command_line import pipelint, text_of

CONFIG = 'input { beats { id => "b" port => 5044 ssl => false } }\noutput { file { id => "f" path => "/a" } }\n'


def run(folder: Path, *words: str) -> CompletedProcess[str]:
    (folder / "a.conf").write_text(CONFIG)
    return text_of(pipelint(*words, cwd=folder))


def codes(folder: Path, *words: str) -> set[str]:
    report = json.loads(run(folder, "check", "a.conf", "--select", "LS501,LS502", "--format", "json", *words).stdout)
    return {finding["code"] for finding in report["findings"]}


def test_the_target_comes_before_the_settings(tmp_path: Path) -> None:
    assert codes(tmp_path) == {"LS501"}
    (tmp_path / "pipelint.toml").write_text('[target-version]\nlogstash = "8.14"\n')
    assert codes(tmp_path) == {"LS502"}
    assert codes(tmp_path, "--target", "logstash=7.17") == set()
    assert codes(tmp_path, "--target", "logstash=9.1", "--target", "fluentd=td-agent 4.5.0") == {"LS501"}
    assert codes(tmp_path, "--target", "fluentd=1.16") == {"LS502"}


def test_a_diff_judges_new_findings_for_the_target(tmp_path: Path) -> None:
    (tmp_path / "old.conf").write_text(CONFIG.replace(" ssl => false", ""))
    words = ("diff", "old.conf", "a.conf", "--format", "json", "--target")
    found = {target: json.loads(run(tmp_path, *words, f"logstash={target}").stdout) for target in ("7.17", "9.1")}
    new = {target: [each["code"] for each in diff["configs"][0]["new"]] for target, diff in found.items()}
    assert new == {"7.17": ["LS513"], "9.1": ["LS501"]}


def test_an_estimate_says_that_another_version_was_measured(tmp_path: Path) -> None:
    assert "logstash 9.1 costs the same as the measured" in run(tmp_path, "estimate", "a.conf", "--target", "logstash=9.1").stdout


@pytest.mark.parametrize(
    ("target", "wrong"),
    [
        ("logstash=new", '"new" is not a version'),
        ("logstash", '"" is not a version'),
        ("logstsh=9.1", '"logstsh" is none of fluentd, logstash'),
        ("fluentd=tdagent 4.5", '"tdagent" is none of'),
        ("logstash=" + "9" * 5_000, "this is not a version"),
    ],
)
def test_what_is_no_version_is_a_usage_error(target: str, wrong: str, tmp_path: Path) -> None:
    done = run(tmp_path, "check", "a.conf", "--target", target)
    assert done.returncode == 2
    assert wrong in " ".join(done.stderr.replace("│", " ").split())


def test_a_check_and_an_estimate_say_which_version_they_took(tmp_path: Path) -> None:
    words = "logstash 9.1 (the target version)"
    asked = ("--target", "logstash=9.1")
    assert f"a.conf: versions: {words}\n" in run(tmp_path, "check", "a.conf", "-v", *asked).stdout
    assert "versions:" not in run(tmp_path, "check", "a.conf", "-v").stdout
    assert json.loads(run(tmp_path, "check", "a.conf", "--format", "json", *asked).stdout)["configs"][0]["version"] == words
    assert f"  versions: {words}\n" in run(tmp_path, "estimate", "a.conf", *asked).stdout
    (found,) = json.loads(run(tmp_path, "estimate", "a.conf", "--format", "json", *asked).stdout)["estimates"]
    assert found["version"] == words


RESOURCE = """\
apiVersion: logstash.k8s.elastic.co/v1alpha1
kind: Logstash
metadata: {name: a}
spec:
  version: 8.19.0
  pipelines:
  - pipeline.id: main
    config.string: |
      input { beats { id => "b" port => 5044 ssl => false } }
      output { file { id => "f" path => "/a" } }
"""


def test_a_diff_that_only_moves_to_another_version_says_what_breaks(tmp_path: Path) -> None:
    (tmp_path / "old").mkdir()
    (tmp_path / "new").mkdir()
    (tmp_path / "old" / "a.yaml").write_text(RESOURCE)
    (tmp_path / "new" / "a.yaml").write_text(RESOURCE.replace("8.19.0", "9.1.0"))
    (config,) = json.loads(run(tmp_path, "diff", "old", "new", "--format", "json").stdout)["configs"]
    assert (config["status"], [each["code"] for each in config["new"]]) == ("changed", ["LS501"])
    # Nothing changes where nothing breaks.
    (tmp_path / "new" / "a.yaml").write_text(RESOURCE.replace("8.19.0", "8.19.1"))
    (config,) = json.loads(run(tmp_path, "diff", "old", "new", "--format", "json").stdout)["configs"]
    assert config["status"] == "unchanged"
