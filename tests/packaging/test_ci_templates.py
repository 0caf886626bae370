"""The GitHub action and the GitLab template: valid by the schemas of these services, and their scripts do what they say."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from pipelint.cli.app import app_for
from tests.configs import QUICK, SLOW
from tests.packaging.ci_runner import ACTION, GITLAB, ROOT, Runner

WORKFLOW = ROOT / "ci-templates/github.yml"
PULL_REQUEST = {"GITHUB_REPOSITORY": "o/r", "NUMBER": "7", "GH_TOKEN": "x"}

pytestmark = [pytest.mark.slow, pytest.mark.skipif(os.name == "nt", reason="the scripts are for bash")]


def test_the_action_is_valid() -> None:
    check = [sys.executable, "-m", "check_jsonschema", "--builtin-schema", "vendor.github-actions", str(ACTION)]
    done = subprocess.run(check, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


def test_the_template_is_valid() -> None:
    check = [sys.executable, "-m", "check_jsonschema", "--builtin-schema", "vendor.gitlab-ci", "--data-transform", "gitlab-ci"]
    done = subprocess.run([*check, str(GITLAB)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


def test_the_workflow_is_valid_and_gives_inputs_that_the_action_has() -> None:
    check = [sys.executable, "-m", "check_jsonschema", "--builtin-schema", "vendor.github-workflows", str(WORKFLOW)]
    done = subprocess.run(check, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout
    step = yaml.safe_load(WORKFLOW.read_text())["jobs"]["pipelint"]["steps"][-1]
    assert step["with"].keys() <= yaml.safe_load(ACTION.read_text())["inputs"].keys()
    _names_no_unknown_option("diff", step["with"]["diff-args"].split())


def test_no_script_has_an_input_in_its_text() -> None:
    """An expression in a script is pasted as text: what somebody writes in a branch's name would be run."""
    steps = yaml.safe_load(ACTION.read_text())["runs"]["steps"]
    assert [step["name"] for step in steps if "${{" in step.get("run", "")] == []


def test_what_the_steps_refer_to_is_there() -> None:
    action = yaml.safe_load(ACTION.read_text())
    text = ACTION.read_text()
    assert set(re.findall(r"\binputs\.([\w-]+)", text)) == set(action["inputs"])
    assert set(re.findall(r"\bsteps\.(\w+)\.", text)) == {step["id"] for step in action["runs"]["steps"] if "id" in step}
    assert all(step["shell"] == "bash" for step in action["runs"]["steps"] if "run" in step)


def test_the_options_are_those_of_the_commands() -> None:
    for file in (ACTION, GITLAB):
        for line in file.read_text().replace("\n      --", " --").splitlines():
            command = re.search(r"pipelint (check|diff)\b(.*)", line)
            if command:
                _names_no_unknown_option(command[1], command[2].split())


def _names_no_unknown_option(command: str, words: list[str]) -> None:
    import typer.main

    commands = typer.main.get_command(app_for([])).commands  # type: ignore[attr-defined]
    known = {option for param in commands[command].params for option in param.opts}
    assert {word for word in words if re.match("--[a-z]", word)} <= known, words


def test_a_check_writes_annotations_and_sarif(runner: Runner) -> None:
    runner.commit("a b.conf", SLOW)
    done = runner.step("Check", PATHS="a b.conf\n\n.", ARGS="--select\nFD101\n")
    assert done.returncode == 0, done.stdout
    assert done.stdout.startswith("::warning file=a b.conf,line=8,")
    assert runner.outputs()["exit-code"] == "1"
    assert '"ruleId": "FD101"' in Path(runner.outputs()["sarif"]).read_text()


def test_what_looks_like_a_command_is_a_path(runner: Runner) -> None:
    done = runner.step("Check", PATHS="$(touch made).conf; touch made", ARGS="")
    assert "no such file" in done.stdout
    assert runner.outputs()["exit-code"] == "2"
    assert not (runner.work / "made").exists()


def test_a_wrong_option_is_no_result(runner: Runner) -> None:
    runner.commit("fluent.conf", QUICK)
    assert runner.step("Check", PATHS=".", ARGS="--no-such-option").returncode != 0


@pytest.mark.parametrize(
    ("checked", "compared", "code"),
    [("0", "", 0), ("1", "", 1), ("0", "0", 0), ("0", "1", 1), ("2", "1", 2), ("1", "2", 2), ("", "", 2)],
)
def test_the_worse_result_counts(checked: str, compared: str, code: int, runner: Runner) -> None:
    assert runner.step("Result", CHECKED=checked, COMPARED=compared).returncode == code


def test_a_comparison_is_written_and_becomes_one_comment(runner: Runner) -> None:
    base = runner.commit("fluent.conf", QUICK)
    runner.commit("fluent.conf", SLOW)
    done = runner.step("Compare", BASE=base, PATHS=".", ARGS="--max-slowdown\n10%")
    assert done.returncode == 0, done.stdout
    assert runner.outputs()["exit-code"] == "1"
    written = Path(runner.outputs()["comparison"]).read_text()
    assert "FD101" in written
    assert (runner.base / "GITHUB_STEP_SUMMARY").read_text() == written
    assert runner.step("Comment", **PULL_REQUEST).returncode == 0
    assert runner.step("Comment", **PULL_REQUEST, GH_COMMENTS="42\n43").returncode == 0
    asked = (runner.base / "GH_LOG").read_text().splitlines()
    body = runner.base / "temp/pipelint-comment.md"
    assert asked[1] == f"api --silent --method POST repos/o/r/issues/7/comments --field body=@{body}"
    assert asked[3] == f"api --silent --method PATCH repos/o/r/issues/comments/42 --field body=@{body}"
    assert body.read_text() == f"<!-- pipelint diff -->\n{written}"


