"""Writing a file: all of it or nothing, with everything that the old one had beside its bytes."""

from __future__ import annotations

import errno
import os
import resource
import stat
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from pipelint.base.disk.write import is_stream, write_file

linux = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="extended attributes are Linux's")
ACL = "system.posix_acl_access"
# Version 2; the owner may do all, user 1234 read, the group nothing, the mask read, others nothing (linux/posix_acl_xattr.h).
ENTRIES = ((0x01, 7, -1), (0x02, 4, 1234), (0x04, 0, -1), (0x10, 4, -1), (0x20, 0, -1))
ACCESS = (2).to_bytes(4, "little") + b"".join(
    tag.to_bytes(2, "little") + rights.to_bytes(2, "little") + (who & 0xFFFFFFFF).to_bytes(4, "little")
    for tag, rights, who in ENTRIES
)


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def attribute(path: Path, name: str, value: bytes) -> None:
    try:
        os.setxattr(path, name, value)
    except OSError:
        pytest.skip(f"this disk keeps no {name}")


def in_child(code: str, *arguments: str, limit: int | None = None) -> subprocess.CompletedProcess[bytes]:
    """A program that runs by itself, which may write files of so many bytes at most."""

    def limited() -> None:
        if limit is not None:
            resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))

    head = "import os, sys\nfrom pipelint.base.disk.write import write_file\n"
    return subprocess.run([sys.executable, "-c", head + code, *arguments], capture_output=True, preexec_fn=limited, check=False)


def test_a_new_file_has_the_mode_of_any_new_file(tmp_path: Path) -> None:
    before = os.umask(0o027)
    try:
        write_file(str(tmp_path / "a"), b"x")
    finally:
        os.umask(before)
    assert (tmp_path / "a").read_bytes() == b"x"
    assert stat.S_IMODE((tmp_path / "a").stat().st_mode) == 0o640
    assert names(tmp_path) == ["a"]


@pytest.mark.parametrize("mode", [0o600, 0o664, 0o755, 0o4755])
def test_mode_and_owner_stay(mode: int, tmp_path: Path) -> None:
    path = tmp_path / "a"
    path.write_bytes(b"old")
    if os.geteuid() == 0:
        os.chown(path, 1234, 5678)
    path.chmod(mode)
    before = path.stat()
    write_file(str(path), b"new")
    after = path.stat()
    assert path.read_bytes() == b"new"
    assert (after.st_mode, after.st_uid, after.st_gid) == (before.st_mode, before.st_uid, before.st_gid)


@linux
def test_extended_attributes_stay(tmp_path: Path) -> None:
    path = tmp_path / "a"
    path.write_bytes(b"old")
    attribute(path, "user.origin", b"\0by hand")
    write_file(str(path), b"new")
    assert os.getxattr(path, "user.origin") == b"\0by hand"


@linux
def test_access_lists_stay(tmp_path: Path) -> None:
    path = tmp_path / "a"
    path.write_bytes(b"old")
    attribute(path, ACL, ACCESS)
    before = path.stat().st_mode
    write_file(str(path), b"new")
    assert (os.getxattr(path, ACL), path.stat().st_mode) == (ACCESS, before)


@linux
def test_a_file_without_an_access_list_gets_none_from_its_folder(tmp_path: Path) -> None:
    path = tmp_path / "a"
    path.write_bytes(b"old")
    path.chmod(0o644)
    attribute(tmp_path, "system.posix_acl_default", ACCESS)
    write_file(str(path), b"new")
    assert ACL not in os.listxattr(path)
    assert stat.S_IMODE(path.stat().st_mode) == 0o644


