"""Runs the scripts of the GitHub action and of the GitLab template as the runners of these services do."""

from __future__ import annotations

import os
import shlex
import site
import subprocess
import sys
import venv
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

ROOT = Path(__file__).resolve().parents[2]
ACTION = ROOT / "action.yml"
GITLAB = ROOT / "ci-templates/gitlab.yml"
# Stands for GitHub's program: notes what it is asked, and knows of comments, or refuses, where the test says so.
GH = """\
#!/bin/sh
printf '%s\\n' "$*" >> "$GH_LOG"
case "$*" in *"${GH_REFUSED:-nothing}"*) echo "$GH_REFUSAL" >&2; exit 1 ;; esac
case "$*" in *--jq*) [ -z "$GH_COMMENTS" ] || echo "$GH_COMMENTS" ;; esac
"""
PATH_FILE = "".join(f"{folder}\n" for folder in (ROOT, *site.getsitepackages()))
"""A .pth file that leads an environment to this checkout and to what it needs."""


def action_script(step: str) -> str:
    """What a step of the action runs."""
    (script,) = [each["run"] for each in yaml.safe_load(ACTION.read_text())["runs"]["steps"] if each["name"] == step]
    return str(script)


def gitlab_lines(job: str, part: str) -> list[str]:
    """The lines of ``before_script`` or ``script`` of a job."""
    template: dict[str, Any] = yaml.safe_load(GITLAB.read_text())
    lines: list[str] = (template[template[job]["extends"]] | template[job])[part]
    return lines


@dataclass(frozen=True, slots=True)
class Runner:
    """A machine that runs CI: ``work`` has the checkout, ``temp`` is outside of it, ``bin`` has programs that come first."""

    base: Path

    @property
    def work(self) -> Path:
        return self.base / "work"

    @property
    def temp(self) -> Path:
        return self.base / "temp"

    def prepare(self) -> None:
        for name in ("work", "temp", "bin"):
            (self.base / name).mkdir()
        self.program("gh", GH)
        self.program("python3", f'#!/bin/sh\nexec {shlex.quote(sys.executable)} "$@"\n')
        self.git("init", "--quiet")

    def install(self) -> None:
        """What the step "Install pipelint" leaves, with the code of this checkout, in a moment."""
        venv.create(self.temp / "pipelint", symlinks=True)
        (packages,) = (self.temp / "pipelint/lib").glob("python*/site-packages")
        (packages / "here.pth").write_text(PATH_FILE)

    def program(self, name: str, text: str) -> None:
        (self.base / "bin" / name).write_text(text)
        (self.base / "bin" / name).chmod(0o755)

    def step(self, name: str, **env: str) -> subprocess.CompletedProcess[str]:
        return self.script(action_script(name), **env)

    def job(self, name: str, **env: str) -> subprocess.CompletedProcess[str]:
        """A job of the template, where ``install`` has done what its ``before_script`` begins with."""
        setup = [line for line in gitlab_lines(name, "before_script") if not line.startswith(("tools=", "(cd "))]
        return self.lines([f"tools={shlex.quote(str(self.temp / 'pipelint'))}", *setup, *gitlab_lines(name, "script")], **env)

    def lines(self, lines: list[str], **env: str) -> subprocess.CompletedProcess[str]:
        """Lines of a GitLab job in one shell, with the template's variables."""
        return self.script("\n".join(lines), **yaml.safe_load(GITLAB.read_text())["variables"] | env)

    def script(self, script: str, **env: str) -> subprocess.CompletedProcess[str]:
        files = {name: str(self.base / name) for name in ("GITHUB_OUTPUT", "GITHUB_STEP_SUMMARY", "GH_LOG")}
        kept = {k: v for k, v in os.environ.items() if not k.startswith(("GIT_", "PYTHON"))}
        ours = {"RUNNER_TEMP": str(self.temp), "TMPDIR": str(self.temp), "NO_COLOR": "1"}
        path = {"PATH": f"{self.base / 'bin'}:{os.environ['PATH']}"}
        bash = ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", script]
        return subprocess.run(
            bash, cwd=self.work, env={**kept, **files, **ours, **path, **env},
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False,
        )  # fmt: skip

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
