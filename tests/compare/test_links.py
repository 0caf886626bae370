"""The links of a revision lead where they would in a checkout, and nothing is written outside of the scratch folder."""

from __future__ import annotations

import binascii
import os
import tempfile
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipelint.base.finding import Note
from pipelint.compare.revisions import git as revisions
from pipelint.compare.revisions.git import GitError, commit_of, write_tree
from pipelint.compare.revisions.links import make_links
from tests.compare.support import ENVIRONMENT, commit, git


@pytest.fixture(autouse=True)
def _alone(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in ENVIRONMENT.items():
        monkeypatch.setenv(name, value)


FILES = ["f", "d/f", "d/e/g"]
NAMES = ["f", "l", "m", "d", "..", ".", ""]
TARGETS = st.lists(st.sampled_from(NAMES), min_size=1, max_size=5).map("/".join).filter(bool)
LINKS = st.dictionaries(st.sampled_from(["l", "m", "d/l", "d/m", "d/e/l"]), TARGETS)


@given(LINKS)
def test_a_link_leads_where_it_would_in_a_checkout(links: dict[str, str]) -> None:
    with tempfile.TemporaryDirectory() as scratch:
        plain, made = Path(scratch, "plain"), Path(scratch, "made")
        for folder in (plain, made):
            for name in FILES:
                (folder / name).parent.mkdir(parents=True, exist_ok=True)
                (folder / name).write_text(name)
        for name, target in links.items():
            (plain / name).symlink_to(target)
        passed_over = {note.path for note in make_links(links, FILES, made)}
        assert passed_over | {name for name in links if (made / name).is_symlink()} == set(links)
        for name in set(links) - passed_over:
            there = os.path.realpath(plain / name)
            assert os.path.realpath(made / name) == there.replace(str(plain), str(made), 1)
            # No link goes through another one.
            assert not any(path.is_symlink() for path in (made / name).parents if path != made and path.is_relative_to(made))
        for name in passed_over:
            try:
                found = (plain / name).resolve(strict=True)
            except (OSError, RuntimeError):
                continue
            assert not found.is_relative_to(plain) or _leaves(plain, name, links)


def _leaves(top: Path, name: str, links: dict[str, str]) -> bool:
    """Whether the way that a link goes leaves the tree, if only to come back, or asks a file for what is in it."""
    here: list[str] = []
    todo = name.split("/")
    for _ in range(200):
        if not todo:
            return False
        part, *todo = todo
        if part in ("", "."):
            continue
        if part == "..":
            if not here:
                return True
            here.pop()
            continue
        here.append(part)
        if (target := links.get("/".join(here))) is not None:
            here.pop()
            todo = [*target.split("/"), *todo]
    return True


def raw_tree(repo: Path, entries: list[tuple[str, str, str]]) -> str:
    """A tree with these modes, names and contents, however git would never make it."""
    raw = b"".join(f"{mode} {name}".encode() + b"\0" + binascii.unhexlify(object_) for mode, name, object_ in entries)
    (repo / "raw").write_bytes(raw)
    return git(repo, "hash-object", "-t", "tree", "--literally", "-w", "raw").strip()


def blob(repo: Path, text: str) -> str:
    (repo / "raw").write_text(text)
    return git(repo, "hash-object", "-w", "raw").strip()


def evil(repo: Path, entries: list[tuple[str, str, str]]) -> str:
    return git(repo, "commit-tree", "-m", "evil", raw_tree(repo, entries)).strip()


@pytest.mark.parametrize("turned", [False, True])
def test_two_names_alike_write_nothing_outside(turned: bool, tmp_path: Path) -> None:
    repo, outside, into = tmp_path / "r", tmp_path / "outside", tmp_path / "into"
    commit(repo, {"x.conf": "one\n"})
    outside.mkdir()
    into.mkdir()
    inner = raw_tree(repo, [("100644", "file.conf", blob(repo, "x")), ("120000", "pwn.conf", blob(repo, "/etc/passwd"))])
    entries = [("120000", "a", blob(repo, str(outside))), ("40000", "a", inner)]
    write_tree(repo, evil(repo, entries[::-1] if turned else entries), into)
    assert list(outside.iterdir()) == []
    assert sorted(str(path.relative_to(into)) for path in into.rglob("*")) == ["a", "a/file.conf"]
    assert not (into / "a").is_symlink()


def test_where_two_names_are_one_on_the_disk_no_link_is_made_in_a_link(tmp_path: Path) -> None:
    # As on a disk to which A and a are the same: the folder of the second link is the first one by then.
    (tmp_path / "d").mkdir()
    (tmp_path / "d" / "f").write_text("f")
    (tmp_path / "A").symlink_to("d")
    notes = list(make_links({"A/l": "../d/f"}, ["d/f"], tmp_path))
    assert notes == [
        Note("A/l", "symbolic link skipped: another path of the revision has the same name on this disk", important=True)
    ]
    assert not os.path.lexists(tmp_path / "d" / "l")


def test_names_that_git_gives_no_file_are_passed_over(tmp_path: Path) -> None:
    repo, into = tmp_path / "r", tmp_path / "into"
    commit(repo, {"x.conf": "one\n"})
    into.mkdir()
    text = blob(repo, "x")
    inner = raw_tree(repo, [("100644", "up.conf", text)])
    deep = text
    for number in range(revisions.MAX_DEPTH + 1):
        deep = raw_tree(repo, [("100644" if number == 0 else "40000", "d", deep)])
    entries = [("40000", "..", inner), ("40000", ".git", inner), ("40000", "deep", deep), ("100644", "ok.conf", text)]
    notes = write_tree(repo, evil(repo, [*entries, ("160000", "sub", "1" * 40)]), into)
    assert [path.name for path in into.iterdir()] == ["ok.conf"]
    assert not (tmp_path / "up.conf").exists()
    said = [f"{note.path[:7]}: {note.message}" for note in notes]
    assert said == [
        "../up.c: skipped: not a name that git gives a file",
        ".git/up: skipped: not a name that git gives a file",
        "deep/d/: skipped: more than 200 nested folders",
        "sub: submodule skipped: its files are in another repository",
    ]


def test_one_file_under_very_many_names_fills_no_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    repo, into = tmp_path / "r", tmp_path / "into"
    commit(repo, {"x.conf": "one\n"})
    into.mkdir()
    tree = raw_tree(repo, [("100644", f"{number}.conf", blob(repo, "x" * 1_000)) for number in range(10)])
    for _ in range(3):
        tree = raw_tree(repo, [("40000", str(number), tree) for number in range(10)])
    top = git(repo, "commit-tree", "-m", "bomb", tree).strip()
    monkeypatch.setattr(revisions, "MAX_TREE_BYTES", 1_000_000)
    with pytest.raises(GitError, match="GiB of files"):
        write_tree(repo, commit_of(repo, top), into)
    monkeypatch.setattr(revisions, "MAX_FILES", 100)
    with pytest.raises(GitError, match="more than 100 files"):
        write_tree(repo, commit_of(repo, top), into)
    assert list(into.iterdir()) == []
