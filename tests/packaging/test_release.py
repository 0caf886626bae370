"""A release only needs a tag: the workflow is one, what it publishes agrees with it, and it says whose code is in it."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from pipelint import __version__

ROOT = Path(__file__).resolve().parents[2]
WORKFLOW = ROOT / ".github/workflows/release.yml"


def workflow() -> dict[str, Any]:
    return yaml.safe_load(WORKFLOW.read_text())


def scripts() -> Iterator[str]:
    """What the steps of the workflow run."""
    for job in workflow()["jobs"].values():
        yield from (step["run"] for step in job["steps"] if "run" in step)


def test_github_reads_the_workflow() -> None:
    check = [sys.executable, "-m", "check_jsonschema", "--builtin-schema", "vendor.github-workflows", str(WORKFLOW)]
    done = subprocess.run(check, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


def test_the_shell_reads_every_step() -> None:
    found = list(scripts())
    assert len(found) > 5
    for script in found:
        done = subprocess.run(["bash", "-n"], input=script, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr


def test_steps_run_files_that_are_there() -> None:
    named = {name for script in scripts() for name in re.findall(r"(?:\.ci|container)/[\w.-]+", script)}
    assert {".ci/release.py", ".ci/requirements-release.txt", ".ci/installed.py", "container/Dockerfile"} <= named
    assert [name for name in named if not (ROOT / name).is_file()] == []


def test_what_is_started_by_hand_publishes_nothing() -> None:
    jobs = workflow()["jobs"]
    assert jobs["publish"]["if"] == "github.ref_type == 'tag'"
    writing = [name for name, job in jobs.items() if set(job["permissions"].values()) != {"read"}]
    assert writing == ["publish"]
    assert set(jobs["publish"]["needs"]) == set(jobs) - {"publish"}


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A checkout whose change log has a section for this version."""
    (tmp_path / ".ci").mkdir()
    (tmp_path / "pipelint").mkdir()
    shutil.copy(ROOT / ".ci/release.py", tmp_path / ".ci")
    shutil.copy(ROOT / "pipelint/__init__.py", tmp_path / "pipelint")
    (tmp_path / "CHANGELOG.md").write_text(f"# Changes\n\n## {__version__}\n\nWhat is new.\n\n## 0.1.0\n\nOld.\n")
    return tmp_path


def agree(checkout: Path, tag: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, checkout / ".ci/release.py", tag], capture_output=True, text=True, check=False)


def test_the_notes_are_those_of_the_tag(checkout: Path) -> None:
    done = agree(checkout, f"v{__version__}")
    assert (done.returncode, done.stdout) == (0, "What is new.\n")


@pytest.mark.parametrize("tag", [__version__, "v9.9.9", f"v{__version__}rc1"])
def test_another_tag_than_the_version_is_refused(checkout: Path, tag: str) -> None:
    done = agree(checkout, tag)
    assert done.returncode == 1 and f"The tag is {tag}, but __version__" in done.stderr


@pytest.mark.parametrize(
    ("log", "said"),
    [
        ("# Changes\n\n## Unreleased\n\nNew.\n", "The first section of CHANGELOG.md is 'Unreleased'"),
        (f"# Changes\n\n## {__version__}\n\n\n## 0.1.0\n\nOld.\n", f"CHANGELOG.md says nothing of {__version__}"),
        ("", "The first section"),
    ],
)
def test_a_change_log_without_this_version_is_refused(checkout: Path, log: str, said: str) -> None:
    (checkout / "CHANGELOG.md").write_text(log)
    done = agree(checkout, f"v{__version__}")
    assert done.returncode == 1 and said in done.stderr and "Traceback" not in done.stderr


def test_the_checkout_is_not_taken_for_an_installation() -> None:
    done = subprocess.run([sys.executable, ROOT / ".ci/installed.py"], capture_output=True, text=True, check=False)
    assert done.returncode == 1 and "This is the checkout" in done.stderr


def test_without_a_compiler_one_line_says_what_to_install(tmp_path: Path) -> None:
    for name in ("make", "sh", "bash", "touch"):
        (tmp_path / name).symlink_to(str(shutil.which(name)))
    folder = tmp_path / "checkout"
    folder.mkdir()
    shutil.copy(ROOT / "Makefile", folder)
    for name in ("pyproject.toml", "setup.py", "pipelint/__init__.py", ".ci/requirements.txt", ".venv/bin/python"):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).touch()
    done = subprocess.run(
        [tmp_path / "make", "demo"], cwd=folder, env={"PATH": str(tmp_path)}, capture_output=True, text=True, check=False
    )
    assert done.returncode == 2
    first, *rest = done.stderr.splitlines()
    assert first.startswith("pipelint is built from source: install Rust") and len(rest) == 1


def test_the_notice_names_every_crate_in_the_module() -> None:
    command = ["cargo", "metadata", "--locked", "--offline", "--format-version", "1", "--all-features"]
    done = subprocess.run(command, cwd=ROOT / "native", capture_output=True, text=True, check=False)
    if done.returncode:
        pytest.skip("the crates are not on this machine: " + done.stderr.strip().splitlines()[-1])
    graph = json.loads(done.stdout)
    packages = {each["id"]: each for each in graph["packages"]}
    needs = {each["id"]: each["deps"] for each in graph["resolve"]["nodes"]}
    compiled, todo = set(), [graph["resolve"]["root"]]
    while todo:
        for each in needs[todo.pop()]:
            kinds = {kind["kind"] for kind in each["dep_kinds"]}
            macro = any("proc-macro" in target["kind"] for target in packages[each["pkg"]]["targets"])
            if None in kinds and not macro and each["pkg"] not in compiled:
                compiled.add(each["pkg"])
                todo.append(each["pkg"])
    apache = {packages[key]["name"] for key in compiled if "Apache-2.0" in packages[key]["license"]}
    others = {packages[key]["name"] for key in compiled} - apache
    assert all("MIT" in packages[key]["license"] for key in compiled if packages[key]["name"] in others)
    head = (ROOT / "NOTICE").read_text().partition("The native module also holds")[0]
    _, first, second = re.split(r"Crates compiled into the native module.*:\n", head)
    assert set(re.findall(r"[\w-]+", first)) == apache
    assert {name for line in re.findall(r"^- (.+): Copyright", second, re.MULTILINE) for name in line.split(", ")} == others
