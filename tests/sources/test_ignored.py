"""Folders are searched by the rules of git and ripgrep: what they name is passed over, what the command line names is not."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from pipelint.sources import collect
from tests.command_line import pipelint
from tests.sources.common import ENGINES, config_map
from tests.sources.found import CONF, found_in, write

NAMES = ["a.conf", "b.local.conf", "build/c.conf", "deep/d.conf", "deep/e.conf", "deep/kept.local.conf", "out/f.conf", "x/g.conf"]


@pytest.fixture
def repo(tmp_path: Path) -> Path:
    """A git repository with rules of all kinds."""
    subprocess.run(["git", "init", "-q", tmp_path], check=True)
    write(tmp_path, dict.fromkeys(NAMES, CONF))
    write(tmp_path, {".gitignore": "/build/\n*.local.conf\n", "deep/.gitignore": "e.conf\n!kept.local.conf\n"})
    write(tmp_path, {".ignore": "out\n", ".git/info/exclude": "x/*.conf\n"})
    return tmp_path


def names_in(folder: Path, *, ignored: bool = False) -> list[str]:
    """The configs that a search finds."""
    return [os.path.relpath(entry.name, folder) for entry in collect([str(folder)], ENGINES, ignored=ignored).entries]


def test_what_the_rules_name_is_passed_over_and_noted(repo: Path) -> None:
    found, names = found_in(repo, ".")
    assert names == ["a.conf", "deep/d.conf", "deep/kept.local.conf"]
    noted = {os.path.relpath(note.path, repo) for note in found.notes if "--no-ignore" in note.message}
    assert noted == {"b.local.conf", "build", "deep/e.conf", "out", "x/g.conf"}
    assert not found.problems


def test_no_ignore_reads_all(repo: Path) -> None:
    assert names_in(repo, ignored=True) == NAMES


def test_what_is_named_is_read(repo: Path) -> None:
    _, names = found_in(repo, "b.local.conf", "build", "out/f.conf", "*.local.conf")
    assert names == ["b.local.conf", "build/c.conf", "out/f.conf"]


def test_a_folder_within_a_repository_knows_the_rules_above_it(repo: Path) -> None:
    write(repo, {"deep/er/z.local.conf": CONF, "deep/er/y.conf": CONF})
    assert names_in(repo / "deep" / "er") == ["y.conf"]


def test_git_s_rules_count_only_in_a_repository(tmp_path: Path) -> None:
    write(tmp_path, {".gitignore": "*\n", "a.conf": CONF, "b.conf": CONF, ".ignore": "b.conf\n"})
    assert names_in(tmp_path) == ["a.conf"]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes with names")
@pytest.mark.parametrize("where", [".", "deep"])
def test_rules_that_are_a_pipe_are_not_waited_for(repo: Path, where: str) -> None:
    (repo / where / ".gitignore").unlink()
    os.mkfifo(repo / where / ".gitignore")
    script = "import sys; from pipelint._native import IgnoreRules\n"
    script += "print(IgnoreRules(sys.argv[1]).ignores('deep/b.local.conf', False))"
    done = subprocess.run([sys.executable, "-c", script, str(repo)], capture_output=True, text=True, timeout=60, check=True)
    assert done.stdout == "False\n"


def test_the_option_says_so(repo: Path) -> None:
    assert b"build/c.conf" not in pipelint("check", "--isolated", "--format", "json", ".", cwd=repo).stdout
    assert b"build/c.conf" in pipelint("check", "--isolated", "--no-ignore", "--format", "json", ".", cwd=repo).stdout
    assert b"build: note: skipped: .gitignore" in pipelint("check", "--isolated", "-v", ".", cwd=repo, one_stream=True).stdout


@pytest.mark.slow
def test_ten_megabytes_of_manifests_are_read(tmp_path: Path) -> None:
    other = "---\nkind: Service\nspec: {ports: [{port: 80, name: http}], selector: {app: web}}\n"
    text = other * (10_000_000 // len(other)) + "---\n" + config_map("fluent.conf: '<source>'\n")
    write(tmp_path, {"all.yaml": text})
    found, names = found_in(tmp_path, "all.yaml")
    assert (len(names), found.problems) == (1, ())
    (document,) = found.entries[0].documents
    assert document.text == b"<source>"
