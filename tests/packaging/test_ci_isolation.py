"""The GitHub action and the GitLab template run nothing of what is checked out, however it is named.

The checkout is a trap: whatever of it Python runs leaves a mark.
"""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
import tarfile
import zipfile
from dataclasses import dataclass
from pathlib import Path

import pytest
import yaml

from pipelint import __version__
from tests.configs import QUICK, SLOW
from tests.packaging.ci_runner import ACTION, GITLAB, PATH_FILE, Runner, gitlab_lines

# Packages that `python -m NAME` would run, and modules that pip, a build or pipelint imports beside the standard library's.
PACKAGES = ("venv", "pip", "ensurepip", "pipelint", "encodings")
MODULES = ("sitecustomize", "usercustomize", "setup", "setuptools", "backend", "tree_sitter", "typer", "rich", "lark", "yaml")
# What builds the action's package here: it hands out a wheel that is made already.
BACKEND = """\
import pathlib, shutil
def build_wheel(folder, settings=None, metadata=None):
    (wheel,) = pathlib.Path.cwd().glob("*.whl")
    return pathlib.Path(shutil.copy(wheel, folder)).name
"""
PROJECT = '[build-system]\nrequires = ["backend"]\nbuild-backend = "backend"\n'

pytestmark = [pytest.mark.slow, pytest.mark.skipif(os.name == "nt", reason="the scripts are for bash")]


@dataclass(frozen=True, slots=True)
class Trap:
    """A runner whose checkout is a trap with a config; ``env`` lets pip find what it needs, and Python the trap."""

    runner: Runner
    env: dict[str, str]

    def caught(self) -> set[str]:
        return {path.name for path in (self.runner.base / "marks").iterdir()}


def lay(work: Path, marks: Path) -> None:
    def code(name: str) -> str:
        return f"import os\nos.close(os.open({str(marks / name)!r}, os.O_CREAT | os.O_WRONLY))\n"

    for package in PACKAGES:
        (work / package).mkdir()
        for file in ("__init__.py", "__main__.py"):
            (work / package / file).write_text(code(f"{package}.{file}"))
    for module in {*MODULES, *sys.stdlib_module_names} - {*PACKAGES, "os"}:
        (work / f"{module}.py").write_text(code(module))
    (work / "pyproject.toml").write_text('[build-system]\nrequires = []\nbuild-backend = "setup"\nbackend-path = ["."]\n')


def wheel(folder: Path, name: str, version: str, **files: str) -> Path:
    path = folder / f"{name}-{version}-py3-none-any.whl"
    info = f"{name}-{version}.dist-info"
    with zipfile.ZipFile(path, "w") as archive:
        for file, text in files.items():
            archive.writestr(file, text)
        archive.writestr(f"{info}/METADATA", f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n")
        archive.writestr(f"{info}/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n")
        archive.writestr(f"{info}/RECORD", "")
    return path


@pytest.fixture
def trap(bare_runner: Runner) -> Trap:
    base = bare_runner.base
    for name in ("marks", "wheels", "action/.ci"):
        (base / name).mkdir(parents=True)
    base_commit = bare_runner.commit("fluent.conf", QUICK)
    # Earlier steps of a job may have put things of the same stranger into the folder for temporary files.
    for folder in (bare_runner.work, bare_runner.temp):
        lay(folder, base / "marks")
    (bare_runner.work / ".python-version").touch()
    seen = f"[ ! -e .python-version ] || touch {base / 'marks/python-version'}"
    bare_runner.program("python3", f'#!/bin/sh\n# As pyenv does.\n{seen}\nexec "{sys.executable}" "$@"\n')
    bare_runner.commit("fluent.conf", SLOW)
    bare_runner.git("remote", "add", "origin", str(bare_runner.work))
    backend = wheel(base / "wheels", "backend", "1", **{"backend.py": BACKEND})
    wheel(base / "action", "pipelint", __version__, **{"here.pth": PATH_FILE})
    (base / "action/pyproject.toml").write_text(PROJECT)
    with tarfile.open(base / f"wheels/pipelint-{__version__}.tar.gz", "w:gz") as archive:
        archive.add(base / "action", f"pipelint-{__version__}")
    lock = f"backend==1 --hash=sha256:{hashlib.sha256(backend.read_bytes()).hexdigest()}\n"
    (base / "action/.ci/requirements.txt").write_text(lock)
    env = {
        "ACTION": str(base / "action"), "BASE": base_commit, "CI_MERGE_REQUEST_DIFF_BASE_SHA": base_commit,
        "PATHS": ".", "ARGS": "", "PIP_NO_INDEX": "1", "PIP_FIND_LINKS": str(base / "wheels"),
        "PYTHONPATH": str(bare_runner.work), "GITHUB_PATH": str(base / "path"),
    }  # fmt: skip
    return Trap(bare_runner, env)


@pytest.mark.parametrize("command", ["-m venv new", "-m pip --version", "-m pipelint --version"])
def test_the_trap_snaps(command: str, trap: Trap) -> None:
    subprocess.run([sys.executable, *command.split()], cwd=trap.runner.work, capture_output=True, check=False)
    assert trap.caught() != set()


def test_the_action_runs_nothing_of_the_checkout(trap: Trap) -> None:
    for step in ("Install pipelint", "Check", "Compare"):
        done = trap.runner.step(step, **trap.env)
        assert trap.caught() == set()
        assert done.returncode == 0, done.stdout
    assert "FD101" in Path(trap.runner.outputs()["sarif"]).read_text()
    assert "FD101" in Path(trap.runner.outputs()["comparison"]).read_text()


@pytest.mark.parametrize("job", ["pipelint", "pipelint diff"])
def test_the_template_runs_nothing_of_the_checkout(job: str, trap: Trap) -> None:
    before = {path.name for path in trap.runner.work.iterdir()}
    done = trap.runner.lines([*gitlab_lines(job, "before_script"), *gitlab_lines(job, "script")], **trap.env)
    assert trap.caught() == set()
    assert done.returncode == 1 and "FD101" in done.stdout, done.stdout
    artifacts = yaml.safe_load(GITLAB.read_text())[job]["artifacts"]
    assert {path.name for path in trap.runner.work.iterdir()} - before == {
        *artifacts.get("paths", ()), *artifacts.get("reports", {}).values()
    }  # fmt: skip


def test_no_step_hands_a_path_to_the_ones_after_it() -> None:
    """What stands in these files every later step of the job is run with."""
    text = ACTION.read_text()
    assert "GITHUB_PATH" not in text and "GITHUB_ENV" not in text
