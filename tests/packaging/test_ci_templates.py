"""The GitHub action and the GitLab template: valid by the schemas of these services, and their scripts do what they say."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest
import yaml

from pipelint.cli.app import app_for
from tests.configs import QUICK, SLOW

ROOT = Path(__file__).resolve().parents[2]
ACTION = ROOT / "action.yml"
GITLAB = ROOT / "ci-templates/gitlab.yml"
# Stands for GitHub's program: notes what it is asked, and knows of one comment where the test says so.
GH = """\
#!/bin/sh
printf '%s\\n' "$*" >> "$GH_LOG"
case "$*" in *--jq*) [ -z "$GH_COMMENT" ] || echo "$GH_COMMENT" ;; esac
"""

pytestmark = pytest.mark.skipif(os.name == "nt", reason="the scripts are for bash")


def test_the_action_is_valid() -> None:
    check = [sys.executable, "-m", "check_jsonschema", "--builtin-schema", "vendor.github-actions", str(ACTION)]
    done = subprocess.run(check, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


def test_the_template_is_valid() -> None:
    check = [sys.executable, "-m", "check_jsonschema", "--builtin-schema", "vendor.gitlab-ci", "--data-transform", "gitlab-ci"]
    done = subprocess.run([*check, str(GITLAB)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


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
    import typer.main

    commands = typer.main.get_command(app_for([])).commands  # type: ignore[attr-defined]
    for file in (ACTION, GITLAB):
        for line in file.read_text().replace("\n      --", " --").splitlines():
            command = re.search(r"pipelint (check|diff) ", line)
            if command:
                known = {option for param in commands[command[1]].params for option in param.opts}
                assert set(re.findall(r"(?<= )--[a-z][a-z-]+", line)) <= known, line


@dataclass(frozen=True, slots=True)
class Runner:
    """Runs the scripts of the action's steps as GitHub's runner does, with ``pipelint`` of this checkout."""

    base: Path

    @property
    def work(self) -> Path:
        return self.base / "work"

    def step(self, name: str, **env: str) -> subprocess.CompletedProcess[str]:
        (script,) = [step["run"] for step in yaml.safe_load(ACTION.read_text())["runs"]["steps"] if step["name"] == name]
        return self.script(script, **env)

    def script(self, script: str, **env: str) -> subprocess.CompletedProcess[str]:
        files = {name: str(self.base / name) for name in ("GITHUB_OUTPUT", "GITHUB_STEP_SUMMARY", "GH_LOG")}
        kept = {k: v for k, v in os.environ.items() if not k.startswith("GIT_")}
        ours = {"RUNNER_TEMP": str(self.base / "temp"), "PATH": f"{self.base / 'bin'}:{os.environ['PATH']}", "NO_COLOR": "1"}
        bash = ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", script]
        env = {**kept, **files, **ours, **env}
        return subprocess.run(
            bash, cwd=self.work, env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False
        )

    def outputs(self) -> dict[str, str]:
        return dict(line.split("=", 1) for line in (self.base / "GITHUB_OUTPUT").read_text().splitlines())

    def git(self, *words: str) -> str:
        who = ["-c", "user.name=t", "-c", "user.email=t@t"]
        env = {k: v for k, v in os.environ.items() if not k.startswith("GIT_")} | {"GIT_CONFIG_GLOBAL": os.devnull}
        return subprocess.run(["git", *who, *words], cwd=self.work, env=env, capture_output=True, text=True, check=True).stdout

    def commit(self, name: str, text: str) -> str:
        (self.work / name).write_text(text)
        self.git("add", "--all")
        self.git("commit", "--quiet", "--message", name)
        return self.git("rev-parse", "HEAD").strip()


@pytest.fixture
def runner(tmp_path: Path) -> Runner:
    for name in ("work", "temp", "bin"):
        (tmp_path / name).mkdir()
    path = os.pathsep.join([str(ROOT), os.environ.get("PYTHONPATH", "")])
    programs = {"pipelint": f'#!/bin/sh\nPYTHONPATH="{path}" exec "{sys.executable}" -m pipelint "$@"\n', "gh": GH}
    for name, text in programs.items():
        (tmp_path / "bin" / name).write_text(text)
        (tmp_path / "bin" / name).chmod(0o755)
    made = Runner(tmp_path)
    made.git("init", "--quiet")
    return made


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
    env = {"GITHUB_REPOSITORY": "o/r", "NUMBER": "7", "GH_TOKEN": "x"}
    assert runner.step("Comment", GH_COMMENT="", **env).returncode == 0
    assert runner.step("Comment", GH_COMMENT="42", **env).returncode == 0
    asked = (runner.base / "GH_LOG").read_text().splitlines()
    body = runner.base / "temp/pipelint-comment.md"
    assert asked[1] == f"api --silent --method POST repos/o/r/issues/7/comments --field body=@{body}"
    assert asked[3] == f"api --silent --method PATCH repos/o/r/issues/comments/42 --field body=@{body}"
    assert body.read_text() == f"<!-- pipelint diff -->\n{written}"


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


def test_no_base_is_an_error(runner: Runner) -> None:
    done = runner.step("Compare", BASE="", PATHS=".", ARGS="")
    assert (done.returncode, done.stdout.split("::")[1]) == (2, "error title=pipelint")


def gitlab_script(job: str) -> str:
    """The job's script lines as the runner joins them, with the program of this checkout in the place of the installed one."""
    lines = yaml.safe_load(GITLAB.read_text())[job]["script"]
    return "\n".join(lines).replace(".pipelint/bin/pipelint", "pipelint")


def test_gitlab_gets_its_reports(runner: Runner) -> None:
    runner.commit("fluent.conf", SLOW)
    variables = yaml.safe_load(GITLAB.read_text())["variables"]
    done = runner.script(gitlab_script("pipelint"), **variables)
    assert done.returncode == 1, done.stdout
    reports = yaml.safe_load(GITLAB.read_text())["pipelint"]["artifacts"]["reports"]
    assert "FD101" in (runner.work / reports["codequality"]).read_text()
    assert "<testsuites" in (runner.work / reports["junit"]).read_text()


def test_gitlab_compares_a_merge_request(runner: Runner) -> None:
    base = runner.commit("fluent.conf", QUICK)
    runner.commit("fluent.conf", SLOW)
    runner.git("remote", "add", "origin", str(runner.work))
    variables = yaml.safe_load(GITLAB.read_text())["variables"] | {"CI_MERGE_REQUEST_DIFF_BASE_SHA": base}
    done = runner.script(gitlab_script("pipelint diff"), **variables)
    assert done.returncode == 1, done.stdout
    (report,) = yaml.safe_load(GITLAB.read_text())["pipelint diff"]["artifacts"]["paths"]
    assert "FD101" in (runner.work / report).read_text()
