"""Paths and files as Windows has them. Its rules of paths are Python's own ``ntpath``, which works everywhere."""

from __future__ import annotations

import ntpath
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipelint.base.disk import files
from pipelint.base.disk.write import write_file
from pipelint.report.uri import shown_path, uri
from tests.properties import tries

HOME = r"C:\jobs\repo"


@contextmanager
def windows() -> Iterator[None]:
    """In this, paths are those of Windows, and the working folder is HOME."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(ntpath, "abspath", lambda path: ntpath.normpath(ntpath.join(HOME, path)))
        patch.setattr(os, "path", ntpath)
        patch.setattr(os, "sep", "\\")
        patch.setattr(os, "getcwd", lambda: HOME)
        yield


@pytest.mark.parametrize(
    ("path", "name", "suffix", "stem"),
    [
        (r"C:\logs\fluent.conf", "fluent.conf", ".conf", "fluent"),
        (r"\\server\share\pipelines.yml", "pipelines.yml", ".yml", "pipelines"),
        ("conf.d/10-input.conf", "10-input.conf", ".conf", "10-input"),
        (r"conf.d\10-input.conf", "10-input.conf", ".conf", "10-input"),
        (r"C:\a\.profile", ".profile", "", ".profile"),
    ],
)
def test_names(path: str, name: str, suffix: str, stem: str) -> None:
    with windows():
        assert (files.name(path), files.suffix(path), files.stem(path)) == (name, suffix, stem)


def test_folders_go_up_to_the_drive() -> None:
    with windows():
        assert files.folders(r"C:\a\b\c.conf") == [r"C:\a\b", r"C:\a", "C:\\"]
        assert files.folders(r"b\c.conf")[:2] == [r"C:\jobs\repo\b", HOME]


@pytest.mark.parametrize(
    ("path", "shown", "reference"),
    [
        (r"C:\jobs\repo\k8s\fluent.conf", "k8s/fluent.conf", "k8s/fluent.conf"),
        (r"k8s\fluent.conf", "k8s/fluent.conf", "k8s/fluent.conf"),
        (r"C:\jobs\other dir\a.conf", "C:/jobs/other dir/a.conf", "file:///C:/jobs/other%20dir/a.conf"),
        (r"D:\a.conf", "D:/a.conf", "file:///D:/a.conf"),
        (r"\\server\share\a.conf", "//server/share/a.conf", "file://server/share/a.conf"),
    ],
)
def test_what_machines_read_has_slashes(path: str, shown: str, reference: str) -> None:
    with windows():
        assert (shown_path(path), uri(path)) == (shown, reference)


@given(st.lists(st.text("abc .#%é-", min_size=1), min_size=1, max_size=4).map("\\".join))
@tries(200)
def test_no_reference_has_a_backslash_or_a_blank(path: str) -> None:
    with windows():
        for each in (path, rf"D:\{path}"):
            assert not set(uri(each)) & set("\\ ")


def test_a_file_is_closed_before_it_gets_its_name(tmp_path: Path) -> None:
    """Windows renames no open file, and has neither owners nor the locks of POSIX."""
    path, open_then = tmp_path / "fluent.conf", []
    path.write_bytes(b"old\r\n")
    rename = Path.replace

    def replace(self: Path, to: Path) -> Path:
        for each in Path("/proc/self/fd").iterdir():
            with suppress(OSError):
                open_then.extend([self] if each.samefile(self) else [])
        return rename(self, to)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "platform", "win32")
        patch.setattr(Path, "replace", replace)
        patch.delattr(os, "chown")
        patch.setitem(sys.modules, "fcntl", None)
        write_file(str(path), b"new\r\n", b"old\r\n")
    assert path.read_bytes() == b"new\r\n"
    assert open_then == [] and [each.name for each in tmp_path.iterdir()] == ["fluent.conf"]