@linux
def test_an_attribute_that_cannot_be_kept_keeps_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a"
    path.write_bytes(b"old")
    attribute(path, "user.origin", b"by hand")

    def refuse(*_: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr("os.setxattr", refuse)
    with pytest.raises(OSError, match="No space left"):
        write_file(str(path), b"new")
    assert (path.read_bytes(), names(tmp_path)) == (b"old", ["a"])


def test_behind_links_the_target_is_written(tmp_path: Path) -> None:
    (tmp_path / "inner").mkdir()
    (tmp_path / "inner" / "real").write_bytes(b"old")
    (tmp_path / "inner" / "middle").symlink_to("real")
    (tmp_path / "link").symlink_to("inner/middle")
    write_file(str(tmp_path / "link"), b"new")
    assert (tmp_path / "link").is_symlink() and (tmp_path / "inner" / "middle").is_symlink()
    assert (tmp_path / "inner" / "real").read_bytes() == b"new"
    (tmp_path / "nowhere").symlink_to("inner/made")
    write_file(str(tmp_path / "nowhere"), b"new")
    assert (tmp_path / "nowhere").is_symlink() and (tmp_path / "inner" / "made").read_bytes() == b"new"
    assert names(tmp_path / "inner") == ["made", "middle", "real"]


def test_one_of_several_hard_links_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"old")
    (tmp_path / "b").hardlink_to(tmp_path / "a")
    with pytest.raises(OSError, match="the file has 2 hard links, and all but this one would keep the old text"):
        write_file(str(tmp_path / "a"), b"new")
    assert (tmp_path / "a").samefile(tmp_path / "b")
    assert ((tmp_path / "a").read_bytes(), names(tmp_path)) == (b"old", ["a", "b"])


def test_what_is_read_only_stays(tmp_path: Path) -> None:
    path = tmp_path / "a"
    path.write_bytes(b"old")
    path.chmod(0o444)
    with pytest.raises(OSError, match="the file is read-only"):
        write_file(str(path), b"new")
    assert (path.read_bytes(), names(tmp_path)) == (b"old", ["a"])


def test_what_has_changed_since_it_was_read_stays(tmp_path: Path) -> None:
    path = tmp_path / "a"
    path.write_bytes(b"newer")
    with pytest.raises(OSError, match="the file has changed since it was read"):
        write_file(str(path), b"new", b"old")
    assert (path.read_bytes(), names(tmp_path)) == (b"newer", ["a"])
    write_file(str(path), b"new", b"newer")
    assert path.read_bytes() == b"new"


def test_an_error_is_about_the_file_that_was_to_be_written(tmp_path: Path) -> None:
    for path in (tmp_path / "missing" / "a", tmp_path):
        with pytest.raises(OSError) as caught:
            write_file(str(path), b"new")
        assert caught.value.filename == str(path)


def test_a_full_disk_leaves_the_old_file_and_no_other(tmp_path: Path) -> None:
    path = tmp_path / "a"
    path.write_bytes(b"old")
    done = in_child("write_file(sys.argv[1], b'x' * 5000)", str(path), limit=1024)
    assert b"OSError: [Errno 27] File too large" in done.stderr
    assert (path.read_bytes(), names(tmp_path)) == (b"old", ["a"])
    done = in_child("write_file(sys.argv[1], b'x' * 5000)", str(tmp_path / "b"), limit=1024)
    assert b"File too large" in done.stderr
    assert names(tmp_path) == ["a"]


def test_bytes_are_on_the_disk_before_the_name_and_the_name_before_the_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    done: list[str] = []
    synced, replaced = os.fsync, Path.replace

    def fsync(handle: int) -> None:
        folder = stat.S_ISDIR(os.fstat(handle).st_mode)
        done.append("folder" if folder else f"file of {os.fstat(handle).st_size}")
        synced(handle)

    def replace(self: Path, target: Path) -> Path:
        done.append(f"replace {target.name}")
        return replaced(self, target)

    monkeypatch.setattr("os.fsync", fsync)
    monkeypatch.setattr(Path, "replace", replace)
    write_file(str(tmp_path / "a"), b"12345")
    assert done == ["file of 5", "replace a", "folder"]