@pytest.mark.parametrize("refused", ["--jq", "--method POST"])
def test_a_token_that_may_only_read_is_no_failure(refused: str, runner: Runner) -> None:
    (runner.temp / "pipelint.md").write_text("text\n")
    refusal = "gh: Resource not accessible by integration (HTTP 403)"
    done = runner.step("Comment", **PULL_REQUEST, GH_REFUSED=refused, GH_REFUSAL=refusal)
    assert done.returncode == 0, done.stdout
    assert [line.split("::")[1] for line in done.stdout.splitlines() if "::" in line] == ["notice title=pipelint"]


@pytest.mark.parametrize("refused", ["--jq", "--method POST"])
@pytest.mark.parametrize("refusal", ["gh: API rate limit exceeded (HTTP 403)", "gh: Server Error (HTTP 502)"])
def test_a_comment_that_cannot_be_written_for_another_reason_is_one(refused: str, refusal: str, runner: Runner) -> None:
    (runner.temp / "pipelint.md").write_text("text\n")
    done = runner.step("Comment", **PULL_REQUEST, GH_REFUSED=refused, GH_REFUSAL=refusal)
    assert done.returncode != 0
    assert refusal in done.stdout and "::" not in done.stdout


def test_a_base_that_the_checkout_lacks_is_fetched(runner: Runner) -> None:
    base = runner.commit("fluent.conf", QUICK)
    runner.commit("fluent.conf", SLOW)
    origin = runner.base / "origin"
    runner.work.rename(origin)
    shallow = ["git", "clone", "--quiet", "--depth=1", f"file://{origin}", str(runner.work)]
    subprocess.run(shallow, check=True, env={k: v for k, v in os.environ.items() if not k.startswith("GIT_")})
    subprocess.run(["git", "config", "uploadpack.allowAnySHA1InWant", "true"], cwd=origin, check=True)
    done = runner.step("Compare", BASE=base, PATHS=".", ARGS="")
    assert done.returncode == 0, done.stdout
    assert "FD101" in Path(runner.outputs()["comparison"]).read_text()


@pytest.mark.parametrize("base", ["", "--upload-pack=touch made; git-upload-pack", "0" * 40])
def test_no_base_is_an_error(base: str, runner: Runner) -> None:
    runner.commit("fluent.conf", QUICK)
    runner.git("remote", "add", "origin", str(runner.work))
    done = runner.step("Compare", BASE=base, PATHS=".", ARGS="")
    assert done.returncode == 2 and "::error title=pipelint::" in done.stdout
    assert not (runner.work / "made").exists()


def test_gitlab_gets_its_reports(runner: Runner) -> None:
    runner.commit("fluent.conf", SLOW)
    done = runner.job("pipelint")
    assert done.returncode == 1, done.stdout
    reports = yaml.safe_load(GITLAB.read_text())["pipelint"]["artifacts"]["reports"]
    assert "FD101" in (runner.work / reports["codequality"]).read_text()
    assert "<testsuites" in (runner.work / reports["junit"]).read_text()


def test_gitlab_compares_a_merge_request(runner: Runner) -> None:
    base = runner.commit("fluent.conf", QUICK)
    runner.commit("fluent.conf", SLOW)
    runner.git("remote", "add", "origin", str(runner.work))
    done = runner.job("pipelint diff", CI_MERGE_REQUEST_DIFF_BASE_SHA=base)
    assert done.returncode == 1, done.stdout
    (report,) = yaml.safe_load(GITLAB.read_text())["pipelint diff"]["artifacts"]["paths"]
    assert "FD101" in (runner.work / report).read_text()


def test_gitlab_leaves_globs_to_pipelint_and_takes_no_file_for_an_option(runner: Runner) -> None:
    names = {"--fix.conf", "one/a b.conf", "one/two/c.conf"}
    (runner.work / "one/two").mkdir(parents=True)
    for name in names:
        (runner.work / name).write_text(SLOW)
    done = runner.job("pipelint", PIPELINT_PATHS="--fix.conf **/*.conf $(touch made)")
    report = json.loads((runner.work / "gl-code-quality-report.json").read_text())
    assert {entry["location"]["path"] for entry in report if entry["check_name"] == "FD101"} == names, done.stdout
    assert not (runner.work / "made").exists()


@pytest.mark.parametrize("job", ["pipelint", "pipelint diff"])
def test_gitlab_writes_no_report_through_a_link_of_the_checkout(job: str, runner: Runner) -> None:
    artifacts = yaml.safe_load(GITLAB.read_text())[job]["artifacts"]
    names = [*artifacts.get("paths", ()), *artifacts.get("reports", {}).values()]
    outside = runner.base / "outside"
    outside.write_text("as it was")
    for name in names:
        (runner.work / name).symlink_to(outside)
    base = runner.commit("fluent.conf", SLOW)
    runner.git("remote", "add", "origin", str(runner.work))
    done = runner.job(job, CI_MERGE_REQUEST_DIFF_BASE_SHA=base)
    assert outside.read_text() == "as it was"
    assert [name for name in names if (runner.work / name).is_symlink()] == [], done.stdout
