"""Revisions: what is read of them, what keeps them from being read, and that nothing of a repository runs or changes."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from pipelint.base.disk.text_file import MAX_BYTES
from pipelint.compare.revisions.git import GitError, commit_of, repository, write_tree
from pipelint.compare.revisions.sides import SideError
from pipelint.compare.revisions.trees import revision_sides
from tests.compare.support import ENVIRONMENT, commit, git


@pytest.fixture(autouse=True)
def _alone(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name, value in ENVIRONMENT.items():
        monkeypatch.setenv(name, value)
    # A repository that the tests may run in is not the one that they mean.
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path))
    for name in ("GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE"):
        monkeypatch.delenv(name, raising=False)


def read(folder: Path, into: Path, revision: str = "HEAD") -> tuple[dict[str, bytes], list[str]]:
    """The files of a revision by their paths, and the notes."""
    into.mkdir()
    notes = write_tree(repository(folder), commit_of(folder, revision), into)
    files = {str(path.relative_to(into)): path.read_bytes() for path in sorted(into.rglob("*")) if path.is_file()}
    return files, [f"{note.path}: {note.message}" for note in notes]


def test_a_revision_is_what_was_committed(tmp_path: Path) -> None:
    repo = tmp_path / "r"
    commit(repo, {"a.conf": "one\n", "sub/ä b.conf": "two\r\n"})
    commit(repo, {"a.conf": "changed\n", "sub/ä b.conf": None})
    (repo / "a.conf").write_text("not committed\n")
    assert read(repo / "sub" if (repo / "sub").exists() else repo, tmp_path / "old", "HEAD~1")[0] == {
        "a.conf": b"one\n",
        "sub/ä b.conf": b"two\r\n",
    }
    assert read(repo, tmp_path / "new")[0] == {"a.conf": b"changed\n"}


def test_of_a_file_too_large_to_be_read_only_the_size_is_kept(tmp_path: Path) -> None:
    repo = tmp_path / "r"
    commit(repo, {"large.conf": "x" * (MAX_BYTES + 1), "small.conf": "x"})
    read(repo, tmp_path / "out")
    assert (tmp_path / "out" / "large.conf").stat().st_size == MAX_BYTES + 1
    assert (tmp_path / "out" / "large.conf").read_bytes()[:1] == b"\0"


def test_a_link_out_of_the_revision_is_passed_over(tmp_path: Path) -> None:
    repo = tmp_path / "r"
    commit(repo, {"a.conf": "one\n"})
    (tmp_path / "outside").write_text("secret")
    (repo / "inside").symlink_to("a.conf")
    (repo / "absolute").symlink_to(tmp_path / "outside")
    (repo / "climbing").symlink_to("../../../../../../../../../../../../etc/hostname")
    (repo / "circle").symlink_to("circle")
    git(repo, "add", "-A")
    git(repo, "commit", "-qm", "links")
    files, notes = read(repo, tmp_path / "out")
    assert files == {"a.conf": b"one\n", "inside": b"one\n"}
    assert sorted(note.partition(":")[0] for note in notes) == ["absolute", "circle", "climbing"]


def test_nothing_of_the_repository_runs_and_nothing_of_it_changes(tmp_path: Path) -> None:
    repo, trap = tmp_path / "r", tmp_path / "trap"
    commit(repo, {"a.conf": "one\n", ".gitattributes": "*.conf filter=evil diff=evil\n"})
    commit(repo, {"a.conf": "two\n"})
    script = tmp_path / "evil.sh"
    script.write_text(f"#!/bin/sh\ntouch {trap}\ncat\n")
    script.chmod(0o755)
    programs = "filter.evil.smudge filter.evil.process diff.evil.textconv core.fsmonitor core.pager core.sshCommand"
    for name in programs.split():
        git(repo, "config", name, str(script))
    for hook in (repo / ".git" / "hooks").glob("*.sample"):
        hook.unlink()
    for name in ("post-checkout", "reference-transaction", "post-index-change"):
        hook = repo / ".git" / "hooks" / name
        hook.parent.mkdir(exist_ok=True)
        hook.write_text(script.read_text())
        hook.chmod(0o755)

    def state() -> dict[str, tuple[int, int]]:
        return {str(path): (path.stat().st_mtime_ns, path.stat().st_size) for path in sorted(repo.rglob("*"))}

    before = state()
    assert read(repo, tmp_path / "out", "HEAD~1")[0]["a.conf"] == b"one\n"
    assert state() == before
    assert not trap.exists()


@pytest.mark.parametrize("revision", ["nowhere", "HEAD~99", "-h", "--help", "", "HEAD:a.conf", "a b", "HEAD..."])
def test_a_revision_that_is_none_is_one_clear_error(revision: str, tmp_path: Path) -> None:
    commit(tmp_path / "r", {"a.conf": "one\n"})
    if revision == "HEAD...":
        assert commit_of(tmp_path / "r", revision) == commit_of(tmp_path / "r", "HEAD")
        return
    with pytest.raises(GitError, match=r"^(unknown git revision|\"[^\"]*\" is not a git revision)"):
        commit_of(tmp_path / "r", revision)


def test_three_dots_are_where_head_left(tmp_path: Path) -> None:
    repo = tmp_path / "r"
    commit(repo, {"a.conf": "one\n"})
    start = commit_of(repo, "HEAD")
    git(repo, "checkout", "-q", "-b", "mine")
    commit(repo, {"a.conf": "mine\n"})
    git(repo, "checkout", "-q", "main")
    commit(repo, {"b.conf": "theirs\n"})
    git(repo, "checkout", "-q", "mine")
    assert commit_of(repo, "main...") == start != commit_of(repo, "main")


def test_a_shallow_clone_is_said(tmp_path: Path) -> None:
    commit(tmp_path / "r", {"a.conf": "one\n"})
    commit(tmp_path / "r", {"a.conf": "two\n"})
    git(tmp_path, "clone", "-q", "--depth", "1", f"file://{tmp_path}/r", "shallow")
    with pytest.raises(GitError, match="this clone is shallow"):
        commit_of(tmp_path / "shallow", "HEAD~1")


def test_no_repository_and_no_git(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(GitError, match="not in a git repository"):
        repository(tmp_path)
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(GitError, match="git is not installed"):
        repository(tmp_path)


@pytest.mark.parametrize(
    ("path", "error"), [("../..", "outside the git"), ("/", "outside"), ("-", "standard input"), ("no.conf", "no such")]
)
def test_paths_that_cannot_be_compared(path: str, error: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    commit(tmp_path / "r", {"a.conf": "one\n"})
    monkeypatch.chdir(tmp_path / "r")
    with pytest.raises(SideError, match=error), revision_sides("HEAD", None, [path]):
        pass


def test_the_scratch_folder_is_gone_and_the_working_folder_is_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    commit(tmp_path / "r", {"sub/a.conf": "one\n"})
    monkeypatch.chdir(tmp_path / "r" / "sub")
    with revision_sides("HEAD", "HEAD", [str(tmp_path / "r" / "sub" / "a.conf")]) as (old, new):
        assert (old.paths, new.paths) == (("a.conf",), ("a.conf",))
        assert (old.folder / "a.conf").read_text() == "one\n"
    assert not old.folder.exists()
    assert Path.cwd() == Path(os.path.realpath(tmp_path / "r" / "sub"))
