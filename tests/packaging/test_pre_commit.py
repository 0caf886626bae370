"""The real pre-commit program installs the hooks from a clone of this checkout, blocks a finding and lets the rest pass."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.configs import QUICK, SLOW
from tests.packaging.cargo import CARGO

ROOT = Path(__file__).resolve().parents[2]
HOOKS = ROOT / ".pre-commit-hooks.yaml"
CONFIG_MAP = "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: fluentd\ndata:\n  fluent.conf: |\n"
OTHERS = {
    "nginx.conf": "server {\n  listen 80;\n}\n",
    "deploy/app.yaml": "apiVersion: apps/v1\nkind: Deployment\nmetadata:\n  name: app\n",
    "broken.yaml": "a: [b\n",
    "empty.conf": "",
    "chart/templates/fluentd.yaml": CONFIG_MAP + "    {{ .Values.config }}\n",
    "README.md": "# Logs\n",
}


def config_map(config: str) -> str:
    return CONFIG_MAP + "".join(f"    {line}\n" for line in config.splitlines())


@dataclass(frozen=True, slots=True)
class Team:
    """A team's repository with the hooks; ``env`` lets nothing of this machine's git and Python in."""

    folder: Path
    env: dict[str, str]

    def run(self, *command: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            command, cwd=self.folder, env=self.env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False
        )

    def must(self, *command: str) -> str:
        done = self.run(*command)
        assert done.returncode == 0, f"{command}\n{done.stdout[-5000:]}"
        return done.stdout

    def commit(self, files: dict[str, str]) -> subprocess.CompletedProcess[str]:
        """Writes files, adds and commits all that changed."""
        for name, text in files.items():
            (self.folder / name).parent.mkdir(parents=True, exist_ok=True)
            (self.folder / name).write_text(text)
        self.must("git", "add", "--all")
        return self.run("git", "commit", "--message", "a change")


def environment(base: Path) -> dict[str, str]:
    kept = {k: v for k, v in os.environ.items() if not k.startswith(("PYTHON", "GIT_", "PRE_COMMIT")) and k != "VIRTUAL_ENV"}
    who = {f"GIT_{role}_{part}": value for role in ("AUTHOR", "COMMITTER") for part, value in (("NAME", "t"), ("EMAIL", "t@t"))}
    apart = {"PRE_COMMIT_HOME": str(base / "cache"), "GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1", "NO_COLOR": "1"}
    return {**kept, **who, **CARGO, **apart}


def snapshot(base: Path, env: dict[str, str]) -> tuple[Path, str]:
    """A repository of what the checkout holds now, changes that are not committed included, and its commit."""
    if not (ROOT / ".git").exists():
        pytest.skip("what belongs to the checkout is known only where git has it")
    list_files = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(list_files, cwd=ROOT, env=env, capture_output=True, check=True)
    clone = base / "pipelint"
    for name in set(listed.stdout.decode().split("\0")) - {""}:
        if (ROOT / name).is_file() and not name.startswith("tests/"):
            (clone / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(ROOT / name, clone / name)
    made = Team(clone, env)
    made.must("git", "init", "--quiet")
    made.must("git", "add", "--all")
    made.must("git", "commit", "--quiet", "--message", "snapshot")
    return clone, made.must("git", "rev-parse", "HEAD").strip()


@pytest.fixture(scope="module")
def team(tmp_path_factory: pytest.TempPathFactory) -> Team:
    base = tmp_path_factory.mktemp("pre-commit")
    env = environment(base)
    clone, commit = snapshot(base, env)
    made = Team(base / "team", env)
    made.folder.mkdir()
    made.must("git", "init", "--quiet")
    hooks = "".join(f"      - id: {name}\n" for name in ("pipelint", "pipelint-manifests"))
    config = f"repos:\n  - repo: {clone}\n    rev: {commit}\n    hooks:\n{hooks}"
    (made.folder / ".pre-commit-config.yaml").write_text(config)
    made.must(sys.executable, "-m", "pre_commit", "install", "--install-hooks")
    return made


def test_the_manifest_is_valid() -> None:
    subprocess.run([sys.executable, "-m", "pre_commit", "validate-manifest", str(HOOKS)], check=True)


@pytest.mark.slow
def test_what_is_no_config_passes(team: Team) -> None:
    done = team.commit(OTHERS)
    assert done.returncode == 0, done.stdout
    assert done.stdout.count("Passed") == 2


@pytest.mark.slow
def test_a_finding_blocks_the_commit(team: Team) -> None:
    before = team.run("git", "rev-parse", "HEAD").stdout
    done = team.commit({"log configs/fluent.conf": SLOW})
    assert done.returncode == 1
    lines = done.stdout.splitlines()
    assert [line.rsplit(".", 1)[1] for line in lines if line.startswith("pipelint")] == ["Failed", "(no files to check)Skipped"]
    found = [line for line in lines if "[FD101]" in line]
    assert [line.split(" time_format ")[0] for line in found] == ["log configs/fluent.conf:8:17: warning[FD101]"]
    assert "- exit code: 1" in lines
    assert team.run("git", "rev-parse", "HEAD").stdout == before
    done = team.commit({"log configs/fluent.conf": QUICK})
    assert done.returncode == 0, done.stdout
    assert team.run("git", "rev-parse", "HEAD").stdout != before


@pytest.mark.slow
def test_a_finding_in_a_config_map_blocks_the_commit(team: Team) -> None:
    done = team.commit({"deploy/fluentd.yaml": config_map(SLOW), "fluent.conf": QUICK})
    assert done.returncode == 1
    assert "deploy/fluentd.yaml:14:21: warning[FD101]" in done.stdout
    assert "fluent.conf:8" not in done.stdout.replace("deploy/fluentd.yaml", "")
    done = team.commit({"deploy/fluentd.yaml": config_map(QUICK)})
    assert done.returncode == 0, done.stdout


@pytest.mark.slow
def test_options_of_the_team_count(team: Team) -> None:
    """Settings of the team's repository hold for the hooks, too."""
    done = team.commit({"pipelint.toml": 'ignore = ["FD101"]\n', "fluent.conf": SLOW})
    assert done.returncode == 0, done.stdout
    (team.folder / "pipelint.toml").unlink()