def test_what_a_process_has_left_is_removed_and_what_one_writes_is_not(tmp_path: Path) -> None:
    stray, near = tmp_path / ".pipelint-abcdefgh.tmp", tmp_path / ".pipelint-notes"
    stray.write_bytes(b"half")
    near.write_bytes(b"mine")
    code = """
from pathlib import Path
real = Path.replace
def replace(self, target):
    print(self, flush=True)
    sys.stdin.readline()
    return real(self, target)
Path.replace = replace
write_file(sys.argv[1], b"theirs")
"""
    head = "import sys\nfrom pipelint.base.disk.write import write_file\n"
    with subprocess.Popen(
        [sys.executable, "-c", head + code, str(tmp_path / "b")], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as other:
        assert other.stdin is not None and other.stdout is not None
        at_work = Path(other.stdout.readline().strip())
        assert not stray.exists()
        stray.write_bytes(b"half again")
        in_child("write_file(sys.argv[1], b'ours')", str(tmp_path / "a"))
        assert names(tmp_path) == sorted([near.name, "a", at_work.name])
        other.stdin.write("\n")
    assert names(tmp_path) == [near.name, "a", "b"]
    assert (tmp_path / "b").read_bytes() == b"theirs"


def test_two_that_write_in_one_folder_do_each_other_no_harm(tmp_path: Path) -> None:
    """Also where one takes what another has just made for a stray."""
    code = """
for number in range(150):
    from pipelint.base.disk import write
    write._remove_strays.cache_clear()
    write_file(sys.argv[1], b"%d" % number)
"""
    results: list[subprocess.CompletedProcess[bytes]] = []
    threads = [threading.Thread(target=lambda n=n: results.append(in_child(code, str(tmp_path / n)))) for n in "abc"]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [(done.returncode, done.stderr) for done in results] == [(0, b"")] * 3
    assert names(tmp_path) == ["a", "b", "c"]
    assert {path.read_bytes() for path in tmp_path.iterdir()} == {b"149"}


def test_a_device_is_written_and_stays_one() -> None:
    write_file(os.devnull, b"new")
    assert stat.S_ISCHR(Path(os.devnull).stat().st_mode)
    with pytest.raises(OSError, match="No space left"):
        write_file("/dev/full", b"new")


def test_a_pipe_is_written(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    read: list[bytes] = []
    reader = threading.Thread(target=lambda: read.append((tmp_path / "pipe").read_bytes()))
    reader.start()
    write_file(str(tmp_path / "pipe"), b"new")
    reader.join()
    assert read == [b"new"]
    assert names(tmp_path) == ["pipe"]


@pytest.mark.parametrize("to", ["a pipe", "a file"])
@pytest.mark.parametrize("path", ["/dev/stdout", "/dev/fd/1", "/proc/self/fd/1", "link"])
def test_standard_output_goes_on_where_it_is(path: str, to: str, tmp_path: Path) -> None:
    code = "os.write(1, b'before '); write_file(sys.argv[1], b'it'); os.write(1, b' after')"
    head = "import os, sys\nfrom pipelint.base.disk.write import write_file\n"
    (tmp_path / "link").symlink_to("/dev/stdout")
    where = str(tmp_path / "link") if path == "link" else path
    with (tmp_path / "out").open("wb") as out:
        done = subprocess.run(
            [sys.executable, "-c", head + code, where], stdout=out if to == "a file" else subprocess.PIPE, check=True
        )
    assert (done.stdout or (tmp_path / "out").read_bytes()) == b"before it after"


def test_what_is_a_stream(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"")
    assert not is_stream(str(tmp_path / "a"))
    assert not is_stream(str(tmp_path / "missing"))
    assert is_stream(os.devnull) and is_stream(str(tmp_path))


@pytest.mark.parametrize("broken", ["os.fsync", "os.chmod"])
def test_whatever_fails_nothing_is_left_beside_the_old_file(broken: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> Callable[[], None]:
        raise OSError(errno.EIO, os.strerror(errno.EIO))

    (tmp_path / "a").write_bytes(b"old")
    monkeypatch.setattr(broken, fail)
    with pytest.raises(OSError, match="Input/output error"):
        write_file(str(tmp_path / "a"), b"new")
    assert ((tmp_path / "a").read_bytes(), names(tmp_path)) == (b"old", ["a"])
