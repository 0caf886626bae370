"""Paths as text: the answers are pathlib's, which is too slow to load for a short run."""

from __future__ import annotations

import os
from pathlib import Path, PurePosixPath

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipelint.base.disk import files
from pipelint.base.disk.around import names_in, source_at, sources_in

# Without a dot at the end: what the suffix of such a name is, pathlib changed its mind about.
NAMES = st.text("ab.é", min_size=1, max_size=5).filter(lambda name: not name.endswith("."))
PATHS = st.tuples(st.sampled_from(["", "/", "../"]), st.lists(NAMES).map("/".join), st.sampled_from(["", "/"])).map(
    # Two slashes at the beginning are a root of their own.
    lambda parts: "".join(parts).replace("//", "/")
)
SUFFIXES = [("name.", ""), (".profile", ""), ("..", ""), ("a.b/c", ""), ("a.tar.gz", ".gz"), ("", "")]


@given(PATHS)
def test_names_and_suffixes_are_those_of_pathlib(path: str) -> None:
    known = PurePosixPath(path)
    if path and known.name != "..":
        assert (files.name(path), files.suffix(path), files.stem(path)) == (known.name, known.suffix, known.stem)


@pytest.mark.parametrize(("path", "suffix"), SUFFIXES)
def test_a_suffix_has_something_on_both_sides_of_its_dot(path: str, suffix: str) -> None:
    assert files.suffix(path) == suffix


@given(PATHS)
def test_folders_are_the_parents_of_pathlib(path: str) -> None:
    known = Path(path).absolute().parent
    if path:
        assert files.folders(path) == [str(folder) for folder in (known, *known.parents)]


@given(st.lists(st.lists(NAMES, min_size=1, max_size=4).map("/".join), max_size=6))
def test_paths_in_one_folder_are_ordered_by_their_parts(paths: list[str]) -> None:
    assert sorted(paths, key=files.parts) == sorted(paths, key=lambda path: PurePosixPath(path).parts)


def test_what_there_is(tmp_path: Path) -> None:
    (tmp_path / "a.conf").write_bytes(b"12345")
    folder, file, nothing = str(tmp_path), files.join(str(tmp_path), "a.conf"), files.join(str(tmp_path), "b.conf")
    assert [files.is_folder(path) for path in (folder, file, nothing)] == [True, False, False]
    assert [files.is_file(path) for path in (folder, file, nothing)] == [False, True, False]
    assert [files.exists(path) for path in (folder, file, nothing, "a\0b", "x" * 5_000)] == [True, True, False, False, False]
    assert (files.entries(folder), files.entries(nothing)) == (["a.conf"], [])
    assert (files.read(file), files.read(file, 5), files.mode(file)) == (b"12345", b"12345", (tmp_path / "a.conf").stat().st_mode)
    with pytest.raises(FileNotFoundError):
        files.read(nothing)


def test_nothing_is_the_folder_at_hand_and_a_last_slash_says_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "a.conf").write_bytes(b"1")
    monkeypatch.chdir(tmp_path)
    assert files.is_folder("") and files.read("a.conf/") == b"1" and files.is_folder(os.sep)


def test_files_of_a_folder_by_their_names_but_none_outside_of_the_project(tmp_path: Path) -> None:
    project = tmp_path.resolve() / "project"
    (project / "folder.conf").mkdir(parents=True)
    (tmp_path / "secret.conf").write_text("secret")
    for name in ("b.conf", "a.conf", "c.txt"):
        (project / name).write_text(name)
    (project / "link.conf").symlink_to(tmp_path / "secret.conf")
    (project / "bad.conf").write_bytes(b"\xff\xfe\x00")
    names = ["a.conf", "b.conf", "bad.conf", "c.txt", "folder.conf", "link.conf"]
    assert names_in(str(project)) == names
    assert names_in(str(project / "none")) == names_in(str(project / "a.conf")) == []
    found = sources_in(str(project), (str(project),), lambda name: name.endswith(".conf"))
    assert [each.data for each in found] == [b"a.conf", b"b.conf"]
    assert [each.data for each in sources_in(str(project), (str(project),), str, 1)] == [b"a.conf"]
    assert [source_at(str(project / name), (str(project),)) is None for name in names] == [False, False, True, False, True, True]
    assert source_at(str(project / "a.conf"), ()) is None
